/// The part of an `ItemTable` that does not know items: it finds handles by hash.
///
/// A slot has a handle in its low bits and the high bits of a hash in the others. So few wrong
/// candidates are compared. All hashes are stored by handle, so the table grows without hashing.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a handle take O(1) expected probes,
///   each O(log `count`) with a large base. Growing doubles the table in O(`count`), so adding is
///   O(1) amortized.
@usableFromInline
package struct HandleTable: Sendable {
  /// By handle: the hash, or the next free handle.
  private var hashes: WordArray
  /// By slot, a power of two of them: 0 if empty, or a handle plus one and high bits of a hash.
  private var slots: WordArray
  @usableFromInline private(set) var count = 0
  /// The first free handle, or -1.
  private var freeHandle: Int32 = -1
  private let layout: Layout

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
    hashes = WordArray(layout: layout)
    slots = WordArray(layout: layout)
  }

  /// The largest handle so far plus one.
  @usableFromInline package var handleLimit: Int { hashes.count }

  @usableFromInline
  package func hash(of handle: Int32) -> UInt32 {
    UInt32(bitPattern: hashes[Int(handle)])
  }

  @usableFromInline
  package func hashes(of handles: [Int32]) -> [UInt32] {
    handles.map { hash(of: $0) }
  }
}

// MARK: - Finding

extension HandleTable {
  /// The slot at which the search for a hash begins.
  @usableFromInline
  func start(for hash: UInt32) -> Int {
    Int(hash) & slots.mask
  }

  /// Advances `index` to the next handle that probably has a hash, and returns it, or -1.
  @usableFromInline
  func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    let mask = slots.mask
    while true {
      let slot = UInt32(bitPattern: slots[index])
      if slot == 0 { return -1 }
      index = (index + 1) & mask
      if (slot ^ hash) & ~UInt32(mask) == 0 {
        return Int32(slot & UInt32(mask)) - 1
      }
    }
  }

  /// All slots in contiguous memory, for many look-ups.
  @usableFromInline var contiguousSlots: [Int32] { slots.words }

  /// The first handle that probably has each of the hashes, or -1.
  @usableFromInline
  func firstCandidates(for hashes: [UInt32], in contiguousSlots: [Int32]) -> [Int32] {
    guard count > 0 else { return hashes.map { _ in -1 } }
    let mask = UInt32(slots.mask)
    return hashes.map { hash in
      var index = Int(hash & mask)
      while true {
        let slot = UInt32(bitPattern: contiguousSlots[index])
        if slot == 0 { return -1 }
        if (slot ^ hash) & ~mask == 0 { return Int32(slot & mask) - 1 }
        index = (index + 1) & Int(mask)
      }
    }
  }
}

// MARK: - Adding and removing

extension HandleTable {
  /// Adds a handle with a hash.
  @usableFromInline
  mutating func insert(hash: UInt32) -> Int32 {
    makeRoom(for: 1)
    var index = start(for: hash)
    while slots[index] != 0 {
      index = (index + 1) & slots.mask
    }
    return insert(hash: hash, at: index)
  }

  /// Adds a handle with a hash in the empty slot that ended a search for the hash.
  ///
  /// The caller made room before the search.
  @usableFromInline
  mutating func insert(hash: UInt32, at index: Int) -> Int32 {
    let handle = freeHandle >= 0 ? freeHandle : Int32(hashes.count)
    if freeHandle >= 0 {
      freeHandle = hashes[Int(handle)]
      hashes[Int(handle)] = Int32(bitPattern: hash)
    } else {
      hashes.append(CollectionOfOne(Int32(bitPattern: hash)))
    }
    slots[index] = slots.slot(of: handle, hash: hash)
    count += 1
    return handle
  }

  /// Creates handles with hashes, for `insert(_:hashes:areEqual:)`.
  @usableFromInline
  mutating func allocate(_ new: [UInt32]) -> [Int32] {
    var handles: [Int32] = []
    handles.reserveCapacity(new.count)
    while freeHandle >= 0 && handles.count < new.count {
      let handle = freeHandle
      freeHandle = hashes[Int(handle)]
      hashes[Int(handle)] = Int32(bitPattern: new[handles.count])
      handles.append(handle)
    }
    let rest = new[handles.count...]
    handles += Int32(hashes.count)..<Int32(hashes.count + rest.count)
    hashes.append(rest.lazy.map { Int32(bitPattern: $0) })
    return handles
  }

  /// Inserts handles from `allocate(_:)` in slots.
  ///
  /// - Parameter areEqual: Returns whether the items of an older and a new handle are equal.
  /// - Returns: The new handles whose items are duplicates. They are in no slot.
  @usableFromInline
  mutating func insert(
    _ handles: [Int32], hashes: [UInt32], areEqual: (_ old: Int32, _ new: Int32) -> Bool
  ) -> [Int32] {
    makeRoom(for: handles.count)
    var newSlots = slots.mutableWords()
    var duplicates: [Int32] = []
    for (handle, hash) in zip(handles, hashes)
    where !newSlots.insert(handle, hash: hash, areEqual) {
      duplicates.append(handle)
    }
    count += handles.count - duplicates.count
    return duplicates
  }

