import Adapters
import Driving
import Outline
@_spi(Simulation) import UIKit
import ViewSimulation

/// A view of UIKit on a simulated list.
@MainActor protocol CoreScreen: ScrollingScreen, DropScreen, KeyScreen {
  associatedtype ListCell: AnyObject
  associatedtype ListHeader: AnyObject
  associatedtype ListDrag: SimulatedDrag

  var program: Program { get }
  var outline: ListViewOutline<Int, Int> { get }
  var reportedSelection: Set<Int> { get set }
  var core: SimulatedList<ListCell, ListHeader, ListDrag> { get }
  var isPrefetchingEnabled: Bool { get set }
}

extension CoreScreen {
  func attach() {
    outline.selectionHandler = { [unowned self] in
      reportedSelection = $0
      program.selectionHandler()
    }
    checkReconfiguredRows()
    outline.selectionRules = program.selectionRules
    outline.attach()
  }
  func detach() { outline.detach() }

  var selection: Set<Int> { outline.selectedItems }
  func select(_ items: Set<Int>) { outline.selectedItems = items }
  var keys: [OutlineSelection<Int>.Key] {
    let page = core.displayedPositions.count - 1
    return [.up, .down, .left, .right, .home, .end, .asterisk]
      + [.pageUp(rows: page), .pageDown(rows: page)]
  }
  func press(_ key: OutlineSelection<Int>.Key, _ modifier: OutlineSelection<Int>.Modifier?) {
    let (code, characters): (UIKeyboardHIDUsage, String) =
      switch key {
      case .up: (.keyboardUpArrow, "")
      case .down: (.keyboardDownArrow, "")
      case .left: (.keyboardLeftArrow, "")
      case .right: (.keyboardRightArrow, "")
      case .home: (.keyboardHome, "")
      case .end: (.keyboardEnd, "")
      case .pageUp: (.keyboardPageUp, "")
      case .pageDown: (.keyboardPageDown, "")
      default: (.keyboard8, "*")
      }
    let modifiers: UIKeyModifierFlags =
      switch modifier {
      case .shift: .shift
      case .control: .command
      case nil: .numericPad
      }
    _ = outline.press([UIPress(UIKey(code, characters, modifiers))])
  }

  func setTitle(_ title: @escaping (_ item: Int) -> String) { outline.typeAheadTitle = title }
  func type(_ character: String, at time: Double) {
    _ = outline.press([UIPress(UIKey(.keyboardA, character), timestamp: time)])
  }

  func setDropHandler(_ handler: @escaping (Snapshot<Int, Int>.Destination) -> (() -> Void)?) {
    outline.dropHandler = { handler($1) }
  }

  var allowsSeveralDrags: Bool { true }
  func layOut() { core.layOut() }
  var rowCounts: [Int] { core.contents.rowCounts }
  var displayedRows: Range<Int> { core.viewport }
  var selectedPositions: [ListPosition] { core.selectedPositions }

  func select(_ position: ListPosition) { core.userSelects(position) }
  func drag(_ source: ListPosition, to target: ListPosition) {
    let height = [0.4, 0.1, 0.6, 0.5, 0.9][(source.row + target.row) % 5]
    let added = core.displayedPositions.filter {
      $0 != source && ($0.row + source.row + target.row).isMultiple(of: 2)
    }
    program.checkDrag(countsDraggedRows: false) {
      core.userDrags(
        source, adding: added, to: target, height: height, pause: program.pause)
    }
  }
  func dropFromElsewhere(at position: ListPosition, isInto: Bool) -> Bool {
    core.userDropsFromElsewhere(at: position, height: isInto ? 0.5 : 0.1)
  }
  func scroll(to row: Int) { core.userScrolls(to: row) }

  /// Reports an adapter that knows another item or section at a position than the view shows.
  func check(_ position: ListPosition, shown: ShownRow?) {
    let item = outline.itemIdentifier(
      for: IndexPath(item: position.row, section: position.section))
    if !core.needsReload, let shown, item != shown.item {
      Simulation.report("knows \(item as Any) at \(position), which shows \(shown.item)")
    }
    let section = outline.sectionIdentifier(for: position.section)
    if !core.needsReload, let header = headers[position.section],
      section.map({ header.hasPrefix("\($0): ") }) != true
    {
      Simulation.report("knows \(section as Any) at \(position), below the header \(header)")
    }
  }

  /// Reports an item that the data source reconfigures at the row of another one.
  func checkReconfiguredRows() {
    program.source.reconfigureHandler = { [unowned self] item, path in
      let shown = row(at: ListPosition(path.section, path.row))?.item
      if !core.needsReload && shown != item {
        Simulation.report("reconfigures \(item) at the row of \(shown as Any)")
      }
    }
  }

  func distance(of item: Int) -> Int? {
    core.contents.positions.firstIndex { row(at: $0)?.item == item }
      .map { $0 - core.viewport.lowerBound }
  }
}

extension ShownMark {
  /// Reads the mark from its view.
  @MainActor init?(_ view: UIView?) {
    switch view {
    case let indicator as UIActivityIndicatorView where indicator.isAnimating: self = .loading
    case let button as UIButton where button.accessibilityLabel == "Retry": self = .failed
    default: return nil
    }
  }
}

extension UICellAccessory {
  var customView: UIView? {
    if case .customView(let view) = accessoryType { view } else { nil }
  }
}
