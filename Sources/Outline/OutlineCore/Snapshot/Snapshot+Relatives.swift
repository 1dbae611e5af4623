//  A question about an item goes to the outline of its section.

extension Snapshot {
  /// Returns the outline of the section that has an item, for all questions about the item.
  ///
  ///     snapshot.sectionSnapshot(containingItem: "Pear")?.ancestors(of: "Pear")  // ["Fruit"]
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func sectionSnapshot(containingItem item: Item) -> SectionSnapshot<Item>? {
    locate(item).map { contents[$0.section] }
  }

  /// Returns the answer of a question about the row of an item, or `nil` for an unknown item.
  @inlinable @inline(__always)
  func answer<Answer>(
    for item: Item, _ question: (_ outline: SectionSnapshot<Item>, _ handle: Int32) -> Answer?
  ) -> Answer? {
    locate(item).flatMap { question(contents[$0.section], $0.handle) }
  }

  /// Returns the number of ancestors of an item: 0 for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func level(of item: Item) -> Int? {
    answer(for: item) { $0.tree.level(of: $1) }
  }

  /// Returns the parent of an item, or `nil` for a root.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func parent(of item: Item) -> Item? {
    answer(for: item) { outline, handle in
      outline.tree.parent(of: handle).map { outline.table[$0] }
    }
  }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func hasChildren(_ item: Item) -> Bool {
    answer(for: item) { $0.tree.hasChildren($1) } ?? false
  }

  /// Returns the children of an item.
  ///
  /// For the roots of a section, read ``SectionSnapshot/rootItems`` of `snapshot[section]`.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func children(of parent: Item) -> SectionSnapshot<Item>.Children? {
    answer(for: parent) { SectionSnapshot.Children(snapshot: $0, parent: $1) }
  }

  /// Returns the descendants of an item in pre-order, visible or not.
  ///
  /// - Returns: A slice of the ``SectionSnapshot/items`` of its section; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  package func descendants(of item: Item) -> SectionSnapshot<Item>.Items? {
    answer(for: item) { $0.items[$0.tree.subtreeRange(of: $1).dropFirst()] }
  }

  /// Returns a Boolean value that indicates whether an item is expanded.
  ///
  /// A hidden item can be expanded, and so can an item without children.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    answer(for: item) { $0.tree.isExpanded($1) } ?? false
  }

  /// Returns a Boolean value that indicates whether all ancestors of an item are expanded.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func isVisible(_ item: Item) -> Bool {
    answer(for: item) { $0.tree.isVisible($1) } ?? false
  }

  /// Returns the other children of an item's parent, or the other roots of its section.
  ///
  /// - Complexity: O(*k* * log *n*) for *k* siblings
  package func siblings(of item: Item) -> [Item] {
    sectionSnapshot(containingItem: item)?.siblings(of: item) ?? []
  }

  /// Returns a Boolean value that indicates whether an item is a descendant of another one.
  ///
  /// - Complexity: O(log *n*)
  package func isDescendant(_ item: Item, of ancestor: Item) -> Bool {
    sectionSnapshot(containingItem: item)?.isDescendant(item, of: ancestor) ?? false
  }

  /// Returns an item, or its nearest visible ancestor if the item is hidden.
  ///
  /// - Complexity: O(log *n*)
  package func nearestVisibleItem(to item: Item) -> Item? {
    answer(for: item) { $0.table[$0.tree.nearestVisibleHandle(of: $1)] }
  }
}
