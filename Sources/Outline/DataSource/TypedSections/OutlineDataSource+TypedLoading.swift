extension OutlineDataSource<AnySection, AnyItem> {
  /// Sets the loader of the items of a typed section, which replaces ``childLoader`` there.
  ///
  /// The children belong to the same section.
  ///
  /// - Parameters:
  ///   - loader: The loader, or `nil` to use ``childLoader`` again.
  ///   - section: A typed section, which need not exist yet.
  /// - Complexity: O(*v*) for *v* visible items
  public func setChildLoader<Element>(
    _ loader: ChildLoader<Element, Element>?, for section: TypedSection<Element>
  ) {
    setChildLoader(loader?.erased(in: section), for: section.erased)
  }

  /// Makes an item of a typed section visible by loading and expanding its ancestors.
  ///
  /// Does what ``reveal(_:isolation:parent:)`` does.
  ///
  /// - Parameters:
  ///   - item: The item to show.
  ///   - section: A typed section.
  ///   - isolation: The actor of the caller, which receives loaded children.
  ///   - parent: Returns the parent of an item, or `nil` for a root.
  /// - Returns: `true` if the item is visible; `false` if no ancestor is in the data source, or if
  ///   a parent does not contain its child after loading.
  /// - Throws: The errors of `parent` and of the loader; `CancellationError` if the calling task or
  ///   a load is cancelled.
  /// - Complexity: O(log *n*) for each ancestor, plus that of loading
  @discardableResult
  public func reveal<Element>(
    _ item: Element, in section: TypedSection<Element>,
    isolation: isolated (any Actor)? = #isolation,
    parent: (_ item: Element) async throws -> Element? = { _ in nil }
  ) async throws -> Bool {
    try await reveal(section.erase(item), isolation: isolation) { item in
      guard let item = section.value(of: item) else { return nil }
      return try await parent(item).map(section.erase)
    }
  }
}

extension ChildLoader where Parent == Item {
  /// The loader of erased items.
  fileprivate func erased(in section: TypedSection<Item>) -> ChildLoader<AnyItem, AnyItem> {
    var erased = ChildLoader<AnyItem, AnyItem>(
      hasChildren: { section.value(of: $0).map(hasChildren) ?? false },
      slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { parent, cursor in
        guard let parent = section.value(of: parent) else { return ChildPage([]) }
        return try await load(parent, cursor).erased(in: section)
      })
    erased.knownChildren = knownChildren
    erased.identity = identity
    return erased
  }
}

extension ChildPage {
  fileprivate func erased(in section: TypedSection<Item>) -> ChildPage<AnyItem> {
    switch contents {
    case .items(let items): ChildPage<AnyItem>(items.map(section.erase), cursor: cursor)
    case .snapshot(let snapshot): ChildPage<AnyItem>(snapshot.erased(in: section), cursor: cursor)
    }
  }
}
