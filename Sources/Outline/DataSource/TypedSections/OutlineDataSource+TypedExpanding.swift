extension OutlineDataSource<AnySection, AnyItem> {
  /// Expands an item of a typed section because the user wants it.
  ///
  /// This does what ``expand(_:animatingDifferences:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - item: The item to expand.
  ///   - section: The section.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: Whether the item is expanded or will be when its children have come; `false` where
  ///   it is not in the section, too.
  /// - Complexity: O(log *n* + *k*) and what handlers do, where *k* children are replaced
  @discardableResult
  public func expand<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard let item = latest.locate(item, in: section) else { return false }
    return expand(item, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Collapses an item of a typed section because the user wants it.
  ///
  /// This does what ``collapse(_:animatingDifferences:)`` does.
  ///
  /// - Parameters:
  ///   - item: The item to collapse.
  ///   - section: The section.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Returns: Whether the item is collapsed, or will not be expanded; `false` where it is not in
  ///   the section, too.
  /// - Complexity: O(log *n*) and what handlers do
  @discardableResult
  public func collapse<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true
  ) -> Bool {
    guard let item = latest.locate(item, in: section) else { return false }
    return collapse(item, animatingDifferences: animatingDifferences)
  }

  /// Expands an item of a typed section that is collapsed, and collapses one that is expanded or
  /// about to be.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - section: The section.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: Whether it was done; `false` where the item is not in the section, and where a
  ///   handler forbids it.
  /// - Complexity: O(log *n* + *k*) and what handlers do, where *k* children are replaced
  @discardableResult
  public func toggle<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard let item = latest.locate(item, in: section) else { return false }
    return toggle(item, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Sets the handlers of a typed section, in the place of ``sectionSnapshotHandlers``.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; `nil` to use those of all sections again.
  ///   - section: The section, which may come later.
  /// - Complexity: O(1) expected
  public func setSectionSnapshotHandlers<Element>(
    _ handlers: SectionSnapshotHandlers<Element>?, for section: TypedSection<Element>
  ) {
    setSectionSnapshotHandlers(handlers?.erased(), for: section.erased)
  }
}

extension SectionSnapshotHandlers where Item: Sendable {
  /// The handlers, for items whose type is forgotten; they know none of another type.
  func erased() -> SectionSnapshotHandlers<AnyItem> {
    var erased = SectionSnapshotHandlers<AnyItem>()
    erased.shouldExpandItem = shouldExpandItem.map { handler in
      { $0.value().map(handler) ?? true }
    }
    erased.willExpandItem = willExpandItem.map { handler in { $0.value().map(handler) } }
    erased.shouldCollapseItem = shouldCollapseItem.map { handler in
      { $0.value().map(handler) ?? true }
    }
    erased.willCollapseItem = willCollapseItem.map { handler in { $0.value().map(handler) } }
    erased.snapshotForExpandingParent = snapshotForExpandingParent.map { handler in
      { parent, children in
        parent.value().map { handler($0, children.typed()).erased() } ?? children
      }
    }
    return erased
  }
}
