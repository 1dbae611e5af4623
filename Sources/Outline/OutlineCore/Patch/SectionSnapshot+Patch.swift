extension SectionSnapshot {
  /// The changes between two versions of this outline.
  public typealias Patch = OutlinePatch<Item, Item>

  /// Returns the changes that lead from another snapshot to this one, by item.
  ///
  /// If the patch is applied to `old`, the result equals this snapshot. Items that are replaced by
  /// equal ones are no changes; see ``patch(from:isContentEqual:)``.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c"])
  ///     let before = outline
  ///     try outline.move("a", after: "c")
  ///     print(outline.patch(from: before))  // >a
  ///
  /// - Complexity: O(*k* log *n*) for versions of one snapshot that differ by edits of *k* items;
  ///   O(*n* log *n*) with *n* hash lookups for unrelated snapshots
  @inlinable
  public func patch(from old: SectionSnapshot) -> Patch {
    patch(from: old, replacements: [])
  }

  /// Returns the changes that lead from another snapshot to this one, including items that equal
  /// ones with other content replace.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - isContentEqual: Returns a Boolean value that indicates whether an item of `old` and the
  ///     equal item of this snapshot have the same content. It is not called for items in storage
  ///     that both snapshots share.
  /// - Complexity: That of ``patch(from:)``, and O(*k*) for *k* items in storage that is not shared
  @inlinable
  public func patch(
    from old: SectionSnapshot, isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> Patch {
    patch(from: old, replacements: changedItems(from: old.item(equalTo:), in: old, isContentEqual))
  }

  /// Returns the changes that lead from another snapshot to this one, including items whose
  /// `content` changed.
  ///
  /// - Complexity: That of ``patch(from:)``, and O(*k*) for *k* items in storage that is not shared
  @inlinable
  public func patch<Content: Equatable>(
    from old: SectionSnapshot, content: (Item) -> Content
  ) -> Patch {
    patch(from: old) { content($0) == content($1) }
  }

  @inlinable
  func patch(from old: SectionSnapshot, replacements: [Patch.Replacement]) -> Patch {
    var patch = Patch()
    patch.replacements = replacements
    guard let changes = hierarchyChanges(from: old) else { return patch }
    patch.removals = old.subtrees(changes.forests(ofRemovedRows: changes.removedRows), root: nil) {
      $0
    }
    patch.insertions = subtrees(
      changes.forests(ofInsertedRows: changes.insertedRows), root: nil
    ) { $0 }
    patch.moves = changes.moves.map { move in
      Patch.Move(
        item: table[move.new],
        source: old.place(between: changes.oldNeighbors(of: move), root: nil) { $0 },
        destination: place(between: changes.newNeighbors(of: move), root: nil) { $0 })
    }
    for handle in changes.toggledRows {
      patch.toggle(table[handle], isExpanded: tree.isExpanded(handle))
    }
    return patch
  }
}

extension OutlinePatch {
  @usableFromInline
  mutating func toggle(_ item: Item, isExpanded: Bool) {
    if isExpanded {
      expandedItems.append(item)
    } else {
      collapsedItems.append(item)
    }
  }
}

// MARK: - Parts of patches

extension SectionSnapshot {
  /// Returns the changes of rows from another snapshot, or `nil` if both are equal.
  @inlinable
  package func hierarchyChanges(from old: SectionSnapshot) -> HierarchyComparison? {
    guard let comparison = comparison(from: old, of: .all) else { return nil }
    return HierarchyComparison(comparison)
  }

  /// Returns forests of rows with their items and places.
  ///
  /// - Parameters:
  ///   - root: The parent of the roots.
  ///   - parent: Returns an item as the parent of a place.
  @inlinable
  func subtrees<Parent>(
    _ forests: [RowForest], root: Parent?, parent: (Item) -> Parent
  ) -> [OutlinePatch<Parent, Item>.Subtrees] {
    forests.map { forest in
      var place = place(between: tree.neighbors(of: forest.first), root: root, parent: parent)
      if forest.last != forest.first {
        place.next = tree.sibling(of: forest.last, step: 1).map { table[$0] }
      }
      let isWhole = forest.rows.count == tree.count
      return OutlinePatch<Parent, Item>.Subtrees(
        place: place, outline: isWhole ? self : SectionSnapshot(forest.rows, of: self))
    }
  }

  /// Returns the place between siblings.
  @inlinable
  func place<Parent>(
    between neighbors: RowTree.Neighbors, root: Parent?, parent: (Item) -> Parent
  ) -> OutlinePatch<Parent, Item>.Place {
    OutlinePatch<Parent, Item>.Place(
      parent: neighbors.parent.map { parent(table[$0]) } ?? root,
      previous: neighbors.previous.map { table[$0] }, next: neighbors.next.map { table[$0] })
  }

  /// Returns the items whose content differs from that of equal old items.
  ///
  /// - Parameters:
  ///   - oldItem: Returns the old item that is equal to an item.
  ///   - old: An outline whose storage can have the same items at the same indices.
  @inlinable
  func changedItems<Parent>(
    from oldItem: (Item) -> Item?, in old: SectionSnapshot,
    _ isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> [OutlinePatch<Parent, Item>.Replacement] {
    let handles = table.items.indices(notIn: old.table.items) { $0 == $1 && isContentEqual($1, $0) }
    return handles.compactMap { handle in
      let item = table[handle]
      guard let oldItem = oldItem(item), !isContentEqual(oldItem, item) else { return nil }
      return OutlinePatch<Parent, Item>.Replacement(old: oldItem, new: item)
    }
  }
}
