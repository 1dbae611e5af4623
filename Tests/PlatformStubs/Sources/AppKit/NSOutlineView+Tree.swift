import ViewSimulation

extension NSOutlineView {
  /// The visible rows.
  @_spi(Simulation) public var rows: [TreeRow] {
    flushReload()
    return root.visibleRows
  }

  func row(of item: Any?) -> TreeRow? {
    flushReload()
    guard let item else { return root }
    return find(item as AnyObject, in: root)
  }

  private func find(_ object: AnyObject, in row: TreeRow) -> TreeRow? {
    for child in row.children {
      if child.object === object { return child }
      if let found = find(object, in: child) { return found }
    }
    return nil
  }

  /// Changes the children of an expanded row.
  func change(in parent: Any?, _ body: (TreeRow) -> Void) {
    checkNotInDelegate()
    guard let row = row(of: parent) else { return Simulation.report("a change in an unknown item") }
    guard row.isExpanded else { return Simulation.report("a change in a collapsed item") }
    blockDepth += 1
    changedParents.append(row)
    body(row)
    blockDepth -= 1
    if blockDepth == 0 { endBlock() }
  }

  /// Asks for the inserted items, and compares the numbers of children with the data source.
  func endBlock() {
    Simulation.note("batch")
    changeCount += 1
    for row in unknownRows {
      guard let parent = row.parent, let index = parent.children.firstIndex(where: { $0 === row })
      else { continue }
      identify(row, as: index, of: parent)
      showRememberedChildren(of: row)
    }
    for parent in changedParents where isShown(parent) {
      let count = dataSource?.outlineView(self, numberOfChildrenOfItem: parent.item) ?? 0
      if count != parent.children.count {
        Simulation.report("\(parent.children.count) children shown of \(count)")
      }
    }
    unknownRows = []
    changedParents = []
    checkItems()
    layOutIfAtOnce()
  }

  private func isShown(_ row: TreeRow) -> Bool {
    row === root || root.visibleRows.contains { $0 === row && $0.isExpanded }
  }

  private func identify(_ row: TreeRow, as index: Int, of parent: TreeRow) {
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: parent.item) ?? 0
    guard index < count, let dataSource else {
      return Simulation.report("child \(index) of \(count) is asked for")
    }
    let item = dataSource.outlineView(self, child: index, ofItem: parent.item)
    row.identify(item as AnyObject)
    row.isExpandable = dataSource.outlineView(self, isItemExpandable: item)
  }

  /// Reports an item that is in the tree twice, or is not the item of the data source.
  private func checkItems() {
    let objects = root.visibleRows.compactMap(\.object).map(ObjectIdentifier.init)
    if Set(objects).count != objects.count { Simulation.report("an item is in the tree twice") }
  }

  func showChildren(of row: TreeRow) {
    row.isExpanded = true
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: row.item) ?? 0
    if count == 0 && row !== root { Simulation.report("expands an item without children") }
    row.children = (0..<count).map { index in
      let child = TreeRow(parent: row)
      identify(child, as: index, of: row)
      return child
    }
    row.children.forEach(showRememberedChildren)
    checkItems()
  }

  /// Expands an item that the view has not known for a time, if it remembers the item as expanded.
  private func showRememberedChildren(of row: TreeRow) {
    if remembersExpansion, row.isExpandable, let object = row.object,
      remembered.isExpanded(object),
      dataSource?.outlineView(self, numberOfChildrenOfItem: object) ?? 0 > 0
    {
      showChildren(of: row)
    }
  }

  func hideChildren(of row: TreeRow) {
    for child in row.children { forget(child) }
    row.children = []
    row.isExpanded = false
  }

  /// Removes a row from the screen, with all rows below it.
  func forget(_ row: TreeRow) {
    let rows = [row] + row.visibleRows
    for row in rows {
      remembered.remember(row)
    }
    if rows.contains(where: \.isSelected) {
      for row in rows { row.isSelected = false }
      notifyOfSelection()
    }
  }

  func notifyOfSelection() {
    delegate?.outlineViewSelectionDidChange(Notification(name: .init("selection")))
  }

  func askDelegate(_ row: TreeRow, isExpanding: Bool) -> Bool {
    guard let delegate, let item = row.item else { return true }
    isAskingDelegate = true
    defer { isAskingDelegate = false }
    return isExpanding
      ? delegate.outlineView(self, shouldExpandItem: item)
      : delegate.outlineView(self, shouldCollapseItem: item)
  }

  func checkNotInDelegate() {
    if isAskingDelegate { Simulation.report("a change while the delegate is asked") }
  }
}

// MARK: - Layout

extension NSOutlineView {
  func layOutIfAtOnce() {
    if Simulation.laysOutAtOnce && blockDepth == 0 { layOut() }
  }

  /// Asks for all items again if they were reloaded.
  ///
  /// Selected rows keep their numbers, and the view reports the rows that are no longer there.
  func flushReload() {
    guard needsReload, blockDepth == 0 else { return }
    needsReload = false
    let selected = root.visibleRows.enumerated().filter(\.element.isSelected).map(\.offset)
    for row in root.visibleRows { remembered.remember(row) }
    showChildren(of: root)
    for (number, row) in root.visibleRows.enumerated() where selected.contains(number) {
      row.isSelected = true
    }
    if let last = selected.last, last >= root.visibleRows.count { notifyOfSelection() }
  }

