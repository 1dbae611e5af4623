//  Content is read when rows are displayed, and compared when a change is delivered.
//
//      setDisplayedRows ──▶ display ──▶ the content that each observer shows
//                                                    │
//      a change ──▶ update ──▶ compare with the content of the new snapshot ──▶ changed items
//
//  Content is read before the observer draws: a row can be updated twice, but misses no update.
//  A closure that reads content can set other displayed rows. So the rows to read are stored before
//  the closure is called, and a change is compared until the displayed rows stay the same.

/// The rows that observers display, with their content if that is compared.
final class ContentTracker<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Rows = DisplayedRows<Section, Item>

  /// Creates the displayed rows of an observer; `nil` if their content is not compared.
  private var makeRows: (() -> Rows)?
  private var displays: [(observer: AnyObject, rows: Rows)] = [] {
    didSet { changeCount += 1 }
  }
  private var changeCount = 0

  var isComparing: Bool { makeRows != nil }

  func displayedRows(in snapshot: Snapshot<Section, Item>) -> [Int] {
    Set(displays.flatMap { snapshot.displayedRows($0.rows.rows) }).sorted()
  }

  /// The rows that an observer displays, if their content is compared.
  func comparedRows(of observer: AnyObject) -> Range<Int> {
    (isComparing ? rows(of: observer)?.rows : nil) ?? 0..<0
  }

  func display(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, for observer: AnyObject) {
    var displayed = self.rows(of: observer) ?? makeRows?() ?? Rows()
    if displayed.rows != rows {
      displayed.rows = rows
      remove(observer)
      displays.append((observer, displayed))
    }
    displayed.read(rows, snapshot)
  }

  func remove(_ observer: AnyObject) {
    if let index = displays.firstIndex(where: { $0.observer === observer }) {
      displays.remove(at: index)
    }
  }

  /// Sets the content to compare, or none with `nil`; displayed rows show their current content.
  func compare(_ makeRows: (() -> Rows)?, in snapshot: Snapshot<Section, Item>) {
    self.makeRows = makeRows
    displays = displays.map { display in
      var rows = makeRows?() ?? Rows()
      rows.rows = display.rows.rows
      return (display.observer, rows)
    }
    for (observer, _) in displays {
      if let displayed = rows(of: observer) {
        displayed.read(displayed.rows, snapshot)
      }
    }
  }

  /// Reads the content of displayed rows after a change, and returns items with different content.
  ///
  /// - Parameter reloads: Returns whether an observer reloads all rows.
  func update(
    to snapshot: Snapshot<Section, Item>, reloads: (_ observer: AnyObject) -> Bool
  ) -> [Item] {
    guard isComparing else { return [] }
    var changed: [Item] = []
    // A closure may set other rows at every call, so the number of comparisons is limited.
    for _ in 0..<8 {
      let count = changeCount
      changed = displays.flatMap { observer, displayed in
        displayed.compare(displayed.rows, snapshot, reloads(observer))
      }
      if changeCount == count { break }
    }
    for (_, displayed) in displays {
      displayed.store()
    }
    return changed.isEmpty ? [] : changed.eachOnce()
  }

  private func rows(of observer: AnyObject) -> Rows? {
    displays.first { $0.observer === observer }?.rows
  }
}

// MARK: - The displayed rows of one observer

/// The rows that an adapter displays, with their content if that is compared.
@usableFromInline
struct DisplayedRows<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The rows as the adapter reported them, which can be out of bounds.
  var rows = 0..<0
  @usableFromInline let read: (_ rows: Range<Int>, _ snapshot: Snapshot<Section, Item>) -> Void
  /// Reads the content of rows of the next snapshot, and returns the items whose rows remain with
  /// different content; with `isReload`, the view draws all rows again.
  @usableFromInline let compare:
    (_ rows: Range<Int>, _ next: Snapshot<Section, Item>, _ isReload: Bool) -> [Item]
  /// Stores the content that was compared last.
  @usableFromInline let store: () -> Void

  @usableFromInline
  init() {
    read = { _, _ in }
    compare = { _, _, _ in [] }
    store = {}
  }

  /// Creates displayed rows whose content is compared, by closures specialized for the client.
  @inlinable
  init<Content>(
    content: @escaping (_ item: Item) -> Content,
    areEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    let displayed = DisplayedContent<Section, Item, Content>(content, areEqual)
    read = { rows, snapshot in displayed.read(rows, of: snapshot) }
    compare = { rows, next, isReload in displayed.compare(rows, with: next, isReload: isReload) }
    store = { displayed.store() }
  }
}

