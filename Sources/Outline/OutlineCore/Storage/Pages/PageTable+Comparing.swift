extension PageTable {
  @inlinable
  func sharesPage(_ number: Int, with other: PageTable) -> Bool {
    guard height == other.height, let root, let otherRoot = other.root else {
      return unsafe object(at: 0, above: number) == other.object(at: 0, above: number)
    }
    var own = unsafe Unmanaged.passUnretained(root).toOpaque()
    var others = unsafe Unmanaged.passUnretained(otherRoot).toOpaque()
    var level = Int(height)
    // All pages below a shared node are shared.
    while level > 0, unsafe own != others {
      level &-= 1
      let index = Self.childIndex(of: number, level, nodeBits: Int(nodeBits))
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
  @unsafe @inlinable
  func borrowIfPresent(_ number: Int) -> Unmanaged<Page>? {
    unsafe object(at: 0, above: number).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The node `level` levels above a page, or the page itself at level 0; `nil` if it is missing.
  @unsafe @inlinable
  func object(at level: Int, above number: Int) -> UnsafeMutableRawPointer? {
    guard let root, number >= 0, number < count, level <= Int(height) else { return nil }
    var object = unsafe Unmanaged.passUnretained(root).toOpaque()
    for ancestor in (level..<Int(height)).reversed() {
      let index = Self.childIndex(of: number, ancestor, nodeBits: Int(nodeBits))
      let child = unsafe Unmanaged<PageTableNode>.fromOpaque(object)._withUnsafeGuaranteedRef {
        unsafe $0.child(index)
      }
      guard let child = unsafe child else { return nil }
      unsafe object = child
    }
    return unsafe object
  }
}