  /// Asks for the views of the rows in the viewport, and of some that the user could scroll to.
  @_spi(Simulation) public func layOut() {
    let prepared = viewport.lowerBound - 2..<viewport.upperBound
    for (number, row) in rows.enumerated() {
      if !prepared.contains(number) {
        (row.view, row.rowView) = (nil, nil)
      } else if row.view == nil, let item = row.item {
        let rowView = NSTableRowView()
        row.view = delegate?.outlineView(self, viewFor: nil, item: item)
        row.rowView = rowView
        delegate?.outlineView(self, didAdd: rowView, forRow: number)
      }
    }
  }

  // MARK: Actions of the user

  @_spi(Simulation) public func userScrolls(to first: Int) {
    viewport = first..<first + viewport.count
    layOut()
  }

  /// Clicks the triangle of a row, if it has one.
  @_spi(Simulation) public func userToggles(_ row: TreeRow) {
    guard row.isExpandable, let item = row.item, hasTriangle(row) else { return }
    row.isExpanded ? collapseItem(item) : expandItem(item)
  }

  @_spi(Simulation) public func hasTriangle(_ row: TreeRow) -> Bool {
    row.item.flatMap { delegate?.outlineView(self, shouldShowOutlineCellForItem: $0) } ?? true
  }

  @_spi(Simulation) public func userSelects(_ row: TreeRow) {
    guard let item = row.item, delegate?.outlineView(self, shouldSelectItem: item) ?? true else {
      return
    }
    row.isSelected.toggle()
    Simulation.note("selection")
    notifyOfSelection()
  }

  /// Begins to drag rows.
  ///
  /// - Returns: The items of the rows that are dragged: those that may be.
  @_spi(Simulation)
  public func userBeginsDrag(_ rows: [TreeRow]) -> [Any] {
    guard let dataSource else { return [] }
    let items = rows.compactMap(\.item).filter { item in
      let writer = dataSource.outlineView(self, pasteboardWriterForItem: item)
      if writer == nil { Simulation.note("refused drag") }
      // A view is asked only about drags with a type that it has registered for.
      return (writer as? NSPasteboardItem)?.types.contains(where: registeredDraggedTypes.contains)
        == true
    }
    if !items.isEmpty {
      dataSource.outlineView(
        self, draggingSession: NSDraggingSession(), willBeginAt: .zero, forItems: items)
    }
    return items
  }

  /// Ends the drag at a child index of a row, or on it.
  @_spi(Simulation)
  public func userDrops(to target: TreeRow?, at index: Int) {
    guard let dataSource else { return }
    let operationFromElsewhere = dataSource.outlineView(
      self, validateDrop: Dragging(source: nil), proposedItem: target?.item,
      proposedChildIndex: index)
    if operationFromElsewhere != [] { Simulation.report("a drop from elsewhere is accepted") }
    let info = Dragging(source: self)
    let operation = dataSource.outlineView(
      self, validateDrop: info, proposedItem: target?.item, proposedChildIndex: index)
    if operation == .move {
      let drops = Simulation.events["drop", default: 0]
      let isAccepted = dataSource.outlineView(
        self, acceptDrop: info, item: target?.item, childIndex: index)
      if isAccepted != (Simulation.events["drop", default: 0] > drops) {
        Simulation.report("the drop returns \(isAccepted)")
      }
    }
    dataSource.outlineView(
      self, draggingSession: NSDraggingSession(), endedAt: .zero, operation: operation)
  }

  /// Drops rows of another app at a child index of a row, or on it.
  ///
  /// - Returns: A Boolean value that indicates whether the drop was accepted.
  @_spi(Simulation)
  public func userDropsFromElsewhere(to target: TreeRow?, at index: Int) -> Bool {
    let info = Dragging(source: nil)
    guard let dataSource,
      dataSource.outlineView(
        self, validateDrop: info, proposedItem: target?.item, proposedChildIndex: index) == .copy
    else { return false }
    return dataSource.outlineView(self, acceptDrop: info, item: target?.item, childIndex: index)
  }

  /// Drags rows to a child index of a row, or onto it.
  ///
  /// - Parameter pause: Called during the drag, when the view must not change.
  /// - Returns: The items of the rows that were dragged.
  @_spi(Simulation)
  public func userDrags(
    _ rows: [TreeRow], to target: TreeRow?, at index: Int, pause: () -> Void
  ) -> [Any] {
    let items = userBeginsDrag(rows)
    if items.isEmpty { return [] }
    let changes = changeCount
    pause()
    if changeCount != changes { Simulation.report("a change during a drag") }
    userDrops(to: target, at: index)
    return items
  }
}

@MainActor private final class Dragging: NSObject, NSDraggingInfo {
  let draggingSource: Any?

  init(source: NSOutlineView?) { draggingSource = source }
}
