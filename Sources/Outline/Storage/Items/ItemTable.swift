/// Items, each under a small number: its handle.
///
/// The only part of the storage that knows items. A handle stays the same until its item is
/// removed, so that versions of one lineage can be compared by handle. After two copies diverge,
/// each may give the same handle to a different item.
///
/// - Complexity: A copy is O(1). Finding, adding and removing an item hash it at most once and
///   compare it with few others; see `HandleTable` for the rest.
@usableFromInline
struct ItemTable<Item: Hashable> {
  @usableFromInline private(set) var handles: HandleTable
  @usableFromInline var pages: PageTable<ItemPage<Item>>
  @usableFromInline let itemBits: UInt8

  @inlinable
  init(layout: Layout) {
    handles = HandleTable(layout: layout)
    pages = PageTable(nodeBits: layout.nodeBits)
    itemBits = layout.itemBits
  }

  @inlinable var count: Int { handles.count }

  /// The item of a handle that was given out.
  @inlinable @inline(__always)
  subscript(handle: Int32) -> Item {
    ItemTable.item(handle, in: pages, itemBits)
  }

  @inlinable @inline(__always)
  static func item(
    _ handle: Int32, in pages: PageTable<ItemPage<Item>>, _ itemBits: UInt8
  ) -> Item {
    let page = unsafe pages.borrow(Int(handle) &>> itemBits)
    return unsafe page._withUnsafeGuaranteedRef { $0[Int(handle) & (1 &<< Int(itemBits) &- 1)] }
  }

  /// Whether another table holds the same storage, and so the same items.
  func isIdentical(to other: ItemTable) -> Bool { pages.root === other.pages.root }

  /// Whether an item is here under a handle, which need not be one that was given out.
  @inlinable
  func has(_ item: Item, under handle: Int32) -> Bool {
    let page = Int(handle) &>> itemBits
    guard let page = unsafe pages.borrowIfPresent(page) else { return false }
    let place = Int(handle) & mask
    return unsafe page._withUnsafeGuaranteedRef {
      unsafe place < $0.room && $0.state.pointee.isOccupied(place) && $0[place] == item
    }
  }

  /// The handle of an item, if the item is here.
  @inlinable
  func handle(of item: Item) -> Int32? {
    handle(of: item, hash: ItemTable.hash(item))
  }

  /// The handle of an item whose hash is known.
  @inlinable
  func handle(of item: Item, hash: UInt32) -> Int32? {
    var index = handles.start(for: hash)
    while true {
      let handle = handles.nextCandidate(for: hash, at: &index)
      if handle < 0 { return nil }
      if self[handle] == item { return handle }
    }
  }

  /// Adds an item, unless it is here already, and returns its new handle.
  @inlinable
  mutating func insert(_ item: Item, hash: UInt32) -> Int32? {
    guard handle(of: item, hash: hash) == nil else { return nil }
    let handle = handles.insert(hash: hash)
    let place = Int(handle) & mask
    unsafe uniquePage(Int(handle) &>> itemBits, roomFor: place + 1)._withUnsafeGuaranteedRef {
      $0.insert(item, at: place)
    }
    return handle
  }

  /// Adds many items, and returns their handles.
  ///
  /// Where there are duplicates, returns their handles too, and leaves a table that is of no use.
  @inlinable
  mutating func insert(
    _ items: [Item], hashes: [UInt32]
  ) -> (handles: [Int32], duplicates: [Int32]) {
    let new = handles.allocate(hashes)
    store(items, under: new)
    let (pages, itemBits) = (pages, itemBits)
    let duplicates = handles.place(new, hashes: hashes) { old, new in
      ItemTable.item(old, in: pages, itemBits) == ItemTable.item(new, in: pages, itemBits)
    }
    return (new, duplicates)
  }

  /// Adds items that are not here, each once, and returns their handles.
  @inlinable
  mutating func insertAbsent(_ items: [Item], hashes: [UInt32]) -> [Int32] {
    // What it costs to add many at once depends on how many there are already.
    let isBatch = items.count > 32 && items.count > count / 8
    let new = isBatch ? handles.allocate(hashes) : hashes.map { handles.insert(hash: $0) }
    store(items, under: new)
    if isBatch {
      _ = handles.place(new, hashes: hashes) { _, _ in false }
    }
    return new
  }

