import AppKit
import Outline

/// Shows a data source in an outline view, with sections as group rows.
///
/// Copy this file and `OutlineViewNodes.swift` into your app, and store the object in the view
/// controller. The adapter is two files because an outline view needs an object for each item.
///
/// How this was checked: it compiles with declarations written from AppKit's reference, and passes
/// random operations on a simulated view with strict rules (Tests/PlatformStubs). It has not run on
/// a Mac.
@MainActor
final class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate, @MainActor OutlineAdapter
{
  typealias Node = OutlineViewNode<Section, Item>
  typealias View = NSOutlineView
  typealias MakeView = (View, SectionSnapshot<Item>.Row) -> NSView?
  typealias MakeHeader = (View, Section) -> NSView?
  let view: View
  let dataSource: OutlineDataSource<Section, Item>
  let (makeView, makeHeader): (MakeView, MakeHeader)
  /// Called with the selected items when the user or an update has changed them.
  var selectionHandler: ([Item]) -> Void = { _ in }
  private(set) var selection = ViewState<Item>() {
    didSet { if selection != oldValue { selectionHandler(selection.selectedItems) } }
  }
  private let nodes = OutlineViewNodes<Section, Item>()
  private var draggedItems: [Item] = []
  private var isUpdating = false

  init(
    _ view: View, _ dataSource: OutlineDataSource<Section, Item>, row: @escaping MakeView,
    header: @escaping MakeHeader
  ) { (self.view, self.dataSource, makeView, makeHeader) = (view, dataSource, row, header) }

  func attach() {
    view.registerForDraggedTypes([.init("row")])
    (view.dataSource, view.delegate) = (self, self)
    dataSource.attach(self)
  }

  func detach() {
    dataSource.detach(self)
    (view.dataSource, view.delegate) = (nil, nil)
  }

  func show(_ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void) {
    selection.follow(update)
    guard !update.prefersReload, view.window != nil else {
      reload(update.finalSnapshot)
      return completion()
    }
    let end: @MainActor () -> Void = { completion() }
    NSAnimationContext.runAnimationGroup { context in
      if !update.isAnimated { context.duration = 0 }
      change(to: update.finalSnapshot) { nodes.perform(update, in: view) }
    } completionHandler: {
      MainActor.assumeIsolated { end() }
    }
  }

  func reload(_ snapshot: Snapshot<Section, Item>) {
    change(to: snapshot) {
      view.reloadData()
      for section in snapshot.sectionIdentifiers { nodes.expand(section, in: view) }
    }
  }
  func select(_ items: [Item]) {
    selection.selectedItems = items
    change(to: nodes.shown) {}
  }
  // The data source calls these only for views that move rows themselves.
  func perform(_ batch: Batch<Section, Item>, isAnimated: Bool) { reload(batch.snapshot) }
  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Section, Item>) { reload(snapshot) }

  private func change(to snapshot: Snapshot<Section, Item>, _ body: () -> Void) {
    isUpdating = true
    nodes.shown = snapshot
    body()
    nodes.removeUnused()
    let rows = selection.selectedItems.map { view.row(forItem: nodes.existingNode(of: $0)) }
    view.selectRowIndexes(IndexSet(rows.filter { $0 >= 0 }), byExtendingSelection: false)
    isUpdating = false
    setDisplayedRows()
  }
  private func setDisplayedRows() {
    dataSource.setDisplayedRows(nodes.displayedRows(in: view), for: self)
  }

  func outlineView(_ view: View, numberOfChildrenOfItem item: Any?) -> Int {
    item == nil ? nodes.shown.numberOfSections : nodes.children(of: item as? Node)?.count ?? 0
  }
  func outlineView(_ view: View, child index: Int, ofItem item: Any?) -> Any {
    nodes.child(index, of: item as? Node)
  }
  func outlineView(_ view: View, isItemExpandable item: Any) -> Bool {
    guard let node = item as? Node else { return false }
    return node.item.map(dataSource.hasChildren) ?? !nodes.shown[node.section].items.isEmpty
  }
  func outlineView(_ view: View, isGroupItem item: Any) -> Bool { (item as? Node)?.item == nil }
  func outlineView(_ view: View, viewFor _: NSTableColumn?, item: Any) -> NSView? {
    guard let node = item as? Node else { return nil }
    guard let item = node.item else { return makeHeader(view, node.section) }
    let outline = nodes.shown[node.section]
    return outline.row(of: item).flatMap { makeView(view, outline.rows[$0]) }
  }
  func outlineView(_ view: View, didAdd _: NSTableRowView, forRow row: Int) {
    if !isUpdating { setDisplayedRows() }
  }
  func outlineView(_ view: View, shouldSelectItem item: Any) -> Bool {
    (item as? Node)?.item != nil
  }
  func outlineViewSelectionDidChange(_: Notification) {
    if isUpdating { return }
    let nodes = view.selectedRowIndexes.map { view.item(atRow: $0) as? Node }
    selection.selectedItems = nodes.compactMap { $0?.item }
  }
  func outlineView(_ view: View, shouldExpandItem item: Any) -> Bool { request(item, true) }
  func outlineView(_ view: View, shouldCollapseItem item: Any) -> Bool { request(item, false) }

  /// Has the data source change the view, if the user wants to; the view must not change now.
  private func request(_ item: Any, _ isExpanded: Bool) -> Bool {
    if !isUpdating, let item = (item as? Node)?.item {
      Task { isExpanded ? dataSource.expand(item) : dataSource.collapse(item) }
    }
    return isUpdating
  }

  func outlineView(_ view: View, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
    let writer = NSPasteboardItem()
    writer.setString("", forType: .init("row"))
    return (item as? Node)?.item.map(dataSource.canReorder) == true ? writer : nil
  }
  func outlineView(
    _ view: View, draggingSession: NSDraggingSession, willBeginAt _: NSPoint, forItems items: [Any]
  ) { draggedItems = items.compactMap { ($0 as? Node)?.item } }
  func outlineView(
    _ view: View, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation {
    let target = info.draggingSource as AnyObject? === view ? nodes.destination(item, index) : nil
    return target.map { dataSource.canDrop(draggedItems, at: $0) } == true ? .move : []
  }
  func outlineView(
    _ view: View, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool {
    nodes.destination(item, index).flatMap { try? dataSource.drop(draggedItems, at: $0) } != nil
  }
}
