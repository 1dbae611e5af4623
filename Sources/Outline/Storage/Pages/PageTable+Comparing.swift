extension PageTable {
  /// Whether another table has the same page as this one under a number that has a page here.
  ///
  /// A shared page has the same number in both tables.
  @inlinable
  func sharesPage(_ number: Int, with other: PageTable) -> Bool {
    guard height == other.height, let root, let otherRoot = other.root else {
      return unsafe object(at: 0, on: number) == other.object(at: 0, on: number)
    }
    var own = unsafe Unmanaged.passUnretained(root).toOpaque()
    var others = unsafe Unmanaged.passUnretained(otherRoot).toOpaque()
    var level = height
    // What a shared node leads to is shared.
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

  /// The numbers of the pages that another table does not have under the same numbers, ascending.
  ///
  /// - Complexity: O(log `count`) for each of them, at worst; what both tables share is passed over
  ///   by whole nodes.
  @usableFromInline
  func numbersNotShared(with other: PageTable) -> [Int] {
    var numbers: [Int] = []
    var open = [(level: height, number: 0)]
    while let (level, number) = open.popLast() {
      guard let own = unsafe object(at: level, on: number) else { continue }
      if unsafe own == other.object(at: level, on: number) { continue }
      if level == 0 {
        numbers.append(number)
        continue
      }
      let step = 1 << ((level - 1) * Int(nodeBits))
      let end = min(number + step << Int(nodeBits), count)
      open += stride(from: number, to: end, by: step).reversed().map { (level - 1, $0) }
    }
    return numbers
  }

  /// The page with a number, if there is one, borrowed: valid until the table is changed or
  /// released.
  @unsafe @inlinable
  func borrowIfPresent(_ number: Int) -> Unmanaged<Page>? {
    unsafe object(at: 0, on: number).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The node that is `level` nodes above the pages on the way to a number, or the page itself at
  /// level 0; `nil` where there is none.
  @unsafe @inlinable
  func object(at level: Int, on number: Int) -> UnsafeMutableRawPointer? {
    guard let root, number >= 0, number < count, level <= height else { return nil }
    var object = unsafe Unmanaged.passUnretained(root).toOpaque()
    for above in (level..<height).reversed() {
      let index = Self.childIndex(of: number, above, nodeBits: Int(nodeBits))
      let child = unsafe Unmanaged<PageTableNode>.fromOpaque(object)._withUnsafeGuaranteedRef {
        unsafe $0.child(index)
      }
      guard let child = unsafe child else { return nil }
      unsafe object = child
    }
    return unsafe object
  }
}
