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
  /// A row shows an activity indicator while the children of its item load slowly, and a button
  /// that tries again if they failed to load. The group row of a section shows them for its roots.
  /// The last child shows them for the next page of its parent, which loads when this row is
  /// displayed. While a row shows one of them, the outline view returns a view that contains the
  /// view of your closure.
  ///
  /// The user drags rows that ``OutlineDataSource/canReorder(_:)`` allows, and drops them between
  /// other rows or onto them. A drag of a selected row moves all selected rows. Updates during a
  /// drag are shown after it, or when the user expands a row by resting the pointer on it. Children
  /// that then have to load appear after the drag.
  @MainActor
  open class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    ViewOutline<Section, Item>, NSOutlineViewDataSource, NSOutlineViewDelegate
  {
    /// A closure that returns the view of a row.
    public typealias MakeView = (_ view: NSOutlineView, _ row: SectionSnapshot<Item>.Row) -> NSView?
    /// A closure that returns the view of a section's group row.
    public typealias MakeHeader = (_ view: NSOutlineView, _ section: Section) -> NSView?

    /// A closure that returns the action of a drop from another view or app, or `nil` to refuse it.
    ///
    /// The adapter calls it for possible destinations during the drag, and once more for the drop.
    /// It only performs the last action, so the closure itself must change nothing.
    public typealias DropHandler = (
      _ info: any NSDraggingInfo, _ destination: Snapshot<Section, Item>.Destination
    ) -> (() -> Void)?

    private typealias Node = TreeModel<Section, Item>.Node

    private let view: NSOutlineView
    /// The items of the view, which distinguishes them by pointer and does not retain them.
    private let tree = TreeModel<Section, Item>()
    private var isUpdating = false
    private let makeView: MakeView
    private let makeHeader: MakeHeader
    private let rowType = NSPasteboard.PasteboardType("outline.adapter.row")
    private var draggedItems: [Item] = []

    /// Creates an adapter, which shows nothing until it is attached.
    public init(
      _ view: NSOutlineView, _ dataSource: OutlineDataSource<Section, Item>,
      row: @escaping MakeView, header: @escaping MakeHeader
    ) {
      self.view = view
      makeView = row
      makeHeader = header
      super.init(dataSource)
    }

    public override func attach() {
      let types = view.registeredDraggedTypes.filter { $0 != rowType }
      view.registerForDraggedTypes(types + [rowType])
      view.dataSource = self
      view.delegate = self
      super.attach()
    }

    public override func detach() {
      super.detach()
      view.dataSource = nil
      view.delegate = nil
    }

    /// The handler of drops from other views and apps; without one, they are refused.
    ///
    /// Before you attach the adapter, register the types that the handler accepts with the view.
    public var dropHandler: DropHandler?

    // MARK: - Updates

    public override func reload(_ snapshot: Snapshot<Section, Item>) {
      super.reload(snapshot)
      let expansions = tree.reload(snapshot)
      isUpdating = true
      view.reloadData()
      perform([], then: expansions)
    }

    override func perform(_ update: Update, completion: @escaping () -> Void) {
      // A view outside a window cannot animate.
      let isReload = update.presentation == .reload || view.window == nil
      let anchor = anchor(of: update, isReload: isReload)
      // First, because the handler of the selection can change it while the view has the old rows.
      if !isReload { super.reload(update.finalSnapshot) }
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
      // Each change of a section's mark comes with an update of its row.
      for case .item(let item) in marks.update(displayedItems.map(Parent.item)) {
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

    override var scrolling: (offset: CGFloat, start: CGFloat, end: CGFloat) {
      (view.visibleRect.minY, 0, view.bounds.maxY - view.visibleRect.height)
    }

    override func scroll(to offset: CGFloat) {
      view.scroll(NSPoint(x: view.visibleRect.minX, y: offset))
    }

    override func frame(of item: Item) -> CGRect? {
      let row = view.row(forItem: tree.node(of: item))
      return row < 0 ? nil : view.rect(ofRow: row)
    }

    // MARK: - Rows

    /// Returns the item of a row of the view, or `nil` for a section or if there is no such row.
    ///
    /// During a drag, the view shows other rows than the data source has.
    ///
    /// - Complexity: That of the `item(atRow:)` of the view
    public func itemIdentifier(forRow row: Int) -> Item? { node(view.item(atRow: row)).item }

    private func node(_ item: Any?) -> Node { item as? Node ?? tree.root }

    private var displayedItems: [Item] {
      var items: [Item] = []
      view.enumerateAvailableRowViews { _, row in
        if let item = itemIdentifier(forRow: row) {
          items.append(item)
        }
      }
      return items
    }

    override var rowsOfView: [RowPath] { displayedItems.compactMap(shown.rowPath).sorted() }

    private func isRow(_ item: Any) -> Bool { node(item).item != nil }

    open func outlineView(_: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      node(item).children.count
    }

    open func outlineView(_: NSOutlineView, child: Int, ofItem item: Any?) -> Any {
      node(item).children.dropFirst(child).first ?? node(nil)
    }

    open func outlineView(_: NSOutlineView, isItemExpandable item: Any) -> Bool {
      // The data source can be ahead of the view, which also expands what it still shows.
      let node = node(item)
      return !node.children.isEmpty || node.item.map(dataSource.hasChildren) == true
    }

    open func outlineView(_: NSOutlineView, isGroupItem item: Any) -> Bool { !isRow(item) }

    open func outlineView(_: NSOutlineView, shouldShowOutlineCellForItem item: Any) -> Bool {
      isRow(item)
    }

    open func outlineView(_ view: NSOutlineView, viewFor column: NSTableColumn?, item: Any)
      -> NSView?
    {
      let node = node(item)
      let rowView =
        node.row.map { makeView(view, $0) } ?? node.section.flatMap { makeHeader(view, $0) }
      let parent: Parent? = node.item.map { .item($0) } ?? node.section.map { .section($0) }
      // The row of a section has no column.
      guard column == nil || column === view.outlineTableColumn, let parent,
        let mark = marks.display(parent)
      else { return rowView }
      return MarkedView.make(rowView, mark) { [weak marks] in
        marks?.retry(parent)
      }
    }

    // MARK: - Selection

    open func outlineView(_: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      isRow(item)
    }

    open func outlineViewSelectionDidChange(_: Notification) {
      if isUpdating { return }
      takeOver(Set(view.selectedRowIndexes.compactMap(itemIdentifier)))
    }

    open func outlineView(_: NSOutlineView, typeSelectStringFor _: NSTableColumn?, item: Any)
      -> String?
    {
      node(item).item.flatMap { typeAheadTitle?($0) }
    }

    // MARK: - Keys

    /// Performs the action that a key has in a tree, if one row is selected.
    ///
    /// `*` expands the selected item and its siblings. The left arrow key stops waiting for
    /// children, collapses the item, or goes to its parent; the right one expands it, or goes to
    /// its first child. A subclass of `NSOutlineView` passes the keys on, and handles the others
    /// itself:
    ///
    /// <!-- example: no-check, a method of a view -->
    ///     override func keyDown(with event: NSEvent) {
    ///       if !outline.press(event) { super.keyDown(with: event) }
    ///     }
    ///
    /// - Parameter event: The argument of `keyDown(with:)`.
    /// - Returns: A Boolean value that indicates whether something has changed.
    /// - Complexity: That of ``OutlineSelection/press(_:_:in:hasChildren:)``, plus the update
    public func press(_ event: NSEvent) -> Bool {
      // Other events have no characters.
      guard event.type == .keyDown else { return false }
      let isRightToLeft = view.userInterfaceLayoutDirection == .rightToLeft
      let key: OutlineSelection<Item>.Key? =
        switch event.specialKey {
        case .leftArrow: isRightToLeft ? .right : .left
        case .rightArrow: isRightToLeft ? .left : .right
        default: event.characters == "*" ? .asterisk : nil
        }
      guard let key, selectedItems.count == 1,
        event.modifierFlags.isDisjoint(with: [.command, .control, .option]), press(key)
      else { return false }
      // During a drag, the view may not have the row yet.
      if let row = selectedItems.first.map({ view.row(forItem: tree.node(of: $0)) }), row >= 0 {
        view.scrollRowToVisible(row)
      }
      return true
    }

    // MARK: - Expanding

    open func outlineView(_: NSOutlineView, shouldExpandItem item: Any) -> Bool {
      request(item) { [dataSource] in dataSource.expand($0) }
    }

    open func outlineView(_: NSOutlineView, shouldCollapseItem item: Any) -> Bool {
      request(item) { [dataSource] in dataSource.collapse($0) }
    }

    /// Lets the data source change an item, except during an update, which changes the view itself.
    ///
    /// - Returns: A Boolean value that indicates whether the view may change the item.
    private func request(_ item: Any, _ change: @escaping (Item) -> Void) -> Bool {
      guard !isUpdating, let item = node(item).item else { return isUpdating }
      // The view must not change while it asks.
      Task {
        change(item)
        // The view also asks during a drag, when the pointer rests on a row.
        showHeldUpdates()
      }
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
      beginDrag(view)
    }

    open func outlineView(
      _: NSOutlineView, draggingSession: NSDraggingSession, endedAt _: NSPoint,
      operation: NSDragOperation
    ) {
      endDrag(view)
    }

    open func outlineView(
      _: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem: Any?,
      proposedChildIndex: Int
    ) -> NSDragOperation {
      guard action(of: info, at: proposedChildIndex, of: proposedItem) != nil else { return [] }
      return isOwn(info) ? .move : .copy
    }

    open func outlineView(
      _: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex: Int
    ) -> Bool {
      // The drag ends later, but the view shows the drop at once.
      defer { endDrag(view) }
      return action(of: info, at: childIndex, of: item)?() ?? false
    }

    /// Returns a Boolean value that indicates whether the dragged rows are those of the view.
    private func isOwn(_ drag: any NSDraggingInfo) -> Bool {
      drag.draggingSource as AnyObject? === view
    }

    /// Returns the action of a drop, which returns whether it succeeds; `nil` if it is refused.
    private func action(
      of drag: any NSDraggingInfo, at index: Int, of item: Any?
    ) -> (() -> Bool)? {
      guard isOwn(drag) || dropHandler != nil,
        let destination = node(item).dropDestination(at: index),
        dataSource.canDrop(isOwn(drag) ? draggedItems : [], to: destination)
      else { return nil }
      guard isOwn(drag) else {
        return dropHandler?(drag, destination).map { action in
          {
            action()
            return true
          }
        }
      }
      return { [dataSource, draggedItems] in
        (try? dataSource.drop(draggedItems, to: destination)) != nil
      }
    }
  }

#endif
