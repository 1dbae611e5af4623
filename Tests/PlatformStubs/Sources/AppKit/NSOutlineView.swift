import ViewSimulation

@MainActor open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
    public static let slideUp = AnimationOptions(rawValue: 16)
  }

  open func beginUpdates() {}
  open func endUpdates() {}
  open func reloadData() {}
}

/// A strict outline view: it knows its items by pointer, and learns of children when it asks.
@MainActor open class NSOutlineView: NSTableView {
  open weak var dataSource: (any NSOutlineViewDataSource)? { didSet { needsReload = true } }
  open weak var delegate: (any NSOutlineViewDelegate)?
  open var outlineTableColumn: NSTableColumn?

  let root = TreeRow(parent: nil)
  var needsReload = true
  /// The number of update blocks in progress.
  var blockDepth = 0
  /// Rows inserted in the current block.
  var unknownRows: [TreeRow] = []
  /// Parents whose children changed in the current block.
  var changedParents: [TreeRow] = []
  var isAskingDelegate = false
  /// The number of update blocks and reloads.
  var changeCount = 0
  /// The items that were expanded when a parent collapsed, or at a reload.
  @_spi(Simulation) public internal(set) var remembered = RememberedItems()
  @_spi(Simulation) public var remembersExpansion = true
  /// The rows with views, counted from the top.
  @_spi(Simulation) public internal(set) var viewport = 0..<8

  // MARK: Updates

  open override func beginUpdates() {
    flushReload()
    blockDepth += 1
  }

  open override func endUpdates() {
    blockDepth -= 1
    if blockDepth == 0 { endBlock() }
  }

  open func insertItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animation: AnimationOptions = []
  ) {
    change(in: parent) { parent in
      for index in indexes {
        guard index <= parent.children.count else {
          return Simulation.report("an insertion at \(index) of \(parent.children.count)")
        }
        let row = TreeRow(parent: parent)
        parent.children.insert(row, at: index)
        unknownRows.append(row)
      }
    }
  }

  open func removeItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animation: AnimationOptions = []
  ) {
    change(in: parent) { parent in
      for index in indexes.reversed() {
        guard index < parent.children.count else {
          return Simulation.report("a removal at \(index) of \(parent.children.count)")
        }
        forget(parent.children.remove(at: index))
      }
    }
  }

  open func moveItem(
    at fromIndex: Int, inParent oldParent: Any?, to toIndex: Int, inParent newParent: Any?
  ) {
    change(in: oldParent) { source in
      change(in: newParent) { target in
        guard fromIndex < source.children.count else {
          return Simulation.report("a move from \(fromIndex) of \(source.children.count)")
        }
        let row = source.children.remove(at: fromIndex)
        guard toIndex <= target.children.count,
          !sequence(first: target, next: \.parent).contains(
            where: { $0 === row })
        else { return Simulation.report("a move to \(toIndex) of \(target.children.count)") }
        row.move(to: target)
        target.children.insert(row, at: toIndex)
      }
    }
  }

  open func expandItem(_ item: Any?) {
    guard let row = row(of: item) else { return Simulation.report("expands an unknown item") }
    if blockDepth > 0 { return Simulation.report("expands an item in an update block") }
    checkNotInDelegate()
    if row.isExpanded || !askDelegate(row, isExpanding: true) { return }
    guard row.isExpandable else { return Simulation.report("expands an item that has no children") }
    Simulation.note("expand")
    showChildren(of: row)
    layOutIfAtOnce()
  }

  open func collapseItem(_ item: Any?) {
    guard let row = row(of: item) else { return Simulation.report("collapses an unknown item") }
    checkNotInDelegate()
    if !row.isExpanded || !askDelegate(row, isExpanding: false) { return }
    hideChildren(of: row)
    layOutIfAtOnce()
  }

  open func reloadItem(_ item: Any?) {
    guard let row = row(of: item) else { return Simulation.report("reloads an unknown item") }
    if blockDepth > 0 { return Simulation.report("reloads an item in an update block") }
    guard let item = row.item else { return }
    row.isExpandable = dataSource?.outlineView(self, isItemExpandable: item) ?? false
    if row.view != nil { row.view = delegate?.outlineView(self, viewFor: nil, item: item) }
  }

  open override func reloadData() {
    if blockDepth > 0 { Simulation.report("a reload in an update block") }
    checkNotInDelegate()
    Simulation.note("reload")
    needsReload = true
    changeCount += 1
    layOutIfAtOnce()
  }

  // MARK: Rows

  open var numberOfRows: Int { rows.count }
  open func item(atRow row: Int) -> Any? { rows.indices.contains(row) ? rows[row].item : nil }
  open func row(forItem item: Any?) -> Int {
    let row = self.row(of: item)
    return rows.firstIndex { $0 === row } ?? -1
  }
  open func enumerateAvailableRowViews(_ handler: (NSTableRowView, Int) -> Void) {
    for (number, row) in rows.enumerated() {
      if let view = row.rowView { handler(view, number) }
    }
  }

  // MARK: Scrolling

  private var rowHeight: Double { 20 }

  open override var bounds: NSRect {
    NSRect(x: 0, y: 0, width: 300, height: Double(rows.count) * rowHeight)
  }

  open override var visibleRect: NSRect {
    NSRect(
      x: 0, y: Double(viewport.lowerBound) * rowHeight, width: 300,
      height: Double(viewport.count) * rowHeight)
  }

  open override func scroll(_ point: NSPoint) {
    let first = Int(point.y / rowHeight)
    let isInBounds = (0...max(rows.count - viewport.count, 0)).contains(first)
    if Double(first) * rowHeight != point.y || !isInBounds {
      Simulation.report("scrolled to \(point.y)")
    }
    viewport = first..<first + viewport.count
    layOutIfAtOnce()
  }

  open func scrollRowToVisible(_ row: Int) {
    guard rows.indices.contains(row), !viewport.contains(row) else { return }
    let first = row < viewport.lowerBound ? row : row - viewport.count + 1
    userScrolls(to: min(first, max(rows.count - viewport.count, 0)))
  }

  open func rect(ofRow row: Int) -> NSRect {
    rows.indices.contains(row)
      ? NSRect(x: 0, y: Double(row) * rowHeight, width: 300, height: rowHeight) : .zero
  }

  // MARK: Selection

  open var selectedRowIndexes: IndexSet {
    IndexSet(rows.enumerated().filter(\.element.isSelected).map(\.offset))
  }

  open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
    for (number, row) in rows.enumerated() {
      row.isSelected = indexes.contains(number) || extend && row.isSelected
    }
    notifyOfSelection()
  }
}
