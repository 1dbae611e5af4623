import Outline
import ViewSimulation

/// A data source with a model: the titles of items and sections.
@MainActor public final class Program {
  static let itemCount = 16
  static let sectionCount = 4

  public let source = OutlineDataSource<Int, Int>()
  public let selectionRules: SelectionRules
  /// Called during a drag; returns whether it has changed the data source.
  public var pauseHandler: () -> Bool = { false }
  /// Called when an adapter has reported another selection.
  public var selectionHandler: () -> Void = {}
  /// The snapshot after the changes during the last drag; `nil` if there were none.
  private(set) var editedSnapshot: Snapshot<Int, Int>?
  /// The snapshot after the last drop, before later changes.
  private var droppedSnapshot: Snapshot<Int, Int>?
  var titles = Array(repeating: 0, count: itemCount)
  var sectionTitles = Array(repeating: 0, count: sectionCount)

  public init(selectionRules: SelectionRules = SelectionRules()) {
    self.selectionRules = selectionRules
    source.setContent { [unowned self] in titles[$0] }
    source.reorderingHandlers.didReorder = { [unowned self] in
      Simulation.note("drop")
      if droppedSnapshot != nil { Simulation.report("several transactions for a drop") }
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

  /// Lets the user drag rows of a list, and reports a drop elsewhere than at the target.
  ///
  /// - Parameters:
  ///   - countsDraggedRows: Whether the target counts the rows that are dragged.
  ///   - userDrags: Performs the drag; returns `nil` if it is refused.
  public func checkDrag(countsDraggedRows: Bool, by userDrags: () -> ListDrag?) {
    (editedSnapshot, droppedSnapshot) = (nil, nil)
    // Another drag can be in progress.
    defer { droppedSnapshot = nil }
    let snapshot = source.snapshot()
    guard let drag = userDrags() else { return }
    let items = drag.sources.compactMap {
      snapshot.itemIdentifier(for: RowPath(section: $0.section, row: $0.row))
    }
    guard let droppedSnapshot, let item = items.first else { return }
    let section = snapshot.sectionIdentifiers[drag.target.section]
    let rows = snapshot[section].visibleItems.filter { countsDraggedRows || !items.contains($0) }
    let next = rows.indices.contains(drag.target.row) ? rows[drag.target.row] : nil
    if drag.isInto {
      Simulation.note("drop into a row")
      checkMove(of: items, to: next.map { .into($0) }, from: snapshot)
    } else if editedSnapshot == nil && items.count == 1 {
      let outline = droppedSnapshot[section]
      checkDrop(
        of: item, before: next,
        among: outline.visibleItems.filter { !outline.isDescendant($0, of: item) })
    } else {
      // The user sees the rows before the edit.
      let path = RowPath(section: drag.target.section, row: drag.target.row)
      let destination = snapshot.dropDestination(
        at: path, counting: countsDraggedRows ? .beforeRemoval : .afterRemoval, moving: items)
      checkMove(of: items, to: destination, from: snapshot)
    }
  }

  /// Lets the user drag rows of a tree, and reports a drop elsewhere than at the destination.
  ///
  /// - Parameter userDrags: Performs the drag; returns the dragged items.
  public func checkDrag(
    to destination: Snapshot<Int, Int>.Destination, by userDrags: () -> [Int]
  ) {
    (editedSnapshot, droppedSnapshot) = (nil, nil)
    let snapshot = source.snapshot()
    let items = userDrags()
    if droppedSnapshot != nil { checkMove(of: items, to: destination, from: snapshot) }
  }

  /// Reports a drop that has not moved all items to a destination.
  private func checkMove(
    of items: [Int], to destination: Snapshot<Int, Int>.Destination?,
    from snapshot: Snapshot<Int, Int>
  ) {
    if editedSnapshot != nil { Simulation.note("drop after an edit") }
    if items.count > 1 { Simulation.note("drop of several rows") }
    // An edit can have deleted a dragged item since.
    let canReorder = source.reorderingHandlers.canReorderItem
    if !items.allSatisfy({ canReorder?($0) == true }) {
      Simulation.report("drags an item that must stay")
    }
    var expected = editedSnapshot ?? snapshot
    let ordered = expected.itemIdentifiers.filter(items.contains)
    if let destination { try? expected.moveItems(ordered, to: destination) }
    if droppedSnapshot != expected {
      Simulation.report("\(items) were dropped elsewhere than \(destination as Any)")
    }
  }

  /// Lets the program change during a drag.
  public func pause() {
    editedSnapshot = pauseHandler() ? source.snapshot() : nil
  }

  /// Reports an item that the user has dropped before another item, or at the end, but that is
  /// elsewhere.
  private func checkDrop(of item: Int, before next: Int?, among items: [Int]) {
    guard let index = items.firstIndex(of: item) else {
      return Simulation.report("\(item) was dropped elsewhere than among \(items)")
    }
    if next != item && items.dropFirst(index + 1).first != next {
      Simulation.report("\(item) was dropped before \(next as Any) into \(items)")
    }
  }

  public func header(of section: Int) -> String { "\(section): \(sectionTitles[section])" }
}
