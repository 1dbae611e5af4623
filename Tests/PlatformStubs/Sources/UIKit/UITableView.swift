import ViewSimulation

@MainActor open class UITableViewCell: UIView {
  public enum EditingStyle: Int, Sendable { case none, delete, insert }
}

@MainActor open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  open weak var dataSource: (any UITableViewDataSource)? { didSet { core.needsReload = true } }
  open weak var delegate: (any UITableViewDelegate)?
  open var isPrefetchingEnabled = true
  open var allowsMultipleSelection = false
  open var isEditing = false

  private var cellClasses: [String: UITableViewCell.Type] = [:]
  private var reusableCells: [UITableViewCell] = []
  private var reconfiguredCell: UITableViewCell?
  @_spi(Simulation)
  public private(set) lazy var core = SimulatedList<UITableViewCell, UIView>(makeClient())

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
  private func makeClient() -> SimulatedList<UITableViewCell, UIView>.Client {
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
      canMove: { [unowned self] in
        // The user drags rows in editing mode.
        isEditing = true
        defer { isEditing = false }
        if delegate?.tableView(self, editingStyleForRowAt: IndexPath($0))
          != UITableViewCell.EditingStyle.none
        {
          Simulation.report("a button that does nothing")
        }
        return dataSource?.tableView(self, canMoveRowAt: IndexPath($0)) ?? false
      },
      didMove: { [unowned self] source, target in
        dataSource?.tableView(self, moveRowAt: IndexPath(source), to: IndexPath(target))
      })
  }
}
