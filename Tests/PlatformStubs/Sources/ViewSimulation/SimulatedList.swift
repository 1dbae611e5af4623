import Foundation

/// A drag of the user over a list.
@MainActor public protocol SimulatedDrag: AnyObject {
  init()
  /// Begins the drag of the items that the delegate returned.
  func begin(_ items: [Any])
  /// Adds items that the delegate returned.
  func add(_ items: [Any])
  /// Moves the finger, in the coordinates of the list.
  func move(to y: Double)
}

/// A drag of rows in a list, and its drop.
public struct ListDrag {
  public let sources: [ListPosition]
  public let target: ListPosition
  /// A Boolean value that indicates whether the drop was into the row at the target.
  public let isInto: Bool

  public init(_ sources: [ListPosition], to target: ListPosition, isInto: Bool = false) {
    (self.sources, self.target, self.isInto) = (sources, target, isInto)
  }
}

/// A simulated list view: rows, a range of displayed rows with cells, and a selection.
@MainActor
public final class SimulatedList<
  Cell: AnyObject, Header: AnyObject, Drag: SimulatedDrag
> {
  /// The calls to the data source and the delegate.
  public struct Client {
    let rowCounts: () -> [Int]
    /// Makes a cell, or configures the current one of a row.
    let cell: (ListPosition, _ current: Cell?) -> Cell?
    let header: (Int) -> Header?
    let willDisplay: (Cell, ListPosition) -> Void
    let recycle: (Cell) -> Void
    let didSelect: (ListPosition, Bool) -> Void
    let dragItems: (Drag, ListPosition) -> [Any]
    let addedDragItems: (Drag, ListPosition) -> [Any]
    let willBeginDrag: (Drag) -> Void
    let didEndDrag: (Drag) -> Void
    /// Returns whether a drop would be into a row, or `nil` if it is refused.
    let proposal: (Drag, ListPosition?) -> Bool?
    /// Drops, and returns the rows to which the previews move.
    let drop: (Drag, ListPosition?, _ isInto: Bool) -> [ListPosition]

    public init(
      rowCounts: @escaping () -> [Int], cell: @escaping (ListPosition, Cell?) -> Cell?,
      header: @escaping (Int) -> Header?, willDisplay: @escaping (Cell, ListPosition) -> Void,
      recycle: @escaping (Cell) -> Void,
      didSelect: @escaping (ListPosition, Bool) -> Void,
      dragItems: @escaping (Drag, ListPosition) -> [Any],
      addedDragItems: @escaping (Drag, ListPosition) -> [Any],
      willBeginDrag: @escaping (Drag) -> Void, didEndDrag: @escaping (Drag) -> Void,
      proposal: @escaping (Drag, ListPosition?) -> Bool?,
      drop: @escaping (Drag, ListPosition?, Bool) -> [ListPosition]
    ) {
      (self.rowCounts, self.cell, self.header) = (rowCounts, cell, header)
      (self.willDisplay, self.recycle) = (willDisplay, recycle)
      (self.didSelect, self.dragItems, self.addedDragItems) = (didSelect, dragItems, addedDragItems)
      (self.willBeginDrag, self.didEndDrag) = (willBeginDrag, didEndDrag)
      (self.proposal, self.drop) = (proposal, drop)
    }
  }

  /// The number of batches and reloads.
  private var changeCount = 0
  public let contents = SimulatedListRows<Cell, Header>()
  public var needsReload = true
  private let client: Client
  private var batch: ListBatch?
  /// The displayed rows, counted over all sections.
  public private(set) var viewport = 0..<8

  public init(_ client: Client) { self.client = client }

  // MARK: Changes

  /// Collects the changes that the closure makes, and performs them.
  public func performBatch(_ body: (() -> Void)?) {
    guard batch == nil else { return Simulation.report("a batch within a batch") }
    if needsReload { layOut() }
    let rowCounts = client.rowCounts()
    if rowCounts != contents.rowCounts {
      Simulation.report("before a batch: \(rowCounts), but \(contents.rowCounts) shown")
    }
    changeCount += 1
    batch = ListBatch()
    body?()
    let changes = batch ?? ListBatch()
    batch = nil
    Simulation.note(changes.isStructural ? "batch" : "batch of updates")
    let reconfigured = changes.reconfigures.compactMap(contents.row)
    let violations = contents.perform(changes, rowCounts: client.rowCounts())
    guard violations.isEmpty else {
      violations.forEach(Simulation.report)
      return reload()
    }
    for (row, position) in zip(contents.rows, contents.positions)
    where reconfigured.contains(where: { $0 === row }) {
      reconfigure(row, at: position)
    }
    if Simulation.laysOutAtOnce { layOut() }
  }

  /// Adds a change to the current batch, or performs it alone.
  public func add(_ change: (inout ListBatch) -> Void) {
    var changes = batch ?? ListBatch()
    change(&changes)
    if batch == nil {
      performBatch { self.batch = changes }
    } else {
      batch = changes
    }
  }

  public func reload() {
    if batch != nil { Simulation.report("a reload within a batch") }
    needsReload = true
    changeCount += 1
    Simulation.note("reload")
    if Simulation.laysOutAtOnce { layOut() }
  }

  private func reconfigure(_ row: SimulatedListRows<Cell, Header>.Row, at position: ListPosition) {
    guard let cell = row.cell else { return }
    if client.cell(position, cell) !== cell {
      Simulation.report("the reconfigured row \(position) got another cell")
    }
  }

  // MARK: Layout

  /// Asks for the cells and headers that the view has to display.
  public func layOut() {
    if needsReload {
      needsReload = false
      contents.rows.compactMap(\.cell).forEach(client.recycle)
      contents.reload(rowCounts: client.rowCounts())
    }
    for (number, section) in contents.sections.enumerated() where section.header == nil {
      section.header = client.header(number)
    }
    for (number, (row, position)) in zip(contents.rows, contents.positions).enumerated() {
      if !viewport.contains(number), let cell = row.cell {
        row.cell = nil
        client.recycle(cell)
      } else if viewport.contains(number), row.cell == nil {
        guard let cell = client.cell(position, nil) else { continue }
        client.willDisplay(cell, position)
        row.cell = cell
      }
    }
  }

  /// Returns the header of a section, if the view displays it.
  public func header(ofSection section: Int) -> Header? {
    contents.sections.indices.contains(section) ? contents.sections[section].header : nil
  }

  public var displayedPositions: [ListPosition] {
    zip(contents.rows, contents.positions).filter { $0.0.cell != nil }.map(\.1)
  }

  // MARK: Scrolling

  public static var rowHeight: Double { 40 }

  public var contentOffset: CGPoint {
    get { CGPoint(x: 0, y: Double(viewport.lowerBound) * Self.rowHeight) }
    set {
      let first = Int(newValue.y / Self.rowHeight)
      let isInBounds = (0...max(contents.rows.count - viewport.count, 0)).contains(first)
      if Double(first) * Self.rowHeight != newValue.y || !isInBounds {
        Simulation.report("scrolled to \(newValue.y)")
      }
      viewport = first..<first + viewport.count
      if Simulation.laysOutAtOnce { layOut() }
    }
  }

  public var contentSize: CGSize {
    if needsReload { layOut() }
    return CGSize(width: 300, height: Double(contents.rows.count) * Self.rowHeight)
  }

  public var bounds: CGRect {
    CGRect(
      x: 0, y: contentOffset.y, width: 300, height: Double(viewport.count) * Self.rowHeight)
  }

  public func position(at point: CGPoint) -> ListPosition? {
    if needsReload { layOut() }
    let (row, positions) = (Int(point.y / Self.rowHeight), contents.positions)
    return positions.indices.contains(row) ? positions[row] : nil
  }

  public func frame(of position: ListPosition) -> CGRect? {
    if needsReload { layOut() }
    return contents.positions.firstIndex(of: position).map {
      CGRect(x: 0, y: Double($0) * Self.rowHeight, width: 300, height: Self.rowHeight)
    }
  }

  // MARK: Selection

  public var selectedPositions: [ListPosition] {
    if needsReload { return [] }
    return zip(contents.rows, contents.positions).filter(\.0.isSelected).map(\.1)
  }

  /// Selects or deselects a row on behalf of the program.
  public func select(_ position: ListPosition, _ isSelected: Bool) {
    if needsReload { layOut() }
    guard let row = contents.row(at: position) else {
      return Simulation.report("no row \(position) to select")
    }
    row.isSelected = isSelected
  }

  // MARK: Actions of the user

  public func userScrolls(to first: Int) {
    viewport = first..<first + viewport.count
    layOut()
  }

  public func userSelects(_ position: ListPosition) {
    guard let row = contents.row(at: position) else { return }
    row.isSelected.toggle()
    Simulation.note("selection")
    client.didSelect(position, row.isSelected)
  }

  /// Drags rows to a position that counts after their removal, or onto a row.
  ///
  /// - Parameters:
  ///   - source: The row with which the drag begins.
  ///   - added: The rows that the user adds to the drag, unless they are refused.
  ///   - target: The position; its row can be beyond the end.
  ///   - height: The part of the next row after the target that is above the finger.
  ///   - pause: Called during the drag, when the view must not change.
  /// - Returns: The drag; `nil` if it or its drop was refused.
  public func userDrags(
    _ source: ListPosition, adding added: [ListPosition], to target: ListPosition, height: Double,
    pause: () -> Void
  ) -> ListDrag? {
    let drag = Drag()
    let items = client.dragItems(drag, source)
    if items.isEmpty {
      Simulation.note("refused drag")
      return nil
    }
    let other = Drag()
    other.begin(items)
    if client.proposal(other, target) != nil { Simulation.report("accepts drags of other views") }
    if !client.addedDragItems(other, source).isEmpty {
      Simulation.report("adds a row to a drag of another view")
    }
    drag.begin(items)
    client.willBeginDrag(drag)
    if !client.addedDragItems(drag, source).isEmpty { Simulation.report("drags a row twice") }
    var sources = [source]
    for position in added {
      let items = client.addedDragItems(drag, position)
      drag.add(items)
      if !items.isEmpty { sources.append(position) }
    }
    let changes = changeCount
    pause()
    if changeCount != changes { Simulation.report("a change during a drag") }
    // The view can have lost its adapter.
    guard contents.rowCounts.indices.contains(target.section) else { return nil }
    let removed = sources.filter { $0.section == target.section }.map(\.row).sorted()
    var target = target
    target.row = min(target.row, contents.rowCounts[target.section] - removed.count)
    // The finger is over all rows, or below them.
    var row = target
    for source in removed where source <= row.row { row.row += 1 }
    drag.move(to: (frame(of: row)?.minY ?? contentSize.height) + height * Self.rowHeight)
    let isInto = client.proposal(drag, target)
    if let isInto {
      let rows = client.drop(drag, target, isInto)
      if !rows.isEmpty && needsReload { Simulation.report("drops before the layout") }
      for row in rows where isWithoutCell(row) { Simulation.report("drops onto no cell") }
      if rows.count > sources.count { Simulation.report("drops \(rows.count) rows") }
    } else {
      Simulation.note("refused drop")
    }
    client.didEndDrag(drag)
    layOut()
    return isInto.map { ListDrag(sources, to: target, isInto: $0) }
  }

  /// Returns whether there is no cell at a position that the view displays.
  private func isWithoutCell(_ position: ListPosition) -> Bool {
    guard let number = contents.positions.firstIndex(of: position) else { return true }
    return viewport.contains(number) && contents.rows[number].cell == nil
  }

  /// Drops rows of another app at a position, or onto the row there.
  ///
  /// - Returns: A Boolean value that indicates whether the drop was accepted.
  public func userDropsFromElsewhere(at target: ListPosition, height: Double) -> Bool {
    let drag = Drag()
    drag.move(to: (frame(of: target)?.minY ?? contentSize.height) + height * Self.rowHeight)
    let isInto = client.proposal(drag, target)
    if let isInto { _ = client.drop(drag, target, isInto) }
    layOut()
    return isInto != nil
  }
}
