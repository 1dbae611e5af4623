//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

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
  ///     try await source.reloadRoots(of: years.erased)
  ///     Array(source.snapshot(for: years).items)  // [1959, 1960]
  ///
  /// - Complexity: O(*s*) for *s* sections
  @_optimize(none)
  public func setRootLoader<Element>(
    _ loader: ChildLoader<TypedSection<Element>, Element>?, for section: TypedSection<Element>
  ) {
    rootLoaders.bySection[section.erased] = loader?.erased(in: section) { _ in section }
  }

  /// Makes an item of a typed section visible, as ``reveal(_:isolation:parent:)``.
  ///
  /// - Throws: The errors of ``reveal(_:isolation:parent:)``
  @_optimize(none)
  @discardableResult
  public func reveal<Element>(
    _ item: Element, in section: TypedSection<Element>,
    isolation: isolated (any Actor)? = #isolation,
    parent: (_ item: Element) async throws -> Element? = { _ in nil }
  ) async throws -> Bool {
    try await reveal(section.item(item), isolation: isolation) { item in
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
    erased.knownChildren = knownChildren
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
