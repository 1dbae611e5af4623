extension SectionDifference {
  /// The steps of a tree view from the visible rows of one snapshot to those of another.
  ///
  /// They suit `NSOutlineView` and the tree models of Qt. A view expands one level at a time, and may
  /// remember that a hidden row was expanded. So each row expands in a separate step.
  ///
  ///     let difference = outline.difference(from: before)
  ///     if let changes = difference.treeChanges(from: before, to: outline) {
  ///       // outlineView.beginUpdates()
  ///       for change in changes.structural { print(change) }
  ///       // outlineView.endUpdates()
  ///       for change in changes.subsequent { print(change) }
  ///     }
  public struct TreeChanges<Item> {
    /// The first steps, in one update of the view: insertions and moves, then removals, then
    /// collapses.
    ///
    /// No step refers to the children of an inserted row, which the view knows only after the update.
    public let structural: [SectionDifference.TreeChange<Item>]

    /// The steps after that update: row updates, then expansions, parents first.
    ///
    /// Row updates include rows that get their first child or lose their last one. After a row
    /// expands, its visible descendants with children expand or collapse, as described for
    /// ``SectionDifference/TreeChange/expand(_:)``.
    public let subsequent: [SectionDifference.TreeChange<Item>]

    /// All steps in their order.
    public var all: [SectionDifference.TreeChange<Item>] { structural + subsequent }

    @usableFromInline
    package init(
      structural: [SectionDifference.TreeChange<Item>],
      subsequent: [SectionDifference.TreeChange<Item>]
    ) {
      self.structural = structural
      self.subsequent = subsequent
    }

    /// Returns the same steps, with other names for the rows.
    @inlinable
    func map<Other>(_ transform: (Item) -> Other) -> SectionDifference.TreeChanges<Other> {
      SectionDifference.TreeChanges<Other>(
        structural: structural.map { $0.map(transform) },
        subsequent: subsequent.map { $0.map(transform) })
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
  /// - Complexity: O((*k* + *m*) log *n*) for *k* changed rows with their children, and *m* steps,
  ///   however many rows a step hides or shows
  @inlinable
  public func treeChanges<Item>(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>
  ) -> SectionDifference.TreeChanges<Item>? {
    let changes = treeChanges(from: old.tree, to: new.tree) { handle in
      old.handle(of: handle, in: new) != nil
    }
    return changes?.map { row in
      switch row {
      case .old(let handle): old.item(of: handle)
      case .new(let handle): new.item(of: handle)
      }
    }
  }

  /// Returns the steps with handles for the rows, or `nil` if the difference does not match.
  @usableFromInline
  func treeChanges(
    from old: RowTree, to new: RowTree, isKnown: (Int32) -> Bool
  ) -> SectionDifference.TreeChanges<VersionedHandle>? {
    guard let commonRows = CommonRows(self, oldCount: old.visibleCount, newCount: new.visibleCount)
    else {
      return nil
    }
    return TreeTransition(self, commonRows, from: old, to: new).changes(isKnown: isKnown)
  }
}
