/// Slots, in a `WordArray`, in `MutableWords` or in an array.
extension MutableCollection where Self: RandomAccessCollection, Index == Int, Element == Int32 {
  var mask: Int { count &- 1 }

  func slot(of handle: Int32, hash: UInt32) -> Int32 {
    Int32(bitPattern: hash & ~UInt32(mask)) | (handle + 1)
  }

  func handle(at index: Int) -> Int32 {
    (self[index] & Int32(mask)) - 1
  }

  /// Inserts a handle in the first empty slot, or returns `false` if the search finds an equal one.
  @inline(__always)
  mutating func insert(
    _ handle: Int32, hash: UInt32, _ areEqual: (Int32, Int32) -> Bool
  ) -> Bool {
    let mask = mask
    var index = Int(hash) & mask
    while true {
      let slot = self[index]
      if slot == 0 { break }
      let isCandidate = (UInt32(bitPattern: slot) ^ hash) & ~UInt32(mask) == 0
      if isCandidate && areEqual(slot & Int32(mask) - 1, handle) { return false }
      index = (index + 1) & mask
    }
    self[index] = slot(of: handle, hash: hash)
    return true
  }
}

struct SlotSearch<Slots: MutableCollection & RandomAccessCollection>: LinearProbing
where Slots.Index == Int, Slots.Element == Int32 {
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
      removeSlot(index)
    }
  }
}