  /// Removes a handle, which becomes free.
  private mutating func remove(_ handle: Int32) {
    let hash = hash(of: handle)
    let slot = slots.slot(of: handle, hash: hash)
    var index = start(for: hash)
    while slots[index] != slot {
      index = (index + 1) & slots.mask
    }
    removeSlot(index)
    hashes[Int(handle)] = freeHandle
    freeHandle = handle
    count -= 1
  }

  /// Removes handles, which become free.
  @usableFromInline
  mutating func remove(_ handles: [Int32]) {
    // For many handles, it is faster to rebuild the slots.
    guard handles.count > max(32, slots.count / 16) else {
      for handle in handles { remove(handle) }
      return
    }
    var isRemoved = [Bool](repeating: false, count: handleLimit)
    for handle in handles {
      isRemoved[Int(handle)] = true
    }
    rebuildSlots(slots.count) { !isRemoved[Int($0)] }
    for handle in handles {
      hashes[Int(handle)] = freeHandle
      freeHandle = handle
    }
    count -= handles.count
  }

  /// Grows to at most three fifths full if more handles would fill more than three quarters.
  @usableFromInline
  mutating func makeRoom(for new: Int) {
    guard count + new > slots.count / 4 * 3 else { return }
    var size = 8
    while size * 3 / 5 < count + new {
      size *= 2
    }
    rebuildSlots(size) { _ in true }
  }

  /// Rebuilds the slots of the handles that meet a condition.
  private mutating func rebuildSlots(_ size: Int, where isIncluded: (Int32) -> Bool) {
    let (old, hashes) = (slots.words, hashes.words)
    slots = WordArray(count: size, layout: layout)
    var newSlots = slots.mutableWords()
    for slot in old where slot != 0 {
      let handle = slot & Int32(old.count &- 1) - 1
      if isIncluded(handle) {
        _ = newSlots.insert(handle, hash: UInt32(bitPattern: hashes[Int(handle)])) { _, _ in false }
      }
    }
  }
}

extension HandleTable: LinearProbing {
  var slotCount: Int { slots.count }

  func start(ofSlot index: Int) -> Int? {
    slots[index] == 0 ? nil : start(for: hash(of: slots.handle(at: index)))
  }

  mutating func moveSlot(_ index: Int, to target: Int) {
    slots[target] = slots[index]
  }

  mutating func clearSlot(_ index: Int) {
    slots[index] = 0
  }
}

/// Slots, in a `WordArray` or in `MutableWords`.
extension MutableCollection where Self: RandomAccessCollection, Index == Int, Element == Int32 {
  fileprivate var mask: Int { count &- 1 }

  fileprivate func slot(of handle: Int32, hash: UInt32) -> Int32 {
    Int32(bitPattern: hash & ~UInt32(mask)) | (handle + 1)
  }

  fileprivate func handle(at index: Int) -> Int32 {
    (self[index] & Int32(mask)) - 1
  }

  /// Inserts a handle in the first empty slot, or returns `false` if the search finds an equal one.
  @inline(__always)
  fileprivate mutating func insert(
    _ handle: Int32, hash: UInt32, _ areEqual: (Int32, Int32) -> Bool
  ) -> Bool {
    let mask = mask
    var index = Int(hash) & mask
    while self[index] != 0 {
      let isCandidate = (UInt32(bitPattern: self[index]) ^ hash) & ~UInt32(mask) == 0
      if isCandidate && areEqual(self.handle(at: index), handle) { return false }
      index = (index + 1) & mask
    }
    self[index] = slot(of: handle, hash: hash)
    return true
  }
}

// MARK: - Invariants

extension HandleTable {
  /// Stops the program unless every handle is either free or in one slot where a search finds it.
  package func checkInvariants() {
    var isKnown = [Bool](repeating: false, count: handleLimit)
    for index in 0..<slots.count where slots[index] != 0 {
      let handle = slots.handle(at: index)
      precondition(!isKnown[Int(handle)], "a handle has one slot")
      isKnown[Int(handle)] = true
      let slot = slots.slot(of: handle, hash: hash(of: handle))
      precondition(slots[index] == slot, "a slot has the hash of its handle")
    }
    checkSlots()
    precondition(isKnown.count(where: { $0 }) == count, "each handle in use has a slot")
    var free = freeHandle
    while free >= 0 {
      precondition(!isKnown[Int(free)], "a handle is in use or free, once")
      isKnown[Int(free)] = true
      free = hashes[Int(free)]
    }
    precondition(isKnown.allSatisfy { $0 }, "a handle that is not in use is free")
  }
}
