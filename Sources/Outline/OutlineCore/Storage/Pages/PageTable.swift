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
    var bits = Int(height) &* Int(nodeBits)
    while bits > 0 {
      let index = Self.childIndex(of: number, &bits, nodeBits: Int(nodeBits))
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

  /// Returns the index of the child on the path to a page.
  ///
  /// - Parameter bits: The number of low bits of a page number that select a page below the node.
  ///   The call reduces it to the number for the child.
  @inlinable @inline(__always)
  static func childIndex(of number: Int, _ bits: inout Int, nodeBits: Int) -> Int {
    bits &-= nodeBits
    return (number &>> bits) & ((1 &<< nodeBits) &- 1)
  }

  /// Makes the nodes above a page unique, and calls `body` with the reference to the page.
  @unsafe @inlinable @inline(__always)
  mutating func withUniqueReference<Result>(
    _ number: Int, _ body: (UnsafeMutablePointer<AnyObject?>) -> Result
  ) -> Result {
    assert(number >= 0 && number < count)
    let nodeBits = Int(nodeBits)
    var bits = Int(height) &* nodeBits
    return unsafe withUnsafeMutablePointer(to: &root) { root in
      var reference = unsafe root
      while bits > 0 {
        let index = Self.childIndex(of: number, &bits, nodeBits: nodeBits)
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

// MARK: - Comparing

extension PageTable {
  @inlinable
  func sharesPage(_ number: Int, with other: PageTable) -> Bool {
    guard height == other.height, let root, let otherRoot = other.root else {
      return unsafe object(at: 0, above: number) == other.object(at: 0, above: number)
    }
    var own = unsafe Unmanaged.passUnretained(root).toOpaque()
    var others = unsafe Unmanaged.passUnretained(otherRoot).toOpaque()
    var bits = Int(height) &* Int(nodeBits)
    // All pages below a shared node are shared.
    while bits > 0, unsafe own != others {
      let index = Self.childIndex(of: number, &bits, nodeBits: Int(nodeBits))
      let node = unsafe Unmanaged<PageTableNode>.fromOpaque(own)
      let otherNode = unsafe Unmanaged<PageTableNode>.fromOpaque(others)
      unsafe own = node._withUnsafeGuaranteedRef { unsafe $0.borrow(index) }
      guard let child = unsafe otherNode._withUnsafeGuaranteedRef({ unsafe $0.child(index) }) else {
        return false
      }
      unsafe others = child
    }
    return unsafe own == others
  }

  /// The numbers of the pages that another table does not share, in ascending order.
  @usableFromInline
  func numbersNotShared(with other: PageTable) -> [Int] {
    var numbers: [Int] = []
    var stack = [(level: Int(height), number: 0)]
    while let (level, number) = stack.popLast() {
      guard let own = unsafe object(at: level, above: number) else { continue }
      if unsafe own == other.object(at: level, above: number) { continue }
      if level == 0 {
        numbers.append(number)
        continue
      }
      let step = 1 << ((level - 1) * Int(nodeBits))
      let end = min(number + step << Int(nodeBits), count)
      stack += stride(from: number, to: end, by: step).reversed().map { (level - 1, $0) }
    }
    return numbers
  }

  /// An unretained reference to a page, or `nil` if there is none; valid until the table changes.
  @unsafe @inlinable @inline(__always)
  func borrowIfPresent(_ number: Int) -> Unmanaged<Page>? {
    guard let object = unsafe object(at: 0, above: number) else { return nil }
    return unsafe Unmanaged.fromOpaque(object)
  }

  /// The node `level` levels above a page, or the page itself at level 0; `nil` if it is missing.
  @unsafe @inlinable
  func object(at level: Int, above number: Int) -> UnsafeMutableRawPointer? {
    guard let root, number >= 0, number < count, level <= Int(height) else { return nil }
    var object = unsafe Unmanaged.passUnretained(root).toOpaque()
    var bits = Int(height) &* Int(nodeBits)
    while bits > level &* Int(nodeBits) {
      let index = Self.childIndex(of: number, &bits, nodeBits: Int(nodeBits))
      let child = unsafe Unmanaged<PageTableNode>.fromOpaque(object)._withUnsafeGuaranteedRef {
        unsafe $0.child(index)
      }
      guard let child = unsafe child else { return nil }
      unsafe object = child
    }
    return unsafe object
  }
}

// MARK: - Nodes

/// A node of a `PageTable`: references to nodes or pages one level below.
@usableFromInline
final class PageTableNode: ManagedBuffer<Int, AnyObject?> {
  deinit {
    // A table has few levels, so these releases nest only a few levels deep. They are assignments
    // because `deinitialize(count:)` is slower: it uses the value witnesses of `Optional`.
    for index in 0..<room {
      unsafe pointer(to: index).pointee = nil
    }
  }

  /// Returns a node with room for `room` children that starts with the children of `other`.
  static func make(room: Int, copying other: PageTableNode? = nil) -> PageTableNode {
    let node = unsafe unsafeDowncast(
      PageTableNode.create(minimumCapacity: room) { _ in room }, to: PageTableNode.self)
    let children = unsafe node.pointer(to: 0)
    let copied = other?.room ?? 0
    for index in 0..<room {
      unsafe (children + index).initialize(
        to: index < copied ? other?.pointer(to: index).pointee : nil)
    }
    return node
  }

  @usableFromInline
  static func make(above child: AnyObject?) -> PageTableNode {
    let node = make(room: 2)
    unsafe node.pointer(to: 0).pointee = child
    return node
  }

  /// Makes a node unique, with room for a child at `index`; creates it if it is missing.
  @inlinable @inline(__always)
  static func makeUnique(_ node: inout AnyObject?, withChildAt index: Int) {
    let isUnique = isKnownUniquelyReferenced(&node)
    let room = node.map { unsafe unsafeDowncast($0, to: PageTableNode.self).room } ?? 0
    if !isUnique || index >= room {
      copy(&node, withChildAt: index)
    }
  }

  @usableFromInline
  static func copy(_ node: inout AnyObject?, withChildAt index: Int) {
    let old = node.map { unsafe unsafeDowncast($0, to: PageTableNode.self) }
    let room = old?.room ?? 0
    node = make(room: index < room ? room : max(2 * room, index + 1), copying: old)
  }

  @usableFromInline var room: Int {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee }
  }

  /// A pointer to the reference to a child, valid while the node lives.
  @unsafe @usableFromInline
  func pointer(to index: Int) -> UnsafeMutablePointer<AnyObject?> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 + index }
  }

  /// The address of a child, which must exist, without retaining it.
  @unsafe @usableFromInline
  func borrow(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe UnsafeRawPointer(pointer(to: index)).load(as: UnsafeMutableRawPointer.self)
  }

  /// The address of a child, without retaining it, or `nil` if it is missing.
  @unsafe @usableFromInline
  func child(_ index: Int) -> UnsafeMutableRawPointer? {
    guard index < room else { return nil }
    return unsafe UnsafeRawPointer(pointer(to: index)).load(as: UnsafeMutableRawPointer?.self)
  }
}
