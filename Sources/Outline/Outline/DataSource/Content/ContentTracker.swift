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
      if let displayed = rows(of: observer) { displayed.read(displayed.rows, snapshot) }
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
    for (_, displayed) in displays { displayed.store() }
    return changed.isEmpty ? [] : changed.withoutRepetitions()
  }

  private func rows(of observer: AnyObject) -> Rows? {
    displays.first { $0.observer === observer }?.rows
  }
}
