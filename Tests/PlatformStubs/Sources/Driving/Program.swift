import Outline
import ViewSimulation

/// A data source with a model: the titles of items and sections.
@MainActor public final class Program {
  static let itemCount = 16
  static let sectionCount = 4

  public let source = OutlineDataSource<Int, Int>()
  /// Called during a drag; returns whether it has changed the data source.
  public var pauseHandler: () -> Bool = { false }
  private var isEditedDuringDrag = false
  var titles = Array(repeating: 0, count: itemCount)
  var sectionTitles = Array(repeating: 0, count: sectionCount)

  public init() {
    source.setContent { [unowned self] in titles[$0] }
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
    isEditedDuringDrag = false
    let snapshot = source.snapshot()
    let path = RowPath(section: position.section, row: position.row)
    guard let item = snapshot.itemIdentifier(for: path) else { return }
    let section = snapshot.sectionIdentifiers[target.section]
    let rows = snapshot[section].visibleItems.filter { countsDraggedRow || $0 != item }
    let parent = snapshot.itemIdentifier(
      for: RowPath(section: target.section, row: target.row))
    let drops = Simulation.events["drop", default: 0]
    let isInto = userMoves()
    guard Simulation.events["drop", default: 0] > drops, !isEditedDuringDrag else { return }
    if isInto == true {
      Simulation.note("drop into a row")
      if source.snapshot().parent(of: item) != parent {
        Simulation.report("\(item) was dropped elsewhere than into \(parent as Any)")
      }
      return
    }
    let outline = source.snapshot(for: section)
    checkDrop(
      of: item, before: rows.indices.contains(target.row) ? rows[target.row] : nil,
      among: outline.visibleItems.filter { !outline.isDescendant($0, of: item) })
  }

  /// Lets the program change during a drag.
  public func pause() {
    isEditedDuringDrag = pauseHandler()
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
