/// Slots, in a `WordArray`, in `MutableWords` or in an array.
extension MutableCollection where Self: RandomAccessCollection, Index == Int, Element == Int32 {
  var mask: Int { count &- 1 }

  func slot(of handle: Int32, hash: UInt32) -> Int32 {
    Int32(bitPattern: hash & ~UInt32(mask)) | (handle + 1)
  }

  func handle(at index: Int) -> Int32 {
    (self[index] & Int32(mask)) - 1
  }

  /// Returns the slot for a new handle, -1 if a handle is equal, or `nil` after `limit` candidates.
  @inline(__always)
  func emptySlot(
    for handle: Int32, hash: UInt32, after limit: Int, _ areEqual: (Int32, Int32) -> Bool
  ) -> Int? {
    let mask = mask
    var index = Int(truncatingIfNeeded: hash) & mask
    var candidatesLeft = limit
    while true {
      let slot = self[index]
      if slot == 0 { return index }
      if (UInt32(bitPattern: slot) ^ hash) & ~UInt32(mask) == 0 {
        if candidatesLeft == 0 { return nil }
        if areEqual(slot & Int32(mask) - 1, handle) { return -1 }
        candidatesLeft -= 1
      }
      index = (index + 1) & mask
    }
  }

  mutating func insertAbsent(_ handle: Int32, hash: UInt32) {
    let mask = mask
    var index = Int(truncatingIfNeeded: hash) & mask
    while self[index] != 0 {
      index = (index + 1) & mask
    }
    self[index] = slot(of: handle, hash: hash)
  }
}

extension PagedWords {
  /// Returns the first empty slot at or after an index.
  func emptySlot(from index: Int) -> Int {
    var index = index
    while self[index] != 0 {
      index = (index + 1) & mask
      // In a long chain, sixteen slots are compared at once.
      while index & 15 == 0 && pageMask >= 15 && index + 16 <= count {
        let offset = index & pageMask
        if page(at: index).count(of: 0, in: offset..<offset + 16) > 0 { break }
        index = (index + 16) & mask
      }
    }
    return index
  }
}

struct SlotSearch<Slots: PagedWords>: LinearProbing {
  var slots: Slots
  let hashes: WordArray

  var slotCount: Int { slots.count }

  func start(ofSlot index: Int) -> Int? {
    let slot = slots[index]
    return slot == 0 ? nil : Int(hashes[Int(slot) & slots.mask - 1]) & slots.mask
  }

  mutating func moveSlot(_ index: Int, to target: Int) {
    slots[target] = slots[index]
  }

  mutating func clearSlot(_ index: Int) {
    slots[index] = 0
  }

  mutating func remove(_ handles: [Int32]) {
    for handle in handles {
      let hash = hashes[Int(handle)]
      let slot = slots.slot(of: handle, hash: UInt32(bitPattern: hash))
      var index = Int(hash) & slots.mask
      while slots[index] != slot {
        index = (index + 1) & slots.mask
      }
      // In a long chain of equal hashes, an entry that is not near has the same high bits.
      if (slots[(index + 32) & slots.mask] ^ slot) & ~Int32(slots.mask) == 0 {
        index = fillFromEnd(index)
      }
      removeSlot(index)
    }
  }

  /// Fills a slot with the last entry that can move there, and returns the slot of this entry.
  ///
  /// In a long chain of equal hashes, no other entry moves, and most are not read.
  @inline(never)
  private mutating func fillFromEnd(_ index: Int) -> Int {
    let mask = slots.mask
    var last = slots.emptySlot(from: index)
    while true {
      last = (last - 1) & mask
      guard last != index, let start = start(ofSlot: last) else { return index }
      if (last - start) & mask >= (last - index) & mask {
        moveSlot(last, to: index)
        return last
      }
    }
  }
}
