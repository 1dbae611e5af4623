extension SectionSnapshot {
  /// Returns a Boolean value that indicates whether the snapshot has an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: `true` if the item is in the snapshot.
  /// - Complexity: O(1) expected
  @inlinable
  public func contains(_ item: Item) -> Bool {
    table.handle(of: item) != nil
  }

  /// Returns the stored item that is equal to an item.
  ///
  /// Equal items can have different content, as those of type ``Identified`` do.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The item of the snapshot; `nil` if it is unknown.
  /// - Complexity: O(1) expected
  @inlinable
  public func item(equalTo item: Item) -> Item? {
    table.handle(of: item).map { table[$0] }
  }

  /// Returns a Boolean value that indicates whether an item is expanded.
  ///
  /// A hidden item can be expanded, and so can an item without children.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: `true` if the item is expanded; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    table.handle(of: item).map(tree.isExpanded) ?? false
  }

  /// Returns a Boolean value that indicates whether all ancestors of an item are expanded.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: `true` if the item is in ``visibleItems``; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isVisible(_ item: Item) -> Bool {
    table.handle(of: item).map(tree.isVisible) ?? false
  }

  /// Returns the number of ancestors of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: 0 for a root, one more for each ancestor; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    table.handle(of: item).map(tree.level)
  }

  /// Returns the position of an item in ``items``.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The position, with hidden items counted; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func index(of item: Item) -> Int? {
    table.handle(of: item).map(tree.position)
  }

  /// Returns the row of an item, its position in ``visibleItems``.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The row; `nil` for a hidden or an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(of item: Item) -> Int? {
    table.handle(of: item).flatMap(tree.visiblePosition)
  }
}

// MARK: - Relatives

extension SectionSnapshot {
  /// Returns the parent of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The parent; `nil` for a root and for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    table.handle(of: item).flatMap(tree.parent).map { table[$0] }
  }

  /// Returns the ancestors of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The ancestors, from the parent up to a root; `nil` for an unknown item.
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public func ancestors(of item: Item) -> [Item]? {
    table.handle(of: item).map { tree.ancestors(of: $0).map { table[$0] } }
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
    guard let handle = table.handle(of: item), let top = table.handle(of: ancestor) else {
      return false
    }
    return handle != top && tree.isInSubtree(handle, of: top)
  }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: `true` if the item has children, visible or not; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func hasChildren(_ item: Item) -> Bool {
    table.handle(of: item).map(tree.hasChildren) ?? false
  }

  /// Returns the children of an item, or the roots.
  ///
  /// - Parameter parent: The parent; `nil` for the roots.
  /// - Returns: A view of the children, empty for a leaf; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of parent: Item?) -> Children? {
    guard let parent else { return rootItems }
    return table.handle(of: parent).map { Children(snapshot: self, parent: $0) }
  }

  /// Returns the position of an item among its siblings.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The position, 0 for the first child; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func childIndex(of item: Item) -> Int? {
    table.handle(of: item).map(tree.childIndex)
  }

  /// Returns the siblings of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The other children of its parent, or the other roots; `nil` for an unknown item.
  /// - Complexity: O(*k* * log *n*) for *k* siblings
  @inlinable
  public func siblings(of item: Item) -> [Item]? {
    guard let handle = table.handle(of: item) else { return nil }
    let children = Children(snapshot: self, parent: tree.parent(of: handle))
    let index = tree.childIndex(of: handle)
    return Array(children[..<index]) + children[(index + 1)...]
  }

  /// Returns the sibling just after an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The sibling; `nil` for a last child and for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func nextSibling(of item: Item) -> Item? {
    table.handle(of: item).flatMap { tree.sibling(of: $0, step: 1) }.map { table[$0] }
  }

  /// Returns the sibling just before an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The sibling; `nil` for a first child and for an unknown item.
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
    Items(snapshot: self, isVisibleOnly: false, bounds: 0..<tree.count)
  }

  /// The items whose ancestors are all expanded, in the order of ``items``.
  ///
  /// - Complexity: O(1)
  @inlinable public var visibleItems: Items {
    Items(snapshot: self, isVisibleOnly: true, bounds: 0..<tree.visibleCount)
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

  /// The expanded items, hidden items and leaves included, in the order of ``items``.
  ///
  /// To restore them later, call ``restoreExpansion(_:)``.
  ///
  /// - Complexity: O(*n*)
  @inlinable public var expandedItems: [Item] {
    var expanded: [Item] = []
    var walk = RowWalk(tree, in: 0..<tree.count, visible: false)
    while walk.advance() {
      for row in walk.rows where row.isExpanded {
        expanded.append(table[row.handle])
      }
    }
    return expanded
  }
}
