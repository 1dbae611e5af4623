extension SectionSnapshot {
  /// Creates a snapshot from roots and a function that returns children.
  ///
  ///     let children = ["Fruit": ["Apple", "Pear"], "Tools": ["Saw"]]
  ///     let outline = try SectionSnapshot(roots: ["Fruit", "Tools"]) { children[$0] ?? [] }
  ///     Array(outline.items)  // ["Fruit", "Apple", "Pear", "Tools", "Saw"]
  ///
  /// - Parameters:
  ///   - roots: The items without a parent.
  ///   - children: Returns the children of an item. It is called once for each item, in pre-order.
  ///     A cycle is reported as duplicate items.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*n*)
  @inlinable
  public init<Children: Sequence<Item>>(
    roots: some Sequence<Item>, children: (Item) -> Children
  ) throws(SnapshotError<Item>) {
    self.init()
    var rows: [TreeRow] = []
    var duplicates: [Item] = []
    // The remaining children of the last root, of its last child, and so on.
    var open: [Children.Iterator] = []
    for root in roots {
      var next: Item? = root
      while let item = next {
        if let handle = table.insert(item, hash: ItemTable.hash(item)) {
          rows.append(TreeRow(handle: handle, level: open.count))
          open.append(children(item).makeIterator())
        } else {
          duplicates.append(item)
        }
        next = nil
        while next == nil, let last = open.indices.last {
          next = open[last].next()
          if next == nil {
            open.removeLast()
          }
        }
      }
    }
    guard duplicates.isEmpty else { throw .duplicateItems(duplicates.eachOnce()) }
    tree.graft(rows, at: tree.insertionPoint(atEndOf: nil))
    checkInternally()
  }

  /// Adds items in pre-order at the end of a parent's children, or of the roots.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     let rows = [("Fruit", 0), ("Apple", 1), ("Tools", 0)]
  ///     try outline.append(preorder: rows.map { (item: $0, level: $1) })
  ///     outline.parent(of: "Apple")  // "Fruit"
  ///
  /// - Parameters:
  ///   - rows: New items with their levels. The first level is 0, and each level is at most one
  ///     more than the previous one.
  ///   - parent: The parent of the items with level 0; `nil` to make them roots.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/levelOutOfRange(_:position:)``,
  ///   ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* rows
  @inlinable
  public mutating func append(
    preorder rows: some Sequence<(item: Item, level: Int)>, to parent: Item? = nil
  ) throws(SnapshotError<Item>) {
    var items: [Item] = []
    var newRows: [TreeRow] = []
    items.reserveCapacity(rows.underestimatedCount)
    newRows.reserveCapacity(rows.underestimatedCount)
    var lastLevel = -1
    var misplaced: SnapshotError<Item>?
    for (item, level) in rows {
      if level < 0 || level > lastLevel + 1 {
        misplaced = .levelOutOfRange(level, position: items.count)
        break
      }
      items.append(item)
      newRows.append(TreeRow(handle: -1, level: level))
      lastLevel = level
    }
    guard misplaced != nil || !items.isEmpty else { return }
    let point = tree.insertionPoint(atEndOf: try parentHandle(parent))
    if let misplaced { throw misplaced }
    let handles = try intern(items)
    tree.graft(consume newRows, under: handles, at: point)
    checkInternally()
  }
}
