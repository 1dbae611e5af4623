/// The part of an `ItemTable` that does not know items: it finds handles by hash.
///
/// A slot has a handle in its low bits and the high bits of a hash in the others, so that few wrong
/// candidates are compared. All hashes are stored by handle, so the table grows without hashing.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a handle take O(1) expected probes,
///   each O(log `count`) with a large base. Growing doubles the table in O(`count`), so adding is
///   O(1) amortized.
@usableFromInline
package struct HandleTable: Sendable {
  /// By handle: the hash, or the next free handle.
  private(set) var hashes: WordArray
  /// By slot, a power of two of them: 0 if empty, or a handle plus one and high bits of a hash.
  private(set) var slots: WordArray
  private var usedCount: Int32 = 0
  private var freeHandle: Int32 = -1
  private let layout: Layout

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
    hashes = WordArray(layout: layout)
    slots = WordArray(layout: layout)
  }

  @usableFromInline var count: Int { Int(usedCount) }

  /// The largest handle so far plus one.
  @usableFromInline package var handleLimit: Int { hashes.count }

  @usableFromInline
  package func hash(of handle: Int32) -> UInt32 {
    UInt32(bitPattern: hashes[Int(handle)])
  }

  @usableFromInline
  package func hashes(of handles: [Int32]) -> [UInt32] {
    hashes.words(at: handles).map { UInt32(bitPattern: $0) }
  }
}

// MARK: - Slots

/// Slots, in a `WordArray`, in `MutableWords` or in an array.
extension MutableCollection where Self: RandomAccessCollection, Index == Int, Element == Int32 {
  fileprivate var mask: Int { count &- 1 }

  /// The bits of a slot that are a handle plus one.
  fileprivate var handleMask: UInt32 { UInt32(truncatingIfNeeded: mask) }

  /// The slot at which the search for a hash begins.
  fileprivate func start(for hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & mask }

  fileprivate func slot(of handle: Int32, hash: UInt32) -> Int32 {
    Int32(bitPattern: hash & ~handleMask) | (handle &+ 1)
  }

  /// Inserts a handle in the first empty slot of the search for its hash.
  ///
  /// - Parameter isEqual: Returns whether a handle with probably the same hash is a duplicate.
  /// - Returns: `false` if there is a duplicate.
  @inline(__always)
  fileprivate mutating func insert(
    _ handle: Int32, hash: UInt32, unless isEqual: (Int32) -> Bool
  ) -> Bool {
    let (mask, handleMask) = (mask, handleMask)
    var index = start(for: hash)
    while true {
      let slot = UInt32(bitPattern: self[index])
      if slot == 0 { break }
      if (slot ^ hash) & ~handleMask == 0 && isEqual(Int32(slot & handleMask) &- 1) { return false }
      index = (index &+ 1) & mask
    }
    self[index] = slot(of: handle, hash: hash)
    return true
  }

  /// Empties the slot of a handle, and moves later slots up so that every search still finds them.
  @inline(__always)
  fileprivate mutating func remove(_ handle: Int32, hashes: WordArray) {
    let (mask, handleMask) = (mask, handleMask)
    let hash = UInt32(bitPattern: hashes[Int(handle)])
    let removed = slot(of: handle, hash: hash)
    var gap = start(for: hash)
    while self[gap] != removed {
      gap = (gap &+ 1) & mask
    }
    var index = (gap &+ 1) & mask
    while true {
      let slot = self[index]
      if slot == 0 { break }
      let other = Int(UInt32(bitPattern: slot) & handleMask) &- 1
      let start = start(for: UInt32(bitPattern: hashes[other]))
      if (index &- start) & mask >= (index &- gap) & mask {
        self[gap] = slot
        gap = index
      }
      index = (index &+ 1) & mask
    }
    self[gap] = 0
  }
}

// MARK: - Finding

extension HandleTable {
  @usableFromInline
  func start(for hash: UInt32) -> Int {
    slots.start(for: hash)
  }

  /// Advances `index` past the next handle that probably has a hash, and returns the handle.
  ///
  /// Returns -1 if there is none.
  @usableFromInline
  func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    nextCandidate(for: hash, at: &index) { _ in true }
  }

  /// Returns the first handle at or after a slot that probably has a hash and satisfies a
  /// predicate.
  @usableFromInline
  func firstCandidate(
    for hash: UInt32, from index: Int, where isIncluded: (Int32) -> Bool
  ) -> Int32? {
    var index = index
    let handle = nextCandidate(for: hash, at: &index, where: isIncluded)
    return handle < 0 ? nil : handle
  }

  /// Returns a Boolean value that indicates whether a handle has a hash.
  @usableFromInline
  package func contains(_ hash: UInt32) -> Bool {
    firstCandidate(for: hash, from: start(for: hash)) { self.hash(of: $0) == hash } != nil
  }

  @inline(__always)
  private func nextCandidate(
    for hash: UInt32, at index: inout Int, where isIncluded: (Int32) -> Bool
  ) -> Int32 {
    guard count > 0 else { return -1 }
    let (mask, handleMask) = (slots.mask, slots.handleMask)
    var page = slots.page(at: index)
    while true {
      let slot = UInt32(bitPattern: page[index & slots.pageMask])
      if slot == 0 { return -1 }
      index = (index &+ 1) & mask
      if (slot ^ hash) & ~handleMask == 0 {
        let handle = Int32(slot & handleMask) &- 1
        if isIncluded(handle) { return handle }
      }
      if index & slots.pageMask == 0 {
        page = slots.page(at: index)
      }
    }
  }

  @usableFromInline var contiguousSlots: [Int32] { slots.words }

  /// Returns the first handle that probably has each of the hashes, or -1.
  @usableFromInline
  func firstCandidates(for hashes: [UInt32], in contiguousSlots: [Int32]) -> [Int32] {
    guard count > 0 else { return hashes.map { _ in -1 } }
    let (mask, handleMask) = (contiguousSlots.mask, contiguousSlots.handleMask)
    return hashes.map { hash in
      var index = contiguousSlots.start(for: hash)
      while true {
        let slot = UInt32(bitPattern: contiguousSlots[index])
        if slot == 0 { return -1 }
        if (slot ^ hash) & ~handleMask == 0 { return Int32(slot & handleMask) &- 1 }
        index = (index &+ 1) & mask
      }
    }
  }
}

