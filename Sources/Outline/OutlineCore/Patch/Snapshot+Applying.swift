extension Snapshot {
  /// A change of a patch that met another change of the same section or item.
  public enum Conflict: Hashable, Sendable {
    /// A conflict of sections. A removed section stays if items in it are not removed.
    case section(MergeConflict<Section>)
    /// A conflict of items.
    case item(MergeConflict<Item>)
  }

  /// Applies a patch to the version that it comes from, or to one that is equal where it changes.
  ///
  /// Items that the patch expands or collapses can be expanded already. To apply a patch to a
  /// version that has changed in other ways, call ``merge(_:)``.
  ///
  /// - Throws: ``SnapshotError/unknownSections(_:)``, ``SnapshotError/duplicateSections(_:)``,
  ///   ``SnapshotError/misplacedSections(_:)``, ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``, ``SectionSnapshotError/misplacedItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* changed items and sections
  public mutating func apply(_ patch: Patch) throws(SnapshotError<Section, Item>) {
    var sections = PatchApplication(patch.sections, to: SectionList(snapshot: self))
    do throws(SectionSnapshotError<Section>) {
      try sections.insertAndMoveStrictly()
    } catch {
      throw SnapshotError(ofSections: error)
    }
    let order = sections.target.snapshot.order
    let places = patch.items.insertions.map { $0.place } + patch.items.moves.map { $0.destination }
    let unknown = places.compactMap { $0.parent?.section }.filter { !order.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown.eachOnce()) }
    var items = PatchApplication(patch.items, to: sections.target.snapshot)
    do throws(SectionSnapshotError<Item>) {
      try items.runStrictly()
    } catch {
      throw .items(error)
    }
    sections.target.snapshot = items.target
    let unexpected = patch.sections.removals.flatMap { $0.outline.items }.flatMap {
      Array(items.target[$0].items)
    }
    guard unexpected.isEmpty else { throw .items(.misplacedItems(unexpected)) }
    sections.remove(sections.removedSubtrees())
    do throws(SectionSnapshotError<Section>) {
      try sections.checkDestinations()
    } catch {
      throw SnapshotError(ofSections: error)
    }
    self = sections.target.snapshot
  }

  /// Applies a patch to a version that has changed in other ways, and returns the conflicts.
  ///
  /// The patch wins. Items and sections that it does not know stay. For the rules, see
  /// <doc:Semantics>.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changed items, and for the descendants of removed items
  @discardableResult
  public mutating func merge(_ patch: Patch) -> [Conflict] {
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
    _ theirs: Snapshot, base: Snapshot,
    isContentEqual: (_ base: Item, _ theirs: Item) -> Bool = { haveSameContent($0, $1) ?? true }
  ) -> (snapshot: Snapshot, conflicts: [Conflict]) {
    var merged = self
    let patch = theirs.patch(from: base, isContentEqual: isContentEqual)
    let conflicts = merged.merge(patch) { parent in
      parent.item.map { Parent(section: parent.section, item: theirs.parent(of: $0)) }
    }
    return (merged, conflicts)
  }

  @usableFromInline
  mutating func merge(
    _ patch: Patch, parentOfParent: @escaping (Parent) -> Parent?
  ) -> [Conflict] {
    var sections = PatchApplication(patch.sections, to: SectionList(snapshot: self))
    sections.insertAndMove()
    var items = PatchApplication(
      patch.items, to: sections.target.snapshot, parentOfParent: parentOfParent)
    items.run()
    sections.target.snapshot = items.target
    sections.remove(sections.removedSubtrees())
    self = sections.target.snapshot
    return sections.conflicts.map { .section($0) } + items.conflicts.map { .item($0) }
  }
}

extension SnapshotError {
  fileprivate init(ofSections error: SectionSnapshotError<Section>) {
    switch error {
    case .unknownItems(let sections): self = .unknownSections(sections)
    case .duplicateItems(let sections): self = .duplicateSections(sections)
    case .misplacedItems(let sections): self = .misplacedSections(sections)
    case .anchorAmongItems, .moveIntoItself, .indexOutOfRange, .levelOutOfRange:
      self = .misplacedSections([])
    }
  }
}

extension Snapshot.Conflict: CustomStringConvertible {
  /// A sentence that describes the conflict.
  public var description: String {
    switch self {
    case .section(let conflict): conflict.sentence(about: "section")
    case .item(let conflict): conflict.description
    }
  }
}
