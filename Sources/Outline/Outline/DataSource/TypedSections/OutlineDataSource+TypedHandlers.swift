//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

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
