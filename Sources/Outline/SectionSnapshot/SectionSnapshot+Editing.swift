extension SectionSnapshot {
  /// Adds items at the end of a parent's children, or of the roots.
  ///
  /// The new items are collapsed and have no children. Without items, does nothing and checks
  /// nothing.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["Fruit", "Tools"])
  ///     try outline.append(["Apple", "Pear"], to: "Fruit")
  ///     Array(outline.items)  // ["Fruit", "Apple", "Pear", "Tools"]
  ///
  /// - Parameters:
  ///   - items: Items that the snapshot does not have yet, each once.
  ///   - parent: The item whose children they become; `nil` to make them roots.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `items.count`)
  @inlinable
  public mutating func append(
    _ items: some Sequence<Item>, to parent: Item? = nil
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(atEndOf: try parentHandle(parent))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Inserts items as siblings just ahead of another.
  ///
  /// - Parameters:
  ///   - items: Items that the snapshot does not have yet, each once.
  ///   - anchor: The item that comes to follow them.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `items.count`)
  @inlinable
  public mutating func insert(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(before: try handle(ofKnown: anchor))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Inserts items as siblings after another and all its descendants.
  ///
  /// - Parameters:
  ///   - items: Items that the snapshot does not have yet, each once.
  ///   - anchor: The item that they come to follow.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `items.count`)
  @inlinable
  public mutating func insert(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let point = tree.insertionPoint(after: try handle(ofKnown: anchor))
    tree.insert(try intern(items), at: point)
    checkInternally()
  }

  /// Puts items in the place of equal ones that the snapshot has.
  ///
  /// Items that are equal may carry different content, as those of type ``Identified`` do. Nothing
  /// else changes, and the snapshot stays equal to what it was.
  ///
  /// <!-- example: songs -->
  ///     var song = Song(id: 8, title: "Alone")
  ///     try outline.append([Identified(song)])
  ///     song.title = "Alone Together"
  ///     try outline.updateItems([Identified(song)])
  ///
  /// - Parameter items: Items of which the snapshot has equal ones, each once.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``, ``SnapshotError/unknownItems(_:)``, in this
  ///   order.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func updateItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    let repeated = items.repeated()
    guard repeated.isEmpty else { throw .duplicateItems(repeated) }
    let handles = items.map { table.handle(of: $0) }
    let unknown = zip(items, handles).filter { $1 == nil }.map(\.0)
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
    for case (let item, let handle?) in zip(items, handles) {
      table.replace(handle, with: item)
    }
    checkInternally()
  }

  /// Deletes items with all their descendants.
  ///
  /// What was expanded is forgotten with them. The same item twice, or an item together with its
  /// ancestor, is fine.
  ///
  /// - Parameter items: Items of the snapshot.
  /// - Throws: ``SnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @inlinable
  public mutating func delete(_ items: some Sequence<Item>) throws(SnapshotError<Item>) {
    let items = Array(items)
    try checkKnown(items)
    for item in items {
      // An item may have gone with its ancestor.
      if let handle = table.handle(of: item) {
        removeRows(tree.subtreeRange(of: handle))
      }
    }
    dropUnusedHandles()
    checkInternally()
  }

  /// Deletes all items.
  ///
  /// - Complexity: O(1), and O(*n*) for the last copy's storage
  @inlinable
  public mutating func deleteAll() {
    self = SectionSnapshot(layout: tree.layout)
    checkInternally()
  }
}

// MARK: - Steps

extension SectionSnapshot {
  /// The handle of an item that has to be there.
  @inlinable
  func handle(ofKnown item: Item) throws(SnapshotError<Item>) -> Int32 {
    guard let handle = table.handle(of: item) else { throw .unknownItems([item]) }
    return handle
  }

  /// The handle of a parent that has to be there, or `nil` for the roots.
  @inlinable
  func parentHandle(_ parent: Item?) throws(SnapshotError<Item>) -> Int32? {
    guard let parent else { return nil }
    return try handle(ofKnown: parent)
  }

  /// Throws unless all items are there.
  @inlinable
  func checkKnown(_ items: [Item]) throws(SnapshotError<Item>) {
    let unknown = items.filter { table.handle(of: $0) == nil }
    guard unknown.isEmpty else { throw .unknownItems(unknown.eachOnce()) }
  }

  /// Adds items to the table, all or none of them, for rows that are inserted next.
  @inlinable
  mutating func intern(
    _ items: [Item], hashes: [UInt32]? = nil
  ) throws(SnapshotError<Item>) -> [Int32] {
    let hashes = hashes ?? items.map { ItemTable.hash($0) }
    // What it costs to add many at once depends on how many there are already.
    if items.count > 32 && items.count > table.count / 8 {
      return try internMany(items, hashes: hashes)
    }
    var handles: [Int32] = []
    var duplicates: [Item] = []
    for (item, hash) in zip(items, hashes) {
      if let handle = table.insert(item, hash: hash) {
        handles.append(handle)
      } else {
        duplicates.append(item)
      }
    }
    if duplicates.isEmpty { return handles }
    for handle in handles.reversed() {
      table.remove(handle)
    }
    throw .duplicateItems(duplicates.eachOnce())
  }

  @inlinable
  mutating func internMany(
    _ items: [Item], hashes: [UInt32]
  ) throws(SnapshotError<Item>) -> [Int32] {
    let old = table
    let (handles, duplicates) = table.insert(items, hashes: hashes)
    if duplicates.isEmpty { return handles }
    let offenders = duplicates.map { table[$0] }.eachOnce()
    table = old
    throw .duplicateItems(offenders)
  }

  /// Removes rows and their items.
  @inlinable
  mutating func removeRows(_ range: Range<Int>) {
    // Handles are given out again in the opposite order: so in the order of the rows.
    for handle in tree.remove(range).reversed() {
      table.remove(handle)
    }
  }

  /// Begins anew with the handles, once seven in eight of many are unused: they take memory.
  @inlinable
  mutating func dropUnusedHandles() {
    if hasManyUnusedHandles {
      self = SectionSnapshot(tree.rows(in: 0..<tree.count), of: self)
    }
  }

  @inlinable var hasManyUnusedHandles: Bool {
    let limit = table.handles.handleLimit
    return limit > 4096 && table.count < limit / 8
  }
}
