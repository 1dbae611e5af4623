import ViewSimulation

extension UICollectionView {
  /// The calls of the view to its data source and delegate.
  func makeClient()
    -> SimulatedList<UICollectionViewCell, UICollectionReusableView, DragSession>.Client
  {
    .init(
      rowCounts: { [unowned self] in
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
          dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
      },
      cell: { [unowned self] position, current in
        reconfiguredCell = current
        defer { reconfiguredCell = nil }
        return dataSource?.collectionView(self, cellForItemAt: IndexPath(position))
      },
      header: { [unowned self] section in
        requestedKind = UICollectionView.elementKindSectionHeader
        // The view of a whole layout has a path of one number.
        _ = dataSource?.collectionView(
          self, viewForSupplementaryElementOfKind: requestedKind, at: IndexPath(index: section))
        return dataSource?.collectionView(
          self, viewForSupplementaryElementOfKind: requestedKind,
          at: IndexPath(item: 0, section: section))
      },
      willDisplay: { [unowned self] cell, position in
        delegate?.collectionView(self, willDisplay: cell, forItemAt: IndexPath(position))
      },
      recycle: { [unowned self] in reusableCells.append($0) },
      didSelect: { [unowned self] position, isSelected in
        isSelected
          ? delegate?.collectionView(self, didSelectItemAt: IndexPath(position))
          : delegate?.collectionView(self, didDeselectItemAt: IndexPath(position))
      },
      dragItems: { [unowned self] session, position in
        dragInteractionEnabled
          ? dragDelegate?.collectionView(
            self, itemsForBeginning: session, at: IndexPath(position)) ?? [] : []
      },
      addedDragItems: { [unowned self] session, position in
        dragDelegate?.collectionView(
          self, itemsForAddingTo: session, at: IndexPath(position), point: .zero) ?? []
      },
      willBeginDrag: { [unowned self] in
        dragDelegate?.collectionView(self, dragSessionWillBegin: $0)
      },
      didEndDrag: { [unowned self] in dragDelegate?.collectionView(self, dragSessionDidEnd: $0) },
      proposal: { [unowned self] session, position in
        let proposal = dropDelegate?.collectionView(
          self, dropSessionDidUpdate: session,
          withDestinationIndexPath: position.map(IndexPath.init))
        let isOwn = session.localDragSession != nil
        guard let proposal, proposal.operation == (isOwn ? .move : .copy) else { return nil }
        return proposal.intent == .insertIntoDestinationIndexPath
      },
      drop: { [unowned self] session, position, isInto in
        let coordinator = CollectionDrop(
          session: session, path: position.map(IndexPath.init), isInto: isInto)
        dropDelegate?.collectionView(self, performDropWith: coordinator)
        return coordinator.targets.map(ListPosition.init)
      })
  }
}

private final class CollectionDrop: NSObject, UICollectionViewDropCoordinator {
  let session: any UIDropSession
  let destinationIndexPath: IndexPath?
  let proposal: UICollectionViewDropProposal
  let items: [any UICollectionViewDropItem]
  var targets: [IndexPath] = []

  init(session: DragSession, path: IndexPath?, isInto: Bool) {
    (self.session, destinationIndexPath) = (session, path)
    proposal = UICollectionViewDropProposal(
      operation: .move,
      intent: isInto ? .insertIntoDestinationIndexPath : .insertAtDestinationIndexPath)
    items = session.items.map(Item.init)
  }

  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
    targets.append(indexPath)
    return session as? DragSession ?? DragSession()
  }

  final class Item: NSObject, UICollectionViewDropItem {
    let dragItem: UIDragItem

    init(dragItem: UIDragItem) { self.dragItem = dragItem }
  }
}
