/// Items, each with a small integer that stands for it: its handle.
///
/// The other parts of the storage know handles alone. An item keeps its handle until it is removed,
/// so versions that share storage are compared by handle. After two copies diverge, they can give
/// one handle to different items.
///
/// - Complexity: A copy is O(1). Finding, adding and removing an item hash it at most once, and
///   compare it with few others. For other costs, see `HandleTable`.
@usableFromInline
package struct ItemTable<Item: Hashable> {
  @usableFromInline package private(set) var handles: HandleTable
  /// By handle.
  @usableFromInline package var items: ItemArray<Item>

  @inlinable
  package init(layout: Layout) {
    handles = HandleTable(layout: layout)
    items = ItemArray(pageBits: layout.itemBits, nodeBits: layout.nodeBits)
  }

  @inlinable package var count: Int { handles.count }

  @inlinable
  package subscript(handle: Int32) -> Item {
    @inline(__always) get { items[handle] }
  }

  @usableFromInline
  package func isIdentical(to other: ItemTable) -> Bool { items.isIdentical(to: other.items) }

  /// Returns a mixture of the low 32 bits of an item's `hashValue`.
  ///
  /// Clients may return integers as hashes, and the low bits of a hash select a slot: consecutive
  /// integers would fill neighboring slots without a gap, and multiples of 4096 would share a few.
  /// The constant is that of Fibonacci hashing.
  @inlinable
  package static func hash(_ item: Item) -> UInt32 {
    let product = UInt32(truncatingIfNeeded: item.hashValue) &* 0x9E37_79B1
    return product ^ product &>> 16
  }
}

extension ItemTable: Sendable where Item: Sendable {}

// MARK: - Finding

extension ItemTable {
  @inlinable
  package func handle(of item: Item) -> Int32? {
    handle(of: item, hash: ItemTable.hash(item))
  }

  @inlinable @inline(__always)
  package func handle(of item: Item, hash: UInt32) -> Int32? {
    Self.handle(of: item, hash: hash, handles, items)
  }

  /// Returns the handle of an item of a table.
  ///
  /// This is no method of a table: callers that are not specialized would look up the metadata of
  /// its type first, which takes longer than the search.
  @inlinable
  static func handle(
    of item: Item, hash: UInt32, _ handles: HandleTable, _ items: ItemArray<Item>
  ) -> Int32? {
    var index = handles.start(for: hash)
    let handle = handles.nextCandidate(for: hash, at: &index)
    if handle < 0 { return nil }
    if items[handle] == item { return handle }
    return self.handle(of: item, hash: hash, handles, items, from: index)
  }

  @inlinable @inline(never)
  static func handle(
    of item: Item, hash: UInt32, _ handles: HandleTable, _ items: ItemArray<Item>, from index: Int
  ) -> Int32? {
    var items = ItemReader(items)
    return handles.firstCandidate(for: hash, from: index) { items.item($0) == item }
  }

  /// Returns the handle of an item that satisfies a predicate and probably has a hash.
  @inlinable
  package func handle(withHash hash: UInt32, where isIncluded: (Item) -> Bool) -> Int32? {
    var items = ItemReader(self)
    return handles.firstCandidate(for: hash, from: handles.start(for: hash)) {
      isIncluded(items.item($0))
    }
  }

  @inlinable
  package func handle(of handle: Int32, in other: ItemTable) -> Int32? {
    let item = other[handle]
    return has(item, under: handle)
      ? handle : self.handle(of: item, hash: other.handles.hash(of: handle))
  }

  /// Returns a Boolean value that indicates whether a handle, which may be unknown, stands for an
  /// item.
  @inlinable
  package func has(_ item: Item, under handle: Int32) -> Bool {
    items.contains(item, at: handle)
  }
}

// MARK: - Adding and removing

extension ItemTable {
  /// Adds items, and returns their handles and the duplicates.
  ///
  /// If there are duplicates, adds no item.
  @inlinable
  package mutating func insert(
    _ new: [Item], hashes: [UInt32]
  ) -> (handles: [Int32], duplicates: [Item]) {
    let newHandles = handles.allocate(hashes)
    items.insert(new, at: newHandles)
    let duplicates = insertSlots(of: newHandles, hashes: hashes)
    if duplicates.isEmpty { return (newHandles, []) }
    let duplicateItems = duplicates.map { items[$0] }
    items.remove(at: newHandles)
    return ([], duplicateItems)
  }

  /// Inserts slots of handles with items, and returns the duplicates.
  @inlinable
  mutating func insertSlots(of new: [Int32], hashes: [UInt32]) -> [Int32] {
    // The copy is released before the items change.
    let items = items
    return handles.insert(new, hashes: hashes) { items[$0] == items[$1] }
  }

  @inlinable
  package mutating func insertAbsent(_ new: [Item], hashes: [UInt32]) -> [Int32] {
    let newHandles = handles.allocate(hashes)
    items.insert(new, at: newHandles)
    _ = handles.insert(newHandles, hashes: hashes) { _, _ in false }
    return newHandles
  }

  @inlinable
  package mutating func replace(_ handle: Int32, with item: Item) {
    items[handle] = item
  }

  @inlinable
  package mutating func remove(_ old: [Int32]) {
    handles.remove(old)
    items.remove(at: old)
  }
}

extension ItemReader where Item: Hashable {
  @inlinable
  package init(_ table: ItemTable<Item>) {
    self.init(table.items)
  }
}

/// The handles that stand for the same item in two tables.
@usableFromInline
struct SharedHandles<Item: Hashable> {
  @usableFromInline let table: ItemTable<Item>
  @usableFromInline let other: ItemTable<Item>
  /// The page of the last handle, which is often also the page of the next handle.
  @usableFromInline var page = -1
  @usableFromInline var isPageShared = false

  @inlinable
  init(_ table: ItemTable<Item>, _ other: ItemTable<Item>) {
    self.table = table
    self.other = other
  }

  /// Returns a Boolean value that indicates whether a handle of the one table stands for the same
  /// item in the other.
  @inlinable
  mutating func contains(_ handle: Int32) -> Bool {
    let number = table.items.pageNumber(of: handle)
    if number != page {
      page = number
      isPageShared = table.items.pages.sharesPage(number, with: other.items.pages)
    }
    return isPageShared || other.items.contains(table.items[handle], at: handle)
  }
}

// MARK: - Invariants

extension ItemTable {
  /// Stops the program unless the handles are valid.
  @usableFromInline
  package func checkInvariants() {
    handles.checkInvariants()
  }
}
