//  Content is read after rows are displayed, and compared when a change is delivered.
//
//      change ──▶ displayedRows ──▶ compare with the content of the new snapshot ──▶ changed items
//                                                                                        │
//                 displayedRows ──▶ read the content of new rows ◀── adapters show the update
//
//  Other rows come on screen when the view scrolls. Their content is unknown, so the next change
//  updates them: a row can be updated twice, but misses no update. The content of sections is
//  compared in the same way, as if all their headers were displayed.

/// The comparison of displayed content, by closures specialized for the client.
///
/// The client's closures can use the data source, so all calls come before any change.
@usableFromInline
final class ContentComparison<
  Section: Hashable & Sendable, Item: Hashable & Sendable, Displayed: Hashable & Sendable
> {
  @usableFromInline typealias Snapshot = OutlineCore.Snapshot<Section, Item>

  /// Reads the content of displayed items or sections, which can be repeated, in the next snapshot,
  /// and returns those with different or unknown content.
  @usableFromInline let compare: (_ displayed: [Displayed], _ next: Snapshot) -> [Displayed]
  /// Reads the content of displayed items or sections whose content is unknown.
  @usableFromInline let read: (_ displayed: [Displayed], _ snapshot: Snapshot) -> Void
  /// Forgets all content.
  @usableFromInline let reset: () -> Void

  @inlinable
  init<Content>(
    _ content: @escaping (_ displayed: Displayed, _ snapshot: Snapshot) -> Content,
    areEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    var known: [Displayed: Content] = [:]
    compare = { displayed, next in
      var updated = [Displayed: Content](minimumCapacity: displayed.count)
      var changed: [Displayed] = []
      for element in displayed where updated.index(forKey: element) == nil {
        let new = content(element, next)
        if !(known[element].map { areEqual(new, $0) } ?? false) {
          changed.append(element)
        }
        updated[element] = new
      }
      known = updated
      return changed
    }
    read = { displayed, snapshot in
      var added: [Displayed: Content] = [:]
      for element in displayed
      where known.index(forKey: element) == nil && added.index(forKey: element) == nil {
        added[element] = content(element, snapshot)
      }
      known.merge(added) { known, _ in known }
    }
    reset = { known = [:] }
  }
}

/// The paths of the rows that a view displays, in the snapshot that it shows.
@usableFromInline
struct DisplayedRows<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  @usableFromInline let paths: [RowPath]
  @usableFromInline let snapshot: Snapshot<Section, Item>

  @inlinable
  func items() -> [Item] {
    RowPathRange.ranges(of: paths).flatMap { snapshot.items(in: $0) }
  }
}

extension Snapshot {
  /// Returns the visible items that are equal to those of an array, as stored.
  ///
  /// - Complexity: O(1), amortized, for an item that follows the same item in both, otherwise O(log
  ///   *n*)
  @inlinable
  func visibleItems(equalTo items: [Item]) -> [Item] {
    let visibleItems = visibleItems
    var walk = visibleItems[...].makeIterator()
    var following: Item?
    var result: [Item] = []
    result.reserveCapacity(items.count)
    for item in items {
      if following != item {
        guard let row = row(of: item) else { continue }
        walk = visibleItems[row...].makeIterator()
        following = walk.next()
      }
      if let stored = following {
        result.append(stored)
      }
      following = walk.next()
    }
    return result
  }

  /// The items of visible rows, or none if a row is out of bounds.
  @inlinable
  func items(in range: RowPathRange) -> [Item] {
    guard sectionIdentifiers.indices.contains(range.section) else { return [] }
    let items = self[sectionIdentifiers[range.section]].visibleItems
    // `Array` fills itself in one walk. `map` would look up each row.
    return Array(items[range.rows.clamped(to: items.indices)])
  }
}

extension RowPathRange {
  /// Returns the ranges of consecutive paths.
  @usableFromInline
  static func ranges(of paths: [RowPath]) -> [RowPathRange] {
    var ranges: [RowPathRange] = []
    for path in paths where path.row < .max {
      if let last = ranges.last, last.section == path.section, last.rows.upperBound == path.row {
        ranges[ranges.count - 1] = RowPathRange(
          section: path.section, rows: last.rows.lowerBound..<path.row + 1)
      } else {
        ranges.append(RowPathRange(section: path.section, rows: path.row..<path.row + 1))
      }
    }
    return ranges
  }
}
