extension SectionSnapshot {
  /// Expands items.
  ///
  /// Each item has a flag of its own, whether or not it has children or is visible: a leaf can be
  /// expanded, and an item in a collapsed branch keeps its flag until the branch opens. Unknown
  /// items are ignored.
  ///
  ///     var outline = try SectionSnapshot(roots: ["a"]) { $0.count < 3 ? [$0 + "1"] : [] }
  ///     outline.expand(["a1"])
  ///     Array(outline.visibleItems)  // ["a"]
  ///     outline.expand(["a"])
  ///     Array(outline.visibleItems)  // ["a", "a1", "a11"]
  ///
  /// - Parameter items: The items to expand.
  /// - Complexity: O(log *n*) for each item, however many descendants it has; O(*n*) for a
  ///   collection of more than one in 64 of all items
  @inlinable
  public mutating func expand(_ items: some Sequence<Item>) {
    setExpanded(true, items)
  }

  /// Collapses items; the flags of their descendants stay as they are.
  ///
  /// Unknown items are ignored.
  ///
  /// - Parameter items: The items to collapse.
  /// - Complexity: O(log *n*) for each item, however many descendants it has; O(*n*) for a
  ///   collection of more than one in 64 of all items
  @inlinable
  public mutating func collapse(_ items: some Sequence<Item>) {
    setExpanded(false, items)
  }

  @inlinable
  mutating func setExpanded(_ isExpanded: Bool, _ items: some Sequence<Item>) {
    let table = table
    let handles = items.lazy.compactMap { table.handle(of: $0) }
    if items.underestimatedCount > max(64, tree.count / 64) {
      // One walk along all rows takes less time than a search for each of so many.
      var isMarked = [Bool](repeating: false, count: table.handles.handleLimit)
      for handle in handles {
        isMarked[Int(handle)] = true
      }
      tree.changeExpansion(in: 0..<tree.count, .set(isExpanded, isMarked: isMarked))
    } else {
      for handle in handles {
        tree.setExpanded(isExpanded, handle)
      }
    }
    checkInternally()
  }

  /// Expands all items, leaves too.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func expandAll() {
    tree.changeExpansion(in: 0..<tree.count, .expand)
    checkInternally()
  }

  /// Collapses all items.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func collapseAll() {
    tree.changeExpansion(in: 0..<tree.count, .collapse)
    checkInternally()
  }

  /// Expands an item and all its descendants; an unknown one is ignored.
  ///
  /// - Parameter item: The item at the top.
  /// - Complexity: O(log *n* + *k*) for *k* descendants
  @inlinable
  public mutating func expandAll(in item: Item) {
    guard let handle = table.handle(of: item) else { return }
    tree.changeExpansion(in: tree.subtreeRange(of: handle), .expand)
    checkInternally()
  }

  /// Collapses an item and all its descendants; an unknown one is ignored.
  ///
  /// - Parameter item: The item at the top.
  /// - Complexity: O(log *n* + *k*) for *k* descendants
  @inlinable
  public mutating func collapseAll(in item: Item) {
    guard let handle = table.handle(of: item) else { return }
    tree.changeExpansion(in: tree.subtreeRange(of: handle), .collapse)
    checkInternally()
  }

  /// Expands the items of all levels above one, so that items down to that level are visible.
  ///
  /// The flags of items further down stay as they are; collapse all first to see no more than
  /// `level`.
  ///
  /// - Parameter level: The level down to which items become visible: 0 for the roots, which are so
  ///   anyway.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func expand(toLevel level: Int) {
    tree.changeExpansion(in: 0..<tree.count, .expandAbove(level: Int32(clamping: level)))
    checkInternally()
  }

  /// Expands all ancestors of an item, so that it is visible; an unknown one is ignored.
  ///
  /// - Parameter item: The item to show. It stays expanded or collapsed as it is.
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public mutating func reveal(_ item: Item) {
    guard let handle = table.handle(of: item) else { return }
    for ancestor in tree.ancestors(of: handle) {
      tree.setExpanded(true, ancestor)
    }
    checkInternally()
  }

  /// Expands exactly the items of a saved set and collapses all others.
  ///
  ///     let saved = outline.expandedItems
  ///     // … the outline is built anew …
  ///     let missing = outline.restoreExpansion(saved)
  ///
  /// - Parameter saved: Items that were expanded, as ``expandedItems`` gives them, in any order.
  /// - Returns: Those of them that the snapshot does not have, each once, in the order met.
  /// - Complexity: O(*n* + *k*) for *k* saved items
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
    tree.changeExpansion(in: 0..<tree.count, .restore(isExpanded: isExpanded))
    checkInternally()
    return missing.eachOnce()
  }

  /// Expands and collapses items as another snapshot has them; those that it does not have stay as
  /// they are.
  ///
  ///     var rebuilt = try makeOutline()
  ///     rebuilt.keepExpansion(of: outline)
  ///
  /// - Parameter old: The snapshot whose expansion is kept.
  /// - Complexity: O(*k* log *n*) where all but *k* items are in storage that both share
  @inlinable
  public mutating func keepExpansion(of old: SectionSnapshot) {
    for handle in tree.handlesNotShared(with: old.tree) {
      let hash = table.handles.hash(of: handle)
      if let former = old.table.handle(of: table[handle], hash: hash) {
        tree.setExpanded(old.tree.isExpanded(former), handle)
      }
    }
    checkInternally()
  }
}
