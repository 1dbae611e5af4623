extension OutlineDataSource {
  /// Replaces the snapshot on screen.
  ///
  /// Rows of marked items and sections are reloaded or reconfigured at their new positions.
  ///
  ///     source.apply(snapshot) { print("All rows are in place.") }
  ///
  /// With `keepingExpansion`, known items stay expanded or collapsed. An item or a section keeps
  /// its children if the snapshot contains none and they were loaded, or added to a parent that can
  /// load. Without `keepingExpansion`, the children go. A loaded parent that loses all its children
  /// is `stale`. For the completion, see ``waitUntilShown()``.
  ///
  /// - Complexity: That of ``Snapshot/difference(from:)``, plus O(*p* log *n*) for *p* parents with
  ///   loaded children
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false, completion: (() -> Void)? = nil
  ) {
    let snapshot =
      keepingExpansion
      ? askingLoaders { keepingChildrenAndExpansion(in: snapshot, $0) } : snapshot
    replace(with: snapshot, in: queue.makeGroup(isAnimated: animatingDifferences), completion)
  }

  /// Replaces the outline of a section.
  ///
  /// Adds an unknown section at the end. Items of the new outline move there from other sections,
  /// with their descendants, as in ``Snapshot/subscript(_:)-(Section)``. For `keepingExpansion` and
  /// the completion, see
  /// ``apply(_:animatingDifferences:keepingExpansion:completion:)-(Snapshot<Section,Item>,_,_,_)``.
  ///
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``, plus
  ///   O(*p* log *n*) for *p* parents with loaded children
  public func apply(
    _ snapshot: SectionSnapshot<Item>, to section: Section, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false, completion: (() -> Void)? = nil
  ) {
    // Cannot throw: the items of one outline are unique.
    try? apply(
      CollectionOfOne((key: section, value: snapshot)), animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion, completion: completion)
  }

  /// Replaces the outlines of several sections in one update.
  ///
  /// Adds unknown sections at the end; pass `KeyValuePairs` if their order matters. Items move as
  /// in ``Snapshot/replace(_:)``.
  ///
  ///     try source.apply(["Food": food, "Shed": shed])
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``, plus
  ///   O(*p* log *n*) for *p* parents with loaded children
  public func apply(
    _ sections: some Sequence<(key: Section, value: SectionSnapshot<Item>)>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false,
    completion: (() -> Void)? = nil
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    let snapshot = try askingLoaders { canLoad throws(SnapshotError<Section, Item>) in
      var snapshot = latest
      try operations.replace(&snapshot, sections)
      if !keepingExpansion { return snapshot }
      let replaced = Set(sections.map { $0.key })
      return keepingChildrenAndExpansion(in: snapshot, replacing: replaced, canLoad)
    }
    replace(with: snapshot, in: queue.makeGroup(isAnimated: animatingDifferences), completion)
  }

  /// Applies a patch to the snapshot on screen in one update.
  ///
  /// To apply a patch after other changes, merge it in
  /// ``update(animatingDifferences:_:completion:)``.
  ///
  /// - Throws: The error of ``Snapshot/apply(_:)``
  /// - Complexity: That of ``Snapshot/apply(_:)`` and of ``Snapshot/difference(from:)``
  public func apply(
    _ patch: Snapshot<Section, Item>.Patch, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) throws(SnapshotError<Section, Item>) {
    var snapshot = latest
    try snapshot.apply(patch)
    enqueue(.edit(isAnimated: animatingDifferences), whenShown: completion) { $0 = snapshot }
  }

  /// Returns a snapshot with the expansion of the latest one.
  ///
  /// A parent keeps its children if the snapshot contains none, and the parent can load, or it or
  /// one of its ancestors is loaded. Sections that the caller replaces do not.
  private func keepingChildrenAndExpansion(
    in given: Snapshot<Section, Item>, replacing sections: Set<Section> = [],
    _ canLoad: (_ parent: Parent) -> Bool
  ) -> Snapshot<Section, Item> {
    var snapshot = given
    var source = latest
    let parents = parents(keepingChildrenIn: given, canLoad)
      .subtracting(sections.map { .section($0) })
    let items = parents.compactMap { $0.item }
    let topmostItems = Set(source.topmostItems(among: items))
    for item in source.sortedItems(items).reversed() {
      snapshot.addChildren(of: .item(item), from: source)
      // Otherwise, each parent above the item would copy its descendants again.
      if !topmostItems.contains(item) { try? source.setChildren([], of: item) }
    }
    for section in parents where section.item == nil {
      snapshot.addChildren(of: section, from: source)
    }
    operations.keepExpansion(&snapshot, latest)
    return snapshot
  }

  /// The parents without children in another snapshot that keep their current ones: those that can
  /// load, or are loaded or below a loaded one.
  private func parents(
    keepingChildrenIn other: Snapshot<Section, Item>, _ canLoad: (_ parent: Parent) -> Bool
  ) -> Set<Parent> {
    let childless = parents(losingChildrenIn: other).filter { !other.hasChildren($0) }
    let loadable = childless.filter(canLoad)
    let listed = latest.parents(
      childless.subtracting(loadable),
      inSubtreesWhere: { loads.states.record(of: $0)?.status.isListed ?? false })
    return loadable.union(listed)
  }

  /// The parents in another snapshot whose children it does not all have.
  private func parents(losingChildrenIn other: Snapshot<Section, Item>) -> Set<Parent> {
    guard hasChildLoaders || hasRootLoaders || !loads.states.isEmpty else { return [] }
    let old = latest
    return Set(old.items(notIn: other).compactMap(old.parent(containing:)))
      .filter { other.stored($0) != nil }
  }

  /// The parents whose loaded children are not in another snapshot, which has the parents.
  private func loadedParents(withoutChildrenIn other: Snapshot<Section, Item>) -> [Parent] {
    loads.states.allListedParents.filter { parent in
      other.stored(parent) != nil && !other.hasChildren(parent) && latest.hasChildren(parent)
    }
  }

  /// Replaces the latest snapshot, and marks the loaded children that it lacks as out of date.
  ///
  /// Those are all children of a parent, or some of a parent with several pages: an older version
  /// can have fewer pages.
  private func replace(
    with snapshot: Snapshot<Section, Item>, in group: Origin, _ completion: (() -> Void)?
  ) {
    let hasPages = loads.states.records.contains { $1.hasPages }
    let incomplete = (hasPages ? self.parents(losingChildrenIn: snapshot) : []).filter {
      snapshot.hasChildren($0) && loads.states.record(of: $0)?.hasPages ?? false
    }
    let parents = incomplete.union(loadedParents(withoutChildrenIn: snapshot))
    deferringDelivery(whenShown: completion) {
      enqueue(group) { $0 = snapshot }
      for case .item(let item) in parents {
        handle(.markedStale, of: .item(item), in: group)
      }
      if parents.isEmpty { return }
      // Each section is a change of its own, which ends the group.
      for section in latest.sectionIdentifiers where parents.contains(.section(section)) {
        handle(.markedStale, of: .section(section))
      }
    }
  }

  /// Edits the snapshot on screen in one update.
  ///
  ///     try source.update { snapshot in
  ///       try snapshot["Food"].append(["Plum"], to: "Fruit")
  ///       try snapshot.reconfigureItems(["Fruit"])
  ///     }
  ///
  /// The closure edits a copy, which then replaces the latest snapshot. The copy overwrites changes
  /// that the closure makes through the data source.
  ///
  /// - Throws: The error of `body`
  /// - Complexity: O(log *n* + *k*), plus that of the edits; O(log *n*) for each `moreItem`
  @discardableResult
  public func update<Result, Failure: Error>(
    animatingDifferences: Bool = true,
    _ body: (_ snapshot: inout Snapshot<Section, Item>) throws(Failure) -> Result,
    completion: (() -> Void)? = nil
  ) throws(Failure) -> Result {
    var snapshot = latest
    let result = try body(&snapshot)
    enqueue(.edit(isAnimated: animatingDifferences), whenShown: completion) { $0 = snapshot }
    return result
  }

  /// Names the animation of the updates that a closure causes.
  ///
  /// Adapters read ``Update/animationName``, and can animate in another way. Children that load
  /// later arrive without the name.
  ///
  ///     source.withAnimation(named: "fade") {
  ///       source.apply(snapshot)
  ///     }
  ///
  /// - Throws: The error of `changes`
  /// - Complexity: O(1), plus that of the changes
  public func withAnimation<Result, Failure: Error>(
    named name: String, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = queue.animationName
    queue.animationName = name
    defer { queue.animationName = outer }
    return try changes()
  }

  /// Replaces the snapshot on screen and has observers reload all rows.
  ///
  /// Does not compute a difference. For the completion, see ``waitUntilShown()``.
  ///
  /// - Complexity: O(1), plus O(*n*) for an unrelated snapshot if children have been loaded, and
  ///   O(*d*) for *d* displayed rows if content is compared
  public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot<Section, Item>, completion: (() -> Void)? = nil
  ) {
    replace(with: snapshot, in: queue.makeGroup(.reload), completion)
  }
}
