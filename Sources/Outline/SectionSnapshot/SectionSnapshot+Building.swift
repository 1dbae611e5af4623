extension SectionSnapshot {
  /// Creates a snapshot from a model, asking for each item's children.
  ///
  /// All items are collapsed.
  ///
  ///     let children = ["Fruit": ["Apple", "Pear"], "Tools": ["Saw"]]
  ///     let outline = try SectionSnapshot(roots: ["Fruit", "Tools"]) { children[$0] ?? [] }
  ///     Array(outline.items)  // ["Fruit", "Apple", "Pear", "Tools", "Saw"]
  ///
  /// - Parameters:
  ///   - roots: The items without a parent.
  ///   - children: Returns the children of an item; called once for each item, in pre-order. A model that
  ///     runs in circles makes an error, not an endless loop.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*n*) for *n* items
  @inlinable
  public init<Children: Sequence<Item>>(
    roots: some Sequence<Item>, children: (Item) -> Children
  ) throws(SnapshotError<Item>) {
    self.init()
    var interning = Interning(reserving: roots.underestimatedCount, in: &table)
    var rows: [TreeRow] = []
    // What is still to come of the children of the last root, of its last child, and so on.
    var open: [Children.Iterator] = []
    for root in roots {
      guard let handle = interning.add(root, to: &table) else { continue }
      rows.append(TreeRow(handle: handle, level: 0))
      open.append(children(root).makeIterator())
      while let last = open.indices.last {
        guard let item = open[last].next() else {
          open.removeLast()
          continue
        }
        if let handle = interning.add(item, to: &table) {
          rows.append(TreeRow(handle: handle, level: open.count))
          open.append(children(item).makeIterator())
        }
      }
    }
    _ = try interning.finish(in: &table)
    tree.graft(rows, at: tree.end(ofChildrenOf: nil))
  }

  /// Adds a whole outline, given as a list of items in pre-order with their levels, at the end of a
  /// parent's children or of the roots.
  ///
  /// The new items are collapsed. Without items, does nothing and checks nothing.
  ///
  ///     try outline.append(preorder: [("Fruit", 0), ("Apple", 1), ("Pear", 1), ("Tools", 0)])
  ///
  /// - Parameters:
  ///   - rows: Items that the snapshot does not have yet, each with its level: 0 at first, and each at
  ///     most one more than the one before.
  ///   - parent: The item whose children those of level 0 become; `nil` to make them roots.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/levelOutOfRange(_:position:)``, ``SnapshotError/duplicateItems(_:)``, in this
  ///   order.
  /// - Complexity: O(log `count` + *n*) for *n* rows
  @inlinable
  public mutating func append(
    preorder rows: some Sequence<(item: Item, level: Int)>, to parent: Item? = nil
  ) throws(SnapshotError<Item>) {
    var place: Destination?
    var interning = Interning(reserving: rows.underestimatedCount, in: &table)
    var newRows: [TreeRow] = []
    newRows.reserveCapacity(rows.underestimatedCount)
    var lastLevel = -1
    var position = 0
    for (item, level) in rows {
      if place == nil {
        place = tree.end(ofChildrenOf: try handle(ofKnown: parent))
      }
      guard level >= 0 && level <= lastLevel + 1 else {
        interning.abandon(in: &table)
        throw .levelOutOfRange(level, position: position)
      }
      if let handle = interning.add(item, to: &table) {
        newRows.append(TreeRow(handle: handle, level: level))
      }
      lastLevel = level
      position += 1
    }
    _ = try interning.finish(in: &table)
    if let place {
      tree.graft(newRows, at: place)
    }
  }
}
