extension SectionSnapshot {
  /// Expands items.
  ///
  /// Each item has an expansion flag, even a leaf or a hidden item. Its children become visible as
  /// soon as they exist and all ancestors are expanded. Unknown items are ignored.
  ///
  ///     var outline = try SectionSnapshot(roots: ["a"]) { $0.count < 3 ? [$0 + "1"] : [] }
  ///     outline.expand(["a1"])
  ///     Array(outline.visibleItems)  // ["a"]
  ///     outline.expand(["a"])
  ///     Array(outline.visibleItems)  // ["a", "a1", "a11"]
  ///
  /// - Complexity: O(log *n*) for each item; O(*n*) in total for more than *n* / 64 items
  @inlinable
  public mutating func expand(_ items: some Sequence<Item>) {
    setExpanded(true, items)
  }

  /// Collapses items.
  ///
  /// Their descendants keep their expansion. Unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item; O(*n*) in total for more than *n* / 64 items
  @inlinable
  public mutating func collapse(_ items: some Sequence<Item>) {
    setExpanded(false, items)
  }

  @inlinable
  mutating func setExpanded(_ isExpanded: Bool, _ items: some Sequence<Item>) {
    tree.setExpanded(isExpanded, of: handles(of: items))
    checkInternally()
  }

  /// Expands all items, including leaves.
  ///
  /// - Parameter item: The item to expand with all its descendants; `nil` for the whole outline. For
  ///   an unknown item, nothing changes.
  /// - Complexity: O(log *n* + *k*) for *k* descendants; O(*n*) for the whole outline
  @inlinable
  public mutating func expandAll(in item: Item? = nil) {
    setExpanded(in: item) { _ in true }
  }

  /// Collapses all items.
  ///
  /// - Parameter item: The item to collapse with all its descendants; `nil` for the whole outline.
  ///   For an unknown item, nothing changes.
  /// - Complexity: O(log *n* + *k*) for *k* descendants; O(*n*) for the whole outline
  @inlinable
  public mutating func collapseAll(in item: Item? = nil) {
    setExpanded(in: item) { _ in false }
  }

  /// Expands all items above a level, so that the items down to that level are shown.
  ///
  ///     outline.expand(toLevel: 1, collapsingOthers: true)  // roots and their children
  ///
  /// - Parameters:
  ///   - level: The level of the lowest items to show. Roots have level 0.
  ///   - item: The root of the subtree to expand, which then counts as level 0; `nil` for the whole
  ///     outline. For an unknown item, nothing changes.
  ///   - collapsingOthers: A Boolean value that indicates whether the items at that level and below
  ///     it collapse. If `false`, they keep their expansion.
  /// - Complexity: O(log *n* + *k*) for *k* descendants; O(*n*) for the whole outline
  @inlinable
  public mutating func expand(
    toLevel level: Int, in item: Item? = nil, collapsingOthers: Bool = false
  ) {
    let firstLevel = item.flatMap(self.level) ?? 0
    setExpanded(in: item) {
      Int($0.indent) - firstLevel < level || $0.isExpanded && !collapsingOthers
    }
  }

  /// Sets the expansion of an item and its descendants, or of all items with `nil`.
  @inlinable
  mutating func setExpanded(in item: Item?, _ isExpanded: (_ row: TreeRow) -> Bool) {
    var rows = 0..<tree.count
    if let item {
      guard let handle = table.handle(of: item) else { return }
      rows = tree.subtreeRange(of: handle)
    }
    tree.setExpanded(in: rows, isExpanded)
    checkInternally()
  }

  /// Expands all ancestors of an item, so that it is visible.
  ///
  /// The item itself keeps its expansion.
  ///
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public mutating func reveal(_ item: Item) {
    guard let handle = table.handle(of: item) else { return }
    for ancestor in tree.ancestors(of: handle) {
      tree.setExpanded(true, ancestor)
    }
    checkInternally()
  }

  /// Expands exactly the items of a list and collapses all others.
  ///
  ///     let saved = outline.expandedItems
  ///     outline.collapseAll()
  ///     outline.restoreExpansion(saved + ["Plum"])  // ["Plum"]
  ///
  /// - Parameter saved: Items that were expanded, in any order.
  /// - Returns: The unknown items of the list without repetitions, in their order in the list.
  /// - Complexity: O(*n* + *k*) for *k* items of the list
  @inlinable @discardableResult
  public mutating func restoreExpansion(_ saved: some Sequence<Item>) -> [Item] {
    var isExpanded = [Bool](repeating: false, count: table.handles.handleLimit)
    var missing: [Item] = []
    for item in saved {
      if let handle = table.handle(of: item) {
        isExpanded[Int(handle)] = true
      } else {
        missing.append(item)
      }
    }
    tree.setExpanded(in: 0..<tree.count) { isExpanded[Int($0.handle)] }
    checkInternally()
    return missing.eachOnce()
  }

  /// Copies the expansion of another snapshot.
  ///
  /// Items that are only in this snapshot keep their expansion.
  ///
  ///     var rebuilt = try makeOutline()
  ///     rebuilt.keepExpansion(of: outline)
  ///
  /// - Complexity: O(*k* log *n*) if all but *k* items are in shared storage, and O(*n*) for many
  @inlinable
  public mutating func keepExpansion(of old: SectionSnapshot) {
    tree.toggleExpansion(of: handles(ofItemsToggledSince: old) { _, _ in nil })
    checkInternally()
  }

  /// Returns the handles of the items whose expansion differs from that in another snapshot.
  ///
  /// - Parameter wasExpanded: Returns whether an item that the other snapshot does not have was
  ///   expanded, or `nil` if it is new.
  @inlinable
  package func handles(
    ofItemsToggledSince old: SectionSnapshot,
    wasExpanded: (_ item: Item, _ hash: UInt32) -> Bool?
  ) -> [Int32] {
    var items = ItemReader(table)
    var (reader, oldReader) = (ExpansionReader(tree), ExpansionReader(old.tree))
    return tree.handlesNotShared(with: old.tree).filter { handle in
      let isExpanded = reader.isExpanded(handle)
      let item = items.item(handle)
      if old.table.has(item, under: handle) { return isExpanded != oldReader.isExpanded(handle) }
      let hash = table.handles.hash(of: handle)
      if let former = old.table.handle(of: item, hash: hash) {
        return isExpanded != oldReader.isExpanded(former)
      }
      return isExpanded != wasExpanded(item, hash) ?? isExpanded
    }
  }
}

extension SectionSnapshot {
  /// Returns the expanded items of a range of visible rows.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* rows
  package func expandedItems(inRows rows: Range<Int>) -> [Item] {
    var walk = RowWalk(tree, in: rows, among: .visible)
    var expanded: [Item] = []
    while walk.advance() {
      for row in walk.rows where row.isExpanded {
        expanded.append(table[row.handle])
      }
    }
    return expanded
  }
}
