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
