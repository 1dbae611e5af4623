/// A step of a tree view on its way from the visible rows of one snapshot to those of another.
///
/// Steps are made one after another, and each speaks of the tree as the steps before have left it.
/// The form is that of `NSOutlineView` and of Qt's tree models. Here a row is *open* when it is
/// expanded and has children; a row that is not shows no children, and no step speaks of them.
public enum TreeChange<Item> {
  /// Adds rows from a child index of an open row on, or as roots: new ones that are not open.
  ///
  /// For those that are open in the snapshot, ``expand(_:)`` follows. The index counts children
  /// that are still to go, and so it may be greater than in the new snapshot.
  case insert([Item], at: Int, in: Item?)

  /// Removes children of an open row, or roots, with all that shows below them.
  case remove(Range<Int>, from: Item?)

  /// Moves a child of one row, or a root, with all that shows below it to a child index of the same
  /// or another open row, which is counted once the row has left its old place.
  case move(Int, of: Item?, to: Int, in: Item?)

  /// Opens a row: all its visible descendants in the new snapshot appear.
  case expand(Item)

  /// Closes a row: all that shows below it disappears.
  case collapse(Item)

  /// Updates a row in place, or makes it anew: its content, level or disclosure state changed.
  case update(Item)
}

extension TreeChange: Equatable where Item: Equatable {}
extension TreeChange: Hashable where Item: Hashable {}
extension TreeChange: Sendable where Item: Sendable {}

extension SectionDifference {
  /// Returns the difference as steps of a tree view, by parent and child index.
  ///
  /// A row that turns up below a row that was not open before is no move, wherever it was: the view
  /// removes it and shows it anew, since it learns of such rows by opening.
  ///
  ///     outline.collapse(["Fruit"])
  ///     let difference = outline.difference(from: before)
  ///     difference.treeChanges(from: before, to: outline)
  ///     // [.collapse("Fruit"), .update("Fruit")]
  ///
  /// - Parameters:
  ///   - old: The snapshot that this is a difference from.
  ///   - new: The snapshot that it leads to.
  /// - Returns: The steps, or `nil` when the difference does not fit the two.
  /// - Complexity: O(*k* log *n*) for *k* rows that change and their children
  @inlinable
  public func treeChanges<Item>(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>
  ) -> [TreeChange<Item>]? {
    treeChanges(from: old.tree, to: new.tree)?.map { change in
      change.map { node in
        switch node {
        case .old(let handle): old.table[handle]
        case .new(let handle): new.table[handle]
        }
      }
    }
  }

  /// The same, with handles for the rows.
  @usableFromInline
  func treeChanges(from old: RowTree, to new: RowTree) -> [TreeChange<VersionedHandle>]? {
    let counts = (old: old.visibleCount, new: new.visibleCount)
    guard let commonRows = CommonRows(self, oldCount: counts.old, newCount: counts.new) else {
      return nil
    }
    var transition = TreeTransition(self, commonRows, from: old, to: new)
    return transition.changes()
  }
}

extension TreeChange {
  /// The same step, with other names for the rows.
  @inlinable
  func map<Other>(_ transform: (Item) -> Other) -> TreeChange<Other> {
    switch self {
    case .insert(let items, let index, let parent):
      .insert(items.map(transform), at: index, in: parent.map(transform))
    case .remove(let indices, let parent): .remove(indices, from: parent.map(transform))
    case .move(let index, let parent, let target, let newParent):
      .move(index, of: parent.map(transform), to: target, in: newParent.map(transform))
    case .expand(let item): .expand(transform(item))
    case .collapse(let item): .collapse(transform(item))
    case .update(let item): .update(transform(item))
    }
  }
}
