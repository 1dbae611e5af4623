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
  ///         var content = cell.defaultContentConfiguration()
  ///         content.text = row.item
  ///         cell.contentConfiguration = content
  ///         cell.indentationLevel = row.level
  ///         return cell
  ///       })
  ///     outline.attach()
  ///
  /// It works like ``CollectionViewOutline``. A button of the cell expands its row. Marks of loads
  /// replace the accessory view of the cell. A header shows them if it is a
  /// `UITableViewHeaderFooterView`.
  @MainActor
  open class TableViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ListViewOutline<Section, Item>, UITableViewDataSource, UITableViewDelegate,
    UITableViewDragDelegate,
    UITableViewDropDelegate
  {
    /// A closure that returns the configured cell of a row.
    public typealias MakeCell = (
      _ view: UITableView, _ path: IndexPath, _ row: SectionSnapshot<Item>.Row
    ) -> UITableViewCell
    /// A closure that returns the header of a section.
    ///
    /// ``OutlineDataSource/sectionReconfigureHandler`` updates the header when its content changes.
    /// The adapter updates the mark of a load.
    public typealias MakeHeader = (_ view: UITableView, _ index: Int, _ section: Section) -> UIView?

    /// The animations of updates by their names; see
    /// ``OutlineDataSource/withAnimation(named:_:)``.
    public var rowAnimations: [String: UITableView.RowAnimation] = [:]

    private let makeCell: MakeCell
    private let makeHeader: MakeHeader

    /// Creates an adapter, which shows nothing until it is attached.
    ///
    /// - Parameters:
    ///   - view: The view that shows the rows.
    ///   - dataSource: The data source.
    ///   - cell: The cell of a row.
    ///   - header: The header of a section; not needed for a list without headers.
    public init(
      _ view: UITableView, _ dataSource: OutlineDataSource<Section, Item>,
      cell: @escaping MakeCell, header: @escaping MakeHeader = { _, _, _ in nil }
    ) {
      makeCell = cell
      makeHeader = header
      super.init(view, dataSource)
    }

    override func animation(named name: String?) -> UITableView.RowAnimation {
      name.flatMap { rowAnimations[$0] } ?? .automatic
    }

    // MARK: - Rows

    open func numberOfSections(in view: UITableView) -> Int { shown.numberOfSections }

    open func tableView(_ view: UITableView, numberOfRowsInSection section: Int) -> Int {
      shown.numberOfRows(inSection: section)
    }

    open func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      guard let row = row(at: path) else { return UITableViewCell(frame: .zero) }
      let cell = makeCell(view, path, row)
      showMark(of: .item(row.item), in: cell)
      return cell
    }

    open func tableView(_ view: UITableView, viewForHeaderInSection index: Int) -> UIView? {
      guard let section = sectionIdentifier(for: index) else { return nil }
      let header = makeHeader(view, index, section)
      showMark(of: .section(section), in: header)
      return header
    }

    // MARK: - Selection

    open func tableView(_ view: UITableView, didSelectRowAt path: IndexPath) {
      readSelection()
    }

    open func tableView(_ view: UITableView, didDeselectRowAt path: IndexPath) {
      readSelection()
    }

    // MARK: - Drag and drop

    open func tableView(
      _ view: UITableView, itemsForBeginning session: any UIDragSession, at path: IndexPath
    ) -> [UIDragItem] {
      dragItems(for: session, at: path)
    }

    open func tableView(
      _ view: UITableView, itemsForAddingTo session: any UIDragSession, at path: IndexPath,
      point: CGPoint
    ) -> [UIDragItem] {
      dragItems(addedTo: session, at: path)
    }

    open func tableView(_ view: UITableView, dragSessionWillBegin session: any UIDragSession) {
      beginDrag(session)
    }

    open func tableView(_ view: UITableView, dragSessionDidEnd session: any UIDragSession) {
      endDrag(session)
    }

    open func tableView(
      _ view: UITableView, dragSessionIsRestrictedToDraggingApplication: any UIDragSession
    ) -> Bool { true }

    open func tableView(
      _ view: UITableView, dropSessionDidUpdate session: any UIDropSession,
      withDestinationIndexPath path: IndexPath?
    ) -> UITableViewDropProposal {
      let (operation, isInto) = proposal(of: session, at: path)
      return UITableViewDropProposal(
        operation: operation,
        intent: isInto ? .insertIntoDestinationIndexPath : .insertAtDestinationIndexPath)
    }

    open func tableView(
      _ view: UITableView, performDropWith coordinator: any UITableViewDropCoordinator
    ) {
      drop(
        coordinator.session, at: coordinator.destinationIndexPath,
        isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath
      ) { coordinator.drop($0, toRowAt: $1) }
    }
  }

  extension UITableView: ListView {
    var displayedPaths: [IndexPath] { indexPathsForVisibleRows ?? [] }
    var selectedPaths: [IndexPath] { indexPathsForSelectedRows ?? [] }

    func connect(to adapter: NSObject?) {
      dataSource = adapter as? any UITableViewDataSource
      delegate = adapter as? any UITableViewDelegate
      dragDelegate = adapter as? any UITableViewDragDelegate
      dropDelegate = adapter as? any UITableViewDropDelegate
    }

    func loadingCell(at path: IndexPath) -> (any LoadingCell)? { cellForRow(at: path) }
    func loadingHeader(ofSection index: Int) -> (any LoadingCell)? { headerView(forSection: index) }
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
