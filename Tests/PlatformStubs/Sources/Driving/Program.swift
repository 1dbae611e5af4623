import Outline
import ViewSimulation

/// A data source with a model: the titles of items and sections.
@MainActor public final class Program {
  static let itemCount = 16
  static let sectionCount = 4

  public let source = OutlineDataSource<Int, Int>()
  /// Called during a drag; returns whether it has changed the data source.
  public var pauseHandler: () -> Bool = { false }
  /// Called when an adapter has reported another selection.
  public var selectionHandler: () -> Void = {}
  /// The snapshot after the changes during the last drag; `nil` if there were none.
  private(set) var editedSnapshot: Snapshot<Int, Int>?
  /// The snapshot after the last drop, before later changes.
  public private(set) var droppedSnapshot: Snapshot<Int, Int>?
  var titles = Array(repeating: 0, count: itemCount)
  var sectionTitles = Array(repeating: 0, count: sectionCount)

  public init() {
    source.setContent { [unowned self] in titles[$0] }
    source.reorderingHandlers.didReorder = { [unowned self] in
      Simulation.note("drop")
      droppedSnapshot = $0.finalSnapshot
    }
  }

  /// The content of a row as a cell should show it.
  public func content(of row: SectionSnapshot<Int>.Row) -> ShownRow {
    ShownRow(
      item: row.item, title: titles[row.item], level: row.level, isExpanded: row.isExpanded,
      hasChildren: source.hasChildren(row.item),
      isLoading: source.isLoadingSlowly(of: .item(row.item)))
  }

  /// Lets the user drag a row of a list, and reports a drop elsewhere than at the target.
  ///
  /// - Parameters:
  ///   - countsDraggedRow: Whether the target counts the row that is dragged.
  ///   - userMoves: Returns whether the user has dropped the row into the one at the target.
  public func checkDrag(
    from position: ListPosition, to target: ListPosition, countsDraggedRow: Bool,
    by userMoves: () -> Bool?
  ) {
    (editedSnapshot, droppedSnapshot) = (nil, nil)
    let snapshot = source.snapshot()
    let path = RowPath(section: position.section, row: position.row)
    guard let item = snapshot.itemIdentifier(for: path) else { return }
    let section = snapshot.sectionIdentifiers[target.section]
    let rows = snapshot[section].visibleItems.filter { countsDraggedRow || $0 != item }
    let next = rows.indices.contains(target.row) ? rows[target.row] : nil
    let isInto = userMoves()
    guard let droppedSnapshot else { return }
    if isInto == true {
      Simulation.note("drop into a row")
      if droppedSnapshot.parent(of: item) != next {
        Simulation.report("\(item) was dropped elsewhere than into \(next as Any)")
      }
    } else if var expected = editedSnapshot {
      Simulation.note("drop after an edit")
      // The user sees the rows before the edit.
      let destination = snapshot.dropDestination(
        at: RowPath(section: target.section, row: target.row), counting: .afterRemoval,
        moving: [item])
      if let destination { try? expected.moveItems([item], to: destination) }
      if droppedSnapshot != expected {
        Simulation.report("\(item) was dropped elsewhere than \(destination as Any)")
      }
    } else {
      let outline = droppedSnapshot[section]
      checkDrop(
        of: item, before: next,
        among: outline.visibleItems.filter { !outline.isDescendant($0, of: item) })
    }
  }

  /// Lets the program change during a drag.
  public func pause() {
    editedSnapshot = pauseHandler() ? source.snapshot() : nil
  }

  /// Reports an item that the user has dropped before another item, or at the end, but that is
  /// elsewhere.
  public func checkDrop(of item: Int, before next: Int?, among items: [Int]) {
    guard let index = items.firstIndex(of: item) else {
      return Simulation.report("\(item) was dropped elsewhere than among \(items)")
    }
    if next != item && items.dropFirst(index + 1).first != next {
      Simulation.report("\(item) was dropped before \(next as Any) into \(items)")
    }
  }

  public func header(of section: Int) -> String { "\(section): \(sectionTitles[section])" }
}
