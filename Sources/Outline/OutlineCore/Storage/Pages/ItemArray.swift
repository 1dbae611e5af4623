/// An array of items, with gaps, in pages that versions share.
///
/// - Complexity: A copy is O(1). Reading and writing an item are O(log `count`) with a large base.
@usableFromInline
package struct ItemArray<Item> {
  @usableFromInline var pages: PageTable<ItemPage<Item>>
  /// The binary logarithm of the number of items on a page: at most 6.
  @usableFromInline let pageBits: UInt8

  @inlinable
  package init(pageBits: UInt8, nodeBits: UInt8) {
    pages = PageTable(nodeBits: nodeBits)
    self.pageBits = pageBits
  }

  /// Accesses an item, which must be here.
  @inlinable
  package subscript(index: Int32) -> Item {
    @inline(__always) _read {
      let page = unsafe pages.borrow(pageNumber(of: index))
      let pointer = unsafe page._withUnsafeGuaranteedRef {
        unsafe $0.pointer(to: offset(of: index))
      }
      yield unsafe pointer.pointee
    }
    _modify {
      let page = unsafe pages.uniquePage(pageNumber(of: index))
      let pointer = unsafe page._withUnsafeGuaranteedRef {
        unsafe $0.pointer(to: offset(of: index))
      }
      yield unsafe &pointer.pointee
    }
  }

  @inlinable @inline(__always)
  func pageNumber(of index: Int32) -> Int { Int(index) &>> pageBits }

  @inlinable @inline(__always)
  func offset(of index: Int32) -> Int { Int(index) & (pageSize &- 1) }

  @inlinable var pageSize: Int {
    @inline(__always) get { 1 &<< Int(pageBits) }
  }
}

// MARK: - Inserting and removing

extension ItemArray {
  @inlinable
  package mutating func insert(_ item: Item, at index: Int32) {
    let offset = offset(of: index)
    unsafe uniquePage(pageNumber(of: index), roomFor: offset + 1)._withUnsafeGuaranteedRef {
      $0.insert(item, at: offset)
    }
  }

  /// Inserts items in gaps, or after the last item; consecutive ones are written page by page.
  @inlinable
  mutating func insert(_ items: [Item], at indices: [Int32]) {
    var start = 0
    while start < indices.count {
      let first = indices[start]
      let offset = offset(of: first)
      let limit = min(indices.count - start, pageSize - offset)
      var count = 1
      while count < limit && Int(indices[start + count]) == Int(first) + count {
        count += 1
      }
      let range = items[start..<start + count]
      let page = unsafe uniquePage(pageNumber(of: first), roomFor: offset + count)
      unsafe page._withUnsafeGuaranteedRef { $0.insert(contentsOf: range, at: offset) }
      start += count
    }
  }

  /// Makes a page unique; the first page grows with its items, and all others have their full size.
  @unsafe @inlinable
  mutating func uniquePage(_ number: Int, roomFor count: Int) -> Unmanaged<ItemPage<Item>> {
    let room = number > 0 ? pageSize : Layout.room(for: count, atMost: pageSize)
    if number == pages.count {
      _ = pages.append(.make(room: room))
    }
    return unsafe pages.uniquePage(number, room: room)
  }

  @inlinable
  package mutating func remove(at index: Int32) {
    let number = pageNumber(of: index)
    let isEmpty = unsafe pages.uniquePage(number)._withUnsafeGuaranteedRef {
      $0.remove(at: offset(of: index))
    }
    if isEmpty {
      pages.replace(number, with: nil)
    }
  }

  /// Removes items, which are mostly on the same page as the one before, and leaves gaps.
  @inlinable
  mutating func remove(at indices: [Int32]) {
    var number = -1
    var page: Unmanaged<ItemPage<Item>>?
    for index in indices {
      if pageNumber(of: index) != number {
        number = pageNumber(of: index)
        unsafe page = pages.uniquePage(number)
      }
      let isEmpty = unsafe page.unsafelyUnwrapped._withUnsafeGuaranteedRef {
        $0.remove(at: offset(of: index))
      }
      if isEmpty {
        pages.replace(number, with: nil)
        number = -1
      }
    }
  }
}

extension ItemArray {
  /// Returns a Boolean value that indicates whether there is an item at an index.
  @inlinable
  package func contains(_ index: Int32) -> Bool {
    guard let page = unsafe pages.borrowIfPresent(pageNumber(of: index)) else { return false }
    let offset = offset(of: index)
    return unsafe page._withUnsafeGuaranteedRef { $0.contains(offset) }
  }

