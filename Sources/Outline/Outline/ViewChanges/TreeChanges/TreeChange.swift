extension SectionDifference {
  /// A step of a tree view from the visible rows of one snapshot to those of another.
  ///
  /// The steps of ``SectionDifference/TreeChanges`` apply one after another: each refers to the tree as the previous
  /// steps left it. Here a row is *expanded* only if it also has children.
  public enum TreeChange<Item> {
    /// Inserts collapsed rows at a child index of an expanded row, or as roots.
    ///
    /// An expanded item gets an ``expand(_:)`` after the structural steps. The index counts children
    /// that a later step removes, so it can be greater than in the new snapshot.
    case insert([Item], at: Int, in: Item?)

    /// Removes children of an expanded row, or roots, with all their descendants.
    case remove(Range<Int>, from: Item?)

    /// Moves a child of a row, or a root, with its descendants to a child index of an expanded row.
    ///
    /// The new index counts after the removal from the old one.
    case move(Int, of: Item?, to: Int, in: Item?)

    /// Expands a row by one level.
    ///
    /// An expanded descendant has a separate step. A collapsed descendant with children has a
    /// ``collapse(_:)``, unless its item is new: the view may remember that the row was expanded.
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
