/// The part of an `ItemTable` that knows only hashes: handles, found by the hash of their items.
///
/// A hash table with open addressing. A slot holds a handle and, in the bits that the handle leaves
/// over, the high bits of its hash: so few wrong candidates are ever compared. The hashes are kept
/// by handle, and nothing is hashed again when the table grows.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a handle are O(1) expected, and O(log
///   `count`) with a large base in page look-ups; growing, by doubling, is O(`count`), so that
///   adding is O(1) amortized.
@usableFromInline
struct HandleTable: Sendable {
  /// By handle: the hash, or the next free handle.
  private var hashes: WordArray
  /// A power of two of them: 0 for an empty one, otherwise the high bits of a hash, and in the low
  /// bits a handle plus one.
  private var slots: WordArray
  @usableFromInline private(set) var count = 0
  /// The first of the free handles, or -1.
  private var freeHandle: Int32 = -1
  private let layout: Layout

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
    hashes = WordArray(layout: layout)
    slots = WordArray(layout: layout)
  }

  /// One more than the largest handle that was ever given out.
  @usableFromInline var handleLimit: Int { hashes.count }

  /// The hash that a handle was added with.
  @usableFromInline
  func hash(of handle: Int32) -> UInt32 {
    UInt32(bitPattern: hashes[Int(handle)])
  }

  @usableFromInline
  func hashes(of handles: [Int32]) -> [UInt32] {
    handles.map { hash(of: $0) }
  }
}

// MARK: - Finding

extension HandleTable {
  /// Where to begin to look for handles with a hash.
  @usableFromInline
  func start(for hash: UInt32) -> Int {
    Int(hash) & mask
  }

  /// The next handle that probably has a hash, or -1 when there are no more; `index` moves along.
  @usableFromInline
  func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    while true {
      let slot = UInt32(bitPattern: slots[index])
      if slot == 0 { return -1 }
      index = (index + 1) & mask
      if (slot ^ hash) & ~UInt32(mask) == 0 {
        return Int32(slot & UInt32(mask)) - 1
      }
    }
  }

  /// All slots in one piece, for very many look-ups.
  @usableFromInline var contiguousSlots: [Int32] { slots.words }

  /// The first handle that probably has each of some hashes, or -1.
  @usableFromInline
  func firstCandidates(for hashes: [UInt32], in contiguousSlots: [Int32]) -> [Int32] {
    guard count > 0 else { return hashes.map { _ in -1 } }
    let mask = UInt32(mask)
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

  private var mask: Int { slots.count - 1 }
}

// MARK: - Adding and removing

extension HandleTable {
  /// Adds a handle with a hash.
  @usableFromInline
  mutating func insert(hash: UInt32) -> Int32 {
    makeRoom(for: 1)
    let handle = freeHandle >= 0 ? freeHandle : Int32(hashes.count)
    if freeHandle >= 0 {
      freeHandle = hashes[Int(handle)]
      hashes[Int(handle)] = Int32(bitPattern: hash)
    } else {
      hashes.append(CollectionOfOne(Int32(bitPattern: hash)))
    }
    _ = slots.place(handle, hash: hash) { _, _ in false }
    count += 1
    return handle
  }

  /// Gives out handles with some hashes; `place(_:hashes:areEqual:)` is to follow.
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
    let fresh = new[handles.count...]
    handles += Int32(hashes.count)..<Int32(hashes.count + fresh.count)
    hashes.append(fresh.lazy.map { Int32(bitPattern: $0) })
    return handles
  }

  /// Puts many new handles in slots, so that they can be found.
  ///
  /// - Parameters:
  ///   - handles: Handles that were just given out.
  ///   - hashes: The hashes that they were given out with.
  ///   - areEqual: Returns whether the items of an old handle and of a new one are equal, which
  ///     probably have the same hash.
  /// - Returns: The new handles whose items are equal to that of an older one; they are in no slot.
  @usableFromInline
  mutating func place(
    _ handles: [Int32], hashes: [UInt32], areEqual: (_ old: Int32, _ new: Int32) -> Bool
  ) -> [Int32] {
    makeRoom(for: handles.count)
    // They go into pages all over the table, so these are opened first.
    var open = slots.open()
    var equal: [Int32] = []
    for (handle, hash) in zip(handles, hashes) where !open.place(handle, hash: hash, areEqual) {
      equal.append(handle)
    }
    count += handles.count - equal.count
    return equal
  }

  /// Removes a handle, to be given out again.
  @usableFromInline
  mutating func remove(_ handle: Int32) {
    let hash = hash(of: handle)
    var gap = start(for: hash)
    while slots[gap] != slots.slot(of: handle, hash: hash) {
      gap = (gap + 1) & mask
    }
    // What follows moves up unless that would put it ahead of where it is looked for first.
    var index = (gap + 1) & mask
    while slots[index] != 0 {
      let home = start(for: self.hash(of: slots.handle(at: index)))
      if (index - home) & mask >= (index - gap) & mask {
        slots[gap] = slots[index]
        gap = index
      }
      index = (index + 1) & mask
    }
    slots[gap] = 0
    hashes[Int(handle)] = freeHandle
    freeHandle = handle
    count -= 1
  }

  /// Where some more handles would fill more than three quarters of the slots, makes so many that
  /// they fill three fifths at most.
  private mutating func makeRoom(for new: Int) {
    guard count + new > slots.count / 4 * 3 else { return }
    var size = 8
    while size * 3 / 5 < count + new {
      size *= 2
    }
    let old = slots
    slots = WordArray(count: size, layout: layout)
    var open = slots.open()
    for index in old.indices where old[index] != 0 {
      let handle = old.handle(at: index)
      _ = open.place(handle, hash: hash(of: handle)) { _, _ in false }
    }
  }
}

// Slots: those of a `WordArray`, or of its opened pages.
extension MutableCollection where Self: RandomAccessCollection, Index == Int, Element == Int32 {
  fileprivate var mask: Int { count &- 1 }

  fileprivate func slot(of handle: Int32, hash: UInt32) -> Int32 {
    Int32(bitPattern: hash & ~UInt32(mask)) | (handle + 1)
  }

  fileprivate func handle(at index: Int) -> Int32 {
    (self[index] & Int32(mask)) - 1
  }

  /// Puts a handle in the first free slot, unless an equal one stands on the way to it; returns
  /// whether it did.
  @inline(__always)
  fileprivate mutating func place(
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
  /// Stops the program unless every slot leads to a handle that is in use, and every handle is
  /// either in one slot, without an empty one on the way from where it is looked for first, or
  /// free.
  func checkInvariants() {
    var isKnown = [Bool](repeating: false, count: handleLimit)
    for index in 0..<slots.count where slots[index] != 0 {
      let handle = slots.handle(at: index)
      precondition(!isKnown[Int(handle)], "a handle has one slot")
      isKnown[Int(handle)] = true
      let slot = slots.slot(of: handle, hash: hash(of: handle))
      precondition(slots[index] == slot, "a slot has its handle's hash")
      var way = start(for: hash(of: handle))
      while way != index {
        precondition(slots[way] != 0, "no slot on the way to a handle is empty")
        way = (way + 1) & mask
      }
    }
    precondition(isKnown.count(where: { $0 }) == count, "all handles in use are in slots")
    var free = freeHandle
    while free >= 0 {
      precondition(!isKnown[Int(free)], "a handle is in use or free, once")
      isKnown[Int(free)] = true
      free = hashes[Int(free)]
    }
    precondition(isKnown.allSatisfy { $0 }, "a handle that is not in use is free")
  }
}
