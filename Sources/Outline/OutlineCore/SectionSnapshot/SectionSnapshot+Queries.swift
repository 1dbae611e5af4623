extension SectionSnapshot {
  /// The number of items, visible or not.
  ///
  /// - Complexity: O(1)
  @inlinable public var count: Int { tree.count }

  /// A Boolean value that indicates whether the snapshot has no items.
  ///
  /// - Complexity: O(1)
  @inlinable public var isEmpty: Bool { tree.count == 0 }

  /// Returns a Boolean value that indicates whether the snapshot contains an item.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func contains(_ item: Item) -> Bool {
    table.handle(of: item) != nil
  }

  /// Returns the stored item that is equal to an item.
  ///
  /// Equal items can differ in content, as those of ``Identified`` do.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func item(equalTo item: Item) -> Item? {
    table.handle(of: item).map { table[$0] }
  }

  /// Returns a Boolean value that indicates whether an item is expanded.
  ///
  /// Hidden items and items without children can also be expanded.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    table.handle(of: item).map { tree.isExpanded($0) } ?? false
  }

  /// Returns a Boolean value that indicates whether all ancestors of an item are expanded.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isVisible(_ item: Item) -> Bool {
    table.handle(of: item).map { tree.isVisible($0) } ?? false
  }

  /// Returns the number of ancestors of an item: 0 for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    table.handle(of: item).map { tree.level(of: $0) }
  }

  /// Returns the position of an item in ``items``.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func index(of item: Item) -> Int? {
    table.handle(of: item).map { tree.position(of: $0) }
  }

  /// Returns the row of an item, its position in ``visibleItems``, or `nil` if it is hidden.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(of item: Item) -> Int? {
    table.handle(of: item).flatMap { tree.position(of: $0, among: .visible) }
  }
}

// MARK: - Relatives

extension SectionSnapshot {
  /// Returns the parent of an item, or `nil` for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    table.handle(of: item).flatMap { tree.parent(of: $0) }.map { table[$0] }
  }

  /// Returns the ancestors of an item, from the parent up to a root.
  ///
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public func ancestors(of item: Item) -> [Item]? {
    table.handle(of: item).map { tree.ancestors(of: $0).map { table[$0] } }
  }

  /// Returns a Boolean value that indicates whether an item is a descendant of another one.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isDescendant(_ item: Item, of ancestor: Item) -> Bool {
    guard let handle = table.handle(of: item), let top = table.handle(of: ancestor) else {
      return false
    }
    return handle != top && tree.isInSubtree(handle, of: top)
  }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func hasChildren(_ item: Item) -> Bool {
    table.handle(of: item).map { tree.hasChildren($0) } ?? false
  }

  /// Returns the children of an item, or the roots.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of parent: Item?) -> Children? {
    guard let parent else { return rootItems }
    return table.handle(of: parent).map { Children(snapshot: self, parent: $0) }
  }

  /// Returns the descendants of an item in pre-order, visible or not.
  ///
  ///     outline.descendants(of: "Fruit").map(Array.init)  // ["Apple", "Pear"]
  ///
  /// - Returns: A slice of ``items``; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func descendants(of item: Item) -> Items? {
    table.handle(of: item).map { items[tree.subtreeRange(of: $0).dropFirst()] }
  }

  /// Returns the position of an item among its siblings, 0 for the first child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func childIndex(of item: Item) -> Int? {
    table.handle(of: item).map { tree.childIndex(of: $0) }
  }

  /// Returns the other children of an item's parent, or the other roots.
  ///
  /// - Complexity: O(*k* * log *n*) for *k* siblings
  package func siblings(of item: Item) -> [Item]? {
    guard let handle = table.handle(of: item) else { return nil }
    let children = Children(snapshot: self, parent: tree.parent(of: handle))
    let index = tree.childIndex(of: handle)
    return Array(children[..<index]) + children[(index + 1)...]
  }

  /// Returns the sibling just after an item, or `nil` for a last child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func nextSibling(of item: Item) -> Item? {
    table.handle(of: item).flatMap { tree.sibling(of: $0, step: 1) }.map { table[$0] }
  }

  /// Returns the sibling just before an item, or `nil` for a first child.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func previousSibling(of item: Item) -> Item? {
    table.handle(of: item).flatMap { tree.sibling(of: $0, step: -1) }.map { table[$0] }
  }
}

// MARK: - Views

extension SectionSnapshot {
  /// All items in pre-order: each item before its children, visible or not.
  ///
  /// - Complexity: O(1)
  @inlinable public var items: Items {
    Items(snapshot: self, rowSet: .all, bounds: 0..<tree.count)
  }

  /// The items whose ancestors are all expanded, in the order of ``items``.
  ///
  /// - Complexity: O(1)
  @inlinable public var visibleItems: Items {
    Items(snapshot: self, rowSet: .visible, bounds: 0..<tree.visibleCount)
  }

  /// The visible items with the details that a list draws.
  ///
  /// - Complexity: O(1)
  @inlinable public var rows: Rows {
    Rows(snapshot: self, bounds: 0..<tree.visibleCount)
  }

  /// The items without a parent.
  ///
  /// - Complexity: O(1)
  @inlinable public var rootItems: Children {
    Children(snapshot: self, parent: nil)
  }

  /// The expanded items, including hidden items and leaves, in the order of ``items``.
  ///
  /// To restore them later, call ``restoreExpansion(_:)``.
  ///
  /// - Complexity: O(*n*)
  @inlinable public var expandedItems: [Item] {
    var expanded: [Item] = []
    var walk = RowWalk(tree, in: 0..<tree.count, among: .all)
    while walk.advance() {
      for row in walk.rows where row.isExpanded {
        expanded.append(table[row.handle])
      }
    }
    return expanded
  }
}
