#if canImport(AppKit) && !targetEnvironment(macCatalyst)

  import AppKit
  import Outline

  /// Shows a data source in an outline view.
  @MainActor
  final class TreeAdapter<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ViewAdapter<Section, Item>
  {
    typealias Node = TreeModel<Section, Item>.Node

    private let view: NSOutlineView
    /// The items of the view, which distinguishes them by pointer and does not retain them.
    private let tree = TreeModel<Section, Item>()
    private var isUpdating = false

    init(_ view: NSOutlineView, _ dataSource: OutlineDataSource<Section, Item>) {
      self.view = view
      super.init(dataSource)
    }

    // MARK: - Updates

    override func reload(_ snapshot: Snapshot<Section, Item>) {
      super.reload(snapshot)
      let expansions = tree.reload(snapshot)
      isUpdating = true
      view.reloadData()
      perform([], then: expansions)
    }

    override func perform(_ update: Update, completion: @escaping () -> Void) {
      super.reload(update.finalSnapshot)
      // A view outside a window cannot animate.
      let isReload = update.presentation == .reload || view.window == nil
      let anchor = anchor(of: update, isReload: isReload)
      let steps = isReload ? nil : tree.update(to: update.finalSnapshot, by: update.difference)
      let end: @MainActor () -> Void = { completion() }
      NSAnimationContext.runAnimationGroup(
        { context in
          if update.presentation != .animated || anchor != nil {
            context.duration = 0
          }
          if let steps {
            perform(steps.structural, then: steps.subsequent)
          } else {
            reload(update.finalSnapshot)
          }
          anchor.map(restore)
        }, completionHandler: { MainActor.assumeIsolated(end) })
    }

    private func perform(
      _ structural: [SectionDifference.TreeChange<Node>],
      then subsequent: [SectionDifference.TreeChange<Node>]
    ) {
      isUpdating = true
      view.beginUpdates()
      structural.forEach(perform)
      view.endUpdates()
      subsequent.forEach(perform)
      for item in marks.update(displayedItems) {
        view.reloadItem(tree.node(of: item))
      }
      let rows = selectedItems.map { view.row(forItem: tree.node(of: $0)) }
      view.selectRowIndexes(IndexSet(rows.filter { $0 >= 0 }), byExtendingSelection: false)
      isUpdating = false
    }

    private func perform(_ step: SectionDifference.TreeChange<Node>) {
      switch step {
      case .insert(let nodes, let index, let parent):
        let indices = IndexSet(index..<index + nodes.count)
        view.insertItems(at: indices, inParent: parent, withAnimation: .effectFade)
      case .remove(let indices, let parent):
        view.removeItems(at: IndexSet(indices), inParent: parent, withAnimation: .effectFade)
      case .move(let index, let parent, let target, let newParent):
        view.moveItem(at: index, inParent: parent, to: target, inParent: newParent)
      case .expand(let node): view.expandItem(node)
      case .collapse(let node): view.collapseItem(node)
      case .update(let node): view.reloadItem(node)
      }
    }

    override func showState() { perform([], then: []) }

    // MARK: - Scroll position

    /// A row that keeps its place on the screen.
    private typealias Anchor = (item: Item, distance: CGFloat)

    /// Returns a row that keeps its place if rows above it change, unless the view is scrolled to
    /// the top, where it shows new rows.
    private func anchor(of update: Update, isReload: Bool) -> Anchor? {
      let visible = view.visibleRect
      let first = view.row(at: visible.origin)
      guard visible.minY > 0, first >= 0 else { return nil }
      let rows = (first..<view.numberOfRows).prefix { view.rect(ofRow: $0).minY < visible.maxY }
      let paths = rows.compactMap(item(atRow:)).compactMap(update.initialSnapshot.rowPath)
      return update.anchor(among: paths, isReload: isReload).map { item in
        (item, frame(of: item).minY - visible.minY)
      }
    }

    private func restore(_ anchor: Anchor) {
      let visible = view.visibleRect
      let end = view.bounds.maxY - visible.height
      let offset = max(min(frame(of: anchor.item).minY - anchor.distance, end), 0)
      view.scroll(NSPoint(x: visible.minX, y: offset))
    }

    private func frame(of item: Item) -> NSRect {
      view.rect(ofRow: view.row(forItem: tree.node(of: item)))
    }

    // MARK: - Rows

    func node(_ item: Any?) -> Node { item as? Node ?? tree.root }

    private func item(atRow row: Int) -> Item? { node(view.item(atRow: row)).item }

    private var displayedItems: [Item] {
      var items: [Item] = []
      view.enumerateAvailableRowViews { _, row in
        if let item = item(atRow: row) {
          items.append(item)
        }
      }
      return items
    }

    override var rowsOfView: [RowPath] { displayedItems.compactMap(dataSource.rowPath) }

    /// Reads the selection after the user has changed it.
    func readSelection() {
      if isUpdating { return }
      selection.selectedItems = view.selectedRowIndexes.compactMap(item(atRow:))
    }

    /// Lets the data source change an item, except during an update, which changes the view itself.
    ///
    /// - Returns: A Boolean value that indicates whether the view may change the item.
    func request(_ item: Any, _ change: @escaping (Item) -> Void) -> Bool {
      guard !isUpdating, let item = node(item).item else { return isUpdating }
      // The view must not change while it asks.
      Task {
        change(item)
        // The view also asks during a drag, when the pointer rests on a row.
        showHeldUpdates()
      }
      return false
    }
  }

#endif
