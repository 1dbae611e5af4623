extension SectionSnapshot {
  /// Makes items the only children of a parent, or the only roots, in the order of the argument.
  ///
  /// Use this method if a list of children comes from outside, such as a file watcher or a server.
  /// New items are added, and all other children are deleted with their descendants. Items from
  /// elsewhere in the snapshot move, even if they are below a child that is deleted. The items keep
  /// their content, which ``updateItems(_:)`` replaces. The fewest children move.
  ///
  ///     try outline.setChildren(["Tools", "Nuts", "Fruit"], of: nil)
  ///     Array(outline.visibleItems)  // ["Tools", "Nuts", "Fruit", "Apple", "Pear"]
  ///     try outline.setChildren(["Pear", "Saw"], of: "Fruit")
  ///     Array(outline.items)  // ["Tools", "Nuts", "Fruit", "Pear", "Saw"]
  ///
  /// - Parameters:
  ///   - items: The children, each once.
  ///   - parent: Their parent; `nil` to make them the roots.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*) for each item that is added, moved or deleted, and for each child
  ///   with descendants; O(1) for all other children
  @inlinable
  public mutating func setChildren(
    _ items: some Sequence<Item>, of parent: Item?
  ) throws(SectionSnapshotError<Item>) {
    let parent = try parentHandle(parent)
    let items = Array(items)
    let repeated = items.repeated()
    guard repeated.isEmpty else { throw .duplicateItems(repeated) }
    var list = ListedItems(items)
    try list.find(in: self, below: parent)
    _ = setChildren(list, of: parent)
  }

  /// Sets the children of a parent, or the roots, from an outline of some levels.
  ///
  /// The roots of the outline become the only children of the parent, as in
  /// ``setChildren(_:of:)-(Sequence<Item>,_)``. An item that has children in the outline gets
  /// exactly these. An item without children in the outline keeps its own. Known items keep their
  /// expansion. New items take theirs from the outline.
  ///
  ///     var shop = SectionSnapshot<String>()
  ///     try shop.append(["Tools", "Fruit"])
  ///     try shop.append(["Hammer"], to: "Tools")
  ///     try outline.setChildren(shop, of: nil)
  ///     Array(outline.items)  // ["Tools", "Hammer", "Fruit", "Apple", "Pear"]
  ///
  /// - Parameters:
  ///   - snapshot: New and known items.
  ///   - parent: The parent of the outline's roots; `nil` to make them the roots.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*) for each item that is added, moved or deleted, or that has children;
  ///   O(1) for all other items of the outline and their siblings
  @inlinable
  public mutating func setChildren(
    _ snapshot: SectionSnapshot, of parent: Item?
  ) throws(SectionSnapshotError<Item>) {
    let parent = try parentHandle(parent)
    var list = ListedItems(snapshot)
    try list.find(in: self, below: parent)
    _ = setChildren(list, of: parent)
  }

  /// Sets the children of listed items, and returns the removed items.
  @inlinable
  package mutating func setChildren(
    _ list: ListedItems<Item>, of parent: Int32?, keepingFirst keptCount: Int? = nil
  ) -> [Item] {
    var rows = list.rows
    let isNew = rows.map { $0.handle < 0 }
    let new = rows.indices.filter { isNew[$0] }
    let handles = table.insertAbsent(
      new.map { list.items[$0] }, hashes: new.map { list.hashes[$0] })
    for (index, handle) in zip(new, handles) {
      rows[index].handle = handle
    }
    let removed = tree.setChildren(rows, isNew: isNew, of: parent, keepingFirst: keptCount)
    let removedItems = removed.map { table[$0] }
    table.remove(removed.reversed())
    dropUnusedHandles()
    checkInternally()
    return removedItems
  }
}

/// Items with the rows that a list gives them: known items have handles, and new items have -1.
@usableFromInline
package struct ListedItems<Item: Hashable & Sendable> {
  @usableFromInline package let items: [Item]
  @usableFromInline package let hashes: [UInt32]
  @usableFromInline package var rows: [TreeRow]

  @inlinable
  package init(_ items: [Item]) {
    self.items = items
    hashes = items.map { ItemTable.hash($0) }
    rows = items.map { _ in TreeRow(handle: -1, level: 0) }
  }

  @inlinable
  package init(_ snapshot: SectionSnapshot<Item>) {
    rows = snapshot.tree.rows(in: 0..<snapshot.tree.count)
    var reader = ItemReader(snapshot.table)
    items = rows.map { reader.item($0.handle) }
    hashes = snapshot.table.handles.hashes(of: rows.map { $0.handle })
  }

  /// Finds the handles, and throws if the parent is one of the items or below one.
  @inlinable
  package mutating func find(
    in snapshot: SectionSnapshot<Item>, below parent: Int32?
  ) throws(SectionSnapshotError<Item>) {
    for index in rows.indices {
      rows[index].handle = snapshot.table.handle(of: items[index], hash: hashes[index]) ?? -1
    }
    guard let parent else { return }
    let above = snapshot.tree.indicesOfRows(rows, above: parent).map { items[$0] }
    guard above.isEmpty else {
      throw .moveIntoItself(above, destination: snapshot.table[parent])
    }
  }
}
