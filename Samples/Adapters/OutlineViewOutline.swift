import AppKit
import Outline

/// Shows a data source in an outline view, with sections as group rows.
///
/// Copy this file and `OutlineViewNodes.swift` into your app, and store the object in the view
/// controller.
///
/// How this was checked: it compiles with declarations written from AppKit's reference, and passes
/// random operations on a simulated view with strict rules (Tests/PlatformStubs). It has not run on
/// a Mac.
@MainActor
final class OutlineViewOutline<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate, @MainActor OutlineAdapter
{
  typealias Node = OutlineViewNode<Section, Item>
  let view: NSOutlineView
  let dataSource: OutlineDataSource<Section, Item>
  let makeView: (NSOutlineView, SectionSnapshot<Item>.Row) -> NSView?
  let makeHeader: (NSOutlineView, Section) -> NSView?
  private(set) var selection = ViewState<Item>()
  private let nodes = OutlineViewNodes<Section, Item>()
  private var draggedItems: [Item] = []
  private var isUpdating = false

  init(
    _ view: NSOutlineView, _ dataSource: OutlineDataSource<Section, Item>,
    row: @escaping (NSOutlineView, SectionSnapshot<Item>.Row) -> NSView?,
    header: @escaping (NSOutlineView, Section) -> NSView?
  ) {
    (self.view, self.dataSource, makeView, makeHeader) = (view, dataSource, row, header)
  }

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
    var rows: [Int] = []
    view.enumerateAvailableRowViews { _, row in
      let item = (view.item(atRow: row) as? Node)?.item
      rows += [item.flatMap(nodes.shown.row)].compactMap(\.self)
    }
    dataSource.setDisplayedRows((rows.min() ?? 0)..<(rows.max() ?? -1) + 1, for: self)
  }

  func outlineView(_ view: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
    item == nil ? nodes.shown.numberOfSections : nodes.children(of: item as? Node)?.count ?? 0
  }
  func outlineView(_ view: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
    nodes.child(index, of: item as? Node)
  }
  func outlineView(_ view: NSOutlineView, isItemExpandable item: Any) -> Bool {
    guard let node = item as? Node else { return false }
    return node.item.map(dataSource.hasChildren) ?? !nodes.shown[node.section].items.isEmpty
  }
  func outlineView(_ view: NSOutlineView, isGroupItem item: Any) -> Bool {
    (item as? Node)?.item == nil
  }
  func outlineView(_ view: NSOutlineView, viewFor _: NSTableColumn?, item: Any) -> NSView? {
    guard let node = item as? Node else { return nil }
    guard let item = node.item else { return makeHeader(view, node.section) }
    let outline = nodes.shown[node.section]
    return outline.row(of: item).flatMap { makeView(view, outline.rows[$0]) }
  }
  func outlineView(_ view: NSOutlineView, didAdd _: NSTableRowView, forRow row: Int) {
    if !isUpdating { setDisplayedRows() }
  }
  func outlineViewSelectionDidChange(_: Notification) {
    if isUpdating { return }
    let nodes = view.selectedRowIndexes.map { view.item(atRow: $0) as? Node }
    selection.selectedItems = nodes.compactMap { $0?.item }
  }
  func outlineView(_ view: NSOutlineView, shouldExpandItem item: Any) -> Bool { toggle(item) }
  func outlineView(_ view: NSOutlineView, shouldCollapseItem item: Any) -> Bool { toggle(item) }

  /// Has the data source change the view, if the user wants to; the view must not change now.
  private func toggle(_ item: Any) -> Bool {
    if !isUpdating, let item = (item as? Node)?.item { Task { dataSource.toggle(item) } }
    return isUpdating
  }

  func outlineView(
    _ view: NSOutlineView, pasteboardWriterForItem item: Any
  ) -> (any NSPasteboardWriting)? {
    let writer = NSPasteboardItem()
    writer.setString("", forType: .init("row"))
    return (item as? Node)?.item == nil ? nil : writer
  }
  func outlineView(
    _ view: NSOutlineView, draggingSession: NSDraggingSession, willBeginAt _: NSPoint,
    forItems items: [Any]
  ) { draggedItems = items.compactMap { ($0 as? Node)?.item } }
  func outlineView(
    _ view: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation {
    nodes.destination(item, index).map { dataSource.canDrop(draggedItems, at: $0) } == true
      ? .move : []
  }
  func outlineView(
    _ view: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool {
    nodes.destination(item, index).flatMap { try? dataSource.drop(draggedItems, at: $0) } != nil
  }
}
