import ViewSimulation

extension UICollectionView {
  /// The calls of the view to its data source and delegate.
  func makeClient() -> SimulatedList<UICollectionViewCell, UICollectionReusableView>.Client {
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
      canMove: { [unowned self] position in
        dataSource?.collectionView(self, canMoveItemAt: IndexPath(position)) ?? false
      },
      didMove: { [unowned self] source, target in
        dataSource?.collectionView(self, moveItemAt: IndexPath(source), to: IndexPath(target))
      })
  }
}
