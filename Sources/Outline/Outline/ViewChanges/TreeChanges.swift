extension SectionDifference {
  /// A step of a tree view from the visible rows of one snapshot to the rows of another.
  ///
  /// The steps of ``SectionDifference/TreeChanges`` apply one after another: each refers to the
  /// tree as the previous steps left it. Here a row is *expanded* only if it also has children.
  public enum TreeChange<Item> {
    /// Inserts collapsed rows at a child index of an expanded row, or as roots.
    ///
    /// An item with children gets an ``expand(_:)`` or a ``collapse(_:)`` after the structural
    /// steps. The index counts children that a later step removes, so it can be greater than in the
    /// new snapshot.
    case insert([Item], at: Int, in: Item?)

    /// Removes children of an expanded row, or roots, with all their descendants.
    case remove(Range<Int>, from: Item?)

    /// Moves a child of a row, or a root, with its descendants to a child index of an expanded row.
    ///
    /// The new index counts after the removal from the old one.
    case move(Int, of: Item?, to: Int, in: Item?)

    /// Expands a row by one level.
    ///
    /// Each visible descendant with children has a separate step, also a collapsed one: the view
    /// may remember that its row was expanded.
    case expand(Item)

    /// Collapses a row, and hides all its descendants.
    case collapse(Item)

    /// Reloads or reconfigures a row whose content, level or disclosure state changed.
    case update(Item)
  }
}

extension SectionDifference.TreeChange: Equatable where Item: Equatable {}
extension SectionDifference.TreeChange: Hashable where Item: Hashable {}
extension SectionDifference.TreeChange: Sendable where Item: Sendable {}

extension SectionDifference {
  /// All steps of a tree view from the visible rows of one snapshot to the rows of another.
  ///
  /// They suit `NSOutlineView` and the tree models of Qt. A view expands one level at a time, and
  /// may remember that a hidden row was expanded. So each row expands in a separate step.
  public struct TreeChanges<Item> {
    /// The first steps, in one update of the view: insertions and moves, then removals, then
    /// collapses.
    ///
    /// No step refers to the children of an inserted row, which the view knows only after the
    /// update.
    public let structural: [TreeChange<Item>]

    /// The steps after that update: row updates, then expansions, parents first.
    ///
    /// Row updates include rows that get their first child or lose their last one. After a row
    /// expands, its visible descendants with children expand or collapse, as described for
    /// ``SectionDifference/TreeChange/expand(_:)``.
    public let subsequent: [TreeChange<Item>]

    @usableFromInline
    package init(
      structural: [TreeChange<Item>],
      subsequent: [TreeChange<Item>]
    ) {
      self.structural = structural
      self.subsequent = subsequent
    }
  }
}

extension SectionDifference.TreeChanges: Equatable where Item: Equatable {}
extension SectionDifference.TreeChanges: Hashable where Item: Hashable {}
extension SectionDifference.TreeChanges: Sendable where Item: Sendable {}

extension SectionDifference {
  /// Returns the difference as steps of a tree view, by parent and child index.
  ///
  /// A row that becomes visible below an expanding row is never moved. The view removes it and
  /// shows it again with the expansion.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["Fruit", "Tools"])
  ///     try outline.append(["Apple", "Pear"], to: "Fruit")
  ///     let before = outline
  ///     outline.expand(["Fruit"])
  ///     let difference = outline.difference(from: before)
  ///     let changes = difference.treeChanges(from: before, to: outline)
  ///     changes?.subsequent  // [.update("Fruit"), .expand("Fruit")]
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - new: The snapshot after the changes.
  /// - Returns: The steps, or `nil` if the difference does not match the two snapshots.
  /// - Complexity: O(*m* log *n*) for *m* steps and ranges of the difference, however many rows
  ///   they hide or show
  @inlinable
  public func treeChanges<Item>(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>
  ) -> TreeChanges<Item>? {
    treeChanges(from: old.tree, to: new.tree)?.map { row in
      switch row {
      case .old(let handle): old.item(of: handle)
      case .new(let handle): new.item(of: handle)
      }
    }
  }

  /// Returns the steps with handles for the rows, or `nil` if the difference does not match.
  @usableFromInline
  func treeChanges(
    from old: RowTree, to new: RowTree
  ) -> TreeChanges<VersionedHandle>? {
    guard let commonRows = CommonRows(self, oldCount: old.visibleCount, newCount: new.visibleCount)
    else {
      return nil
    }
    return TreeTransition(self, commonRows, from: old, to: new).changes()
  }
}

// MARK: - Other names for the rows

extension SectionDifference.TreeChange {
  /// Returns the same step, with other names for the rows and for the parent of the roots.
  @inlinable
  func map<Other>(root: Other? = nil, _ transform: (Item) -> Other)
    -> SectionDifference.TreeChange<Other>
  {
    switch self {
    case .insert(let items, let index, let parent):
      .insert(items.map(transform), at: index, in: parent.map(transform) ?? root)
    case .remove(let indices, let parent):
      .remove(indices, from: parent.map(transform) ?? root)
    case .move(let index, let parent, let target, let newParent):
      .move(
        index, of: parent.map(transform) ?? root, to: target,
        in: newParent.map(transform) ?? root)
    case .expand(let item): .expand(transform(item))
    case .collapse(let item): .collapse(transform(item))
    case .update(let item): .update(transform(item))
    }
  }
}

extension SectionDifference.TreeChanges {
  /// Returns the same steps, with other names for the rows.
  @inlinable
  func map<Other>(_ transform: (Item) -> Other) -> SectionDifference.TreeChanges<Other> {
    SectionDifference.TreeChanges<Other>(
      structural: structural.map { $0.map(transform) },
      subsequent: subsequent.map { $0.map(transform) })
  }
}
