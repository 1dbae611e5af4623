extension OutlineDataSource<AnySection, AnyItem> {
  /// Expands an item of a typed section on behalf of the user.
  ///
  /// Does what ``expand(_:animatingDifferences:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - item: The item to expand.
  ///   - section: A typed section.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: `done`, or the reason why the item is not expanded.
  /// - Complexity: O(log *n* + *k*) plus the handlers, where *k* is the number of replaced children
  @discardableResult
  public func expand<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    expand(section.erase(item), animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Collapses an item of a typed section on behalf of the user.
  ///
  /// Does what ``collapse(_:animatingDifferences:)`` does.
  ///
  /// - Parameters:
  ///   - item: The item to collapse.
  ///   - section: A typed section.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Returns: `done` or `stoppedWaiting`, or the reason why the item is not collapsed.
  /// - Complexity: O(log *n*) plus the handlers
  @discardableResult
  public func collapse<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true
  ) -> ExpansionResult {
    collapse(section.erase(item), animatingDifferences: animatingDifferences)
  }

  /// Expands a collapsed item of a typed section; collapses an item that is expanded or waiting for
  /// its children.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - section: A typed section.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: The result of expanding or collapsing.
  /// - Complexity: O(log *n* + *k*) plus the handlers, where *k* is the number of replaced children
  @discardableResult
  public func toggle<Element>(
    _ item: Element, in section: TypedSection<Element>, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    toggle(section.erase(item), animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Sets the handlers of a typed section, which replace ``sectionSnapshotHandlers`` there.
  ///
  /// - Parameters:
  ///   - handlers: The handlers, or `nil` to use ``sectionSnapshotHandlers`` again.
  ///   - section: A typed section, which need not exist yet.
  /// - Complexity: O(1) expected
  public func setSectionSnapshotHandlers<Element>(
    _ handlers: SectionSnapshotHandlers<Element>?, for section: TypedSection<Element>
  ) {
    setSectionSnapshotHandlers(handlers?.erased(in: section), for: section.erased)
  }
}

extension SectionSnapshotHandlers {
  /// The handlers for erased items; items of other sections are allowed to expand and collapse.
  func erased(in section: TypedSection<Item>) -> SectionSnapshotHandlers<AnyItem> {
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
