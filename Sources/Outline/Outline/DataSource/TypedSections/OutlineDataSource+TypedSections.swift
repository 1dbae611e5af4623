//  Functions that call the data source are not optimized. Otherwise, the compiler specializes the
//  whole data source for erased items: half a megabyte of code, and a third of the build time.

extension OutlineDataSource<AnySection, AnyItem> {
  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end. To change several sections in one update, edit the
  /// snapshot:
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot.setItems(library.artists, in: artists)
  ///       snapshot.replace(genres, using: tree)
  ///     }
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  @_optimize(none)
  public func update<Element>(
    in section: TypedSection<Element>, items: some Sequence<Element>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(SectionSnapshotError<Element>) {
    try update(
      animatingDifferences: animatingDifferences,
      { snapshot throws(SectionSnapshotError<Element>) in try snapshot.setItems(items, in: section)
      },
      completion: completion)
  }

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end. For `keepingExpansion` and the completion, see
  /// ``apply(_:animatingDifferences:keepingExpansion:completion:)-(Snapshot<Section,Item>,_,_,_)``.
  ///
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  @_optimize(none)
  public func apply<Element>(
    _ snapshot: SectionSnapshot<Element>, to section: TypedSection<Element>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    apply(
      snapshot.erased(in: section), to: section.erased, animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion, completion: completion)
  }

  /// Returns a view of a typed section, which is empty for an unknown section.
  ///
  /// - Complexity: O(1) expected
  @_optimize(none)
  public func snapshot<Element>(
    for section: TypedSection<Element>
  ) -> TypedSectionSnapshot<Element> {
    snapshot()[section]
  }

  /// Returns the item of a visible row, or `nil` if it belongs to another section.
  ///
  /// - Complexity: O(log *n*)
  @_optimize(none)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    queue.delivered.item(at: path, in: section)
  }
}

// MARK: - Expanding

extension OutlineDataSource<AnySection, AnyItem> {
  /// Sets the handlers of a typed section, as ``setSectionSnapshotHandlers(_:for:)-(_,Section)``.
  ///
  /// - Complexity: O(1) expected
  @_optimize(none)
  public func setSectionSnapshotHandlers<Element>(
    _ handlers: SectionSnapshotHandlers<Element>?, for section: TypedSection<Element>
  ) {
    setSectionSnapshotHandlers(handlers?.erased(in: section), for: section.erased)
  }
}

extension SectionSnapshotHandlers {
  /// The handlers for erased items; items of other sections are allowed to expand and collapse.
  fileprivate func erased(in section: TypedSection<Item>) -> SectionSnapshotHandlers<AnyItem> {
    var erased = SectionSnapshotHandlers<AnyItem>()
    erased.shouldExpandItem = shouldExpandItem.map { handler in
      { section.value(of: $0).map(handler) ?? true }
    }
    erased.willExpandItem = willExpandItem.map { handler in
      { section.value(of: $0).map(handler) }
    }
    erased.shouldCollapseItem = shouldCollapseItem.map { handler in
      { section.value(of: $0).map(handler) ?? true }
    }
    erased.willCollapseItem = willCollapseItem.map { handler in
      { section.value(of: $0).map(handler) }
    }
    erased.snapshotForExpandingParent = snapshotForExpandingParent.map { handler in
      { parent, children in
        section.value(of: parent).map { item in
          handler(item, SectionSnapshot(TypedSectionSnapshot(children, of: section)))
            .erased(in: section)
        } ?? children
      }
    }
    return erased
  }
}

// MARK: - Loading

extension OutlineDataSource<AnySection, AnyItem> {
  /// Sets the loader of the items of a typed section, which replaces ``childLoader`` there.
  ///
  /// The children belong to the same section, which need not exist yet. With `nil`, the section
  /// uses ``childLoader`` again.
  ///
  /// - Complexity: O(*v*) for *v* visible items
  @_optimize(none)
  public func setChildLoader<Element>(
    _ loader: ChildLoader<Element, Element>?, for section: TypedSection<Element>
  ) {
    setChildLoader(loader?.erased(in: section, section.value), for: section.erased)
  }

  /// Sets the loader of the roots of a typed section, which replaces ``rootLoader`` there.
  ///
  /// With `nil`, the section uses ``rootLoader`` again. Methods that load roots take the
  /// ``TypedSection/erased`` section:
  ///
  /// <!-- example: typedSections -->
  ///     source.setRootLoader(ChildLoader { _ in [1959, 1960] }, for: years)
  ///     try await source.reloadChildren(of: .section(years.erased))
  ///     Array(source.snapshot(for: years).items)  // [1959, 1960]
  ///
  /// - Complexity: O(*s*) for *s* sections
  @_optimize(none)
  public func setRootLoader<Element>(
    _ loader: ChildLoader<TypedSection<Element>, Element>?, for section: TypedSection<Element>
  ) {
    rootLoaders.bySection[section.erased] = loader?.erased(in: section) { _ in section }
  }

