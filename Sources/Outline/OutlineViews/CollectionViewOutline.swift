#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  public import Outline
  public import UIKit

  /// An adapter that shows a data source in a collection view with a list layout.
  ///
  /// Store it in the view controller, because neither the view nor the data source retains it. The
  /// adapter is the data source of the view, and its delegate, also for drag and drop. For other
  /// methods of the delegate, write a subclass.
  ///
  /// <!-- example: collectionScreen -->
  ///     let outline = CollectionViewOutline(
  ///       view, source,
  ///       cell: { view, path, row in
  ///         view.dequeueConfiguredReusableCell(using: cells, for: path, item: row)
  ///       },
  ///       supplementary: { view, kind, path, section in
  ///         view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
  ///       })
  ///     outline.attach()
  ///
  /// A button of the cell calls
  /// ``OutlineDataSource/toggle(_:animatingDifferences:isolation:completion:)``. A list cell shows
  /// an activity indicator while the children of its item load slowly, and a button that tries
  /// again if they failed to load. The header of a section shows them for its roots, if it is also
  /// a list cell. The last child shows them for the next page of its parent, which loads when this
  /// row is displayed.
  ///
  /// The user drags rows that ``OutlineDataSource/canReorder(_:)`` allows, one or several at once,
  /// and drops them between other rows, or into the item of a row. Updates during a drag are shown
  /// after it. The visible rows stay where they are if rows above them change, unless the view is
  /// scrolled to the top.
  @MainActor
  open class CollectionViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ListViewOutline<Section, Item>, UICollectionViewDataSource, UICollectionViewDelegate,
    UICollectionViewDragDelegate,
    UICollectionViewDropDelegate
  {
    /// A closure that returns the configured cell of a row.
    public typealias MakeCell = (
      _ view: UICollectionView, _ path: IndexPath, _ row: SectionSnapshot<Item>.Row
    ) -> UICollectionViewCell
    /// A closure that returns a header, a footer or another view of a section.
    ///
    /// ``OutlineDataSource/sectionReconfigureHandler`` updates the view when its content changes.
    /// The adapter updates the mark of a load in a header.
    public typealias MakeView = (
      _ view: UICollectionView, _ kind: String, _ path: IndexPath, _ section: Section
    ) -> UICollectionReusableView

    private let makeCell: MakeCell
    private let makeView: MakeView

    /// Creates an adapter, which shows nothing until it is attached.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - dataSource: The data source.
    ///   - cell: The cell of a row.
    ///   - supplementary: The view of a section; not needed for a list without headers and footers.
    public init(
      _ view: UICollectionView, _ dataSource: OutlineDataSource<Section, Item>,
      cell: @escaping MakeCell,
      supplementary: @escaping MakeView = { _, _, _, _ in UICollectionReusableView(frame: .zero) }
    ) {
      makeCell = cell
      makeView = supplementary
      super.init(view, dataSource)
    }

    // MARK: - Rows

    open func numberOfSections(in view: UICollectionView) -> Int { shown.numberOfSections }

    open func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      shown.numberOfRows(inSection: section)
    }

    open func collectionView(
      _ view: UICollectionView, cellForItemAt path: IndexPath
    ) -> UICollectionViewCell {
      guard let row = row(at: path) else { return UICollectionViewCell(frame: .zero) }
      let cell = makeCell(view, path, row)
      showMark(of: .item(row.item), in: cell)
      return cell
    }

    open func collectionView(
      _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
    ) -> UICollectionReusableView {
      // The path of a view for the whole list has one element.
      guard let section = path.first.flatMap(sectionIdentifier) else {
        return UICollectionReusableView(frame: .zero)
      }
      let sectionView = makeView(view, kind, path, section)
      if kind == UICollectionView.elementKindSectionHeader && path.count == 2 {
        showMark(of: .section(section), in: sectionView)
      }
      return sectionView
    }

    // MARK: - Selection

    open func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
      readSelection()
    }

    open func collectionView(_ view: UICollectionView, didDeselectItemAt path: IndexPath) {
      readSelection()
    }

    // MARK: - Drag and drop

    open func collectionView(
      _ view: UICollectionView, itemsForBeginning session: any UIDragSession, at path: IndexPath
    ) -> [UIDragItem] {
      dragItems(for: session, at: path)
    }

    open func collectionView(
      _ view: UICollectionView, itemsForAddingTo session: any UIDragSession, at path: IndexPath,
      point: CGPoint
    ) -> [UIDragItem] {
      dragItems(addedTo: session, at: path)
    }

    open func collectionView(
      _ view: UICollectionView, dragSessionWillBegin session: any UIDragSession
    ) {
      beginDrag(session)
    }

    open func collectionView(
      _ view: UICollectionView, dragSessionDidEnd session: any UIDragSession
    ) {
      endDrag(session)
    }

    open func collectionView(
      _ view: UICollectionView, dragSessionIsRestrictedToDraggingApplication: any UIDragSession
    ) -> Bool { true }

    open func collectionView(
      _ view: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
      withDestinationIndexPath path: IndexPath?
    ) -> UICollectionViewDropProposal {
      let (operation, isInto) = proposal(of: session, at: path)
      return UICollectionViewDropProposal(
        operation: operation,
        intent: isInto ? .insertIntoDestinationIndexPath : .insertAtDestinationIndexPath)
    }

    open func collectionView(
      _ view: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
    ) {
      drop(
        coordinator.session, at: coordinator.destinationIndexPath,
        isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath
      ) { coordinator.drop($0, toItemAt: $1) }
    }
  }

  extension UICollectionView: ListView {
    var displayedPaths: [IndexPath] { indexPathsForVisibleItems }
    var selectedPaths: [IndexPath] { indexPathsForSelectedItems ?? [] }

    func connect(to adapter: NSObject?) {
      dataSource = adapter as? any UICollectionViewDataSource
      delegate = adapter as? any UICollectionViewDelegate
      dragDelegate = adapter as? any UICollectionViewDragDelegate
      dropDelegate = adapter as? any UICollectionViewDropDelegate
    }

    func loadingCell(at path: IndexPath) -> (any LoadingCell)? {
      cellForItem(at: path) as? UICollectionViewListCell
    }
    func loadingHeader(ofSection index: Int) -> (any LoadingCell)? {
      supplementaryView(
        forElementKind: Self.elementKindSectionHeader, at: IndexPath(item: 0, section: index))
        as? UICollectionViewListCell
    }
    func frame(of path: IndexPath) -> CGRect? { layoutAttributesForItem(at: path)?.frame }
    func path(at point: CGPoint) -> IndexPath? { indexPathForItem(at: point) }

    func setSelected(_ isSelected: Bool, at path: IndexPath) {
      if isSelected {
        selectItem(at: path, animated: false, scrollPosition: [])
      } else {
        deselectItem(at: path, animated: false)
      }
    }

    func perform(_ updates: @escaping () -> Void, completion: @escaping @MainActor () -> Void) {
      performBatchUpdates(updates) { _ in MainActor.assumeIsolated(completion) }
    }

    func add<Section, Item>(
      _ batch: Snapshot<Section, Item>.Batch, animation: UITableView.RowAnimation
    ) {
      deleteSections(IndexSet(batch.removedSections))
      insertSections(IndexSet(batch.insertedSections))
      reloadSections(IndexSet(batch.reloadedSections))
      for move in batch.movedSections {
        moveSection(move.source, toSection: move.destination)
      }
      deleteItems(at: batch.removals.joined().map { IndexPath($0) })
      insertItems(at: batch.insertions.joined().map { IndexPath($0) })
      for (source, target) in batch.moves.flatMap({ zip($0.source, $0.destinationRows) }) {
        moveItem(at: IndexPath(source), to: IndexPath(target))
      }
      reloadItems(at: batch.reloads.joined().map { IndexPath($0) })
      reconfigureItems(at: batch.reconfigures.joined().map { IndexPath($0) })
    }
  }

#endif
