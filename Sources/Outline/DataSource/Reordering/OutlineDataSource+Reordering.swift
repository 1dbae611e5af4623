extension OutlineDataSource {
  /// Returns whether the user may drop items at a destination.
  ///
  /// - Parameters:
  ///   - items: Items of any sections; descendants of other items move with those.
  ///   - destination: The destination.
  /// - Returns: `true` if there are items, all items and the destination are known, the destination
  ///   is not in one of the items, ``ReorderingHandlers/canReorderItem`` allows each move, and
  ///   ``ReorderingHandlers/canDropItems`` allows the destination.
  /// - Complexity: O(log *n*) for each item, plus the handlers
  public func canDrop(
    _ items: some Collection<Item>, at destination: DropDestination<Section, Item>
  ) -> Bool {
    latest.canMoveItems(items, to: destination)
      && canReorder(latest.topmostItems(among: items), at: destination)
  }

  /// Moves items that the user has dropped (drag and drop).
  ///
  /// The items move as in ``Snapshot/moveItems(_:to:)``: together, in their order, each with its
  /// descendants. Calls `canReorderItem` and `canDropItems`, which can refuse, and `willReorder`;
  /// notifies observers; then calls `didReorder`. If the items are already at the destination,
  /// nothing changes and no handler is called.
  ///
  /// If an item receives its first children before ``childLoader`` has loaded any, its loading
  /// state becomes `stale`. If an item loses its last child, its state stays `loaded`. Children
  /// that arrive from a load replace items that were dropped among them during the load, so the
  /// model behind the loader must learn of the move in time.
  ///
  /// For views that move rows themselves, see <doc:Reordering>.
  ///
  /// <!-- example: dropTarget -->
  ///     if let transaction = try source.drop(selection, at: .into("Fruit")) {
  ///       undoManager.registerUndo(withTarget: self) { $0.undo(transaction) }
  ///     }
  ///
  /// - Parameters:
  ///   - items: Items of any sections.
  ///   - destination: The destination.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - adapter: The adapter whose view has already moved the rows of `items`, or `nil`. All other
  ///     rows of the view, also those of descendants, must be in their old order. If one item has
  ///     moved, the adapter receives a batch that moves the rows of visible descendants, and then a
  ///     call of ``OutlineAdapter/reconfigure(_:in:)`` with the rows that look different. It
  ///     reloads once instead if the move is rejected, if other changes are pending or made by
  ///     handlers, or if the positions of descendants are unclear.
  /// - Returns: The transaction, which can be undone by its inverse; `nil` if nothing moved.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)``, in this order. The data source is
  ///   unchanged in that case.
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, plus handlers and observers
  @discardableResult
  public func drop(
    _ items: some Collection<Item>, at destination: DropDestination<Section, Item>,
    animatingDifferences: Bool = true, movedBy adapter: (any OutlineAdapter<Section, Item>)? = nil
  ) throws(SectionedSnapshotError<Section, Item>) -> Transaction? {
    let author = adapters.first { adapter != nil && $0.adapter === adapter }
    return try deferringDelivery { () throws(SectionedSnapshotError<Section, Item>) in
      // During a call, the author may not know the snapshot that its move is based on.
      let isInCall = callDepth > 1
      var isMade = false
      defer { if !isMade { reloadAfterRejectedMove(by: author) } }
      guard let transaction = try makeTransaction(dropping: items, at: destination) else {
        return nil
      }
      isMade = true
      author?.undeliveredMoves += 1
      author?.movedItems = transaction.movedItems
      if isInCall || !queue.isEmpty {
        author?.needsReload = true
      }
      updateLoadRecords(for: transaction)
      let didReorder = reorderingHandlers.didReorder
      var origin = Origin.edit(isAnimated: animatingDifferences)
      origin.author = author
      enqueue(origin, whenReceived: didReorder.map { handler in { handler(transaction) } }) {
        $0 = transaction.finalSnapshot
      }
      return transaction
    }
  }

  /// Repeats the moves of a transaction: undo with its inverse, or redo.
  ///
  /// If the snapshot on screen is the transaction's initial snapshot, it becomes the final
  /// snapshot. If other things have changed since, each item moves to its parent or section in the
  /// final snapshot, after the nearest preceding sibling that is still its sibling, or to the first
  /// position. Everything else stays as it is. Does not call handlers.
  ///
  /// - Parameters:
  ///   - transaction: A transaction, or the inverse of one.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for deleted items and parents,
  ///   ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)`` if a parent is now a descendant of
  ///   an item. The data source is unchanged in that case.
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, plus O(log *n*) for each missing sibling
  public func apply(
    _ transaction: Transaction, animatingDifferences: Bool = true
  ) throws(SectionedSnapshotError<Section, Item>) {
    let transaction = try transaction.replayed(on: latest)
    updateLoadRecords(for: transaction)
    enqueue(.edit(isAnimated: animatingDifferences)) { $0 = transaction.finalSnapshot }
  }

  /// Calls the handlers before a move, while delivery is deferred.
  ///
  /// - Returns: The transaction, or `nil` if nothing moves or a handler refuses.
  private func makeTransaction(
    dropping items: some Collection<Item>, at destination: DropDestination<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> Transaction? {
    let initial = latest
    var final = initial
    try final.moveItems(items, to: destination)
    let movedItems = initial.topmostItems(among: items)
    guard movedItems.contains(where: { !initial.isPosition(of: $0, keptIn: final) }),
      canReorder(movedItems, at: destination)
    else { return nil }
    let transaction = Transaction(
      initialSnapshot: initial, finalSnapshot: final, movedItems: movedItems)
    if let willReorder = reorderingHandlers.willReorder {
      callingHandler { willReorder(transaction) }
    }
    // Compares storage: equality ignores changes of content that the handler may have made.
    return latest.isTriviallyIdentical(to: initial)
      ? transaction : try transaction.replayed(on: latest)
  }

  /// Reloads an adapter whose own move was rejected.
  private func reloadAfterRejectedMove(by author: AttachedAdapter?) {
    guard let author else { return }
    author.undeliveredMoves += 1
    author.needsReload = true
    var origin = Origin.edit(isAnimated: false)
    origin.author = author
    enqueue(origin) { _ in }
  }

  private func canReorder(
    _ items: [Item], at destination: DropDestination<Section, Item>
  ) -> Bool {
    guard !items.isEmpty, let canReorderItem = reorderingHandlers.canReorderItem else {
      return false
    }
    let canDropItems = reorderingHandlers.canDropItems
    let stored = latest.stored(destination)
    return callingHandler {
      items.allSatisfy(canReorderItem) && canDropItems?(items, stored) ?? true
    }
  }

  /// Updates the load records of parents that get their first children or lose their last.
  private func updateLoadRecords(for transaction: Transaction) {
    let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
    let parents = { (snapshot: Snapshot<Section, Item>) in
      Set(transaction.movedItems.compactMap { snapshot.parent(of: $0) })
    }
    for parent in parents(new) where !old.hasChildren(parent) {
      handle(.gainedChildren, of: .item(parent))
    }
    for parent in parents(old) where !new.hasChildren(parent) && canLoad(.item(parent)) {
      handle(.lostChildren, of: .item(parent))
    }
  }
}

extension Snapshot {
  /// The destination with its item as it is stored.
  fileprivate func stored(
    _ destination: DropDestination<Section, Item>
  ) -> DropDestination<Section, Item> {
    switch destination {
    case .before(let item): .before(self.item(equalTo: item) ?? item)
    case .after(let item): .after(self.item(equalTo: item) ?? item)
    case .into(let item): .into(self.item(equalTo: item) ?? item)
    case .end: destination
    }
  }

  /// A Boolean value that indicates whether an item is at the same position in another snapshot.
  fileprivate func isPosition(of item: Item, keptIn other: Snapshot) -> Bool {
    indexOfItem(item) == other.indexOfItem(item) && parent(of: item) == other.parent(of: item)
      && sectionIdentifier(containingItem: item) == other.sectionIdentifier(containingItem: item)
  }
}

extension OutlineDataSource.Transaction {
  /// The same moves, applied to another snapshot.
  fileprivate func replayed(
    on snapshot: Snapshot<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> Self {
    var final = snapshot
    try final.moveItems(movedItems, asIn: finalSnapshot)
    return Self(
      initialSnapshot: snapshot, finalSnapshot: final, movedItems: snapshot.inOrder(movedItems))
  }
}