  /// Makes an item of a typed section visible, as ``reveal(_:parent:)``.
  ///
  /// - Throws: The errors of ``reveal(_:parent:)``
  @_optimize(none)
  @discardableResult
  public func reveal<Element>(
    _ item: Element, in section: TypedSection<Element>,
    parent: (_ item: Element) async throws -> Element? = { _ in nil }
  ) async throws -> Bool {
    try await reveal(section.item(item)) { item in
      guard let item = section.value(of: item) else { return nil }
      return try await parent(item).map(section.item)
    }
  }
}

extension ChildLoader {
  /// The loader of erased parents, of which those in other sections have no children.
  fileprivate func erased<Erased>(
    in section: TypedSection<Item>, _ value: @escaping @Sendable (_ parent: Erased) -> Parent?
  ) -> ChildLoader<Erased, AnyItem> {
    var erased = ChildLoader<Erased, AnyItem>(
      hasChildren: { value($0).map(hasChildren) ?? false },
      slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { parent, cursor in
        guard let parent = value(parent) else { return ChildPage([]) }
        return try await load(parent, cursor).erased(in: section)
      })
    erased.movesKnownChildren = movesKnownChildren
    erased.identity = identity
    return erased
  }
}

extension ChildPage {
  fileprivate func erased(in section: TypedSection<Item>) -> ChildPage<AnyItem> {
    switch contents {
    case .items(let items): ChildPage<AnyItem>(items.map(section.item), cursor: cursor)
    case .snapshot(let snapshot): ChildPage<AnyItem>(snapshot.erased(in: section), cursor: cursor)
    }
  }
}

// MARK: - Reordering

extension OutlineDataSource<AnySection, AnyItem> {
  /// Sets the reordering handlers of a typed section, which replace ``reorderingHandlers`` there.
  ///
  /// With `nil`, the section uses ``reorderingHandlers`` again. Handlers without `canReorderItem`
  /// forbid all moves in the section.
  ///
  /// <!-- example: typedSections -->
  ///     var handlers = TypedSection<Int>.ReorderingHandlers()
  ///     handlers.canReorderItem = { year in year != 1959 }
  ///     source.setReorderingHandlers(handlers, for: years)
  ///     source.canDrop([1959], in: years, to: .end(of: years))  // false
  ///     source.canDrop([1960], in: years, to: .end(of: years))  // true
  ///
  /// - Complexity: O(1) expected
  @_optimize(none)
  public func setReorderingHandlers<Element>(
    _ handlers: TypedSection<Element>.ReorderingHandlers?, for section: TypedSection<Element>
  ) {
    reorderingHandlersBySection[section.erased] = handlers?.erased(in: section)
  }

  /// Returns a Boolean value that indicates whether the user may drop items within a typed section,
  /// as ``canDrop(_:to:)``.
  @_optimize(none)
  public func canDrop<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>,
    to destination: Snapshot<TypedSection<Element>, Element>.Destination
  ) -> Bool {
    destination.section(otherThan: section) == nil
      && canDrop(items.map(section.item), to: destination.erased(in: section))
  }

  /// Moves items that the user has dropped within a typed section.
  ///
  /// The move is that of ``drop(_:to:animatingDifferences:movedBy:completion:)``. To move a value
  /// to another typed section, delete it from one and insert it into the other in an update.
  ///
  /// <!-- example: typedSections -->
  ///     try source.drop([1960], in: years, to: .before(1959))
  ///
  /// - Throws: ``SnapshotError/unknownSections(_:)`` for the end of another typed section;
  ///   the errors of ``drop(_:to:animatingDifferences:movedBy:completion:)``
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, plus handlers and observers
  @_optimize(none)
  @discardableResult
  public func drop<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>,
    to destination: Snapshot<TypedSection<Element>, Element>.Destination,
    animatingDifferences: Bool = true,
    movedBy adapter: (any OutlineAdapter<AnySection, AnyItem>)? = nil,
    completion: (() -> Void)? = nil
  ) throws(SnapshotError<AnySection, AnyItem>) -> Transaction? {
    if let other = destination.section(otherThan: section) {
      reloadAfterRejectedMove(by: adapter.flatMap(observers.find))
      throw .unknownSections([other.erased])
    }
    return try drop(
      items.map(section.item), to: destination.erased(in: section),
      animatingDifferences: animatingDifferences, movedBy: adapter, completion: completion)
  }
}

extension Snapshot.Destination where Section == TypedSection<Item> {
  /// The section at whose end the destination is, if it is not the given one.
  fileprivate func section(otherThan section: Section) -> Section? {
    if case .end(let other) = self, other != section { other } else { nil }
  }

  fileprivate func erased(in section: Section) -> Snapshot<AnySection, AnyItem>.Destination {
    switch self {
    case .before(let item): .before(section.item(item))
    case .after(let item): .after(section.item(item))
    case .into(let item): .into(section.item(item))
    case .end(let section): .end(of: section.erased)
    }
  }
}
