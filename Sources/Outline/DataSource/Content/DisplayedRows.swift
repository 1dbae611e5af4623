/// The rows that an adapter displays, and what they show.
struct DisplayedRows<Item: Hashable> {
  /// The rows as the adapter has told them, which may be out of bounds.
  let rows: Range<Int>
  /// The first row whose content is remembered.
  private let start: Int
  /// What the rows show, one after another; nothing where content is not compared.
  private let shown: [(item: Item, content: ItemContent)]

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
    func look(at rows: Range<Int>) -> [(item: Item, content: ItemContent)] {
      // A collection is mapped by its positions, an array is filled in one walk.
      Array(snapshot.visibleItems[rows]).map { ($0, contentOf($0)) }
    }
    let kept = (old.start..<old.start + old.shown.count).clamped(to: displayed)
    shown =
      look(at: displayed.lowerBound..<kept.lowerBound)
      + old.shown.dropFirst(max(0, kept.lowerBound - old.start)).prefix(kept.count)
      + look(at: kept.upperBound..<displayed.upperBound)
  }

  private init(rows: Range<Int>, start: Int, shown: [(item: Item, content: ItemContent)]) {
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
  func followed<Section>(
    by snapshot: Snapshot<Section, Item>, _ contentOf: (Item) -> ItemContent
  ) -> (rows: DisplayedRows, changed: [Item]) {
    let displayed = snapshot.displayedRows(rows)
    let items = Array(snapshot.visibleItems[displayed])
    var changed: [Item] = []
    var contents = [ItemContent?](repeating: nil, count: items.count)
    // Most rows stay where they are, or move by as many rows as the one before.
    var expected = 0
    for (item, content) in shown {
      let isExpected = expected < items.count && items[expected] == item
      guard let row = isExpected ? displayed.lowerBound + expected : snapshot.row(of: item) else {
        continue
      }
      let index = row - displayed.lowerBound
      let isDisplayed = items.indices.contains(index)
      let newItem = isDisplayed ? items[index] : snapshot.visibleItems[row]
      let new = contentOf(newItem)
      if new != content {
        changed.append(newItem)
      }
      if isDisplayed {
        contents[index] = new
        expected = index + 1
      }
    }
    let shown = zip(items, contents).map { ($0, $1 ?? contentOf($0)) }
    return (DisplayedRows(rows: rows, start: displayed.lowerBound, shown: shown), changed)
  }
}

extension Snapshot {
  /// The rows of a range that there are.
  func displayedRows(_ rows: Range<Int>) -> Range<Int> {
    rows.clamped(to: 0..<numberOfRows)
  }
}
