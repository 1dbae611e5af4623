/// A node of a `PageTable`: references to the nodes or pages one level down.
@usableFromInline
final class PageTableNode: ManagedBuffer<Int, AnyObject?> {
  deinit {
    // A table is a few levels high, so the releases that this sets off are nested no deeper. One by
    // one, as below: for a count of them, the runtime goes through the witnesses of `Optional`.
    for index in 0..<room {
      unsafe slot(index).pointee = nil
    }
  }

  /// Returns a node with room for `room` children that begins with those of `other`.
  static func make(room: Int, copying other: PageTableNode? = nil) -> PageTableNode {
    let node = unsafe unsafeDowncast(
      create(minimumCapacity: room) { _ in room }, to: PageTableNode.self)
    let children = unsafe node.slot(0)
    let copied = other?.room ?? 0
    for index in 0..<room {
      unsafe (children + index).initialize(to: index < copied ? other?.slot(index).pointee : nil)
    }
    return node
  }

  /// Returns a node whose first child is `child`.
  @usableFromInline
  static func make(above child: AnyObject?) -> PageTableNode {
    let node = make(room: 2)
    unsafe node.slot(0).pointee = child
    return node
  }

  /// Makes sure that nobody else holds `node`, and that it has room for a child at `index`.
  ///
  /// Where there is no node yet, makes one.
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

  /// The number of children that there is room for.
  @usableFromInline var room: Int {
    unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee }
  }

  /// The place of a child, valid while the node lives.
  @unsafe @usableFromInline
  func slot(_ index: Int) -> UnsafeMutablePointer<AnyObject?> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 + index }
  }

  /// A child's address, without retaining the child.
  @unsafe @usableFromInline
  func borrow(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe UnsafeRawPointer(slot(index)).load(as: UnsafeMutableRawPointer.self)
  }

  /// The address of a child that may be missing, without retaining the child.
  @unsafe @usableFromInline
  func child(_ index: Int) -> UnsafeMutableRawPointer? {
    guard index < room else { return nil }
    return unsafe UnsafeRawPointer(slot(index)).load(as: UnsafeMutableRawPointer?.self)
  }
}
