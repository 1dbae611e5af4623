/// Pages by number, in a radix tree that versions share.
///
/// A version copies a shared node or page before it first writes it. Only `withUniqueReference`
/// checks whether a reference is unique, and all writes go through it.
///
/// - Complexity: A copy of the table is O(1); reading or writing a page is O(log `count`) with a
///   large base.
@usableFromInline
struct PageTable<Page: StoragePage> {
  /// A page if `height` is 0, and otherwise a `PageTableNode`; `nil` if there is no page.
  @usableFromInline var root: AnyObject?
  @usableFromInline var pageCount: Int32 = 0
  @usableFromInline var height: UInt8 = 0
  /// The binary logarithm of the number of children of a node.
  @usableFromInline let nodeBits: UInt8

  @inlinable
  init(nodeBits: UInt8) {
    self.nodeBits = nodeBits
  }

  @inlinable var count: Int { Int(pageCount) }

  func sharesPage(_ number: Int, with otherNumber: Int, of other: PageTable) -> Bool {
    unsafe borrow(number).toOpaque() == other.borrow(otherNumber).toOpaque()
  }

  /// An unretained reference to a page, valid until the table changes.
  @unsafe @inlinable @inline(__always)
  func borrow(_ number: Int) -> Unmanaged<Page> {
    assert(number >= 0 && number < count)
    var object = unsafe Unmanaged.passUnretained(root.unsafelyUnwrapped).toOpaque()
    var level = Int(height)
    while level > 0 {
      level &-= 1
      let index = Self.childIndex(of: number, level, nodeBits: Int(nodeBits))
      let node = unsafe Unmanaged<PageTableNode>.fromOpaque(object)
      unsafe object = node._withUnsafeGuaranteedRef { unsafe $0.borrow(index) }
    }
    return unsafe Unmanaged<Page>.fromOpaque(object)
  }

  /// Makes a page unique, with room for at least `room` words or items; creates it if it is
  /// missing.
  ///
  /// - Returns: An unretained reference, valid until the table changes.
  @unsafe @inlinable
  mutating func uniquePage(_ number: Int, room: Int = 0) -> Unmanaged<Page> {
    unsafe withUniqueReference(number) { reference in
      let isUnique = unsafe isKnownUniquelyReferenced(&reference.pointee)
      let page = unsafe reference.pointee.map {
        unsafe Unmanaged.passUnretained(unsafeDowncast($0, to: Page.self))
      }
      if let page = unsafe page, isUnique,
        unsafe page._withUnsafeGuaranteedRef({ $0.room >= room })
      {
        return unsafe page
      }
      let copy = unsafe page?._withUnsafeGuaranteedRef { $0.copy(room: room) }
      let new = copy ?? Page.make(room: room)
      unsafe reference.pointee = new
      return unsafe Unmanaged.passUnretained(new)
    }
  }

  @inlinable
  mutating func replace(_ number: Int, with page: Page?) {
    unsafe withUniqueReference(number) { unsafe $0.pointee = page }
  }

  @inlinable
  mutating func append(_ page: Page) -> Int {
    let number = count
    if number > 0 && number == 1 << (Int(height) * Int(nodeBits)) {
      root = PageTableNode.make(above: root)
      height += 1
    }
    pageCount += 1
    unsafe withUniqueReference(number) { unsafe $0.pointee = page }
    return number
  }

  /// The index of the child on the path to a page, in a node `level` levels above the last one.
  @inlinable @inline(__always)
  static func childIndex(of number: Int, _ level: Int, nodeBits: Int) -> Int {
    (number &>> (level &* nodeBits)) & ((1 &<< nodeBits) &- 1)
  }

  /// Makes the nodes above a page unique, and calls `body` with the reference to the page.
  @unsafe @inlinable @inline(__always)
  mutating func withUniqueReference<Result>(
    _ number: Int, _ body: (UnsafeMutablePointer<AnyObject?>) -> Result
  ) -> Result {
    assert(number >= 0 && number < count)
    var level = Int(height)
    let nodeBits = Int(nodeBits)
    return unsafe withUnsafeMutablePointer(to: &root) { root in
      var reference = unsafe root
      while level > 0 {
        level &-= 1
        let index = Self.childIndex(of: number, level, nodeBits: nodeBits)
        unsafe PageTableNode.makeUnique(&reference.pointee, withChildAt: index)
        unsafe reference = unsafe Unmanaged.passUnretained(
          unsafeDowncast(reference.pointee.unsafelyUnwrapped, to: PageTableNode.self)
        )._withUnsafeGuaranteedRef { unsafe $0.pointer(to: index) }
      }
      return unsafe body(reference)
    }
  }
}

// Only `withUniqueReference` writes, and only unique nodes and pages. Shared pages are never
// written, so a copy can be sent to another task.
extension PageTable: @unchecked Sendable where Page.Content: Sendable {}
