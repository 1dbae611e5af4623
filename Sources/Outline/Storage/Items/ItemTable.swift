/// Items, each under a small number: its handle.
///
/// The only part of the storage that knows items. A handle stays the same until its item is removed,
/// so that versions of one lineage can be compared by handle. After two copies diverge, each may give
/// the same handle to a different item.
///
/// - Complexity: A copy is O(1). Finding, adding and removing an item hash it at most once and compare
///   it with few others; see `HandleTable` for the rest.
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

  /// Makes room for `count` items in all.
  @inlinable
  mutating func reserve(_ count: Int) {
    handles.reserve(count)
  }

  /// The item of a handle that was given out.
  @inlinable @inline(__always)
  subscript(handle: Int32) -> Item {
    let index = Int(handle)
    return unsafe pages.borrow(index &>> itemBits)._withUnsafeGuaranteedRef { $0[index & mask] }
  }

  /// The handle of an item, if the item is here.
  @inlinable
  func handle(of item: Item) -> Int32? {
    handle(of: item, hash: ItemTable.hash(item))
  }

  @inlinable
  func handle(of item: Item, hash: UInt32) -> Int32? {
    var index = handles.start(for: hash)
    while true {
      let handle = handles.nextCandidate(for: hash, at: &index)
      if handle < 0 { return nil }
      if self[handle] == item { return handle }
    }
  }

  /// Adds an item that is not here yet.
  @inlinable
  mutating func insert(_ item: Item, hash: UInt32) -> Int32 {
    let handle = handles.insert(hash: hash)
    let index = Int(handle)
    let page = index &>> itemBits
    let place = index & mask
    if page == pages.count {
      // Only a first page starts small: a section of twenty items must not pay for whole pages.
      _ = pages.append(.make(room: page == 0 ? min(4, 1 << itemBits) : 1 << itemBits))
    }
    let room = place == 0 ? 0 : min(1 << itemBits, 2 << (Int.bitWidth - 1 - place.leadingZeroBitCount))
    unsafe pages.unique(page, room: room)._withUnsafeGuaranteedRef {
      $0.insert(item, at: place)
    }
    return handle
  }

  /// Removes an item, by its handle.
  @inlinable
  mutating func remove(_ handle: Int32) {
    handles.remove(handle)
    let index = Int(handle)
    unsafe pages.unique(index &>> itemBits)._withUnsafeGuaranteedRef {
      $0.remove(at: index & mask)
    }
  }

  @inlinable
  static func hash(_ item: Item) -> UInt32 {
    UInt32(truncatingIfNeeded: item.hashValue)
  }

  @inlinable var mask: Int { 1 &<< Int(itemBits) &- 1 }
}

extension ItemTable: Sendable where Item: Sendable {}
