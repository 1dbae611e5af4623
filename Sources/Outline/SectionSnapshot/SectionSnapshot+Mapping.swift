extension SectionSnapshot {
  /// Returns the outline of what items are turned into, with their hierarchy and expansion.
  ///
  ///     let names = try outline.compactMapItems { $0.hasPrefix("P") ? nil : $0.uppercased() }
  ///     Array(names.visibleItems)  // ["FRUIT", "APPLE", "TOOLS"]
  ///
  /// - Parameter transform: Returns the new item for an old one, `nil` to leave the old one out
  ///   with all its descendants; called once for each item in pre-order, and not below one that is
  ///   left out.
  /// - Returns: A snapshot of the new items.
  /// - Throws: ``SnapshotError/duplicateItems(_:)`` where two items become one.
  /// - Complexity: O(*n*)
  @inlinable
  public func compactMapItems<Other: Hashable & Sendable>(
    _ transform: (Item) -> Other?
  ) throws(SnapshotError<Other>) -> SectionSnapshot<Other> {
    var rows: [TreeRow] = []
    var items: [Other] = []
    // The level of the item that was left out above the row.
    var omittedLevel = Int32.max
    for row in tree.rows(in: 0..<tree.count) where row.indent <= omittedLevel {
      if let item = transform(table[row.handle]) {
        rows.append(row)
        items.append(item)
        omittedLevel = .max
      } else {
        omittedLevel = row.indent
      }
    }
    var mapped = SectionSnapshot<Other>(layout: tree.layout)
    if rows.isEmpty { return mapped }
    // Rows on pages that two snapshots share stand for the same items, so that these rows are new.
    let handles = try mapped.intern(items)
    mapped.tree.graft(rows, under: handles, at: mapped.tree.insertionPoint(atEndOf: nil))
    mapped.checkInternally()
    return mapped
  }
}
