extension OutlineDataSource {
  /// Returns whether items may be dropped somewhere.
  ///
  /// - Parameters:
  ///   - items: The items, in whichever sections; those below others of them travel with those.
  ///   - destination: The place.
  /// - Returns: Whether there are items and all are known, as the destination is; it is not in or
  ///   below one of them; and ``ReorderingHandlers/canReorderItem`` allows to move each.
  /// - Complexity: O(log *n*) an item, and what the handler does
  public func canDrop(
    _ items: some Collection<Item>, at destination: DropDestination<Section, Item>
  ) -> Bool {
    latest.canMoveItems(items, to: destination) && canReorder(latest.topmostItems(among: items))
  }

  /// Moves items because the user has dropped them.
  ///
  /// The items travel as by ``Snapshot/moveItems(_:to:)``: as one block, in their order, each with
  /// all that is below it. The handlers run in this order: `canReorderItem`, which may forbid it,
  /// and `willReorder`, while the data source answers with the old state. Then observers are told,
  /// and last `didReorder`. Where the items are there already, nothing changes and no handler runs.
  ///
  /// An item that gets its first children so, before ``childLoader`` has loaded any, is `stale`;
  /// one that loses its last is `loaded` all the same, and is not loaded again. Where children are
  /// being loaded for the first time or anew, those that come replace what is dropped among them
  /// meanwhile: the loader is to know of the move by then.
  ///
  /// <!-- example: dropTarget -->
  ///     if let transaction = try source.drop(selection, at: .into("Fruit")) {
  ///       undoManager.registerUndo(withTarget: self) { $0.undo(transaction) }
  ///     }
  ///
  /// - Parameters:
  ///   - items: The items, in whichever sections.
  ///   - destination: The place.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - adapter: The adapter whose view shows the outcome already, since the user moved the rows
  ///     there: instead of the move, it is told by ``OutlineAdapter/reconfigure(_:in:)`` which rows
  ///     look different since. Where things come otherwise, because nothing moves or other changes
  ///     wait or are made by handlers, it is told none of them and reloads once.
  /// - Returns: What has happened, to be undone by its inverse; `nil` where nothing has.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)``,
  ///   ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SectionedSnapshotError/moveIntoItself(_:destination:)``, in this order; nothing changes
  ///   then.
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, and what handlers and observers do
  @discardableResult
  public func drop(
    _ items: some Collection<Item>, at destination: DropDestination<Section, Item>,
    animatingDifferences: Bool = true, movedBy adapter: (any OutlineAdapter<Section, Item>)? = nil
  ) throws(SectionedSnapshotError<Section, Item>) -> Transaction? {
    let author = adapters.first { adapter != nil && $0.adapter === adapter }
    return try deferringDelivery { () throws(SectionedSnapshotError<Section, Item>) in
      // Else the author may not have been told yet of what was there when it moved its rows.
      let isInCall = callDepth > 1
      var isMade = false
      defer { if !isMade { reloadAfterRejectedMove(by: author) } }
      guard let transaction = try makeTransaction(dropping: items, at: destination) else {
        return nil
      }
      isMade = true
      author?.undeliveredMoves += 1
      if isInCall || !pendingChanges.isEmpty {
        author?.needsReload = true
      }
      updateLoadRecords(for: transaction)
      let didReorder = reorderingHandlers.didReorder
      enqueue(
        Change(
          snapshot: transaction.finalSnapshot,
          presentation: animatingDifferences ? .animated : .immediate, author: author,
          completion: didReorder.map { handler in { handler(transaction) } }))
      return transaction
    }
  }

