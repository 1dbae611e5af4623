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
  /// which loads when this row is displayed. While a row shows one of them, the outline view returns a
  /// view that contains the view of your closure.
  ///
  /// The user drags rows that ``OutlineDataSource/canReorder(_:)`` allows, and drops them between other
  /// rows or onto them. A drag of a selected row moves all selected rows. Updates during a drag are
  /// shown after it, or when the user expands a row by resting the pointer on it. Children that then
  /// have to load appear after the drag.
  @MainActor
  open class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate
  {
    /// A closure that returns the view of a row.
    public typealias MakeView = (_ view: NSOutlineView, _ row: SectionSnapshot<Item>.Row) -> NSView?
    /// A closure that returns the view of a section's group row.
    public typealias MakeHeader = (_ view: NSOutlineView, _ section: Section) -> NSView?

    /// A closure that returns the action of a drop from another view or app, or `nil` to refuse it.
    ///
    /// The adapter calls it for possible destinations during the drag, and once more for the drop. It
    /// only performs the last action, so the closure itself must change nothing.
    public typealias DropHandler = (
      _ info: any NSDraggingInfo, _ destination: Snapshot<Section, Item>.Destination
    ) -> (() -> Void)?

    private let view: NSOutlineView
    private var dataSource: OutlineDataSource<Section, Item> { adapter.dataSource }
    private let adapter: TreeAdapter<Section, Item>
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
      adapter = TreeAdapter(view, dataSource)
      makeView = row
      makeHeader = header
    }

    /// Shows the rows of the data source from now on.
    public func attach() {
      let types = view.registeredDraggedTypes.filter { $0 != rowType }
      view.registerForDraggedTypes(types + [rowType])
      view.dataSource = self
      view.delegate = self
      adapter.attach()
    }

    /// Ends the connection between the view and the data source.
    public func detach() {
      adapter.detach()
      view.dataSource = nil
      view.delegate = nil
    }

    /// Called with the selected items when the user, the program or an update has changed them.
    public var selectionHandler: (_ items: [Item]) -> Void {
      get { adapter.selectionHandler }
      set { adapter.selectionHandler = newValue }
    }

    /// The selected items, including hidden and unknown ones.
    ///
    /// They follow updates by the default ``SelectionRules``.
    public var selectedItems: [Item] {
      get { adapter.selectedItems }
      set { adapter.selectedItems = newValue }
    }

    /// The handler of drops from other views and apps; without one, they are refused.
    ///
    /// Before you attach the adapter, register the types that the handler accepts with the view.
    public var dropHandler: DropHandler?

    // MARK: - Rows

    /// Returns the item of a row of the view, or `nil` for a section or if there is no such row.
    ///
    /// During a drag, the view shows other rows than the data source has.
    ///
    /// - Complexity: That of the `item(atRow:)` of the view
    public func itemIdentifier(forRow row: Int) -> Item? { node(view.item(atRow: row)).item }

    private func node(_ item: Any?) -> TreeAdapter<Section, Item>.Node { adapter.node(item) }

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
      guard let row = node.row else { return node.section.flatMap { makeHeader(view, $0) } }
      let rowView = makeView(view, row)
      guard column === view.outlineTableColumn, let mark = adapter.marks.display(row.item) else {
        return rowView
      }
      return MarkedView.make(rowView, mark) { [weak marks = adapter.marks] in
        marks?.retry(row.item)
      }
    }

    // MARK: - Selection

    open func outlineView(_: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      isRow(item)
    }

    open func outlineViewSelectionDidChange(_: Notification) { adapter.readSelection() }

    // MARK: - Expanding

    open func outlineView(_: NSOutlineView, shouldExpandItem item: Any) -> Bool {
      adapter.request(item) { [dataSource] in dataSource.expand($0) }
    }

    open func outlineView(_: NSOutlineView, shouldCollapseItem item: Any) -> Bool {
      adapter.request(item) { [dataSource] in dataSource.collapse($0) }
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
      adapter.beginDrag()
    }

    open func outlineView(
      _: NSOutlineView, draggingSession: NSDraggingSession, endedAt _: NSPoint,
      operation: NSDragOperation
    ) {
      adapter.endDrag()
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
      defer { adapter.endDrag() }
      let action = action(of: info, at: childIndex, of: item)
      action?()
      return action != nil
    }

    /// Returns whether the dragged rows are those of the view.
    private func isOwn(_ drag: any NSDraggingInfo) -> Bool {
      drag.draggingSource as AnyObject? === view
    }

    /// Returns the action of a drop, or `nil` if it is refused.
    private func action(
      of drag: any NSDraggingInfo, at index: Int, of item: Any?
    ) -> (() -> Void)? {
      guard let destination = node(item).dropDestination(at: index) else { return nil }
      guard isOwn(drag) else { return dropHandler?(drag, destination) }
      guard dataSource.canDrop(draggedItems, to: destination) else { return nil }
      return { [dataSource, draggedItems] in
        _ = try? dataSource.drop(draggedItems, to: destination)
      }
    }
  }

#endif
