import ViewSimulation

@MainActor open class UITableViewCell: UIView {
  open var indentationLevel = 0
  open var accessoryView: UIView?
  open var contentConfiguration: UIListContentConfiguration?

  open func defaultContentConfiguration() -> UIListContentConfiguration {
    UIListContentConfiguration()
  }
}

@MainActor open class UITableViewHeaderFooterView: UIView {
  public let contentView = UIView(frame: .zero)
  open private(set) var textLabel: UILabel? = UILabel(frame: .zero)
}

@MainActor open class UIContextualAction: NSObject {
  public enum Style: Int, Sendable { case normal, destructive }
  public typealias Handler = (
    _ action: UIContextualAction, _ view: UIView, _ completion: @escaping (Bool) -> Void
  ) -> Void

  public convenience init(style: Style, title: String?, handler: @escaping Handler) { self.init() }
}

@MainActor open class UISwipeActionsConfiguration: NSObject {
  public convenience init(actions: [UIContextualAction]) { self.init() }
}

@MainActor open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  open weak var dataSource: (any UITableViewDataSource)? { didSet { core.needsReload = true } }
  open weak var delegate: (any UITableViewDelegate)?
  open weak var dragDelegate: (any UITableViewDragDelegate)?
  open weak var dropDelegate: (any UITableViewDropDelegate)?
  open var dragInteractionEnabled = false
  open var isPrefetchingEnabled = true
  open var allowsMultipleSelection = false

  private var cellClasses: [String: UITableViewCell.Type] = [:]
  private var reusableCells: [UITableViewCell] = []
  private var reconfiguredCell: UITableViewCell?
  @_spi(Simulation)
  public private(set) lazy var core = SimulatedList<UITableViewCell, UIView, DragSession>(
    makeClient())

  public enum Style: Int, Sendable { case plain }

  public convenience init(frame: CGRect, style: Style) { self.init(frame: frame) }

  // MARK: Batches

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    if window == nil { Simulation.report("a batch outside a window") }
    core.performBatch(updates)
    Simulation.animate { completion?(true) }
  }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    core.add { $0.insertedSections += sections }
  }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    core.add { $0.deletedSections += sections }
  }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    core.add { $0.reloadedSections += sections }
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    core.add { $0.movedSections.append((section, newSection)) }
  }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    core.add { $0.inserts += indexPaths.map(ListPosition.init) }
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    core.add { $0.deletes += indexPaths.map(ListPosition.init) }
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    core.add { $0.reloads += indexPaths.map(ListPosition.init) }
  }
  open func reconfigureRows(at indexPaths: [IndexPath]) {
    core.add { $0.reconfigures += indexPaths.map(ListPosition.init) }
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
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
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    core.contents.row(at: ListPosition(indexPath))?.cell
  }
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    Simulation.note("lookup of a header")
    return core.header(ofSection: section) as? UITableViewHeaderFooterView
  }
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    core.position(at: point).map(IndexPath.init)
  }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    core.frame(of: ListPosition(indexPath)) ?? .zero
  }
  open var indexPathsForVisibleRows: [IndexPath]? { core.displayedPositions.map(IndexPath.init) }
  open var indexPathsForSelectedRows: [IndexPath]? {
    let positions = core.selectedPositions
    return positions.isEmpty ? nil : positions.map(IndexPath.init)
  }
  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    if let indexPath { core.select(ListPosition(indexPath), true) }
  }
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    core.select(ListPosition(indexPath), false)
  }

  open func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass
  }

  /// Returns the cell that is reconfigured, or a cell that was used before, or a new one.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    let cellClass = cellClasses[identifier] ?? UITableViewCell.self
    return reconfiguredCell ?? reusableCells.popLast() ?? cellClass.init(frame: .zero)
  }
}

extension UITableView {
  /// The calls of the view to its data source and delegate.
  private func makeClient() -> SimulatedList<UITableViewCell, UIView, DragSession>.Client {
    .init(
      rowCounts: { [unowned self] in
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
          dataSource.tableView(self, numberOfRowsInSection: $0)
        }
      },
      cell: { [unowned self] position, current in
        reconfiguredCell = current
        defer { reconfiguredCell = nil }
        return dataSource?.tableView(self, cellForRowAt: IndexPath(position))
      },
      header: { [unowned self] in delegate?.tableView(self, viewForHeaderInSection: $0) },
      willDisplay: { [unowned self] cell, position in
        delegate?.tableView(self, willDisplay: cell, forRowAt: IndexPath(position))
      },
      recycle: { [unowned self] in reusableCells.append($0) },
      didSelect: { [unowned self] position, isSelected in
        isSelected
          ? delegate?.tableView(self, didSelectRowAt: IndexPath(position))
          : delegate?.tableView(self, didDeselectRowAt: IndexPath(position))
      },
      dragItems: { [unowned self] session, position in
        dragInteractionEnabled
          ? dragDelegate?.tableView(
            self, itemsForBeginning: session, at: IndexPath(position)) ?? [] : []
      },
      addedDragItems: { [unowned self] session, position in
        dragDelegate?.tableView(
          self, itemsForAddingTo: session, at: IndexPath(position), point: .zero) ?? []
      },
      willBeginDrag: { [unowned self] in
        dragDelegate?.tableView(self, dragSessionWillBegin: $0)
      },
      didEndDrag: { [unowned self] in dragDelegate?.tableView(self, dragSessionDidEnd: $0) },
      proposal: { [unowned self] session, position in
        let proposal = dropDelegate?.tableView(
          self, dropSessionDidUpdate: session,
          withDestinationIndexPath: position.map(IndexPath.init))
        let isOwn = session.localDragSession != nil
        guard let proposal, proposal.operation == (isOwn ? .move : .copy) else { return nil }
        return proposal.intent == .insertIntoDestinationIndexPath
      },
      drop: { [unowned self] session, position, isInto in
        let coordinator = TableDrop(
          session: session, path: position.map(IndexPath.init), isInto: isInto)
        dropDelegate?.tableView(self, performDropWith: coordinator)
        return coordinator.targets.map(ListPosition.init)
      })
  }
}

private final class TableDrop: NSObject, UITableViewDropCoordinator {
  let session: any UIDropSession
  let destinationIndexPath: IndexPath?
  let proposal: UITableViewDropProposal
  let items: [any UITableViewDropItem]
  var targets: [IndexPath] = []

  init(session: DragSession, path: IndexPath?, isInto: Bool) {
    (self.session, destinationIndexPath) = (session, path)
    proposal = UITableViewDropProposal(
      operation: .move,
      intent: isInto ? .insertIntoDestinationIndexPath : .insertAtDestinationIndexPath)
    items = session.items.map(Item.init)
  }

  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating {
    targets.append(indexPath)
    return session as? DragSession ?? DragSession()
  }

  final class Item: NSObject, UITableViewDropItem {
    let dragItem: UIDragItem

    init(dragItem: UIDragItem) { self.dragItem = dragItem }
  }
}
