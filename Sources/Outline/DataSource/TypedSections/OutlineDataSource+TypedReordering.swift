extension OutlineDataSource<AnySection, AnyItem> {
  /// Returns whether the user may drop items within a typed section.
  ///
  /// Does what ``canDrop(_:at:)`` does.
  ///
  /// - Parameters:
  ///   - items: Items of the section.
  ///   - section: A typed section.
  ///   - destination: The destination.
  /// - Returns: `true` if there are items and each move is possible and allowed.
  /// - Complexity: O(log *n*) for each item, plus the handlers
  public func canDrop<Element>(
    _ items: some Collection<Element>, in section: TypedSection<Element>,
    at destination: DropDestination<TypedSection<Element>, Element>
  ) -> Bool {
    canDrop(items.map(section.erase), at: destination.erased(in: section))
  }

  /// Moves items that the user has dropped within a typed section.
  ///
  /// Does what ``drop(_:at:animatingDifferences:movedBy:)`` does. To move a value to another typed
  /// section, delete it from one and insert it into the other in an update.
  ///
  /// <!-- example: typedSections -->
  ///     try source.drop([1960], in: years, at: .before(1959))
  ///
  /// - Parameters:
  ///   - items: Items of the section.
  ///   - section: A typed section.
  ///   - destination: The destination.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - adapter: The adapter whose view has already moved the rows, or `nil`.
  /// - Returns: The transaction, which can be undone by its inverse; `nil` if nothing moved.
  /// - Throws: The errors of ``drop(_:at:animatingDifferences:movedBy:)``.
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, plus handlers and observers
  @discardableResult
  public func drop<Element>(
    _ items: some Collection<Element>, in section: TypedSection<Element>,
    at destination: DropDestination<TypedSection<Element>, Element>,
    animatingDifferences: Bool = true,
    movedBy adapter: (any OutlineAdapter<AnySection, AnyItem>)? = nil
  ) throws(SectionedSnapshotError<AnySection, AnyItem>) -> Transaction? {
    try drop(
      items.map(section.erase), at: destination.erased(in: section),
      animatingDifferences: animatingDifferences, movedBy: adapter)
  }
}

extension DropDestination where Section == TypedSection<Item> {
  fileprivate func erased(in section: Section) -> DropDestination<AnySection, AnyItem> {
    switch self {
    case .before(let item): .before(section.erase(item))
    case .after(let item): .after(section.erase(item))
    case .into(let item): .into(section.erase(item))
    case .end(let section): .end(of: section.erased)
    }
  }
}
