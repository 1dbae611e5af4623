@MainActor public protocol NSOutlineViewDataSource: NSObjectProtocol {
  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool
  func outlineView(
    _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
  ) -> (any NSPasteboardWriting)?
  func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
    willBeginAt screenPoint: NSPoint, forItems draggedItems: [Any])
  func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
    endedAt screenPoint: NSPoint, operation: NSDragOperation)
  func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation
  func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?,
    childIndex index: Int
  ) -> Bool
}

// Optional requirements of Objective-C.
extension NSOutlineViewDataSource {
  public func outlineView(
    _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
  ) -> (any NSPasteboardWriting)? { nil }
  public func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
    willBeginAt screenPoint: NSPoint, forItems draggedItems: [Any]
  ) {}
  public func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
    endedAt screenPoint: NSPoint, operation: NSDragOperation
  ) {}
  public func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation { [] }
  public func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?,
    childIndex index: Int
  ) -> Bool { false }
}

@MainActor public protocol NSOutlineViewDelegate: NSObjectProtocol {
  func outlineView(
    _ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any
  ) -> NSView?
  func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldShowOutlineCellForItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool
  func outlineView(
    _ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int)
  func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool
  func outlineView(
    _ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any
  ) -> String?
  func outlineViewSelectionDidChange(_ notification: Notification)
}

// Optional requirements of Objective-C.
extension NSOutlineViewDelegate {
  public func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool { false }
  public func outlineView(
    _ outlineView: NSOutlineView, shouldShowOutlineCellForItem item: Any
  ) -> Bool { true }
  public func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool { true }
  public func outlineView(
    _ outlineView: NSOutlineView, shouldCollapseItem item: Any
  ) -> Bool { true }
  public func outlineView(
    _ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int
  ) {}
  public func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool { true }
  public func outlineView(
    _ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any
  ) -> String? { nil }
  public func outlineViewSelectionDidChange(_ notification: Notification) {}
}
