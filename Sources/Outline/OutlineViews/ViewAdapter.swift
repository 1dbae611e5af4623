#if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)

  import Outline

  /// The part of an adapter that does not depend on its view.
  ///
  /// It holds updates back while the user drags rows, and keeps the selection.
  @MainActor
  class ViewAdapter<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    @MainActor OutlineAdapter
  {
    typealias Update = OutlineDataSource<Section, Item>.Update

    let dataSource: OutlineDataSource<Section, Item>
    let marks: LoadingMarks<Section, Item>
    /// The view shows the rows of this snapshot.
    var shown = Snapshot<Section, Item>()
    var selectionHandler: ([Item]) -> Void = { _ in }
    var selection = ViewState<Item>() {
      didSet {
        if selection != oldValue {
          selectionHandler(selection.selectedItems)
        }
      }
    }
    private var heldUpdates: [(update: Update, completion: () -> Void)] = []
    private var isDragging = false

    init(_ dataSource: OutlineDataSource<Section, Item>) {
      self.dataSource = dataSource
      marks = LoadingMarks(dataSource)
      marks.whenRequestsChange = { [weak self] in self?.showState() }
    }

    func attach() { dataSource.attach(self) }

    func detach() {
      dataSource.detach(self)
      marks.removeAll()
      isDragging = false
      heldUpdates = []
    }

    var selectedItems: [Item] {
      get { selection.selectedItems }
      set {
        selection.selectedItems = newValue
        showState()
      }
    }

    // MARK: - The view

    /// The rows that the view displays.
    var rowsOfView: [RowPath] { [] }

    /// Shows an update in the view.
    func perform(_ update: Update, completion: @escaping () -> Void) {
      reload(update.finalSnapshot)
      completion()
    }

    func reload(_ snapshot: Snapshot<Section, Item>) {
      selection.follow(from: shown, to: snapshot)
      shown = snapshot
    }

    /// Shows the marks that have changed, and selects the rows of the selected items.
    func showState() {}

    // MARK: - Updates

    var displayedRows: [RowPath] {
      // The data source counts the rows of updates that are held back, but the view does not.
      isDragging ? [] : rowsOfView
    }

    func show(_ update: Update, completion: @escaping () -> Void) {
      if isDragging {
        heldUpdates.append((update, completion))
      } else {
        perform(update, completion: completion)
      }
    }

    func beginDrag() { isDragging = true }

    /// Ends the drag, unless it has ended by a drop.
    func endDrag() {
      guard isDragging else { return }
      showHeldUpdates()
      isDragging = false
      dataSource.checkContent()
    }

    /// Shows the updates that are held back, and those that they cause, each time merged into one.
    func showHeldUpdates() {
      // A handler or a cell can change the data source before the view has shown an update.
      while let update = merge(heldUpdates[...]) {
        let completions = heldUpdates.map(\.completion)
        heldUpdates = []
        perform(update) { for completion in completions { completion() } }
      }
    }

    /// Merges both halves first: each merge compares all rows that its updates have changed.
    private func merge(_ held: ArraySlice<(update: Update, completion: () -> Void)>) -> Update? {
      let half = held.count / 2
      guard half > 0, let first = merge(held.prefix(half)), let last = merge(held.dropFirst(half))
      else { return held.first?.update }
      return first.merging(last)
    }
  }

  extension OutlineDataSource.Update {
    /// Returns the item of the first of some rows that neither goes nor moves, if rows above it
    /// change.
    ///
    /// A view scrolls to keep this row in its place.
    ///
    /// - Parameters:
    ///   - paths: The displayed rows of the initial snapshot in ascending order.
    ///   - isReload: `true` if the view reloads all rows, so that it does not know which rows move.
    func anchor(among paths: [RowPath], isReload: Bool) -> Item? {
      for path in paths {
        guard let item = initialSnapshot.itemIdentifier(for: path),
          let newPath = finalSnapshot.rowPath(of: item), isReload || !difference.moves(path)
        else { continue }
        let isInPlace =
          path.section == newPath.section
          && initialSnapshot.row(of: item) == finalSnapshot.row(of: item)
        return isInPlace && !isReload ? nil : item
      }
      return nil
    }
  }

  extension SnapshotDifference {
    /// Returns a Boolean value that indicates whether an old row moves, alone or with its section.
    fileprivate func moves(_ path: RowPath) -> Bool {
      sections.moves.contains { $0.source.contains(path.section) }
        || moves.contains { $0.source.contains(path) }
        || changes.contains { change in
          change.oldSection == path.section
            && change.difference.moves.contains { $0.source.contains(path.row) }
        }
    }
  }

#endif
