/// A page of items, with gaps.
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
      ItemPage.create(minimumCapacity: room) { _ in ItemPageHeader(room: room) },
      to: ItemPage.self)
  }

  @inlinable var room: Int { unsafe state.pointee.room }

  /// The header, without the exclusivity checks of `header`.
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

  @unsafe @inlinable @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Item> {
    unsafe assert(state.pointee.isOccupied(index))
    return unsafe withUnsafeMutablePointerToElements { unsafe $0 + index }
  }

  @inlinable
  func insert(_ item: Item, at index: Int) {
    unsafe assert(!state.pointee.isOccupied(index))
    unsafe withUnsafeMutablePointerToElements { unsafe ($0 + index).initialize(to: item) }
    unsafe state.pointee.occupied |= 1 &<< UInt64(index)
  }

  @inlinable
  func insert(contentsOf items: ArraySlice<Item>, at index: Int) {
    let mask = (UInt64.max &>> UInt64(64 - items.count)) &<< UInt64(index)
    unsafe assert(state.pointee.occupied & mask == 0)
    _ = unsafe withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableBufferPointer(start: $0 + index, count: items.count)
        .initialize(fromContentsOf: items)
    }
    unsafe state.pointee.occupied |= mask
  }

  @inlinable
  func remove(at index: Int) -> Bool {
    unsafe assert(state.pointee.isOccupied(index))
    unsafe state.pointee.occupied &= ~(1 &<< UInt64(index))
    _ = unsafe withUnsafeMutablePointerToElements { unsafe ($0 + index).deinitialize(count: 1) }
    return unsafe state.pointee.occupied == 0
  }
}

extension ItemPage where Item: Equatable {
  /// Returns whether consecutive items, which must be on both pages, equal those of another page.
  @inlinable
  func isEqual(at start: Int, to other: ItemPage, at otherStart: Int, count: Int) -> Bool {
    let items = unsafe pointer(to: start)
    let otherItems = unsafe other.pointer(to: otherStart)
    var compared = 0
    while compared < count {
      // The inner loop does not end early, because it then compares several numbers at once.
      let end = min(count, compared &+ 16)
      var differences = 0
      for index in compared..<end {
        unsafe assert(
          state.pointee.isOccupied(start + index)
            && other.state.pointee.isOccupied(otherStart + index))
        unsafe differences &+= items[index] == otherItems[index] ? 0 : 1
      }
      if differences != 0 { return false }
      compared = end
    }
    return true
  }
}

@usableFromInline
struct ItemPageHeader {
  @usableFromInline let room: Int
  /// By index: a bit that is set if there is an item.
  @usableFromInline var occupied: UInt64 = 0

  @usableFromInline
  init(room: Int) {
    self.room = room
  }

  @inlinable var isFull: Bool { occupied == .max }

  @inlinable
  func isOccupied(_ index: Int) -> Bool {
    occupied & (1 &<< UInt64(index)) != 0
  }
}