/// The content of displayed rows.
///
/// The client's closures can set other displayed rows, so all calls come before any change.
@usableFromInline
final class DisplayedContent<Section: Hashable & Sendable, Item: Hashable & Sendable, Content> {
  @usableFromInline typealias ItemWithContent = (item: Item, content: Content)

  @usableFromInline let contentOf: (_ item: Item) -> Content
  @usableFromInline let areEqual: (_ left: Content, _ right: Content) -> Bool
  @usableFromInline var start = 0
  @usableFromInline var displayed: [ItemWithContent] = []
  @usableFromInline var compared: (start: Int, displayed: [ItemWithContent])?
  @usableFromInline var readCount = 0

  @inlinable
  init(
    _ contentOf: @escaping (_ item: Item) -> Content,
    _ areEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    self.contentOf = contentOf
    self.areEqual = areEqual
  }

  /// Stores the content of rows, which is read only for rows that were not displayed before.
  @inlinable
  func read(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>) {
    readCount += 1
    let number = readCount
    let rows = snapshot.displayedRows(rows)
    func content(of rows: Range<Int>) -> [ItemWithContent] {
      // `Array` fills itself in one walk. `map` would look up each row.
      Array(snapshot.visibleItems[rows]).map { ($0, contentOf($0)) }
    }
    let kept = (start..<start + displayed.count).clamped(to: rows)
    let known = displayed.dropFirst(max(0, kept.lowerBound - start)).prefix(kept.count)
    let displayed =
      content(of: rows.lowerBound..<kept.lowerBound) + known
      + content(of: kept.upperBound..<rows.upperBound)
    // A reentrant call has set newer rows.
    guard number == readCount else { return }
    start = rows.lowerBound
    self.displayed = displayed
  }

  /// Reads the content of rows of the next snapshot, and returns the items with different content.
  ///
  /// - Complexity: O(1), amortized, for a row that follows the same row as before, otherwise O(log
  ///   *n*)
  @inlinable
  func compare(
    _ rows: Range<Int>, with snapshot: Snapshot<Section, Item>, isReload: Bool
  ) -> [Item] {
    let visibleItems = snapshot.visibleItems
    let rows = snapshot.displayedRows(rows)
    var updated: [ItemWithContent] = []
    updated.reserveCapacity(rows.count)
    var outOfOrder: [Int: Content] = [:]
    var changed: [Item] = []
    // Most rows keep their position, or move by the same distance as the previous row.
    var row = rows.lowerBound
    var walk = visibleItems[row...].makeIterator()
    var next = walk.next()
    for known in isReload ? [] : displayed {
      if next != known.item {
        guard let found = snapshot.row(of: known.item) else { continue }
        row = found
        walk = visibleItems[row...].makeIterator()
        next = walk.next()
      }
      // The item as stored in the next snapshot, which can carry another value.
      guard let newItem = next else { continue }
      let content = contentOf(newItem)
      if !areEqual(content, known.content) {
        changed.append(newItem)
      }
      if rows.contains(row) {
        if row == rows.lowerBound + updated.count {
          updated.append((newItem, content))
        } else {
          outOfOrder[row] = content
        }
      }
      row += 1
      next = walk.next()
    }
    let added = rows.dropFirst(updated.count)
    if !added.isEmpty {
      for (row, item) in zip(added, visibleItems[added]) {
        updated.append((item, outOfOrder[row] ?? contentOf(item)))
      }
    }
    compared = (rows.lowerBound, updated)
    return changed
  }

  /// Stores the content that was compared last.
  @inlinable
  func store() {
    guard let compared else { return }
    start = compared.start
    displayed = compared.displayed
    self.compared = nil
  }
}

extension Snapshot {
  /// The part of a range that is within the bounds of the visible rows.
  @usableFromInline
  func displayedRows(_ rows: Range<Int>) -> Range<Int> {
    rows.clamped(to: 0..<numberOfRows)
  }
}
