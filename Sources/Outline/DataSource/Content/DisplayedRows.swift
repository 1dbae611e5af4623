/// The rows that an adapter displays, and what they show.
@usableFromInline
struct DisplayedRows<Item: Hashable> {
  /// The rows as the adapter has told them, which may be out of bounds.
  @usableFromInline let rows: Range<Int>
  /// The first row whose content is remembered.
  @usableFromInline let start: Int
  /// What the rows show, one after another; nothing where content is not compared.
  @usableFromInline let shown: [Shown]

  /// A row that is displayed.
  @usableFromInline
  struct Shown {
    @usableFromInline let item: Item
    @usableFromInline let content: ItemContent

    @inlinable
    init(_ item: Item, _ content: ItemContent) {
      self.item = item
      self.content = content
    }
  }

  /// No rows.
  init() {
    (rows, start, shown) = (0..<0, 0, [])
  }

  /// The rows of a snapshot, some of which may have been displayed before.
  ///
  /// - Parameters:
  ///   - rows: The rows as the adapter tells them.
  ///   - snapshot: What is on screen.
  ///   - old: What was displayed of it.
  ///   - contentOf: Returns what a row shows that comes to be displayed.
  init<Section>(
    _ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, after old: DisplayedRows = .init(),
    _ contentOf: ((Item) -> ItemContent)?
  ) {
    self.rows = rows
    let displayed = snapshot.displayedRows(rows)
    start = displayed.lowerBound
    guard let contentOf else {
      shown = []
      return
    }
    func look(at rows: Range<Int>) -> [Shown] {
      // A collection is mapped by its positions, an array is filled in one walk.
      Array(snapshot.visibleItems[rows]).map { Shown($0, contentOf($0)) }
    }
    let kept = (old.start..<old.start + old.shown.count).clamped(to: displayed)
    shown =
      look(at: displayed.lowerBound..<kept.lowerBound)
      + old.shown.dropFirst(max(0, kept.lowerBound - old.start)).prefix(kept.count)
      + look(at: kept.upperBound..<displayed.upperBound)
  }

  @usableFromInline
  init(rows: Range<Int>, start: Int, shown: [Shown]) {
    self.rows = rows
    self.start = start
    self.shown = shown
  }

  /// Compares what the rows show with what they are to show in the next snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The next snapshot.
  ///   - contentOf: Returns what a row is to show.
  /// - Returns: What is displayed next, and the items whose rows stay and show something else.
  /// - Complexity: O(1), amortized, for a row that stays or comes after the same as before, and
  ///   O(log *n*) for others
  @inlinable
  func followed<Section>(
    by snapshot: Snapshot<Section, Item>, _ contentOf: (Item) -> ItemContent
  ) -> (rows: DisplayedRows, changed: [Item]) {
    let visibleItems = snapshot.visibleItems
    let displayed = snapshot.displayedRows(rows)
    var followed: [Shown] = []
    followed.reserveCapacity(displayed.count)
    var outOfOrder: [Int: ItemContent] = [:]
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
      let new = contentOf(newItem)
      if new != known.content {
        changed.append(newItem)
      }
      if displayed.contains(row) {
        if row == displayed.lowerBound + followed.count {
          followed.append(Shown(newItem, new))
        } else {
          outOfOrder[row] = new
        }
      }
      row += 1
      next = walk.next()
    }
    let rest = displayed.dropFirst(followed.count)
    if !rest.isEmpty {
      for (row, item) in zip(rest, visibleItems[rest]) {
        followed.append(Shown(item, outOfOrder[row] ?? contentOf(item)))
      }
    }
    return (DisplayedRows(rows: rows, start: displayed.lowerBound, shown: followed), changed)
  }
}

extension Snapshot {
  /// The rows of a range that there are.
  @usableFromInline
  func displayedRows(_ rows: Range<Int>) -> Range<Int> {
    rows.clamped(to: 0..<numberOfRows)
  }
}
