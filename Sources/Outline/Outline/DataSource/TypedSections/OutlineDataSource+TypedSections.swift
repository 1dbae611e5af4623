//  Functions that call the data source are not optimized. Otherwise, the compiler specializes the
//  whole data source for erased items: half a megabyte of code, and a third of the build time.

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
          handler(item, children.values(in: section)).items(in: section)
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
  ///     source.snapshot(for: years.erased).items.compactMap(years.value)  // [1959, 1960]
  ///
  /// - Complexity: O(*s*) for *s* sections
  @_optimize(none)
  public func setRootLoader<Element>(
    _ loader: ChildLoader<TypedSection<Element>, Element>?, for section: TypedSection<Element>
  ) {
    rootLoaders.bySection[section.erased] = loader?.erased(in: section) { _ in section }
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
    let more = moreItem.map(section.item)
    return switch contents {
    case .items(let items):
      ChildPage<AnyItem>(items.map(section.item), cursor: cursor, moreItem: more)
    case .snapshot(let snapshot):
      ChildPage<AnyItem>(snapshot.items(in: section), cursor: cursor, moreItem: more)
    }
  }
}

extension SectionSnapshot {
  /// The outline with the values as items of a typed section.
  fileprivate func items(in section: TypedSection<Item>) -> SectionSnapshot<AnyItem> {
    // Cannot throw: different values are different items.
    (try? compactMapItems(section.item)) ?? SectionSnapshot<AnyItem>()
  }
}

extension SectionSnapshot<AnyItem> {
  /// The outline with the values of items, without the items of other sections.
  fileprivate func values<Value>(in section: TypedSection<Value>) -> SectionSnapshot<Value> {
    // Cannot throw: different items have different values.
    (try? compactMapItems(section.value)) ?? SectionSnapshot<Value>()
  }
}
