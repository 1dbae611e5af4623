import ViewSimulation

@MainActor open class UITableViewCell: UIView {}

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
    core.add { $0.inserts += indexPaths.map(ListPlace.init) }
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    core.add { $0.deletes += indexPaths.map(ListPlace.init) }
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    core.add { $0.reloads += indexPaths.map(ListPlace.init) }
  }
  open func reconfigureRows(at indexPaths: [IndexPath]) {
    core.add { $0.reconfigures += indexPaths.map(ListPlace.init) }
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    core.add { $0.moves.append((ListPlace(indexPath), ListPlace(newIndexPath))) }
  }
  open func reloadData() { core.reload() }

  // MARK: Rows

  open var indexPathsForVisibleRows: [IndexPath]? { core.displayedPlaces.map(IndexPath.init) }
  open var indexPathsForSelectedRows: [IndexPath]? {
    let places = core.selectedPlaces
    return places.isEmpty ? nil : places.map(IndexPath.init)
  }
  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    if let indexPath { core.select(ListPlace(indexPath), true) }
  }
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    core.select(ListPlace(indexPath), false)
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
      cell: { [unowned self] place, current in
        reconfiguredCell = current
        defer { reconfiguredCell = nil }
        return dataSource?.tableView(self, cellForRowAt: IndexPath(place))
      },
      header: { [unowned self] in delegate?.tableView(self, viewForHeaderInSection: $0) },
      willDisplay: { [unowned self] cell, place in
        delegate?.tableView(self, willDisplay: cell, forRowAt: IndexPath(place))
      },
      recycle: { [unowned self] in reusableCells.append($0) },
      didSelect: { [unowned self] place, isSelected in
        isSelected
          ? delegate?.tableView(self, didSelectRowAt: IndexPath(place))
          : delegate?.tableView(self, didDeselectRowAt: IndexPath(place))
      },
      canMove: { [unowned self] in
        dataSource?.tableView(self, canMoveRowAt: IndexPath($0)) ?? false
      },
      didMove: { [unowned self] source, target in
        dataSource?.tableView(self, moveRowAt: IndexPath(source), to: IndexPath(target))
      })
  }
}
