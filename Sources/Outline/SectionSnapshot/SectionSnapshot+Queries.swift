extension SectionSnapshot {
  /// Returns whether an item is in the snapshot.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: Whether it is there.
  /// - Complexity: O(1) expected
  @inlinable
  public func contains(_ item: Item) -> Bool {
    table.handle(of: item) != nil
  }

  /// Returns whether an item is expanded, be it visible or not.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The item's own flag; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    table.handle(of: item).map(tree.isExpanded) ?? false
  }

  /// Returns whether all ancestors of an item are expanded.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether the item is among ``visibleItems``; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isVisible(_ item: Item) -> Bool {
    table.handle(of: item).map(tree.isVisible) ?? false
  }

  /// Returns how many ancestors an item has.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: 0 for a root, one more for each ancestor; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    table.handle(of: item).map(tree.level)
  }

  /// Returns the position of an item in ``items``, hidden ones counted.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The position; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func index(of item: Item) -> Int? {
    table.handle(of: item).map(tree.position)
  }

  /// Returns the position of an item in ``visibleItems``.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The row; `nil` for an unknown item, and while the item is hidden.
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(of item: Item) -> Int? {
    table.handle(of: item).flatMap(tree.visiblePosition)
  }

  /// Returns the parent of an item.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The parent; `nil` for a root and for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    table.handle(of: item).flatMap(tree.parent).map { table[$0] }
  }

  /// Returns the ancestors of an item, its parent first and a root last.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The ancestors, none for a root; `nil` for an unknown item.
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public func ancestors(of item: Item) -> [Item]? {
    table.handle(of: item).map { tree.ancestors(of: $0).map { table[$0] } }
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
}

// MARK: - Views

extension SectionSnapshot {
  /// All items in pre-order: each before its children, those of collapsed items included.
  ///
  /// - Complexity: O(1)
  @inlinable public var items: Items {
    Items(snapshot: self, isVisibleOnly: false, bounds: 0..<tree.count)
  }

  /// The items all of whose ancestors are expanded, in the order of ``items``.
  ///
  /// - Complexity: O(1)
  @inlinable public var visibleItems: Items {
    Items(snapshot: self, isVisibleOnly: true, bounds: 0..<tree.visibleCount)
  }

  /// The visible items with all that is to be known for drawing them.
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

  /// Returns the children of an item.
  ///
  /// - Parameter item: The parent.
  /// - Returns: The children, none for a leaf; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of item: Item) -> Children? {
    table.handle(of: item).map { Children(snapshot: self, parent: $0) }
  }

  /// The expanded items in the order of ``items``, leaves and hidden ones included.
  ///
  /// What this gives can be saved and brought back by ``restoreExpansion(_:)``.
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
