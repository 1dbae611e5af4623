extension SectionSnapshot {
  /// Adds items at the end of a parent's children, or of the roots.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["Fruit", "Tools"])
  ///     try outline.append(["Apple", "Pear"], to: "Fruit")
  ///     Array(outline.items)  // ["Fruit", "Apple", "Pear", "Tools"]
  ///
  /// - Parameters:
  ///   - items: New items, each once.
  ///   - parent: The parent of the items; `nil` to make them roots.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @inlinable
  public mutating func append(
    _ items: some Sequence<Item>, to parent: Item? = nil
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(atEndOf: try parentHandle(parent))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Inserts items as siblings just before another item.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @inlinable
  public mutating func insert(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(before: try handle(ofKnown: anchor))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Inserts items as siblings after another item and all its descendants.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @inlinable
  public mutating func insert(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(after: try handle(ofKnown: anchor))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Inserts items at a child index of a parent, or of the roots.
  ///
  ///     try outline.insert(["Plum"], to: "Fruit", at: 1)
  ///     outline.children(of: "Fruit").map(Array.init)  // ["Apple", "Plum", "Pear"]
  ///
  /// - Parameters:
  ///   - items: New items, each once.
  ///   - parent: The parent of the items; `nil` to make them roots.
  ///   - index: The child index of the first item.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/indexOutOfRange(_:count:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @inlinable
  public mutating func insert(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let anchor = try anchor(ofChildAt: index, of: try parentHandle(parent), moving: [])
    tree.insert(try intern(items), at: insertionPoint(at: anchor))
    checkInternally()
  }

  /// Replaces items with equal ones.
  ///
  /// The snapshot stays equal. Equal items can differ in content, as those of ``Identified`` do.
  ///
  /// <!-- example: songs -->
  ///     var song = Song(id: 8, title: "Alone")
  ///     try outline.append([Identified(song)])
  ///     song.title = "Alone Together"
  ///     try outline.updateItems([Identified(song)])
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func updateItems(
    _ items: some Sequence<Item>
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    let repeated = items.repeated()
    guard repeated.isEmpty else { throw .duplicateItems(repeated) }
    let handles = handles(of: items)
    if handles.count < items.count { try checkKnown(items) }
    for (item, handle) in zip(items, handles) {
      table.replace(handle, with: item)
    }
    checkInternally()
  }

  /// Replaces an item with another one, which gets its position, its children and its expansion.
  ///
  /// Use this method if the identity of an item changes, such as the path of a renamed file. A
  /// difference removes the row of the old item and inserts one for the new item. An equal item
  /// replaces the item as in ``updateItems(_:)``.
  ///
  ///     try outline.replace("Fruit", with: "Berries")
  ///     Array(outline.visibleItems)  // ["Berries", "Apple", "Pear", "Tools"]
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func replace(
    _ item: Item, with new: Item
  ) throws(SectionSnapshotError<Item>) {
    let handle = try handle(ofKnown: item)
    let hash = ItemTable.hash(new)
    let equal = table.handle(of: new, hash: hash)
    guard equal == nil || equal == handle else { throw .duplicateItems([new]) }
    replace(handle, with: new, hash: hash)
  }

  /// Replaces an item with an equal one, or with an unknown one.
  @inlinable
  package mutating func replace(_ handle: Int32, with new: Item, hash: UInt32) {
    if table[handle] == new {
      table.replace(handle, with: new)
    } else {
      // Versions match rows by handle, so another item needs another handle.
      tree.replace(handle, with: table.insertAbsent([new], hashes: [hash])[0])
      table.remove([handle])
    }
    checkInternally()
  }

  /// Deletes items with their descendants; unknown items are an error, unlike in
  /// ``Snapshot/deleteItems(_:)``.
  ///
  /// The argument can repeat items, and contain items together with their descendants. If a deleted
  /// item is added again, it is collapsed.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @inlinable
  public mutating func delete(_ items: some Sequence<Item>) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    let handles = handles(of: items)
    if handles.count < items.count { try checkKnown(items) }
    for range in tree.subtreeRanges(of: handles).reversed() {
      removeRows(range)
    }
    dropUnusedHandles()
    checkInternally()
  }

  /// Deletes all items.
  ///
  /// - Complexity: O(1), and O(*n*) if no copy shares the storage
  @inlinable
  public mutating func deleteAll() {
    self = SectionSnapshot(layout: tree.layout)
    checkInternally()
  }
}

extension SectionSnapshot {
  @inlinable
  func handle(ofKnown item: Item) throws(SectionSnapshotError<Item>) -> Int32 {
    guard let handle = table.handle(of: item) else { throw .unknownItems([item]) }
    return handle
  }

  /// Returns the handles of the known items of a sequence, in its order.
  ///
  /// Mutating methods call this instead of a closure, which would copy the table for each item.
  @inlinable
  func handles(of items: some Sequence<Item>) -> [Int32] {
    items.compactMap { table.handle(of: $0) }
  }

  @inlinable
  func parentHandle(_ parent: Item?) throws(SectionSnapshotError<Item>) -> Int32? {
    guard let parent else { return nil }
    return try handle(ofKnown: parent)
  }

  @inlinable
  func checkKnown(_ items: [Item]) throws(SectionSnapshotError<Item>) {
    let unknown = items.filter { table.handle(of: $0) == nil }
    guard unknown.isEmpty else { throw .unknownItems(unknown.eachOnce()) }
  }

  /// Adds all items to the table, or none if one is a duplicate.
  @inlinable
  package mutating func intern(
    _ items: [Item], hashes: [UInt32]? = nil
  ) throws(SectionSnapshotError<Item>) -> [Int32] {
    let hashes = hashes ?? items.map { ItemTable.hash($0) }
    let (handles, duplicates) = table.insert(items, hashes: hashes)
    if duplicates.isEmpty { return handles }
    dropUnusedHandles()
    throw .duplicateItems(duplicates.eachOnce())
  }

  @inlinable
  package mutating func removeRows(_ range: Range<Int>) {
    // Freed handles are reused in the opposite order, which is then the order of the rows.
    table.remove(tree.remove(range).reversed())
  }

  /// Renumbers the handles if there are many and at least seven in eight are unused.
  @inlinable
  package mutating func dropUnusedHandles() {
    if hasManyUnusedHandles {
      self = SectionSnapshot(tree.rows(in: 0..<tree.count), of: self)
    }
  }

  @inlinable package var hasManyUnusedHandles: Bool {
    let limit = table.handles.handleLimit
    return limit > 4096 && table.count < limit / 8
  }
}
