import ViewSimulation

/// A row of a simulated outline view, with the children that the view knows.
@MainActor @_spi(Simulation) public final class TreeRow {
  /// The item; the view does not retain it, and does not know it until the update ends.
  private(set) weak var object: AnyObject?
  public private(set) weak var parent: TreeRow?
  public internal(set) var children: [TreeRow] = []
  public internal(set) var isExpandable = false
  public internal(set) var isExpanded = false
  public internal(set) var isSelected = false
  public internal(set) var view: NSView?
  public internal(set) var rowView: NSTableRowView?

  init(parent: TreeRow?) { self.parent = parent }

  func identify(_ object: AnyObject) { self.object = object }
  func move(to parent: TreeRow) { self.parent = parent }

  /// The item; a violation if it has been released.
  public var item: Any? {
    if parent != nil && object == nil { Simulation.report("an item of a row was released") }
    return object
  }

  public var level: Int { parent.map { $0.level + 1 } ?? -1 }

  /// The rows below this one that are visible, in order.
  public var visibleRows: [TreeRow] {
    isExpanded ? children.flatMap { [$0] + $0.visibleRows } : []
  }
}

/// The living items whose rows have left the screen.
@MainActor @_spi(Simulation) public struct RememberedItems {
  private struct Item {
    weak var object: AnyObject?
    let isExpanded: Bool
  }

  private var items: [ObjectIdentifier: Item] = [:]

  // Another object can have the address of a released one.
  func isExpanded(_ object: AnyObject) -> Bool {
    guard let item = items[ObjectIdentifier(object)] else { return false }
    return item.object === object && item.isExpanded
  }

  mutating func remember(_ row: TreeRow) {
    guard let object = row.object else { return }
    items[ObjectIdentifier(object)] = Item(object: object, isExpanded: row.isExpanded)
  }

  public var count: Int { items.values.count { $0.object != nil } }
}
