public import Outline

/// A snapshot with its visible rows as a view shows them.
public struct ShownOutline {
  public let snapshot: SectionSnapshot<Int>
  /// The content of each stands for all that a difference counts as such: level, disclosure state,
  /// whether there are children, and the content of the item.
  public let rows: [ViewRow]

  public init(_ snapshot: SectionSnapshot<Int>, content: (Int) -> Int = { _ in 0 }) {
    self.snapshot = snapshot
    rows = snapshot.rows.map { row in
      let looks = (row.isExpanded ? 2 : 0) + (row.childCount > 0 ? 1 : 0)
      return ViewRow(
        row.item, level: row.level, content: (content(row.item) << 24 + row.level) << 2 + looks)
    }
  }
}