  package func isIdentical(to other: ItemArray) -> Bool { pages.root === other.pages.root }

  /// The ascending indices of the items that another array does not have at the same index.
  ///
  /// Items on pages that both arrays share are the same.
  ///
  /// - Parameter areSame: Returns whether an item is the same as one of the other array.
  @inlinable
  package func indices(
    notIn other: ItemArray, where areSame: (_ own: Item, _ other: Item) -> Bool
  ) -> [Int32] {
    var indices: [Int32] = []
    for number in pages.numbersNotShared(with: other.pages) {
      let page = unsafe pages.borrow(number)
      let otherPage = unsafe pageBits == other.pageBits ? other.pages.borrowIfPresent(number) : nil
      let start = Int32(number &<< Int(pageBits))
      unsafe page._withUnsafeGuaranteedRef { page in
        guard let otherPage = unsafe otherPage else {
          indices += page.offsets.map { start | Int32($0) }
          return
        }
        unsafe otherPage._withUnsafeGuaranteedRef { otherPage in
          for offset in page.offsets
          where !otherPage.contains(offset) || !areSame(page[offset], otherPage[offset]) {
            indices.append(start | Int32(offset))
          }
        }
      }
    }
    return indices
  }
}

extension ItemArray where Item: Equatable {
  @inlinable @inline(__always)
  func contains(_ item: Item, at index: Int32) -> Bool {
    guard let page = unsafe pages.borrowIfPresent(pageNumber(of: index)) else { return false }
    let offset = offset(of: index)
    return unsafe page._withUnsafeGuaranteedRef {
      $0.contains(offset) && $0[offset] == item
    }
  }

  /// Returns a Boolean value that indicates whether consecutive items, which must be here, equal
  /// those of another array.
  @inlinable
  package func isEqual(
    at start: Int32, to other: ItemArray, at otherStart: Int32, count: Int
  ) -> Bool {
    var compared = 0
    while compared < count {
      let index = start &+ Int32(compared)
      let otherIndex = otherStart &+ Int32(compared)
      let (offset, otherOffset) = (offset(of: index), other.offset(of: otherIndex))
      let pageCount = min(
        count - compared, pageSize - offset, other.pageSize - otherOffset)
      let page = unsafe pages.borrow(pageNumber(of: index))
      let otherPage = unsafe other.pages.borrow(other.pageNumber(of: otherIndex))
      let areEqual = unsafe page._withUnsafeGuaranteedRef { page in
        unsafe otherPage._withUnsafeGuaranteedRef { otherPage in
          page.isEqual(at: offset, to: otherPage, at: otherOffset, count: pageCount)
        }
      }
      guard areEqual else { return false }
      compared += pageCount
    }
    return true
  }
}

extension ItemArray: Sendable where Item: Sendable {}

/// A reader of items at indices that are mostly on the same page as the index before.
@usableFromInline
@safe package struct ItemReader<Item> {
  @usableFromInline let items: ItemArray<Item>
  @usableFromInline var page: Unmanaged<ItemPage<Item>>?
  @usableFromInline var pageNumber = -1

  @inlinable
  init(_ items: ItemArray<Item>) {
    self.items = items
  }

  @inlinable @inline(__always)
  package mutating func item(_ index: Int32) -> Item {
    if items.pageNumber(of: index) != pageNumber {
      pageNumber = items.pageNumber(of: index)
      unsafe page = items.pages.borrow(pageNumber)
    }
    return unsafe page.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0[items.offset(of: index)] }
  }
}

// The array retains the page, so no other array writes it.
extension ItemReader: @unchecked Sendable where Item: Sendable {}

// MARK: - Pages

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

  /// The offsets that have an item.
  @inlinable var offsets: some Sequence<Int> {
    let header = unsafe state.pointee
    return (0..<header.room).lazy.filter { header.isOccupied($0) }
  }

  @inlinable @inline(__always)
  func contains(_ offset: Int) -> Bool {
    let header = unsafe state.pointee
    return offset < header.room && header.isOccupied(offset)
  }

  /// The header, without the exclusivity checks of `header`.
  @unsafe @inlinable var state: UnsafeMutablePointer<ItemPageHeader> {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0 }
  }

  @inlinable
  func copy(room: Int) -> ItemPage {
    let header = unsafe state.pointee
    let page = ItemPage.make(room: max(room, header.room))
    for index in offsets {
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
  /// Returns a Boolean value that indicates whether consecutive items, which must be on both pages,
  /// equal those of another page.
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
