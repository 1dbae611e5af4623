extension OutlineDataSource {
  /// Returns a Boolean value that indicates whether the user may drag an item.
  ///
  /// It is `true` if the item is known and ``ReorderingHandlers/canReorderItem`` allows its moves,
  /// and `false` for the `moreItem` of a ``ChildPage``.
  ///
  /// - Complexity: O(log *n*), plus the handler
  public func canReorder(_ item: Item) -> Bool {
    guard let item = latest.item(equalTo: item) else { return false }
    return callingHandler { canReorderItem(item) }
  }

  /// Returns a Boolean value that indicates whether the user may drop items at a destination.
  ///
  /// It is `true` if all items and the destination are known, and the destination is not in one of
  /// the items. Also, ``ReorderingHandlers/canReorderItem`` must allow each move, and
  /// ``ReorderingHandlers/canDropItems`` the destination. Nothing can be dropped into the
  /// `moreItem` of a ``ChildPage``. Items dropped after it go before it.
  ///
  /// For a drop of content from another view or app, pass no items.
  ///
  /// - Complexity: O(log *n*) for each item, plus the handlers
  public func canDrop(
    _ items: some Sequence<Item>, to destination: Snapshot<Section, Item>.Destination
  ) -> Bool {
    let items = Array(items)
    return latest.canMoveItems(items, to: destination)
      && canReorder(latest.topmostItems(among: items), to: destination)
  }

  /// Moves items that the user has dropped (drag and drop).
  ///
  /// The items move as in ``Snapshot/moveItems(_:to:)``, but keep the order that the user sees.
  /// Calls `canReorderItem` and `canDropItems`, which can refuse, and `willReorder`, then notifies
  /// observers, and calls `didReorder`. Each of the first three also refuses by deleting an item or
  /// the destination. If the items are already at the destination, nothing changes and no handler
  /// is called.
  ///
  /// An item that gets its first children before ``childLoader`` has loaded any becomes `stale`. An
  /// item that loses its last child stays `loaded`. Items that the user moves during a load stay
  /// where they are when the children arrive.
  ///
  /// <!-- example: dropTarget -->
  ///     if let transaction = try source.drop(selection, to: .into("Fruit")) {
  ///       undoManager.registerUndo(withTarget: self) { $0.undo(transaction) }
  ///     }
  ///
  /// - Parameters:
  ///   - items: Items of any sections.
  ///   - destination: The destination.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - completion: As for ``waitUntilShown()``.
  /// - Returns: The transaction, which can be undone by its inverse; `nil` if nothing moved.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SnapshotError/unknownSections(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, plus handlers and observers
  @discardableResult
  public func drop(
    _ items: some Sequence<Item>, to destination: Snapshot<Section, Item>.Destination,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(SnapshotError<Section, Item>) -> Transaction? {
    try deferringDelivery(whenShown: completion) { () throws(SnapshotError<Section, Item>) in
      guard let transaction = try makeTransaction(dropping: Array(items), to: destination) else {
        return nil
      }
      let handlers = handlers(for: transaction).compactMap { $0.didReorder }
      let didReorder = { for handler in handlers { handler(transaction) } }
      enqueue(.edit(isAnimated: animatingDifferences), whenReceived: didReorder) {
        $0 = transaction.finalSnapshot
      }
      return transaction
    }
  }

  /// Repeats the moves of a transaction: undo with its inverse, or redo.
  ///
  /// Merges the ``Transaction/patch`` as ``Snapshot/merge(_:)`` does, but fails if an item or its
  /// parent is gone. Does not call handlers.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)`` for items and their parents,
  ///   ``SnapshotError/unknownSections(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(*k* log *n*) for *k* moved items
  public func apply(
    _ transaction: Transaction, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(SnapshotError<Section, Item>) {
    let current = try transaction.updated(to: latest)
    enqueue(.edit(isAnimated: animatingDifferences), whenShown: completion) {
      $0 = current.finalSnapshot
    }
  }

  /// Calls the handlers before a move, and returns `nil` if nothing moves or a handler refuses.
  ///
  /// A handler also refuses by deleting one of the items or the destination.
  private func makeTransaction(
    dropping items: [Item], to destination: Snapshot<Section, Item>.Destination
  ) throws(SnapshotError<Section, Item>) -> Transaction? {
    let initial = latest
    var final = initial
    try final.moveItems(initial.sortedItems(items), to: destination)
    loads.placeMoreItems(in: &final, after: initial)
    let movedItems = initial.topmostItems(among: items)
    guard movedItems.contains(where: { !initial.isPosition(of: $0, keptIn: final) }),
      canReorder(movedItems, to: destination)
    else { return nil }
    let transaction = Transaction(
      initialSnapshot: initial, finalSnapshot: final, movedItems: movedItems,
      patch: final.patch(moving: movedItems, from: initial))
    guard var current = try? transaction.updated(to: latest) else { return nil }
    for handlers in handlers(for: transaction) {
      guard let willReorder = handlers.willReorder else { continue }
      let editCount = queue.editCount
      callingHandler { willReorder(current) }
      if queue.editCount == editCount { continue }
      guard latest.canMoveItems(movedItems, to: destination),
        let updated = try? transaction.updated(to: latest)
      else { return nil }
      current = updated
    }
    return current
  }

  /// Calls the handlers that can refuse a possible move.
  ///
  /// Each of them may delete items or the destination.
  private func canReorder(
    _ items: [Item], to destination: Snapshot<Section, Item>.Destination
  ) -> Bool {
    callingHandler {
      let editCount = queue.editCount
      func isStillPossible() -> Bool {
        queue.editCount == editCount || latest.canMoveItems(items, to: destination)
      }
      return items.allSatisfy(canReorderItem) && isStillPossible()
        && canDropItems(items, to: destination) && isStillPossible()
    }
  }

  private func canReorderItem(_ item: Item) -> Bool {
    // The handler may have replaced or deleted the item when it was called for another one.
    guard let item = latest.item(equalTo: item), !loads.isMoreItem(item, in: latest) else {
      return false
    }
    let section = latest.sectionIdentifier(containingItem: item)
    return reorderingHandlers(in: section).canReorderItem?(item) ?? false
  }

  private func canDropItems(
    _ items: [Item], to destination: Snapshot<Section, Item>.Destination
  ) -> Bool {
    let snapshot = latest
    guard let section = snapshot.section(of: destination) else { return false }
    if case .into(let item) = destination, loads.isMoreItem(item, in: snapshot) { return false }
    let stored = items.compactMap(snapshot.item(equalTo:))
    return reorderingHandlers(in: section).canDropItems?(stored, snapshot.stored(destination))
      ?? true
  }

  private func reorderingHandlers(in section: Section?) -> ReorderingHandlers {
    section.flatMap { reorderingHandlersBySection[$0] } ?? reorderingHandlers
  }

  /// The handlers of the sections from which and to which items move, each once.
  private func handlers(for transaction: Transaction) -> [ReorderingHandlers] {
    if reorderingHandlersBySection.isEmpty { return [reorderingHandlers] }
    let concerned = Set(
      [transaction.initialSnapshot, transaction.finalSnapshot].flatMap { snapshot in
        transaction.movedItems.compactMap(snapshot.sectionIdentifier)
      })
    let final = transaction.finalSnapshot
    let sections = concerned.sorted {
      final.indexOfSection($0) ?? 0 < final.indexOfSection($1) ?? 0
    }
    let separate = sections.compactMap { reorderingHandlersBySection[$0] }
    return (separate.count < sections.count ? [reorderingHandlers] : []) + separate
  }
}

extension Snapshot {
  fileprivate func section(of destination: Snapshot<Section, Item>.Destination) -> Section? {
    if case .end(let section) = destination { return section }
    return destination.item.flatMap(sectionIdentifier)
  }

  fileprivate func stored(
    _ destination: Snapshot<Section, Item>.Destination
  ) -> Snapshot<Section, Item>.Destination {
    switch destination {
    case .before(let item): .before(self.item(equalTo: item) ?? item)
    case .after(let item): .after(self.item(equalTo: item) ?? item)
    case .into(let item): .into(self.item(equalTo: item) ?? item)
    case .end: destination
    }
  }

  /// Returns a Boolean value that indicates whether an item is at the same position in another
  /// snapshot.
  fileprivate func isPosition(of item: Item, keptIn other: Snapshot) -> Bool {
    indexOfItem(item) == other.indexOfItem(item) && parent(of: item) == other.parent(of: item)
      && sectionIdentifier(containingItem: item) == other.sectionIdentifier(containingItem: item)
  }
}

extension OutlineDataSource.Transaction {
  /// The transaction on a snapshot that handlers may have changed.
  fileprivate func updated(
    to snapshot: Snapshot<Section, Item>
  ) throws(SnapshotError<Section, Item>) -> Self {
    // Equality would ignore changes of content.
    if snapshot.isTriviallyIdentical(to: initialSnapshot) { return self }
    let parents = patch.items.moves.compactMap { $0.destination.parent }
    let unknown = (movedItems + parents.compactMap { $0.item }).filter { !snapshot.contains($0) }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown.eachOnce())) }
    let sections = parents.filter { $0.item == nil }.map { $0.section }
    let unknownSections = sections.filter { snapshot.indexOfSection($0) == nil }
    guard unknownSections.isEmpty else { throw .unknownSections(unknownSections.eachOnce()) }
    var final = snapshot
    for case .item(.cycle(let item)) in final.merge(patch) {
      throw .items(.moveIntoItself([item], destination: finalSnapshot.parent(of: item) ?? item))
    }
    let movedItems = snapshot.sortedItems(movedItems)
    return Self(
      initialSnapshot: snapshot, finalSnapshot: final, movedItems: movedItems,
      patch: final.patch(moving: movedItems, from: snapshot))
  }
}
