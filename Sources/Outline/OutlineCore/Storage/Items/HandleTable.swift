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
  private(set) var hashes: WordArray
  /// By slot, a power of two of them: 0 if empty, or a handle plus one and high bits of a hash.
  private(set) var slots: WordArray
  @usableFromInline private(set) var count = 0
  private var freeHandle: Int32 = -1
  let layout: Layout

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
    hashes.words(at: handles).map { UInt32(bitPattern: $0) }
  }
}

// MARK: - Finding

extension HandleTable {
  @usableFromInline
  func start(for hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash) & slots.mask
  }

  /// Advances `index` past the next handle that probably has a hash, and returns the handle.
  ///
  /// Returns -1 if there is none, and leaves `index` at the empty slot that ends the search.
  @usableFromInline
  func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    let mask = slots.mask
    var page = slots.page(at: index)
    while true {
      let slot = UInt32(bitPattern: page[index & slots.pageMask])
      if slot == 0 { return -1 }
      index = (index + 1) & mask
      if (slot ^ hash) & ~UInt32(mask) == 0 {
        return Int32(slot & UInt32(mask)) - 1
      }
      if index & slots.pageMask == 0 {
        page = slots.page(at: index)
      }
    }
  }

  /// Returns whether a handle has a hash.
  func contains(_ hash: UInt32) -> Bool {
    var index = start(for: hash)
    while true {
      let handle = nextCandidate(for: hash, at: &index)
      if handle < 0 { return false }
      if self.hash(of: handle) == hash { return true }
    }
  }

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
  /// - Parameters:
  ///   - areEqual: Returns whether the items of an older and a new handle are equal.
  ///   - insertInChain: Inserts a new handle in the long chain of its hash, unless an item there is
  ///     equal, and returns whether it did; `nil` if the hash has no chain. Takes the handles of a
  ///     new chain.
  /// - Returns: The new handles whose items are duplicates. If there are any, frees all handles.
  @usableFromInline
  mutating func insert(
    _ handles: [Int32], hashes: [UInt32], hasLongChains: Bool,
    areEqual: (_ old: Int32, _ new: Int32) -> Bool,
    insertInChain: (_ new: Int32, _ hash: UInt32, _ others: [Int32]?) -> Bool?
  ) -> [Int32] {
    makeRoom(for: handles.count)
    count += handles.count
    var chains = LongChainEnds(hasChains: hasLongChains)
    let duplicates = insertSlots(of: handles, hashes: hashes, &chains, areEqual, insertInChain)
    if !duplicates.isEmpty {
      let isDuplicate = Set(duplicates)
      removeSlots(of: handles.filter { !isDuplicate.contains($0) })
      release(handles.reversed())
    }
    return duplicates
  }

  /// Inserts handles in slots, except the handles of duplicate items, which are returned.
  private mutating func insertSlots(
    of handles: [Int32], hashes: [UInt32], _ chains: inout LongChainEnds,
    _ areEqual: (Int32, Int32) -> Bool, _ insertInChain: (Int32, UInt32, [Int32]?) -> Bool?
  ) -> [Int32] {
    guard touchMostPages(handles) else {
      return insertFewSlots(of: handles, hashes: hashes, &chains, areEqual, insertInChain)
    }
    var duplicates: [Int32] = []
    let shortChainCount = shortChainCount
    let words = slots.mutableWords()
    for (handle, hash) in zip(handles, hashes) {
      let index = emptySlot(for: handle, hash: hash, in: &chains, insertInChain) {
        words.emptySlot(for: handle, hash: hash, after: shortChainCount, areEqual)
      }
      if index >= 0 {
        words[index] = words.slot(of: handle, hash: hash)
      } else {
        duplicates.append(handle)
      }
    }
    return duplicates
  }

  private mutating func insertFewSlots(
    of handles: [Int32], hashes: [UInt32], _ chains: inout LongChainEnds,
    _ areEqual: (Int32, Int32) -> Bool, _ insertInChain: (Int32, UInt32, [Int32]?) -> Bool?
  ) -> [Int32] {
    var duplicates: [Int32] = []
    // For a few handles, the array would cost more than the cache misses.
    let firstSlots =
      handles.count < 8 ? [] : slots.wordsToChange(at: hashes.map { start(for: $0) })
    for number in handles.indices {
      let (handle, hash) = (handles[number], hashes[number])
      var index = start(for: hash)
      // A handle before this one may have taken the slot.
      if firstSlots.isEmpty || firstSlots[number] != 0 || slots[start(for: hash)] != 0 {
        index = emptySlot(for: handle, hash: hash, in: &chains, insertInChain) {
          emptySlot(for: handle, hash: hash, areEqual)
        }
      }
      if index >= 0 {
        slots[index] = slots.slot(of: handle, hash: hash)
      } else {
        duplicates.append(handle)
      }
    }
    return duplicates
  }

  /// Returns the slot for a new handle, -1 if a handle is equal, or `nil` if the chain is long.
  ///
  /// Looks up a page once for several slots. The method of `slots` looks it up for each, which
  /// takes 4 % more instructions in outlines that are built by parents.
  private func emptySlot(
    for handle: Int32, hash: UInt32, _ areEqual: (Int32, Int32) -> Bool
  ) -> Int? {
    var index = start(for: hash)
    for _ in 0..<shortChainCount {
      let candidate = nextCandidate(for: hash, at: &index)
      if candidate < 0 { return index }
      if areEqual(candidate, handle) { return -1 }
    }
    return nil
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
    count -= handles.count
  }

  private mutating func removeSlots(of handles: [Int32]) {
    if handles.count > max(32, slots.count / 16) {
      var isRemoved = [Bool](repeating: false, count: handleLimit)
      for handle in handles {
        isRemoved[Int(handle)] = true
      }
      rebuildSlots(slots.count) { !isRemoved[Int($0)] }
    } else if touchMostPages(handles) {
      var search = SlotSearch(slots: slots.mutableWords(), hashes: hashes)
      search.remove(handles)
    } else {
      var search = SlotSearch(slots: slots, hashes: hashes)
      // Unless the search has the only reference to a page, it copies the page.
      slots = WordArray(layout: layout)
      search.remove(handles)
      slots = search.slots
    }
  }

  /// Returns whether handles with random hashes touch most pages of slots.
  private func touchMostPages(_ handles: [Int32]) -> Bool {
    handles.count > max(8, slots.count >> 8)
  }

  /// Grows to at most three fifths full if more handles would fill more than three quarters.
  private mutating func makeRoom(for new: Int) {
    guard count + new > slots.count / 4 * 3 else { return }
    var size = 8
    while size * 3 / 5 < count + new {
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
    let (old, hashes) = (slots.words, hashes.words)
    var newSlots = [Int32](repeating: 0, count: size)
    for slot in old where slot != 0 {
      let handle = slot & Int32(old.count &- 1) - 1
      if isIncluded(handle) {
        newSlots.insertAbsent(handle, hash: UInt32(bitPattern: hashes[Int(handle)]))
      }
    }
    slots = WordArray(layout: layout)
    slots.append(newSlots)
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
    SlotSearch(slots: slots, hashes: hashes).checkSlots()
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
