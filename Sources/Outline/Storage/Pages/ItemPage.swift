/// A page of items, some of whose places may be empty.
@usableFromInline
final class ItemPage<Item>: ManagedBuffer<ItemPageHeader, Item>, StoragePage {
  @usableFromInline typealias Content = Item

  @inlinable
  deinit {
    _ = unsafe withUnsafeMutablePointers { header, items in
      let header = unsafe header.pointee
      if header.isFull {
        unsafe items.deinitialize(count: header.room)
        return
      }
      for index in 0..<header.room where header.isOccupied(index) {
        unsafe (items + index).deinitialize(count: 1)
      }
    }
  }

  @inlinable
  static func make(room: Int) -> ItemPage {
    unsafe unsafeDowncast(
      create(minimumCapacity: room) { _ in ItemPageHeader(room: room) },
      to: ItemPage.self)
  }

  @inlinable var room: Int { unsafe state.pointee.room }

  /// The header, without the bookkeeping of accesses that `header` costs.
  @unsafe @inlinable var state: UnsafeMutablePointer<ItemPageHeader> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  @inlinable
  func copy(room: Int) -> ItemPage {
    let header = unsafe state.pointee
    let page = ItemPage.make(room: max(room, header.room))
    for index in 0..<header.room where header.isOccupied(index) {
      page.insert(self[index], at: index)
    }
    return page
  }

  @inlinable @inline(__always)
  subscript(index: Int) -> Item {
    unsafe assert(state.pointee.isOccupied(index))
    return unsafe withUnsafeMutablePointerToElements { unsafe $0[index] }
  }

  /// The place of an item, valid while the page lives.
  @unsafe @inlinable @inline(__always)
  func slot(_ index: Int) -> UnsafeMutablePointer<Item> {
    unsafe assert(state.pointee.isOccupied(index))
    return unsafe withUnsafeMutablePointerToElements { unsafe $0 + index }
  }

  /// Puts an item in an empty place.
  @inlinable
  func insert(_ item: Item, at index: Int) {
    unsafe assert(!state.pointee.isOccupied(index))
    unsafe withUnsafeMutablePointerToElements { unsafe ($0 + index).initialize(to: item) }
    unsafe state.pointee.occupied |= 1 &<< UInt64(index)
  }

  /// Puts items in empty places in a row.
  @inlinable
  func insert(contentsOf items: ArraySlice<Item>, at index: Int) {
    let places = (UInt64.max &>> UInt64(64 - items.count)) &<< UInt64(index)
    unsafe assert(state.pointee.occupied & places == 0)
    _ = unsafe withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableBufferPointer(start: $0 + index, count: items.count)
        .initialize(fromContentsOf: items)
    }
    unsafe state.pointee.occupied |= places
  }

  /// Empties a place, and returns whether all are empty now.
  @inlinable
  func remove(at index: Int) -> Bool {
    unsafe assert(state.pointee.isOccupied(index))
    unsafe state.pointee.occupied &= ~(1 &<< UInt64(index))
    _ = unsafe withUnsafeMutablePointerToElements { unsafe ($0 + index).deinitialize(count: 1) }
    return unsafe state.pointee.occupied == 0
  }
}

@usableFromInline
struct ItemPageHeader {
  /// The number of places.
  @usableFromInline let room: Int
  /// A bit for each place that has an item.
  @usableFromInline var occupied: UInt64 = 0

  @usableFromInline
  init(room: Int) {
    self.room = room
  }

  /// Whether all places of a page of the usual size have items.
  @inlinable var isFull: Bool { occupied == .max }

  @inlinable
  func isOccupied(_ index: Int) -> Bool {
    occupied & (1 &<< UInt64(index)) != 0
  }
}