// MARK: - Adding and removing

extension HandleTable {
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
  /// - Returns: The new handles whose items are duplicates. If there are any, frees all handles.
  @usableFromInline
  mutating func insert(
    _ handles: [Int32], hashes: [UInt32], areEqual: (_ old: Int32, _ new: Int32) -> Bool
  ) -> [Int32] {
    makeRoom(for: handles.count)
    var duplicates: [Int32] = []
    if touchMostPages(handles) {
      var words = slots.mutableWords()
      for (handle, hash) in zip(handles, hashes)
      where !words.insert(handle, hash: hash, unless: { areEqual($0, handle) }) {
        duplicates.append(handle)
      }
    } else {
      if handles.count >= 8 {
        // Reading all slots before the search lets their cache misses overlap.
        withExtendedLifetime(slots.wordsToChange(at: hashes.map { slots.start(for: $0) })) {}
      }
      for (handle, hash) in zip(handles, hashes)
      where !slots.insert(handle, hash: hash, unless: { areEqual($0, handle) }) {
        duplicates.append(handle)
      }
    }
    usedCount += Int32(handles.count)
    if !duplicates.isEmpty {
      let isDuplicate = Set(duplicates)
      removeSlots(of: handles.filter { !isDuplicate.contains($0) })
      release(handles.reversed())
    }
    return duplicates
  }

  @usableFromInline
  mutating func remove(_ handles: [Int32]) {
    removeSlots(of: handles)
    release(handles)
  }

  private mutating func release(_ handles: [Int32]) {
    for handle in handles {
      hashes[Int(handle)] = freeHandle
      freeHandle = handle
    }
    usedCount -= Int32(handles.count)
  }

  private mutating func removeSlots(of handles: [Int32]) {
    if handles.count > max(32, slots.count / 16) {
      var isRemoved = [Bool](repeating: false, count: handleLimit)
      for handle in handles {
        isRemoved[Int(handle)] = true
      }
      rebuildSlots(slots.count) { !isRemoved[Int($0)] }
    } else if touchMostPages(handles) {
      var words = slots.mutableWords()
      for handle in handles { words.remove(handle, hashes: hashes) }
    } else {
      for handle in handles { slots.remove(handle, hashes: hashes) }
    }
  }

  /// Returns a Boolean value that indicates whether handles with random hashes touch most pages of
  /// slots.
  private func touchMostPages(_ handles: [Int32]) -> Bool {
    handles.count > max(8, slots.count >> 8)
  }

  /// Grows to at most five eighths full if more handles would fill more than three quarters.
  private mutating func makeRoom(for new: Int) {
    guard count + new > slots.count / 4 * 3 else { return }
    var size = 8
    while size / 8 * 5 < count + new {
      size *= 2
    }
    if count > 0 {
      rebuildSlots(size) { _ in true }
    } else {
      slots = WordArray(layout: layout)
      slots.append(repeatElement(0, count: size))
    }
  }

  private mutating func rebuildSlots(_ size: Int, where isIncluded: (Int32) -> Bool) {
    let old = slots.words
    let hashes = hashes.words
    var newSlots = [Int32](repeating: 0, count: size)
    for slot in old where slot != 0 {
      let handle = Int32(UInt32(bitPattern: slot) & old.handleMask) &- 1
      guard isIncluded(handle) else { continue }
      let hash = UInt32(bitPattern: hashes[Int(handle)])
      _ = newSlots.insert(handle, hash: hash, unless: { _ in false })
    }
    slots = WordArray(layout: layout)
    slots.append(newSlots)
  }
}

// MARK: - Invariants

extension HandleTable {
  /// Stops the program unless the slots and the free handles agree with the hashes.
  @usableFromInline
  package func checkInvariants() {
    var isKnown = [Bool](repeating: false, count: handleLimit)
    for index in 0..<slots.count where slots[index] != 0 {
      let handle = Int32(UInt32(bitPattern: slots[index]) & slots.handleMask) &- 1
      precondition(!isKnown[Int(handle)], "a handle has one slot")
      isKnown[Int(handle)] = true
      let hash = hash(of: handle)
      precondition(
        slots[index] == slots.slot(of: handle, hash: hash), "a slot has the hash of its handle")
    }
    checkSearches(slotCount: slots.count) { index in
      let slot = UInt32(bitPattern: slots[index])
      let handle = Int32(slot & slots.handleMask) &- 1
      return slot == 0 ? nil : slots.start(for: hash(of: handle))
    }
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

/// Stops the program if there is an empty slot between the start of a search and its entry.
///
/// - Parameter start: Returns the slot at which the search for the entry of a slot begins, or `nil`
///   for an empty slot.
func checkSearches(slotCount: Int, start: (_ index: Int) -> Int?) {
  var lastEmpty = -1
  // Searches wrap around, so the first pass finds the empty slot before the first entry.
  for position in 0..<2 * slotCount {
    let index = position % slotCount
    guard let start = start(index) else {
      lastEmpty = position
      continue
    }
    if position < slotCount { continue }
    let length = index >= start ? index - start : index - start + slotCount
    precondition(position - length > lastEmpty, "a search passes no empty slot")
  }
}
