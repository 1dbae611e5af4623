import Adapters
@_spi(Simulation) import AppKit
import Driving
import Outline
import ViewSimulation

/// An outline view with its adapter and the views of its rows.
@MainActor final class OutlineScreen: ScrollingScreen, DropScreen {
  final class Cell: NSView {
    var content: ShownRow?
    var header: String?
  }

  private let program: Program
  private let view = NSOutlineView()
  private lazy var outline = OutlineViewOutline<Int, Int>(
    view, program.source,
    row: { [unowned self] _, row in
      let cell = Cell()
      cell.content = program.content(of: row)
      return cell
    },
    header: { [unowned self] _, section in
      let cell = Cell()
      cell.header = program.header(of: section)
      return cell
    })

  init(_ program: Program) { self.program = program }

  func attach() {
    outline.selectionHandler = { [unowned self] in
      reportedSelection = $0
      program.selectionHandler()
    }
    outline.selectionRules = program.selectionRules
    outline.attach()
  }
  func detach() { outline.detach() }
  func setInWindow(_ isInWindow: Bool) {
    view.isInWindow = isInWindow
    view.remembersExpansion.toggle()
  }
  func layOut() {
    view.layOut()
    // Twice the number of items and sections.
    if view.remembered.count > 40 { Simulation.report("objects of removed items remain") }
  }

  var hidesExpansionOfLeaves: Bool { true }
  var rowCounts: [Int] { sections.map(\.visibleRows.count) }
  var headers: [String?] { sections.map { cell(in: $0.view)?.header } }
  var selection: Set<Int> { outline.selectedItems }
  private(set) var reportedSelection: Set<Int> = []
  var selectedPositions: [ListPosition] { positions { $0.isSelected } }

  /// The rows of items in the viewport, which also has rows of sections.
  var displayedRows: Range<Int> {
    let rows = view.rows.enumerated().filter { $0.element.level > 0 }
    let displayed = rows.indices.filter { view.viewport.contains(rows[$0].offset) }
    return (displayed.first ?? 0)..<(displayed.last ?? -1) + 1
  }

  private var sections: [TreeRow] { view.rows.filter { $0.level == 0 } }

  private func positions(where condition: (TreeRow) -> Bool) -> [ListPosition] {
    sections.enumerated().flatMap { number, section in
      section.visibleRows.enumerated().filter { condition($0.element) }
        .map { ListPosition(number, $0.offset) }
    }
  }

  private func treeRow(at position: ListPosition) -> TreeRow? {
    guard sections.indices.contains(position.section) else { return nil }
    let rows = sections[position.section].visibleRows
    return rows.indices.contains(position.row) ? rows[position.row] : nil
  }

  func row(at position: ListPosition) -> ShownRow? {
    guard let row = treeRow(at: position), var content = cell(in: row.view)?.content else {
      return nil
    }
    let number = view.rows.firstIndex { $0 === row } ?? -1
    if outline.itemIdentifier(forRow: number) != content.item {
      Simulation.report("knows another item at row \(number) than \(content.item)")
    }
    content.level = row.level - 1
    content.isExpanded = row.isExpanded
    content.hasChildren = row.isExpandable
    return content
  }

  private func cell(in view: NSView?) -> Cell? { view as? Cell ?? view?.subviews.first as? Cell }

  private func mark(in row: TreeRow?) -> ShownMark? {
    switch row?.view?.subviews.last {
    case let indicator as NSProgressIndicator where indicator.isAnimating: .loading
    case let button as NSButton where button.label == "Retry": .failed
    default: nil
    }
  }
  private func tapRetry(in row: TreeRow?) {
    (row?.view?.subviews.last as? NSButton)?.performClick(nil)
  }

  func mark(at position: ListPosition) -> ShownMark? { mark(in: treeRow(at: position)) }
  func tapRetry(at position: ListPosition) { tapRetry(in: treeRow(at: position)) }
  func mark(inHeader section: Int) -> ShownMark? { mark(in: sections[section]) }
  func tapRetry(inHeader section: Int) { tapRetry(in: sections[section]) }

