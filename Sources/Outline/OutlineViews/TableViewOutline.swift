#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  public import Outline
  public import UIKit

  /// An adapter that shows a data source in a table view.
  ///
  /// Store it in the view controller, because neither the view nor the data source retains it. The
  /// adapter is the data source of the view, and its delegate, also for drag and drop. For other
  /// methods of the delegate, write a subclass.
  ///
  /// <!-- example: tableScreen -->
  ///     let outline = TableViewOutline(
  ///       tableView, source,
  ///       cell: { view, path, row in
  ///         let cell = view.dequeueReusableCell(withIdentifier: "row", for: path)
  ///         cell.indentationLevel = row.level
  ///         return cell
  ///       },
  ///       header: { _, _, section in nil })
  ///     outline.attach()
  ///
  /// It works like ``CollectionViewOutline``. A button of the cell expands its row. Marks of loads
  /// replace the accessory view of the cell.
  @MainActor
  open class TableViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    NSObject, UITableViewDataSource, UITableViewDelegate, UITableViewDragDelegate,
    UITableViewDropDelegate
  {
    /// A closure that returns the configured cell of a row.
    public typealias MakeCell = (
      _ view: UITableView, _ path: IndexPath, _ row: SectionSnapshot<Item>.Row
    ) -> UITableViewCell
    /// A closure that returns the header of a section.
    ///
    /// ``OutlineDataSource/sectionReconfigureHandler`` updates the header when its content changes.
    public typealias MakeHeader = (_ view: UITableView, _ index: Int, _ section: Section) -> UIView?

    /// A closure that returns the action of a drop from another view or app, or `nil` to refuse it.
    ///
    /// The adapter calls it for possible destinations during the drag, and once more for the drop. It
    /// only performs the last action, so the closure itself must change nothing.
    public typealias DropHandler = (
      _ session: any UIDropSession, _ destination: Snapshot<Section, Item>.Destination
    ) -> (() -> Void)?

    private let view: UITableView
    private let list: ListAdapter<Section, Item>
    private let makeCell: MakeCell
    private let makeHeader: MakeHeader

    /// Creates an adapter, which shows nothing until it is attached.
    public init(
      _ view: UITableView, _ dataSource: OutlineDataSource<Section, Item>,
      cell: @escaping MakeCell, header: @escaping MakeHeader
    ) {
      self.view = view
      list = ListAdapter(view, dataSource)
      makeCell = cell
      makeHeader = header
    }

    /// Shows the rows of the data source from now on.
    public func attach() {
      connect(self)
      list.attach()
    }

    /// Ends the connection between the view and the data source.
    public func detach() {
      list.detach()
      connect(nil)
    }

    private func connect(_ delegate: TableViewOutline?) {
      view.dataSource = delegate
      view.delegate = delegate
      view.dragDelegate = delegate
      view.dropDelegate = delegate
    }

    /// Called with the selected items when the user, the program or an update has changed them.
    public var selectionHandler: (_ items: [Item]) -> Void {
      get { list.selectionHandler }
      set { list.selectionHandler = newValue }
    }

    /// The selected items, including hidden and unknown ones.
    ///
    /// They follow updates by the default ``SelectionRules``.
    public var selectedItems: [Item] {
      get { list.selectedItems }
      set { list.selectedItems = newValue }
    }

    /// The animations of updates by their names; see
    /// ``OutlineDataSource/withAnimation(named:_:)``.
    public var rowAnimations: [String: UITableView.RowAnimation] {
      get { list.rowAnimations }
      set { list.rowAnimations = newValue }
    }

    /// The handler of drops from other views and apps; without one, they are refused.
    public var dropHandler: DropHandler? {
      get { list.dropHandler }
      set { list.dropHandler = newValue }
    }

    // MARK: - Rows

    /// Returns the item of a row of the view, or `nil` if there is no such row.
    ///
    /// During a drag, the view shows other rows than the data source has.
    ///
    /// - Complexity: O(log *n*)
    public func itemIdentifier(for path: IndexPath) -> Item? { list.row(at: path)?.item }

    open func numberOfSections(in view: UITableView) -> Int { list.shown.numberOfSections }

    open func tableView(_ view: UITableView, numberOfRowsInSection section: Int) -> Int {
      list.shown.numberOfRows(inSection: section)
    }

    open func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      guard let row = list.row(at: path) else { return UITableViewCell(frame: .zero) }
      let cell = makeCell(view, path, row)
      list.showMark(of: row, in: cell)
      return cell
    }

    open func tableView(_ view: UITableView, viewForHeaderInSection index: Int) -> UIView? {
      list.section(at: index).flatMap { makeHeader(view, index, $0) }
    }

    // MARK: - Selection

    open func tableView(_ view: UITableView, didSelectRowAt path: IndexPath) {
      list.readSelection()
    }

    open func tableView(_ view: UITableView, didDeselectRowAt path: IndexPath) {
      list.readSelection()
    }

    // MARK: - Drag and drop

    open func tableView(
      _ view: UITableView, itemsForBeginning session: any UIDragSession, at path: IndexPath
    ) -> [UIDragItem] {
      list.dragItems(for: session, at: path)
    }

    open func tableView(
      _ view: UITableView, itemsForAddingTo session: any UIDragSession, at path: IndexPath,
      point: CGPoint
    ) -> [UIDragItem] {
      list.dragItems(addedTo: session, at: path)
    }

    open func tableView(_ view: UITableView, dragSessionWillBegin session: any UIDragSession) {
      list.beginDrag()
    }

    open func tableView(_ view: UITableView, dragSessionDidEnd session: any UIDragSession) {
      list.endDrag()
    }

    open func tableView(
      _ view: UITableView, dragSessionIsRestrictedToDraggingApplication: any UIDragSession
    ) -> Bool { true }

    open func tableView(
      _ view: UITableView, dropSessionDidUpdate session: any UIDropSession,
      withDestinationIndexPath path: IndexPath?
    ) -> UITableViewDropProposal {
      switch list.target(of: session, at: path) {
      case .refused: UITableViewDropProposal(operation: .forbidden)
      case .between:
        UITableViewDropProposal(
          operation: list.operation(of: session), intent: .insertAtDestinationIndexPath)
      case .into:
        UITableViewDropProposal(
          operation: list.operation(of: session), intent: .insertIntoDestinationIndexPath)
      }
    }

    open func tableView(
      _ view: UITableView, performDropWith coordinator: any UITableViewDropCoordinator
    ) {
      list.drop(
        coordinator.session, at: coordinator.destinationIndexPath,
        isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath
      ) { coordinator.drop($0, toRowAt: $1) }
    }
  }

  extension UITableView: ListView {
    var displayedPaths: [IndexPath] { indexPathsForVisibleRows ?? [] }
    var selectedPaths: [IndexPath] { indexPathsForSelectedRows ?? [] }

    func loadingCell(at path: IndexPath) -> (any LoadingCell)? { cellForRow(at: path) }
    func frame(of path: IndexPath) -> CGRect? { rectForRow(at: path) }
    func path(at point: CGPoint) -> IndexPath? { indexPathForRow(at: point) }

    func setSelected(_ isSelected: Bool, at path: IndexPath) {
      if isSelected {
        selectRow(at: path, animated: false, scrollPosition: .none)
      } else {
        deselectRow(at: path, animated: false)
      }
    }

    func perform(_ updates: @escaping () -> Void, completion: @escaping @MainActor () -> Void) {
      performBatchUpdates(updates) { _ in MainActor.assumeIsolated(completion) }
    }

    func add<Section, Item>(_ batch: Snapshot<Section, Item>.Batch, animation: RowAnimation) {
      deleteSections(IndexSet(batch.removedSections), with: animation)
      insertSections(IndexSet(batch.insertedSections), with: animation)
      reloadSections(IndexSet(batch.reloadedSections), with: animation)
      for move in batch.movedSections {
        moveSection(move.source, toSection: move.destination)
      }
      deleteRows(at: batch.removals.joined().map { IndexPath($0) }, with: animation)
      insertRows(at: batch.insertions.joined().map { IndexPath($0) }, with: animation)
      for (source, target) in batch.moves.flatMap({ zip($0.source, $0.destinationRows) }) {
        moveRow(at: IndexPath(source), to: IndexPath(target))
      }
      reloadRows(at: batch.reloads.joined().map { IndexPath($0) }, with: animation)
      reconfigureRows(at: batch.reconfigures.joined().map { IndexPath($0) })
    }
  }

#endif
