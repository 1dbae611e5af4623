//  Content is read after rows are displayed, and compared when a change is delivered.
//
//      change ──▶ displayedRows ──▶ compare with the content of the new snapshot ──▶ changed items
//                                                                                        │
//                 displayedRows ──▶ read the content of new rows ◀── adapters show the update
//
//  Other rows come on screen when the view scrolls. Their content is unknown, so the next change
//  updates them: a row can be updated twice, but misses no update.

/// The comparison of displayed content, by closures specialized for the client.
@usableFromInline
final class ContentComparison<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The paths of displayed rows in the snapshot that a view shows.
  @usableFromInline typealias Rows = (paths: [RowPath], snapshot: Snapshot<Section, Item>)

  /// Reads the content of displayed rows in the next snapshot, and returns the items that stay
  /// visible with different or unknown content.
  @usableFromInline let compare: (_ displayed: [Rows], _ next: Snapshot<Section, Item>) -> [Item]
  /// Reads the content of displayed rows whose content is unknown.
  @usableFromInline let read: (_ displayed: [Rows]) -> Void
  /// Forgets all content.
  @usableFromInline let reset: () -> Void

  @inlinable
  init<Content>(
    content: @escaping (_ item: Item) -> Content,
    areEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    let displayed = DisplayedContent<Section, Item, Content>(content, areEqual)
    compare = { rows, next in displayed.compare(rows, with: next) }
    read = { rows in displayed.read(rows) }
    reset = { displayed.content = [:] }
  }
}

/// The content of displayed items.
///
/// The client's closures can use the data source, so all calls come before any change.
@usableFromInline
final class DisplayedContent<Section: Hashable & Sendable, Item: Hashable & Sendable, Content> {
  @usableFromInline typealias Rows = ContentComparison<Section, Item>.Rows

  @usableFromInline let contentOf: (_ item: Item) -> Content
  @usableFromInline let areEqual: (_ left: Content, _ right: Content) -> Bool
  @usableFromInline var content: [Item: Content] = [:]

  @inlinable
  init(
    _ contentOf: @escaping (_ item: Item) -> Content,
    _ areEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    self.contentOf = contentOf
    self.areEqual = areEqual
  }

  /// - Complexity: O(1), amortized, for a row that follows the same row as before, otherwise O(log
  ///   *n*)
  @inlinable
  func compare(_ displayed: [Rows], with next: Snapshot<Section, Item>) -> [Item] {
    var updated: [Item: Content] = [:]
    var changed: [Item] = []
    let visibleItems = next.visibleItems
    var walk = visibleItems[...].makeIterator()
    var following: Item?
    for item in items(of: displayed) where updated.index(forKey: item) == nil {
      if following != item {
        guard let row = next.row(of: item) else { continue }
        walk = visibleItems[row...].makeIterator()
        following = walk.next()
      }
      // The item as stored in the next snapshot, which can carry another value.
      guard let stored = following else { continue }
      following = walk.next()
      let new = contentOf(stored)
      if !(content[stored].map { areEqual(new, $0) } ?? false) {
        changed.append(stored)
      }
      updated[stored] = new
    }
    content = updated
    return changed
  }

  @inlinable
  func read(_ displayed: [Rows]) {
    var added: [Item: Content] = [:]
    for item in items(of: displayed)
    where content.index(forKey: item) == nil && added.index(forKey: item) == nil {
      added[item] = contentOf(item)
    }
    content.merge(added) { known, _ in known }
  }

  /// The items of displayed rows, several times if several views display them.
  @inlinable
  func items(of displayed: [Rows]) -> [Item] {
    displayed.flatMap { paths, snapshot in
      RowPathRange.ranges(of: paths).flatMap { range in
        snapshot.items(in: range)
      }
    }
  }
}

extension Snapshot {
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
