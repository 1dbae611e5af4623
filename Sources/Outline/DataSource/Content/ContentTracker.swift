//  Content is read when rows are displayed, and compared when a change is delivered.
//
//      setDisplayedRows ──▶ display ──▶ the content that each observer shows
//                                                    │
//      a change ──▶ update ──▶ compare with the content of the new snapshot ──▶ changed items
//
//  Content is read before the observer draws: a row can be updated twice, but misses no update.

/// The rows that observers display, with their content if that is compared.
///
/// A class, because the closure that reads content can set other displayed rows.
final class ContentTracker<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Rows = DisplayedRows<Section, Item>

  /// Creates the displayed rows of an observer; `nil` if their content is not compared.
  private var makeRows: (() -> Rows)?
  private var displays: [(observer: AnyObject, rows: Rows)] = []

  var isComparing: Bool { makeRows != nil }

  func displayedRows(in snapshot: Snapshot<Section, Item>) -> [Int] {
    Set(displays.flatMap { snapshot.displayedRows($0.rows.rows) }).sorted()
  }

  /// The rows that an observer displays, if their content is compared.
  func comparedRows(of observer: AnyObject) -> Range<Int> {
    (isComparing ? displays.first { $0.observer === observer }?.rows.rows : nil) ?? 0..<0
  }

  func display(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, for observer: AnyObject) {
    let old = displays.first { $0.observer === observer }?.rows
    display(rows, of: snapshot, for: observer, replacing: old ?? makeRows?() ?? Rows())
  }

  func remove(_ observer: AnyObject) {
    displays.removeAll { $0.observer === observer }
  }

  /// Sets the content to compare, or none with `nil`; displayed rows show their current content.
  func compare(_ makeRows: (() -> Rows)?, in snapshot: Snapshot<Section, Item>) {
    self.makeRows = makeRows
    for (observer, rows) in displays {
      display(rows.rows, of: snapshot, for: observer, replacing: makeRows?() ?? Rows())
    }
  }

  /// Reads the content of displayed rows after a change, and returns items with different content.
  ///
  /// - Parameter reloads: Returns whether an observer reloads all rows.
  func update(
    to snapshot: Snapshot<Section, Item>, reloads: (_ observer: AnyObject) -> Bool
  ) -> [Item] {
    guard let makeRows else { return [] }
    var changed: [Item] = []
    for (observer, rows) in displays {
      if reloads(observer) {
        display(rows.rows, of: snapshot, for: observer, replacing: makeRows())
      } else {
        changed += rows.compare(rows.rows, snapshot)
      }
    }
    return changed.isEmpty ? [] : changed.withoutRepetitions()
  }

  private func display(
    _ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, for observer: AnyObject,
    replacing old: Rows
  ) {
    // Assigned last: the closure that returns the content can set other displayed rows.
    var displayed = old
    displayed.display(rows, of: snapshot)
    remove(observer)
    displays.append((observer, displayed))
  }
}
