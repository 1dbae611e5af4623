#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  import Outline
  import UIKit

  //  What the adapters for UICollectionView and UITableView have in common. The views call these
  //  methods of different names:
  //
  //      user drags a row ──▶ dragItems ──▶ beginDrag ──▶ target … ──▶ drop ──▶ endDrag
  //                                         updates are held back ─────────┘

  /// A view of rows in sections.
  @MainActor protocol ListView: UIScrollView {
    var displayedPaths: [IndexPath] { get }
    var selectedPaths: [IndexPath] { get }

    func reloadData()
    /// Performs updates as a batch.
    func perform(_ updates: @escaping () -> Void, completion: @escaping @MainActor () -> Void)
    /// Adds the changes of a batch to the updates in progress.
    func add<Section, Item>(
      _ batch: Snapshot<Section, Item>.Batch, animation: UITableView.RowAnimation)
    /// Returns the cell of a displayed row, if it has a place for the mark of a load.
    func loadingCell(at path: IndexPath) -> (any LoadingCell)?
    /// Returns the frame of a row in the coordinates of the view.
    func frame(of path: IndexPath) -> CGRect?
    /// Returns the row at a point in the coordinates of the view.
    func path(at point: CGPoint) -> IndexPath?
    func setSelected(_ isSelected: Bool, at path: IndexPath)
  }

  /// Shows a data source in a view of UIKit.
  @MainActor
  final class ListAdapter<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    @MainActor OutlineAdapter
  {
    typealias Update = OutlineDataSource<Section, Item>.Update

    private let view: any ListView
    private let dataSource: OutlineDataSource<Section, Item>
    var selectionHandler: ([Item]) -> Void = { _ in }
    /// The animations of updates by their names.
    var rowAnimations: [String: UITableView.RowAnimation] = [:]
    /// The view shows the rows of this snapshot.
    private(set) var shown = Snapshot<Section, Item>()
    private var selection = ViewState<Item>() {
      didSet {
        if selection != oldValue {
          selectionHandler(selection.selectedItems)
        }
      }
    }
    private let marks: LoadingMarks<Section, Item>
    private var heldUpdates = HeldUpdates<Section, Item>()
    private var drag = DragState.none

    /// Updates are held back unless there is no drag.
    private enum DragState {
      case none
      case inProgress
      /// The view shows the updates that were held back.
      case ending
    }

    init(_ view: any ListView, _ dataSource: OutlineDataSource<Section, Item>) {
      self.view = view
      self.dataSource = dataSource
      marks = LoadingMarks(dataSource)
      marks.whenRequestsEnd = { [weak self] in self?.updateMarks() }
    }

    func attach() {
      dataSource.attach(self)
    }

    func detach() {
      dataSource.detach(self)
      marks.removeAll()
      drag = .none
      heldUpdates = HeldUpdates()
    }

    // MARK: - Updates

    func show(_ update: Update, completion: @escaping () -> Void) {
      if drag == .none {
        perform(update, completion: completion)
      } else {
        heldUpdates.add(update, completion: completion)
      }
    }

    func reload(_ snapshot: Snapshot<Section, Item>) {
      selection.follow(from: shown, to: snapshot)
      shown = snapshot
      view.reloadData()
      showSelection()
      updateMarks()
    }

    private func perform(_ update: Update, completion: @escaping () -> Void) {
      selection.follow(from: shown, to: update.finalSnapshot)
      // A view outside a window cannot animate.
      let isReload = update.presentation == .reload || view.window == nil
      let batches = isReload ? nil : update.batches
      let anchor = anchor(of: update, isReload: batches == nil)
      guard let batches else {
        reload(update.finalSnapshot)
        anchor.map(restore)
        return completion()
      }
      let name = update.animationName
      let animation = name.flatMap { rowAnimations[$0] } ?? .automatic
      let isAnimated = update.presentation == .animated && anchor == nil
      for (index, batch) in batches.enumerated() {
        let end = index == batches.count - 1 ? completion : {}
        let perform = { [self] in
          view.perform {
            self.shown = batch.snapshot
            self.view.add(batch, animation: animation)
          } completion: {
            end()
          }
        }
        if isAnimated {
          perform()
        } else {
          UIView.performWithoutAnimation(perform)
        }
      }
      anchor.map(restore)
      showSelection()
      updateMarks()
      if batches.isEmpty {
        shown = update.finalSnapshot
        completion()
      }
    }

    // MARK: - Scroll position

    /// A row that keeps its place on the screen.
    private typealias Anchor = (path: IndexPath, distance: CGFloat)

    /// Returns a row that keeps its place if rows above it change, unless the view is scrolled to
    /// the top, where it shows new rows.
    private func anchor(of update: Update, isReload: Bool) -> Anchor? {
      let offset = view.contentOffset.y
      guard offset > -view.adjustedContentInset.top,
        let (old, new) = update.anchor(among: displayedRowsOfView, isReload: isReload),
        let frame = view.frame(of: IndexPath(old))
      else { return nil }
      return (IndexPath(new), frame.minY - offset)
    }

    private func restore(_ anchor: Anchor) {
      view.layoutIfNeeded()
      guard let frame = view.frame(of: anchor.path) else { return }
      let inset = view.adjustedContentInset
      let end = view.contentSize.height + inset.bottom - view.bounds.height
      view.contentOffset.y = max(min(frame.minY - anchor.distance, end), -inset.top)
    }

    // MARK: - Rows

    var displayedRows: [RowPath] {
      // The data source counts the rows of updates that are held back, but the view does not.
      drag == .none ? displayedRowsOfView : []
    }

    private var displayedRowsOfView: [RowPath] { view.displayedPaths.map(RowPath.init).sorted() }

    func row(at path: IndexPath) -> SectionSnapshot<Item>.Row? { shown.row(at: RowPath(path)) }

    func section(at index: Int) -> Section? {
      let sections = shown.sectionIdentifiers
      return sections.indices.contains(index) ? sections[index] : nil
    }

    // MARK: - Marks of loads

    /// Shows the mark of a row in its new cell.
    func showMark(of row: SectionSnapshot<Item>.Row, in cell: (any LoadingCell)?) {
      cell?.show(markView(marks.display(row.item), of: row.item))
    }

    /// Shows the marks that have changed.
    private func updateMarks() {
      let items = view.displayedPaths.compactMap { shown.itemIdentifier(for: RowPath($0)) }
      for item in marks.update(items) {
        guard let path = shown.rowPath(of: item) else { continue }
        view.loadingCell(at: IndexPath(path))?.show(markView(marks.mark(of: item), of: item))
      }
    }

    private func markView(_ mark: LoadingMark?, of item: Item) -> LoadingMarkView? {
      mark.map { LoadingMarkView.make($0) { [weak marks] in marks?.retry(item) } }
    }

    // MARK: - Selection

    var selectedItems: [Item] {
      get { selection.selectedItems }
      set {
        selection.selectedItems = newValue
        showSelection()
      }
    }

    /// Reads the selection after the user has changed it.
    func readSelection() {
      selection.selectedItems = view.selectedPaths.compactMap {
        shown.itemIdentifier(for: RowPath($0))
      }
    }

    private func showSelection() {
      let paths = Set(selectedItems.compactMap(shown.rowPath).map { IndexPath($0) })
      for path in paths.symmetricDifference(view.selectedPaths) {
        view.setSelected(paths.contains(path), at: path)
      }
    }

    // MARK: - Dragging

    func dragItems(for session: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
      guard let item = shown.itemIdentifier(for: RowPath(path)), dataSource.canReorder(item) else {
        return []
      }
      session.localContext = self
      let dragItem = UIDragItem(itemProvider: NSItemProvider())
      dragItem.localObject = item
      return [dragItem]
    }

    func beginDrag() {
      drag = .inProgress
    }

    func endDrag() {
      guard drag == .inProgress else { return }
      drag = .ending
      // A handler or a cell can change the data source before the view has shown an update.
      while let (update, completion) = heldUpdates.take() {
        perform(update, completion: completion)
      }
      drag = .none
      dataSource.checkContent()
    }

    /// The effect of a drop at a position.
    enum DropTarget {
      case refused
      case between
      case into
    }

    /// Returns the effect of a drop: into an item in the middle of its row, otherwise between rows.
    func target(of session: any UIDropSession, at path: IndexPath?) -> DropTarget {
      let isPossibleBetween = destination(of: session, at: path, isInto: false) != nil
      guard destination(of: session, at: path, isInto: true) != nil else {
        return isPossibleBetween ? .between : .refused
      }
      let location = session.location(in: view)
      guard isPossibleBetween, let frame = view.path(at: location).flatMap(view.frame) else {
        return .into
      }
      let distance = location.y - frame.minY
      return distance > frame.height / 4 && distance < frame.height * 3 / 4 ? .into : .between
    }

    /// Moves the dropped items, and shows the updates that were held back.
    ///
    /// - Returns: The path of the row to which the dragged row moves; `nil` if the view has none.
    func drop(_ session: any UIDropSession, at path: IndexPath?, isInto: Bool) -> IndexPath? {
      let items = draggedItems(of: session)
      if let destination = destination(of: session, at: path, isInto: isInto) {
        _ = try? dataSource.drop(items, to: destination)
      }
      endDrag()
      view.layoutIfNeeded()
      return items.first.flatMap(shown.rowPath).map { IndexPath($0) }
    }

    private func draggedItems(of session: any UIDropSession) -> [Item] {
      guard let drag = session.localDragSession, drag.localContext as AnyObject? === self else {
        return []
      }
      return drag.items.compactMap { $0.localObject as? Item }
    }

    /// Returns the destination of a drop into the item of a row, or at a path, unless it is refused.
    private func destination(
      of session: any UIDropSession, at path: IndexPath?, isInto: Bool
    ) -> Snapshot<Section, Item>.Destination? {
      let items = draggedItems(of: session)
      var destination: Snapshot<Section, Item>.Destination?
      if isInto {
        // The path is a position between rows.
        let row = view.path(at: session.location(in: view)).map(RowPath.init)
        destination = row.flatMap(shown.itemIdentifier).map { .into($0) }
      } else if let path {
        // The path counts the rows without the dragged one, which has left its place.
        destination = shown.dropDestination(
          at: RowPath(path), counting: .afterRemoval, moving: items)
      }
      guard let destination, dataSource.canDrop(items, to: destination) else { return nil }
      return destination
    }
  }

  /// The updates that an adapter holds back.
  private struct HeldUpdates<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    typealias Update = OutlineDataSource<Section, Item>.Update

    private var updates: [Update] = []
    private var completions: [() -> Void] = []

    mutating func add(_ update: Update, completion: @escaping () -> Void) {
      updates.append(update)
      completions.append(completion)
    }

    /// Takes all updates, merged into one, with a completion that calls those of all updates.
    mutating func take() -> (update: Update, completion: () -> Void)? {
      let (updates, completions) = (updates, completions)
      self = HeldUpdates()
      return merge(updates[...]).map { update in
        (update, { for completion in completions { completion() } })
      }
    }

    /// Merges both halves first: each merge compares all rows that its updates have changed.
    private func merge(_ updates: ArraySlice<Update>) -> Update? {
      let half = updates.count / 2
      guard half > 0, let first = merge(updates.prefix(half)),
        let second = merge(updates.dropFirst(half))
      else { return updates.first }
      return first.merging(second)
    }
  }

  extension IndexPath {
    init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
  }

  extension RowPath {
    init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }
  }

#endif
