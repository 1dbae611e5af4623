#if canImport(AppKit) && !targetEnvironment(macCatalyst)

  public import AppKit
  public import Outline

  /// An adapter that shows a data source in an outline view, with sections as group rows.
  ///
  /// Store it in the view controller, because neither the view nor the data source retains it. The
  /// adapter is the data source and the delegate of the view. For other methods of these protocols,
  /// write a subclass.
  ///
  /// <!-- example: outlineScreen -->
  ///     let outline = OutlineViewOutline(
  ///       outlineView, source,
  ///       row: { _, row in NSTextField(labelWithString: row.item) },
  ///       header: { _, section in NSTextField(labelWithString: section) })
  ///     outline.attach()
  ///
  /// A row shows an activity indicator while the children of its item load slowly, and a button that
  /// tries again if they failed to load. The last child shows them for the next page of its parent,
  /// which loads when this row is displayed.
  ///
  /// The user drags rows that ``OutlineDataSource/canReorder(_:)`` allows, and drops them between other
  /// rows or onto them.
  @MainActor
  open class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate
  {
    private typealias Node = TreeModel<Section, Item>.Node
    /// A closure that returns the view of a row.
    public typealias MakeView = (_ view: NSOutlineView, _ row: SectionSnapshot<Item>.Row) -> NSView?
    /// A closure that returns the view of a section's group row.
    public typealias MakeHeader = (_ view: NSOutlineView, _ section: Section) -> NSView?

    private let view: NSOutlineView
    private let dataSource: OutlineDataSource<Section, Item>
    private let makeView: MakeView
    private let makeHeader: MakeHeader
    /// Called with the selected items when the user, the program or an update has changed them.
    public var selectionHandler: (_ items: [Item]) -> Void = { _ in }
    private var selection = ViewState<Item>() {
      didSet {
        if selection != oldValue {
          selectionHandler(selection.selectedItems)
        }
      }
    }
    /// The items of the view, which distinguishes them by pointer and does not retain them.
    private let tree = TreeModel<Section, Item>()
    /// The view shows the rows of this snapshot.
    private var shown = Snapshot<Section, Item>()
    private let marks: LoadingMarks<Section, Item>
    private lazy var adapter = Adapter(self)
    private let rowType = NSPasteboard.PasteboardType("outline.adapter.row")
    private var draggedItems: [Item] = []
    private var isUpdating = false

    /// Creates an adapter, which shows nothing until it is attached.
    public init(
      _ view: NSOutlineView, _ dataSource: OutlineDataSource<Section, Item>,
      row: @escaping MakeView, header: @escaping MakeHeader
    ) {
      self.view = view
      self.dataSource = dataSource
      makeView = row
      makeHeader = header
      marks = LoadingMarks(dataSource)
      super.init()
      marks.whenRequestsEnd = { [weak self] in self?.perform([], then: []) }
    }

    /// Shows the rows of the data source from now on.
    public func attach() {
      view.registerForDraggedTypes([rowType])
      view.dataSource = self
      view.delegate = self
      dataSource.attach(adapter)
    }

    /// Ends the connection between the view and the data source.
    public func detach() {
      dataSource.detach(adapter)
      marks.removeAll()
      view.dataSource = nil
      view.delegate = nil
    }

    // MARK: - Updates

    /// Receives the updates, so that its methods are not those of the public class.
    @MainActor
    private final class Adapter: @MainActor OutlineAdapter {
      private unowned let outline: OutlineViewOutline

      init(_ outline: OutlineViewOutline) { self.outline = outline }

      var displayedRows: [RowPath] { outline.displayedRows }

      func show(
        _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
      ) {
        outline.show(update, completion: completion)
      }

      func reload(_ snapshot: Snapshot<Section, Item>) { outline.reload(snapshot) }
    }

    private func show(
      _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
    ) {
      followSelection(to: update.finalSnapshot)
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

    private func followSelection(to snapshot: Snapshot<Section, Item>) {
      let old = shown
      shown = snapshot
      selection.follow(from: old, to: snapshot)
    }

    private func reload(_ snapshot: Snapshot<Section, Item>) {
      followSelection(to: snapshot)
      let expansions = tree.reload(snapshot)
      isUpdating = true
      view.reloadData()
      perform([], then: expansions)
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
      let rows = selection.selectedItems.map { view.row(forItem: tree.node(of: $0)) }
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

    // MARK: - Scroll position

    /// A row that keeps its place on the screen.
    private typealias Anchor = (item: Item, distance: CGFloat)

    /// Returns a row that keeps its place if rows above it change, unless the view is scrolled to
    /// the top, where it shows new rows.
    private func anchor(
      of update: OutlineDataSource<Section, Item>.Update, isReload: Bool
    ) -> Anchor? {
      let visible = view.visibleRect
      let first = view.row(at: visible.origin)
      guard visible.minY > 0, first >= 0 else { return nil }
      let rows = (first..<view.numberOfRows).prefix { view.rect(ofRow: $0).minY < visible.maxY }
      let paths = rows.compactMap(item(atRow:)).compactMap(update.initialSnapshot.rowPath)
      guard let (path, _) = update.anchor(among: paths, isReload: isReload),
        let item = update.initialSnapshot.itemIdentifier(for: path)
      else { return nil }
      return (item, frame(of: item).minY - visible.minY)
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

    private func node(_ item: Any?) -> Node { item as? Node ?? tree.root }

    private func item(atRow row: Int) -> Item? { node(view.item(atRow: row)).item }

    private func isRow(_ item: Any) -> Bool { node(item).item != nil }

    open func outlineView(_: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      node(item).children.count
    }

    open func outlineView(_: NSOutlineView, child: Int, ofItem item: Any?) -> Any {
      let children = node(item).children
      return children.indices.contains(child) ? children[child] : tree.root
    }

    open func outlineView(_: NSOutlineView, isItemExpandable item: Any) -> Bool {
      node(item).item.map(dataSource.hasChildren) ?? !node(item).children.isEmpty
    }

    open func outlineView(_: NSOutlineView, isGroupItem item: Any) -> Bool { !isRow(item) }

    open func outlineView(_: NSOutlineView, shouldShowOutlineCellForItem item: Any) -> Bool {
      isRow(item)
    }

    open func outlineView(_ view: NSOutlineView, viewFor column: NSTableColumn?, item: Any)
      -> NSView?
    {
      let node = node(item)
      guard let row = node.row else { return node.section.flatMap { makeHeader(view, $0) } }
      let rowView = makeView(view, row)
      guard column === view.outlineTableColumn, let mark = marks.display(row.item) else {
        return rowView
      }
      return MarkedView.make(rowView, mark) { [weak marks] in marks?.retry(row.item) }
    }

    private var displayedRows: [RowPath] { displayedItems.compactMap(dataSource.rowPath) }

    private var displayedItems: [Item] {
      var items: [Item] = []
      view.enumerateAvailableRowViews { _, row in
        if let item = item(atRow: row) {
          items.append(item)
        }
      }
      return items
    }

    // MARK: - Selection

    /// The selected items, including hidden and unknown ones.
    ///
    /// They follow updates by the default ``SelectionRules``.
    public var selectedItems: [Item] {
      get { selection.selectedItems }
      set {
        selection.selectedItems = newValue
        perform([], then: [])
      }
    }

    open func outlineView(_: NSOutlineView, shouldSelectItem item: Any) -> Bool { isRow(item) }

    open func outlineViewSelectionDidChange(_: Notification) {
      if isUpdating { return }
      selection.selectedItems = view.selectedRowIndexes.compactMap(item(atRow:))
    }

    // MARK: - Expanding

    open func outlineView(_: NSOutlineView, shouldExpandItem item: Any) -> Bool {
      request(item) { [dataSource] in dataSource.expand($0) }
    }

    open func outlineView(_: NSOutlineView, shouldCollapseItem item: Any) -> Bool {
      request(item) { [dataSource] in dataSource.collapse($0) }
    }

    /// Lets the data source change an item, except during an update, which changes the view itself.
    private func request(_ item: Any, _ change: @escaping (Item) -> Void) -> Bool {
      guard !isUpdating, let item = node(item).item else { return isUpdating }
      // The view must not change while it asks.
      Task { change(item) }
      return false
    }

    // MARK: - Reordering

    open func outlineView(_: NSOutlineView, pasteboardWriterForItem item: Any) -> (
      any NSPasteboardWriting
    )? {
      guard node(item).item.map(dataSource.canReorder) == true else { return nil }
      let writer = NSPasteboardItem()
      writer.setString("row", forType: rowType)
      return writer
    }

    open func outlineView(
      _: NSOutlineView, draggingSession: NSDraggingSession, willBeginAt _: NSPoint,
      forItems items: [Any]
    ) {
      draggedItems = items.compactMap { node($0).item }
    }

    open func outlineView(
      _: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem: Any?,
      proposedChildIndex: Int
    ) -> NSDragOperation {
      let isOwn = info.draggingSource as AnyObject? === view
      let target = isOwn ? node(proposedItem).dropDestination(at: proposedChildIndex) : nil
      return target.map { dataSource.canDrop(draggedItems, to: $0) } == true ? .move : []
    }

    open func outlineView(
      _: NSOutlineView, acceptDrop: any NSDraggingInfo, item: Any?, childIndex: Int
    )
      -> Bool
    {
      let target = node(item).dropDestination(at: childIndex)
      return target.flatMap { try? dataSource.drop(draggedItems, to: $0) } != nil
    }
  }

#endif
