#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  public import Outline
  public import UIKit

  /// Shows a data source in a table view.
  ///
  /// Store the object in the view controller, because the view and the data source do not retain
  /// it. A cell's disclosure calls `dataSource.toggle(_:)`. A cell shows a spinner if
  /// `dataSource.isLoadingSlowly(of:)`.
  @MainActor
  open class TableViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    NSObject, UITableViewDataSource, UITableViewDelegate, @MainActor OutlineAdapter
  {
    public typealias View = UITableView
    public typealias Cell = UITableViewCell
    public typealias MakeCell = (View, IndexPath, SectionSnapshot<Item>.Row) -> Cell
    public typealias MakeHeader = (View, Int, Section) -> UIView?

    public let view: View
    public let dataSource: OutlineDataSource<Section, Item>
    public let makeCell: MakeCell
    public let makeHeader: MakeHeader
    /// Called with the selected items when the user or an update has changed them.
    public var selectionHandler: ([Item]) -> Void = { _ in }
    public private(set) var selection = ViewState<Item>() {
      didSet {
        if selection != oldValue {
          selectionHandler(selection.selectedItems)
        }
      }
    }
    /// The animations of updates by their names.
    public var rowAnimations: [String: UITableView.RowAnimation] = [:]
    private var animation = UITableView.RowAnimation.automatic
    /// The view shows the rows of this snapshot.
    private var shown = Snapshot<Section, Item>()

    public init(
      _ view: View, _ dataSource: OutlineDataSource<Section, Item>, cell: @escaping MakeCell,
      header: @escaping MakeHeader
    ) {
      self.view = view
      self.dataSource = dataSource
      makeCell = cell
      makeHeader = header
    }

    public func attach() {
      // A prefetched cell would miss changes of its content.
      view.isPrefetchingEnabled = false
      view.dataSource = self
      view.delegate = self
      dataSource.attach(self)
    }

    public func detach() {
      dataSource.detach(self)
      view.dataSource = nil
      view.delegate = nil
    }

    // MARK: - Updates

    public func show(
      _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
    ) {
      selection.follow(update)
      // A view outside a window cannot animate.
      let isReload = update.presentation == .reload || view.window == nil
      guard !isReload, let batches = update.batches else {
        reload(update.finalSnapshot)
        return completion()
      }
      let isAnimated = update.presentation == .animated
      animation = update.animationName.flatMap { rowAnimations[$0] } ?? .automatic
      defer { animation = .automatic }
      for batch in batches.dropLast() {
        perform(batch, animatingDifferences: isAnimated) {}
      }
      if let last = batches.last {
        perform(last, animatingDifferences: isAnimated, completion: completion)
      } else {
        reconfigure([], in: update.finalSnapshot)
        completion()
      }
      showSelection()
    }

    public func perform(
      _ batch: Snapshot<Section, Item>.Batch, animatingDifferences: Bool,
      completion: @escaping () -> Void
    ) {
      let updates = { [self] in add(batch) }
      let perform = { [view] in view.performBatchUpdates(updates, completion: { _ in completion() })
      }
      if animatingDifferences {
        perform()
      } else {
        UIView.performWithoutAnimation(perform)
      }
    }

    private func add(_ batch: Snapshot<Section, Item>.Batch) {
      shown = batch.snapshot
      view.deleteSections(IndexSet(batch.removedSections), with: animation)
      view.insertSections(IndexSet(batch.insertedSections), with: animation)
      view.reloadSections(IndexSet(batch.reloadedSections), with: animation)
      for move in batch.movedSections {
        view.moveSection(move.source, toSection: move.destination)
      }
      view.deleteRows(at: batch.removals.joined().map(\.indexPath), with: animation)
      view.insertRows(at: batch.insertions.joined().map(\.indexPath), with: animation)
      for (source, target) in batch.moves.flatMap({ zip($0.source, $0.destinationRows) }) {
        view.moveRow(at: source.indexPath, to: target.indexPath)
      }
      view.reloadRows(at: batch.reloads.joined().map(\.indexPath), with: animation)
      view.reconfigureRows(at: batch.reconfigures.joined().map(\.indexPath))
    }

    public func reload(_ snapshot: Snapshot<Section, Item>) {
      shown = snapshot
      view.reloadData()
      showSelection()
    }

    public func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Section, Item>) {
      shown = snapshot
      view.reconfigureRows(at: rows.joined().map(\.indexPath))
    }

    // MARK: - Rows

    open func numberOfSections(in view: View) -> Int { shown.numberOfSections }

    open func tableView(_ view: View, numberOfRowsInSection section: Int) -> Int {
      shown.numberOfRows(inSection: section)
    }

    open func tableView(_ view: View, cellForRowAt path: IndexPath) -> Cell {
      shown.row(at: RowPath(path)).map { makeCell(view, path, $0) } ?? Cell(frame: .zero)
    }

    open func tableView(_ view: View, viewForHeaderInSection section: Int) -> UIView? {
      makeHeader(view, section, shown.sectionIdentifiers[section])
    }

    public var displayedRows: [RowPath] {
      (view.indexPathsForVisibleRows ?? []).map(RowPath.init).sorted()
    }

    private func items(at paths: [IndexPath]) -> [Item] {
      paths.compactMap { shown.itemIdentifier(for: RowPath($0)) }
    }

    // MARK: - Selection

    public func select(_ items: [Item]) {
      selection.selectedItems = items
      showSelection()
    }

    private func showSelection() {
      let paths = Set(selection.selectedItems.compactMap { shown.rowPath(of: $0)?.indexPath })
      for path in paths.symmetricDifference(view.indexPathsForSelectedRows ?? []) {
        if paths.contains(path) {
          view.selectRow(at: path, animated: false, scrollPosition: .none)
        } else {
          view.deselectRow(at: path, animated: false)
        }
      }
    }

    open func tableView(_ view: View, didSelectRowAt _: IndexPath) {
      readSelection()
    }

    open func tableView(_ view: View, didDeselectRowAt _: IndexPath) {
      readSelection()
    }

    private func readSelection() {
      selection.selectedItems = items(at: view.indexPathsForSelectedRows ?? [])
    }

    // MARK: - Reordering

    // In editing mode, rows can move. Without the next two methods, they would have delete buttons.

    open func tableView(_ view: View, editingStyleForRowAt _: IndexPath) -> Cell.EditingStyle {
      view.isEditing ? .none : .delete
    }

    open func tableView(_: View, shouldIndentWhileEditingRowAt _: IndexPath) -> Bool { false }

    open func tableView(_ view: View, canMoveRowAt path: IndexPath) -> Bool {
      shown.itemIdentifier(for: RowPath(path)).map(dataSource.canReorder) ?? false
    }

    open func tableView(_ view: View, moveRowAt source: IndexPath, to path: IndexPath) {
      let items = items(at: [source])
      let target = shown.dropDestination(at: RowPath(path), counting: .afterRemoval, moving: items)
      guard let target else { return reload(shown) }
      // The data source reloads the view if the move is not possible.
      _ = try? dataSource.drop(items, to: target, movedBy: self)
    }
  }

  extension RowPath {
    fileprivate var indexPath: IndexPath { IndexPath(row: row, section: section) }

    fileprivate init(_ path: IndexPath) {
      self.init(section: path.section, row: path.row)
    }
  }

#endif
