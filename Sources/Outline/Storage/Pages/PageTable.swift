/// Pages by number, shared between versions.
///
/// A radix tree whose nodes and pages are copied the first time they are written while another
/// version still holds them. Nothing but the table and its nodes asks whether a reference is
/// unique, and `withUniqueSlot` is the only way to write.
///
/// - Complexity: A copy of the table is O(1); reading or writing a page is O(log `count`) with a
///   large base.
@usableFromInline
struct PageTable<Page: StoragePage> {
  /// A page when `height` is 0, otherwise a `PageTableNode`; `nil` when there is no page.
  @usableFromInline var root: AnyObject?
  @usableFromInline var height = 0
  /// One more than the largest page number.
  @usableFromInline var count = 0
  /// The binary logarithm of the number of children that a node has room for.
  @usableFromInline let nodeBits: UInt8

  @inlinable
  init(nodeBits: UInt8) {
    self.nodeBits = nodeBits
  }

  /// Whether both tables have the same page under two numbers.
  func sharesPage(_ number: Int, with otherNumber: Int, of other: PageTable) -> Bool {
    unsafe borrow(number).toOpaque() == other.borrow(otherNumber).toOpaque()
  }

  /// The page with a number, borrowed: valid until the table is changed or released.
  @unsafe @inlinable @inline(__always)
  func borrow(_ number: Int) -> Unmanaged<Page> {
    assert(number >= 0 && number < count)
    var object = unsafe Unmanaged.passUnretained(root.unsafelyUnwrapped).toOpaque()
    var level = height
    while level > 0 {
      level &-= 1
      let index = Self.childIndex(of: number, level, nodeBits: Int(nodeBits))
      let node = unsafe Unmanaged<PageTableNode>.fromOpaque(object)
      unsafe object = node._withUnsafeGuaranteedRef { unsafe $0.borrow(index) }
    }
    return unsafe Unmanaged<Page>.fromOpaque(object)
  }

  /// The page with a number, for this version alone, with room for at least `room` words or items:
  /// valid until the table is changed or released.
  ///
  /// Makes a page where there is none.
  @unsafe @inlinable
  mutating func unique(_ number: Int, room: Int = 0) -> Unmanaged<Page> {
    unsafe withUniqueSlot(number) { slot in
      let isUnique = unsafe isKnownUniquelyReferenced(&slot.pointee)
      let page = unsafe slot.pointee.map {
        unsafe Unmanaged.passUnretained(unsafeDowncast($0, to: Page.self))
      }
      if let page = unsafe page, isUnique,
        unsafe page._withUnsafeGuaranteedRef({ $0.room >= room })
      {
        return unsafe page
      }
      let copy = unsafe page?._withUnsafeGuaranteedRef { $0.copy(room: room) }
      let new = copy ?? Page.make(room: room)
      unsafe slot.pointee = new
      return unsafe Unmanaged.passUnretained(new)
    }
  }

  /// Puts a page, or none, in the place of a number that was given out before.
  @inlinable
  mutating func replace(_ number: Int, with page: Page?) {
    unsafe withUniqueSlot(number) { unsafe $0.pointee = page }
  }

  /// Adds a page under the next number and returns the number.
  @inlinable
  mutating func append(_ page: Page) -> Int {
    let number = count
    if number > 0 && number == 1 << (height * Int(nodeBits)) {
      root = PageTableNode.make(above: root)
      height += 1
    }
    count += 1
    unsafe withUniqueSlot(number) { unsafe $0.pointee = page }
    return number
  }

  /// The place of the way to a page in a node that is `level` nodes above the last.
  @inlinable @inline(__always)
  static func childIndex(of number: Int, _ level: Int, nodeBits: Int) -> Int {
    (number &>> (level &* nodeBits)) & ((1 &<< nodeBits) &- 1)
  }

  /// Calls `body` with the place that holds a page, after making the nodes above it this
  /// version's own.
  @unsafe @inlinable @inline(__always)
  mutating func withUniqueSlot<Result>(
    _ number: Int, _ body: (UnsafeMutablePointer<AnyObject?>) -> Result
  ) -> Result {
    assert(number >= 0 && number < count)
    var level = height
    let nodeBits = Int(nodeBits)
    return unsafe withUnsafeMutablePointer(to: &root) { root in
      var slot = unsafe root
      while level > 0 {
        level &-= 1
        let index = Self.childIndex(of: number, level, nodeBits: nodeBits)
        unsafe PageTableNode.makeUnique(&slot.pointee, withChildAt: index)
        unsafe slot = unsafe Unmanaged.passUnretained(
          unsafeDowncast(slot.pointee.unsafelyUnwrapped, to: PageTableNode.self)
        )._withUnsafeGuaranteedRef { unsafe $0.slot(index) }
      }
      return unsafe body(slot)
    }
  }
}

// A page or node is written only by `withUniqueSlot`, for a version that alone holds it: what
// several versions hold is never written, and so a copy may be handed to another task.
extension PageTable: @unchecked Sendable where Page.Content: Sendable {}