  func tapDisclosure(at position: ListPosition) { treeRow(at: position).map(view.userToggles) }
  func select(_ position: ListPosition) {
    treeRow(at: position).map(view.userSelects)
    sections.first.map(view.userSelects)
    if sections.contains(where: \.isSelected) { Simulation.report("a section is selected") }
    if sections.contains(where: view.hasTriangle) { Simulation.report("a section has a triangle") }
  }
  func select(_ items: Set<Int>) { outline.selectedItems = items }

  var keys: [OutlineSelection<Int>.Key] { [.left, .right, .asterisk] }
  func press(_ key: OutlineSelection<Int>.Key, _ modifier: OutlineSelection<Int>.Modifier?) {
    let event =
      switch key {
      case .left: NSEvent("\u{F702}", .numericPad)
      case .right: NSEvent("\u{F703}", .numericPad)
      default: NSEvent("*", .shift)
      }
    _ = outline.press(event)
  }
  func pressesAsterisk(withCommand: Bool = false) -> Bool {
    outline.press(NSEvent("*", withCommand ? .command : .shift))
  }
  func pressesMouse() -> Bool { outline.press(NSEvent("*", type: .leftMouseDown)) }
  func setRightToLeft() { view.userInterfaceLayoutDirection = .rightToLeft }

  func setTitle(_ title: @escaping (_ item: Int) -> String) { outline.typeAheadTitle = title }
  /// The texts that the view compares with the letters that the user types, by row.
  var typeSelectStrings: [String?] {
    view.rows.map { row in
      row.item.flatMap { view.delegate?.outlineView(view, typeSelectStringFor: nil, item: $0) }
    }
  }

  func drag(_ source: ListPosition, to target: ListPosition) {
    guard let row = treeRow(at: source), sections.indices.contains(target.section) else { return }
    let parent = target.row == 0 ? sections[target.section] : treeRow(at: target)
    let index = (source.row + target.row) % 3 - 1
    let children = parent?.children ?? []
    // The user drops onto a collapsed item, not among its children.
    let position = parent?.isExpanded == true ? min(index, children.count) : -1
    let next = children.indices.contains(position) ? item(of: children[position]) : nil
    let section = program.source.snapshot().sectionIdentifiers[target.section]
    // As if these rows were selected.
    let others = view.rows.enumerated().filter { number, other in
      other !== row && other.level > 0 && (number + source.row + target.row).isMultiple(of: 4)
    }
    let rows = [row] + others.map(\.element)
    let end = parent.flatMap(self.item).map { .into($0) } ?? Destination.end(of: section)
    program.checkDrag(to: next.map { .before($0) } ?? end) {
      view.userDrags(rows, to: parent, at: position, pause: program.pause).compactMap { item($0) }
    }
  }

  func beginDrag(of position: ListPosition) {
    _ = view.userBeginsDrag([treeRow(at: position)].compactMap(\.self))
  }

  /// Ends the drag beside all rows.
  func endDrag() { view.userDrops(to: nil, at: -1) }

  func setDropHandler(_ handler: @escaping (Snapshot<Int, Int>.Destination) -> (() -> Void)?) {
    outline.dropHandler = { handler($1) }
  }

  func dropFromElsewhere(at position: ListPosition, isInto: Bool) -> Bool {
    isInto
      ? view.userDropsFromElsewhere(to: treeRow(at: position), at: -1)
      : view.userDropsFromElsewhere(to: sections[position.section], at: position.row)
  }

  private typealias Destination = Snapshot<Int, Int>.Destination

  private func item(of row: TreeRow) -> Int? { item(row.item) }

  private func item(_ object: Any?) -> Int? { (object as? TreeModel<Int, Int>.Node)?.item }

  func scroll(to row: Int) { view.userScrolls(to: row) }

  func distance(of item: Int) -> Int? {
    view.rows.firstIndex { self.item(of: $0) == item }.map { $0 - view.viewport.lowerBound }
  }
}
