/// The rows that an adapter displays, and what they show where that is compared.
@usableFromInline
struct DisplayedRows<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The rows as the adapter has told them, which may be out of bounds.
  private(set) var rows = 0..<0
  /// Looks at rows of a snapshot, some of which may have been displayed before.
  @usableFromInline let read: (_ rows: Range<Int>, _ snapshot: Snapshot<Section, Item>) -> Void
  /// Looks at the same rows of the next snapshot, and returns the items whose rows stay and show
  /// something else.
  @usableFromInline let compare: (_ rows: Range<Int>, _ next: Snapshot<Section, Item>) -> [Item]

  /// Rows whose content is not compared.
  @usableFromInline
  init() {
    (read, compare) = ({ _, _ in }, { _, _ in [] })
  }

  /// Rows whose content is remembered.
  ///
  /// The closures are compiled for the types that are known here, as the methods of a subclass
  /// would not be.
  @inlinable
  init<Content: Equatable>(showing contentOf: @escaping (_ item: Item) -> Content) {
    let shown = DisplayedContent<Section, Item, Content>(contentOf)
    read = { rows, snapshot in shown.read(rows, of: snapshot) }
    compare = { rows, next in shown.compare(rows, with: next) }
  }

  /// Displays rows of a snapshot.
  mutating func display(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>) {
    self.rows = rows
    read(rows, snapshot)
  }
}

/// What the rows show that an adapter displays.
@usableFromInline
final class DisplayedContent<
  Section: Hashable & Sendable, Item: Hashable & Sendable, Content: Equatable
> {
  @usableFromInline typealias ItemWithContent = (item: Item, content: Content)

  /// Returns what the row of an item is to show.
  @usableFromInline let contentOf: (Item) -> Content
  /// The first row whose content is remembered.
  @usableFromInline var start = 0
  /// What rows show, one after another.
  @usableFromInline var shown: [ItemWithContent] = []

  @inlinable
  init(_ contentOf: @escaping (_ item: Item) -> Content) {
    self.contentOf = contentOf
  }

  /// Asks for the content of those rows alone that have not been displayed before.
  @inlinable
  func read(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>) {
    let displayed = snapshot.displayedRows(rows)
    func content(of rows: Range<Int>) -> [ItemWithContent] {
      // A collection is mapped by its positions, an array is filled in one walk.
      Array(snapshot.visibleItems[rows]).map { ($0, contentOf($0)) }
    }
    let kept = (start..<start + shown.count).clamped(to: displayed)
    // The closure that is asked for the others may look itself.
    let known = shown.dropFirst(max(0, kept.lowerBound - start)).prefix(kept.count)
    shown =
      content(of: displayed.lowerBound..<kept.lowerBound) + known
      + content(of: kept.upperBound..<displayed.upperBound)
    start = displayed.lowerBound
  }

  /// Compares what rows show with what they are to show in the next snapshot.
  ///
  /// - Parameters:
  ///   - rows: The rows that are displayed, before and after.
  ///   - snapshot: The next snapshot.
  /// - Returns: The items whose rows stay and show something else.
  /// - Complexity: O(1), amortized, for a row that stays or comes after the same as before, and
  ///   O(log *n*) for others
  @inlinable
  func compare(_ rows: Range<Int>, with snapshot: Snapshot<Section, Item>) -> [Item] {
    let visibleItems = snapshot.visibleItems
    let displayed = snapshot.displayedRows(rows)
    var updated: [ItemWithContent] = []
    updated.reserveCapacity(displayed.count)
    var outOfOrder: [Int: Content] = [:]
    var changed: [Item] = []
    // Most rows stay where they are, or move by as many rows as the one before.
    var row = displayed.lowerBound
    var walk = visibleItems[row...].makeIterator()
    var next = walk.next()
    for known in shown {
      if next != known.item {
        guard let found = snapshot.row(of: known.item) else { continue }
        row = found
        walk = visibleItems[row...].makeIterator()
        next = walk.next()
      }
      // The item as the next snapshot has it, which may hold another value.
      guard let newItem = next else { continue }
      let content = contentOf(newItem)
      if content != known.content {
        changed.append(newItem)
      }
      if displayed.contains(row) {
        if row == displayed.lowerBound + updated.count {
          updated.append((newItem, content))
        } else {
          outOfOrder[row] = content
        }
      }
      row += 1
      next = walk.next()
    }
    let rest = displayed.dropFirst(updated.count)
    if !rest.isEmpty {
      for (row, item) in zip(rest, visibleItems[rest]) {
        updated.append((item, outOfOrder[row] ?? contentOf(item)))
      }
    }
    start = displayed.lowerBound
    shown = updated
    return changed
  }
}

extension Snapshot {
  /// The rows of a range that there are.
  @usableFromInline
  func displayedRows(_ rows: Range<Int>) -> Range<Int> {
    rows.clamped(to: 0..<numberOfRows)
  }
}
