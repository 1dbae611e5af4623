import Adapters
import Driving
import Outline
@_spi(Simulation) import SwiftUI
import ViewSimulation

/// A SwiftUI list, and the selection that the program keeps for it.
@MainActor final class ListScreen: Screen {
  @Observable final class Selection {
    var items: Set<Int> = []
  }

  private let program: Program
  private let chosen = Selection()
  private let host: SimulatedHost<OutlineList<Int, Int, Text, Text>>

  init(_ program: Program) {
    self.program = program
    let chosen = chosen
    host = SimulatedHost(
      OutlineList(
        program.source,
        selection: Binding(get: { chosen.items }, set: { chosen.items = $0 }),
        label: { row in ListScreen.label(program.content(of: row)) },
        header: { section in Text(verbatim: program.header(of: section)) }
      )
      .selectionRules(program.selectionRules))
  }

  private static func label(_ row: ShownRow) -> Text {
    Text(verbatim: "\(row.item) \(row.title) \(row.isLoading ? 1 : 0)")
  }

  func attach() { host.setOnScreen(true) }
  func detach() { host.setOnScreen(false) }
  func setInWindow(_ isInWindow: Bool) {}
  func layOut() { host.layOut() }

  var rowCounts: [Int] { host.drawing.sections.map(\.rows.count) }
  var headers: [String?] { host.drawing.sections.map(\.header.texts.first) }
  var displayedRows: Range<Int> { host.viewport }
  var selection: Set<Int> { chosen.items }
  var reportedSelection: Set<Int> { selection }
  var selectedPositions: [ListPosition] {
    let selected = host.drawing.selection()
    return host.drawing.sections.enumerated().flatMap { number, section in
      section.rows.indices.filter { section.rows[$0].id.map(selected.contains) ?? false }
        .map { ListPosition(number, $0) }
    }
  }

  private func drawnRow(at position: ListPosition) -> Drawing.Row? {
    let sections = host.drawing.sections
    guard sections.indices.contains(position.section),
      sections[position.section].rows.indices.contains(position.row)
    else { return nil }
    return sections[position.section].rows[position.row]
  }

  func row(at position: ListPosition) -> ShownRow? {
    guard let row = drawnRow(at: position), let text = row.texts.first else { return nil }
    if row.accessibilityLabels.first != (row.images.first == "chevron.down" ? "Collapse" : "Expand")
    {
      Simulation.report("a screen reader says \(row.accessibilityLabels)")
    }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return ShownRow(
      item: numbers[0], title: numbers[1], level: Int(row.indentation / 16),
      isExpanded: row.images.first == "chevron.down", hasChildren: row.opacity == 1,
      isLoading: numbers[2] == 1)
  }

  private func mark(in row: Drawing.Row?) -> ShownMark? {
    guard let row else { return nil }
    return row.isLoading ? .loading : row.accessibilityLabels.contains("Retry") ? .failed : nil
  }

  func mark(at position: ListPosition) -> ShownMark? { mark(in: drawnRow(at: position)) }
  func tapRetry(at position: ListPosition) { drawnRow(at: position)?.actions.last?() }
  func mark(inHeader section: Int) -> ShownMark? { mark(in: host.drawing.sections[section].header) }
  func tapRetry(inHeader section: Int) { host.drawing.sections[section].header.actions.last?() }

  func tapDisclosure(at position: ListPosition) {
    guard let row = drawnRow(at: position) else { return }
    (position.row.isMultiple(of: 2) ? row.actions : row.swipeActions).first?()
  }

  func select(_ position: ListPosition) {
    if let id = drawnRow(at: position)?.id { host.userSelects(id) }
  }

  func drag(_ source: ListPosition, to target: ListPosition) {
    // A drag ends in its section.
    let target = ListPosition(source.section, min(target.row, rowCounts[source.section]))
    program.checkDrag(countsDraggedRows: true) {
      host.userMoves(source.row, to: target.row, inSection: source.section)
      return ListDrag([source], to: target)
    }
  }
  func select(_ items: Set<Int>) { chosen.items = Set(items) }

  var keys: [OutlineSelection<Int>.Key] { [.left, .right] }
  func press(_ key: OutlineSelection<Int>.Key, _ modifier: OutlineSelection<Int>.Modifier?) {
    _ = host.userPresses(key == .left ? .leftArrow : .rightArrow)
  }

  func scroll(to row: Int) { host.userScrolls(to: row) }
}
