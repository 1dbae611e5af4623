//  The content of displayed rows: read when rows are displayed, compared when a change is
//  delivered.
//
//      setDisplayedRows ──▶ display ──▶ the content that each observer shows
//                                                    │
//      a change ──▶ update ──▶ compare with the content of the new snapshot ──▶ changed items
//
//  Content is read before the observer draws: if it changes in between, the row is updated twice
//  rather than not at all.

/// The rows that observers display, with their content if that is compared.
///
/// A class, because the closure that reads content can display other rows meanwhile.
final class ContentTracker<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Rows = DisplayedRows<Section, Item>

  /// Creates the displayed rows of an observer; `nil` if their content is not compared.
  private var makeRows: (() -> Rows)?
  private var displays: [(observer: AnyObject, rows: Rows)] = []

  /// A Boolean value that indicates whether the content of rows is compared.
  var isComparing: Bool { makeRows != nil }

  /// The rows that observers display, in ascending order.
  func displayedRows(in snapshot: Snapshot<Section, Item>) -> [Int] {
    Set(displays.flatMap { snapshot.displayedRows($0.rows.rows) }).sorted()
  }

  /// Sets the rows that an observer displays.
  func display(_ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, for observer: AnyObject) {
    let old = displays.first { $0.observer === observer }?.rows
    display(rows, of: snapshot, for: observer, replacing: old ?? makeRows?() ?? Rows())
  }

  /// Forgets the rows of an observer.
  func remove(_ observer: AnyObject) {
    displays.removeAll { $0.observer === observer }
  }

  /// Compares other content from now on, or none with `nil`.
  ///
  /// The current content counts as shown.
  func compare(_ makeRows: (() -> Rows)?, in snapshot: Snapshot<Section, Item>) {
    self.makeRows = makeRows
    for (observer, rows) in displays {
      display(rows.rows, of: snapshot, for: observer, replacing: makeRows?() ?? Rows())
    }
  }

  /// Reads the content of displayed rows after a change.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot after the change.
  ///   - reloads: Returns whether an observer reloads all rows.
  /// - Returns: The items whose rows remain with different content.
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
    // Assigned last: the closure that returns the content can display other rows.
    var displayed = old
    displayed.display(rows, of: snapshot)
    remove(observer)
    displays.append((observer, displayed))
  }
}
