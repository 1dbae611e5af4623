extension Snapshot {
  /// Returns the outline of the section that has an item.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func sectionSnapshot(containingItem item: Item) -> SectionSnapshot<Item>? {
    locate(item).map { contents[$0.section] }
  }

  /// Returns the number of ancestors of an item: 0 for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    locate(item).map { contents[$0.section].tree.level(of: $0.handle) }
  }

  /// Returns the parent of an item, or `nil` for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    guard let (section, handle) = locate(item) else { return nil }
    return contents[section].tree.parent(of: handle).map { contents[section].table[$0] }
  }

  /// Returns the ancestors of an item, from the parent up to a root.
  ///
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public func ancestors(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.ancestors(of: item)
  }

  /// Returns a Boolean value that indicates whether an item is a descendant of another one.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isDescendant(_ item: Item, of ancestor: Item) -> Bool {
    sectionSnapshot(containingItem: item)?.isDescendant(item, of: ancestor) ?? false
  }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func hasChildren(_ item: Item) -> Bool {
    locate(item).map { contents[$0.section].tree.hasChildren($0.handle) } ?? false
  }

  /// Returns the children of an item.
  ///
  /// For the roots of a section, read ``SectionSnapshot/rootItems`` of `snapshot[section]`.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of parent: Item) -> SectionSnapshot<Item>.Children? {
    locate(parent).map {
      SectionSnapshot.Children(snapshot: contents[$0.section], parent: $0.handle)
    }
  }

  /// Returns the descendants of an item in pre-order, visible or not.
  ///
  /// - Returns: A slice of the ``SectionSnapshot/items`` of its section; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func descendants(of item: Item) -> SectionSnapshot<Item>.Items? {
    sectionSnapshot(containingItem: item)?.descendants(of: item)
  }

  /// Returns the position of an item among its siblings, 0 for the first child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func childIndex(of item: Item) -> Int? {
    locate(item).map { contents[$0.section].tree.childIndex(of: $0.handle) }
  }

  /// Returns the other children of an item's parent, or the other roots of its section.
  ///
  /// - Complexity: O(*k* * log *n*) for *k* siblings
  package func siblings(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.siblings(of: item)
  }

  /// Returns the sibling just after an item, or `nil` for a last child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func nextSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.nextSibling(of: item)
  }

  /// Returns the sibling just before an item, or `nil` for a first child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func previousSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.previousSibling(of: item)
  }
}