  /// Makes a transaction's moves, to undo one by its inverse or to redo it.
  ///
  /// Where what is on screen is the transaction's initial snapshot, it becomes the final one. Where
  /// other things have changed, each of the items goes to the section or the parent that it has in
  /// the final snapshot, after the nearest of its siblings ahead of it there that is still its
  /// sibling, and else first; all else stays as it is. No handler runs.
  ///
  /// - Parameters:
  ///   - transaction: A transaction, or the inverse of one.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)`` for items and parents that have gone,
  ///   ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SectionedSnapshotError/moveIntoItself(_:destination:)`` where a parent is below an item by
  ///   now; nothing changes then.
  /// - Complexity: That of ``Snapshot/moveItems(_:to:)``, and O(log *n*) for each sibling that has
  ///   gone
  public func apply(
    _ transaction: Transaction, animatingDifferences: Bool = true
  ) throws(SectionedSnapshotError<Section, Item>) {
    let transaction = try transaction.replayed(on: latest)
    updateLoadRecords(for: transaction)
    enqueue(transaction.finalSnapshot, isAnimated: animatingDifferences)
  }

  /// Asks and tells the handlers, while changes are held.
  ///
  /// - Returns: What is to happen; `nil` where nothing is.
  private func makeTransaction(
    dropping items: some Collection<Item>, at destination: DropDestination<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> Transaction? {
    let initial = latest
    var final = initial
    try final.moveItems(items, to: destination)
    let movedItems = initial.topmostItems(among: items)
    guard final != initial, canReorder(movedItems) else { return nil }
    let transaction = Transaction(
      initialSnapshot: initial, finalSnapshot: final, movedItems: movedItems)
    reorderingHandlers.willReorder?(transaction)
    // A handler may have made changes, be it of content alone, which does not count for equality.
    let isAlone = latest == initial && latest.sections(changedSince: initial).isEmpty
    return isAlone ? transaction : try transaction.replayed(on: latest)
  }

  /// Has an adapter whose view moved rows in vain show what there is, once its turn comes.
  private func reloadAfterRejectedMove(by author: AttachedAdapter?) {
    guard let author else { return }
    author.undeliveredMoves += 1
    author.needsReload = true
    enqueue(Change(snapshot: latest, presentation: .immediate, author: author))
  }

  private func canReorder(_ items: [Item]) -> Bool {
    guard let canReorderItem = reorderingHandlers.canReorderItem else { return false }
    return deferringDelivery { !items.isEmpty && items.allSatisfy(canReorderItem) }
  }

  /// Notes what a transaction means for the children that are still to be loaded.
  private func updateLoadRecords(for transaction: Transaction) {
    let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
    let parents = { (snapshot: Snapshot<Section, Item>) in
      Set(transaction.movedItems.compactMap { snapshot.parent(of: $0) })
    }
    for parent in parents(new) where !old.hasChildren(parent) {
      recordFirstChildren(of: parent)
    }
    for parent in parents(old) where !new.hasChildren(parent) {
      recordLossOfChildren(of: parent)
    }
  }

  /// Notes of an item that has children by a move alone that the others are still to be loaded.
  private func recordFirstChildren(of parent: Item) {
    switch state(of: parent, hasChildren: latest.hasChildren(parent)) {
    case .notLoaded: records[parent, default: LoadRecord()].status.isStale = true
    case .loading: records[parent]?.load?.previousStatus.isStale = true
    case .loaded, .failed, .stale: break
    }
  }

  /// Notes of an item that a move has left without children whether there are any to be loaded.
  private func recordLossOfChildren(of parent: Item) {
    guard let childLoader, childLoader.hasChildren(parent) else { return }
    switch state(of: parent, hasChildren: latest.hasChildren(parent)) {
    case .loaded: records[parent, default: LoadRecord()].isEmpty = true
    case .stale:
      records[parent]?.status.isStale = false
      records[parent]?.isEmpty = false
    case .loading:
      let wasStale = records[parent]?.load?.previousStatus.isStale ?? false
      records[parent]?.isEmpty = !wasStale
      records[parent]?.load?.previousStatus.isStale = false
    case .notLoaded, .failed: break
    }
  }
}

extension OutlineDataSource.Transaction {
  /// The transaction that makes the same moves where other things have changed.
  fileprivate func replayed(
    on snapshot: Snapshot<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> Self {
    var final = snapshot
    try final.moveItems(movedItems, asIn: finalSnapshot)
    return Self(initialSnapshot: snapshot, finalSnapshot: final, movedItems: movedItems)
  }
}
