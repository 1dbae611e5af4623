extension Snapshot {
  /// Expands items, in whichever sections; unknown ones are ignored.
  ///
  /// - Parameter items: The items to expand.
  /// - Complexity: O(log *n*) for each item, however many descendants it has
  @inlinable
  public mutating func expand(_ items: some Sequence<Item>) {
    setExpanded(true, items)
  }

  /// Collapses items, in whichever sections; unknown ones are ignored.
  ///
  /// The flags of their descendants stay as they are.
  ///
  /// - Parameter items: The items to collapse.
  /// - Complexity: O(log *n*) for each item, however many descendants it has
  @inlinable
  public mutating func collapse(_ items: some Sequence<Item>) {
    setExpanded(false, items)
  }

  /// Returns whether an item is expanded, be it visible or not.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The item's own flag; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    guard let (section, handle) = locate(item) else { return false }
    return contents[section].tree.isExpanded(handle)
  }

  @inlinable
  mutating func setExpanded(_ isExpanded: Bool, _ items: some Sequence<Item>) {
    for item in items {
      guard let (section, handle) = locate(item),
        contents[section].tree.isExpanded(handle) != isExpanded
      else { continue }
      contents[section].tree.setExpanded(isExpanded, handle)
      settle([section])
    }
    checkInternally()
  }
}

// MARK: - Rebuilt snapshots

extension Snapshot {
  /// Expands and collapses items as another snapshot has them, whichever section they are in there;
  /// those that it does not have stay as they are.
  ///
  ///     var rebuilt = try makeSnapshot()
  ///     rebuilt.keepExpansion(of: snapshot)
  ///
  /// - Parameter old: The snapshot whose expansion is kept.
  /// - Complexity: O(*k* log *n*) where all but *k* items are in storage that both share
  @inlinable
  public mutating func keepExpansion(of old: Snapshot) {
    for section in sectionHandlesNotShared(with: old) {
      let outline = contents[section]
      let former = old[order.table[section]]
      let changed = outline.tree.handlesNotShared(with: former.tree).filter { handle in
        let hash = outline.table.handles.hash(of: handle)
        guard let (section, place) = old.locate(outline.table[handle], hash: hash) else {
          return false
        }
        return old.contents[section].tree.isExpanded(place) != outline.tree.isExpanded(handle)
      }
      for handle in changed {
        contents[section].tree.setExpanded(!outline.tree.isExpanded(handle), handle)
      }
      if !changed.isEmpty {
        settle([section])
      }
    }
    checkInternally()
  }
}
