extension SectionSnapshot {
  /// Returns an outline of transformed items with the same hierarchy and expansion.
  ///
  ///     let names = try outline.compactMapItems { $0.hasPrefix("P") ? nil : $0.uppercased() }
  ///     Array(names.visibleItems)  // ["FRUIT", "APPLE", "TOOLS"]
  ///
  /// - Parameter transform: Returns the new item, or `nil` to omit an item and all its descendants.
  ///   It is called in pre-order, but not for descendants of omitted items.
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)`` if two new items are equal
  /// - Complexity: O(*n*)
  @inlinable
  public func compactMapItems<Other: Hashable & Sendable>(
    _ transform: (Item) -> Other?
  ) throws(SectionSnapshotError<Other>) -> SectionSnapshot<Other> {
    var rows: [TreeRow] = []
    var items: [Other] = []
    // The level of the omitted item that the row may be below.
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
    // Shared pages mean equal items, so the new outline gets its own pages.
    let handles = try mapped.intern(items)
    mapped.tree.graft(rows, under: handles, at: mapped.tree.insertionPoint(atEndOf: nil))
    mapped.checkInternally()
    return mapped
  }
}