  /// Stores items under new handles; those that were given out together are mostly in a row, and
  /// then stored together, page by page.
  @inlinable
  mutating func store(_ items: [Item], under handles: [Int32]) {
    var index = 0
    while index < handles.count {
      let first = handles[index]
      let place = Int(first) & mask
      let most = min(handles.count - index, mask + 1 - place)
      var count = 1
      while count < most && Int(handles[index + count]) == Int(first) + count {
        count += 1
      }
      let new = items[index..<index + count]
      let page = unsafe uniquePage(Int(first) &>> itemBits, roomFor: place + count)
      unsafe page._withUnsafeGuaranteedRef { $0.insert(contentsOf: new, at: place) }
      index += count
    }
  }

  /// The page with a number, for this version alone; the first one has room for as many items as
  /// needed, all others for as many as fit.
  @unsafe @inlinable
  mutating func uniquePage(_ number: Int, roomFor count: Int) -> Unmanaged<ItemPage<Item>> {
    let room = number > 0 ? mask + 1 : Layout.room(for: count, atMost: mask + 1)
    if number == pages.count {
      _ = pages.append(.make(room: room))
    }
    return unsafe pages.unique(number, room: room)
  }

  /// Puts an item in the place of an equal one, under the handle of that.
  @inlinable
  mutating func replace(_ handle: Int32, with item: Item) {
    unsafe pages.unique(Int(handle) &>> itemBits)._withUnsafeGuaranteedRef {
      unsafe $0.slot(Int(handle) & mask).pointee = item
    }
  }

  /// Removes an item, by its handle.
  @inlinable
  mutating func remove(_ handle: Int32) {
    handles.remove(handle)
    let page = Int(handle) &>> itemBits
    let isEmpty = unsafe pages.unique(page)._withUnsafeGuaranteedRef {
      $0.remove(at: Int(handle) & mask)
    }
    if isEmpty {
      pages.replace(page, with: nil)
    }
  }

  @inlinable
  static func hash(_ item: Item) -> UInt32 {
    UInt32(truncatingIfNeeded: item.hashValue)
  }

  @inlinable var mask: Int { 1 &<< Int(itemBits) &- 1 }
}

extension ItemTable: Sendable where Item: Sendable {}

/// Items of a table, read in an order in which neighbors are mostly in one page.
@usableFromInline
@safe struct ItemReader<Item: Hashable> {
  @usableFromInline let table: ItemTable<Item>
  /// The page of the last item, and its number.
  @usableFromInline var page: Unmanaged<ItemPage<Item>>?
  @usableFromInline var number = -1

  @inlinable
  init(_ table: ItemTable<Item>) {
    self.table = table
  }

  /// The item of a handle that was given out.
  @inlinable @inline(__always)
  mutating func item(_ handle: Int32) -> Item {
    if Int(handle) &>> table.itemBits != number {
      number = Int(handle) &>> table.itemBits
      unsafe page = table.pages.borrow(number)
    }
    return unsafe page.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0[Int(handle) & table.mask] }
  }
}

// The table holds the page, which nobody writes as long as it does.
extension ItemReader: @unchecked Sendable where Item: Sendable {}

/// Tells which handles stand for the same items in two tables of one lineage.
@usableFromInline
struct SharedHandles<Item: Hashable> {
  @usableFromInline let table: ItemTable<Item>
  @usableFromInline let other: ItemTable<Item>
  /// The page of the last handle, and whether both tables share it: often the next is there, too.
  @usableFromInline var page = -1
  @usableFromInline var isShared = false

  @inlinable
  init(_ table: ItemTable<Item>, _ other: ItemTable<Item>) {
    self.table = table
    self.other = other
  }

  /// Whether a handle of the one table stands for the same item in the other.
  @inlinable
  mutating func contains(_ handle: Int32) -> Bool {
    if Int(handle) &>> table.itemBits != page {
      page = Int(handle) &>> table.itemBits
      isShared = table.pages.sharesPage(page, with: other.pages)
    }
    return isShared || other.has(table[handle], under: handle)
  }
}
