import ViewSimulation

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView
}

// Optional requirements of Objective-C.
extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView(frame: .zero) }
}

@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath)
}

// Optional requirements of Objective-C.
extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
}

@MainActor open class UICollectionView: UIScrollView {
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { core.needsReload = true } }
  open weak var delegate: (any UICollectionViewDelegate)?
  open weak var dragDelegate: (any UICollectionViewDragDelegate)?
  open weak var dropDelegate: (any UICollectionViewDropDelegate)?
  open var dragInteractionEnabled = false
  open var isPrefetchingEnabled = true
  open var allowsMultipleSelection = false

  var reusableCells: [UICollectionViewCell] = []
  var reconfiguredCell: UICollectionViewCell?
  var requestedKind = ""
  @_spi(Simulation)
  public private(set) lazy var core = SimulatedList<
    UICollectionViewCell, UICollectionReusableView, DragSession
  >(makeClient())

  public convenience init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    self.init(frame: frame)
  }

  // MARK: Batches

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    if window == nil { Simulation.report("a batch outside a window") }
    core.performBatch(updates)
    Simulation.animate { completion?(true) }
  }
  open func insertSections(_ sections: IndexSet) { core.add { $0.insertedSections += sections } }
  open func deleteSections(_ sections: IndexSet) { core.add { $0.deletedSections += sections } }
  open func reloadSections(_ sections: IndexSet) { core.add { $0.reloadedSections += sections } }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    core.add { $0.movedSections.append((section, newSection)) }
  }
  open func insertItems(at indexPaths: [IndexPath]) {
    core.add { $0.inserts += indexPaths.map(ListPosition.init) }
  }
  open func deleteItems(at indexPaths: [IndexPath]) {
    core.add { $0.deletes += indexPaths.map(ListPosition.init) }
  }
  open func reloadItems(at indexPaths: [IndexPath]) {
    core.add { $0.reloads += indexPaths.map(ListPosition.init) }
  }
  open func reconfigureItems(at indexPaths: [IndexPath]) {
    core.add { $0.reconfigures += indexPaths.map(ListPosition.init) }
  }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    core.add { $0.moves.append((ListPosition(indexPath), ListPosition(newIndexPath))) }
  }
  open func reloadData() { core.reload() }

  // MARK: Rows

  open override func layoutIfNeeded() { core.layOut() }
  open override var contentOffset: CGPoint {
    get { core.contentOffset }
    set { core.contentOffset = newValue }
  }
  open override var contentSize: CGSize { core.contentSize }
  open override var bounds: CGRect { core.bounds }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    core.contents.row(at: ListPosition(indexPath))?.cell
  }
  open func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    Simulation.note("lookup of a header")
    return elementKind == Self.elementKindSectionHeader && indexPath.item == 0
      ? core.header(ofSection: indexPath.section) : nil
  }
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    core.position(at: point).map(IndexPath.init)
  }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    core.frame(of: ListPosition(indexPath)).map(UICollectionViewLayoutAttributes.init)
  }
  open var indexPathsForVisibleItems: [IndexPath] {
    core.displayedPositions.map(IndexPath.init)
  }
  open var indexPathsForSelectedItems: [IndexPath]? {
    core.selectedPositions.map(IndexPath.init)
  }
  open func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    if let indexPath { core.select(ListPosition(indexPath), true) }
  }
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    core.select(ListPosition(indexPath), false)
  }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
  public let frame: CGRect

  init(frame: CGRect) { self.frame = frame }
}

extension ListPosition {
  init(_ path: IndexPath) { self.init(path.section, path.item) }
}

extension IndexPath {
  init(_ position: ListPosition) { self.init(item: position.row, section: position.section) }
}
