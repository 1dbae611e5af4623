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
      cell: { [unowned self] place, current in
        reconfiguredCell = current
        defer { reconfiguredCell = nil }
        return dataSource?.collectionView(self, cellForItemAt: IndexPath(place))
      },
      header: { [unowned self] section in
        requestedKind = UICollectionView.elementKindSectionHeader
        return dataSource?.collectionView(
          self, viewForSupplementaryElementOfKind: requestedKind,
          at: IndexPath(item: 0, section: section))
      },
      willDisplay: { [unowned self] cell, place in
        delegate?.collectionView(self, willDisplay: cell, forItemAt: IndexPath(place))
      },
      recycle: { [unowned self] in reusableCells.append($0) },
      didSelect: { [unowned self] place, isSelected in
        isSelected
          ? delegate?.collectionView(self, didSelectItemAt: IndexPath(place))
          : delegate?.collectionView(self, didDeselectItemAt: IndexPath(place))
      },
      canMove: { [unowned self] place in
        dataSource?.collectionView(self, canMoveItemAt: IndexPath(place)) ?? false
      },
      didMove: { [unowned self] source, target in
        dataSource?.collectionView(self, moveItemAt: IndexPath(source), to: IndexPath(target))
      })
  }
}
