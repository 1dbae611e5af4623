extension SectionSnapshot {
  /// Applies a patch to the version that it comes from, or to one that is equal where it changes.
  ///
  /// Items that the patch expands or collapses can be expanded already. To apply a patch to a
  /// version that has changed in other ways, call ``merge(_:)``.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``, ``SectionSnapshotError/misplacedItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* changed items
  public mutating func apply(_ patch: Patch) throws(SectionSnapshotError<Item>) {
    var application = PatchApplication(patch, to: self)
    try application.runStrictly()
    self = application.target
  }

  /// Applies a patch to a version that has changed in other ways, and returns the conflicts.
  ///
  /// The patch wins. Items that it does not know stay. For the rules, see <doc:Semantics>. To undo
  /// an edit after later changes, merge the inverse of its patch:
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["Fruit", "Tools"])
  ///     let before = outline
  ///     try outline.delete(["Fruit"])
  ///     let patch = outline.patch(from: before)
  ///     try outline.append(["Toys"])
  ///     outline.merge(patch.inverse)  // []
  ///     Array(outline.items)  // ["Fruit", "Tools", "Toys"]
  ///
  /// - Complexity: O(*k* log *n*) for *k* changed items, and for the descendants of removed items
  @discardableResult
  public mutating func merge(_ patch: Patch) -> [MergeConflict<Item>] {
    merge(patch) { _ in nil }
  }

  /// Returns this snapshot with the changes that lead from `base` to another snapshot, and the
  /// conflicts.
  ///
  /// If only one of the snapshots differs from `base`, the result equals it.
  ///
  /// - Parameters:
  ///   - theirs: The other snapshot, which wins.
  ///   - base: The common earlier version.
  ///   - isContentEqual: Returns a Boolean value that indicates whether an item of `base` and the
  ///     equal item of `theirs` have the same content. By default, the values of ``Identified`` items
  ///     are compared if they are `Equatable`, and other items keep their content.
  /// - Complexity: As for ``patch(from:)`` and ``merge(_:)``
  @inlinable
  public func merging(
    _ theirs: SectionSnapshot, base: SectionSnapshot,
    isContentEqual: (_ base: Item, _ theirs: Item) -> Bool = { haveSameContent($0, $1) ?? true }
  ) -> (snapshot: SectionSnapshot, conflicts: [MergeConflict<Item>]) {
    var merged = self
    let patch = theirs.patch(from: base, isContentEqual: isContentEqual)
    let conflicts = merged.merge(patch) { theirs.parent(of: $0) }
    return (merged, conflicts)
  }

  @usableFromInline
  mutating func merge(
    _ patch: Patch, parentOfParent: @escaping (Item) -> Item?
  ) -> [MergeConflict<Item>] {
    var application = PatchApplication(patch, to: self, parentOfParent: parentOfParent)
    application.run()
    self = application.target
    return application.conflicts
  }
}
