extension Snapshot {
  /// Returns the outline of the section that has an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The outline; `nil` for an unknown item.
  /// - Complexity: O(1) expected
  @inlinable
  public func sectionSnapshot(containingItem item: Item) -> SectionSnapshot<Item>? {
    locate(item).map { contents[$0.section] }
  }

  /// Returns the number of ancestors of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: 0 for a root of a section, one more for each ancestor; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    locate(item).map { contents[$0.section].tree.level(of: $0.handle) }
  }

  /// Returns the parent of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The parent; `nil` for a root of a section and for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    guard let (section, handle) = locate(item) else { return nil }
    return contents[section].tree.parent(of: handle).map { contents[section].table[$0] }
  }

  /// Returns the ancestors of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The ancestors, from the parent up to a root; `nil` for an unknown item.
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public func ancestors(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.ancestors(of: item)
  }

  /// Returns a Boolean value that indicates whether an item is below another one.
  ///
  /// - Parameters:
  ///   - item: The item to look for.
  ///   - ancestor: The item that may be its parent or a farther ancestor.
  /// - Returns: `true` if `ancestor` is among the ancestors of `item`; `false` for unknown items.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isDescendant(_ item: Item, of ancestor: Item) -> Bool {
    sectionSnapshot(containingItem: item)?.isDescendant(item, of: ancestor) ?? false
  }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: `true` if the item has children, visible or not; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func hasChildren(_ item: Item) -> Bool {
    locate(item).map { contents[$0.section].tree.hasChildren($0.handle) } ?? false
  }

  /// Returns the children of an item.
  ///
  /// For the roots of a section, read ``SectionSnapshot/rootItems`` of `snapshot[section]`.
  ///
  /// - Parameter parent: The parent, in any section.
  /// - Returns: A view of the children, empty for a leaf; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of parent: Item) -> SectionSnapshot<Item>.Children? {
    locate(parent).map {
      SectionSnapshot.Children(snapshot: contents[$0.section], parent: $0.handle)
    }
  }

  /// Returns the position of an item among its siblings.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The position, 0 for the first child of a parent and for the first root of a
  ///   section; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func childIndex(of item: Item) -> Int? {
    locate(item).map { contents[$0.section].tree.childIndex(of: $0.handle) }
  }

  /// Returns the siblings of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The other children of its parent, or the other roots of its section; `nil` for an
  ///   unknown item.
  /// - Complexity: O(*k* * log *n*) for *k* siblings
  @inlinable
  public func siblings(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.siblings(of: item)
  }

  /// Returns the sibling just after an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The sibling; `nil` for a last child, for the last root of a section, and for an
  ///   unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func nextSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.nextSibling(of: item)
  }

  /// Returns the sibling just before an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The sibling; `nil` for a first child, for the first root of a section, and for an
  ///   unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func previousSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.previousSibling(of: item)
  }
}
