//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

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

  /// Returns whether the user may drop items within a typed section, as ``canDrop(_:to:)``.
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
