/// The sections that have items with a hash.
///
/// A slot has a hash and the handle of a section with items of this hash. A look-up searches the
/// sections in the slots with the item's hash, and there is rarely more than one. So the table
/// needs neither items nor their handles, and equal hashes in a section share a slot. The slots are
/// nearly in the order of the hashes, so the table grows in one pass along both.
///
/// A `HandleTable` would be slower: it needs one more handle for each item, and writes three pages
/// for an item instead of one.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a slot take O(1) expected probes,
///   each O(log `count`) with a large base. The table grows by a half in O(`count`), so adding is
///   O(1) amortized.
@usableFromInline
package struct OwnerTable: Sendable {
  private var pages: PageTable<WordPage>
  private(set) var slotCount = 0
  /// The number of slots in use.
  @usableFromInline package private(set) var count = 0
  private let layout: Layout

  @usableFromInline
  package init(layout: Layout) {
    self.layout = layout
    pages = PageTable(nodeBits: layout.nodeBits)
  }
}

private struct OwnerSlot: PageEntry, Equatable {
  var hash: UInt32 = 0
  /// The handle of a section plus one, or 0 for an empty slot.
  var owner: Int32 = 0

  var isEmpty: Bool { owner == 0 }
}

// MARK: - Finding

extension OwnerTable {
  @usableFromInline
  package func start(for hash: UInt32) -> Int {
    Self.start(for: hash, slotCount)
  }

  /// Returns the next section with items that have a hash, and advances `index` past it.
  ///
  /// Returns -1 if there is none, and leaves `index` at the empty slot that ends the search.
  @usableFromInline
  package func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    let slot = firstSlot(from: &index) { $0.isEmpty || $0.hash == hash }
    guard !slot.isEmpty else { return -1 }
    index = self.slot(after: index)
    return slot.owner - 1
  }

  /// Returns the next slot that satisfies a predicate, and moves `index` there.
  @inline(__always)
  private func firstSlot(
    from index: inout Int, where isIncluded: (OwnerSlot) -> Bool
  ) -> OwnerSlot {
    let mask = 1 &<< slotBits &- 1
    var page = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
    while true {
      let slot = page[index & mask]
      if isIncluded(slot) { return slot }
      index = self.slot(after: index)
      if index & mask == 0 {
        page = pages.entries(of: index &>> slotBits)
      }
    }
  }

  /// The indices of the hashes that an item of any section has.
  ///
  /// First reads one slot for each of several hashes, so that the cache misses overlap. An
  /// insertion needs the same slots, and the headers of their pages.
  @usableFromInline
  package func indicesOfCandidates(for hashes: [UInt32]) -> [Int] {
    guard count > 0 else { return [] }
    let firstSlots =
      hashes.count < 8 ? [] : hashes.map { slot(readingHeaderAt: start(for: $0)) }
    return hashes.indices.filter { number in
      if !firstSlots.isEmpty && firstSlots[number].isEmpty { return false }
      var index = start(for: hashes[number])
      return nextCandidate(for: hashes[number], at: &index) >= 0
    }
  }
}

// MARK: - Adding and removing

extension OwnerTable {
  /// Inserts slots for the hashes of items in a section, unless the section has slots for them.
  @usableFromInline
  package mutating func insert(_ hashes: [UInt32], in section: Int32) {
    let needed = count + hashes.count
    let hasRoom = Self.hasRoom(slotCount, for: needed)
    // Many items touch most pages: then it is faster to rebuild the pages from one array.
    if !hasRoom || hashes.count > 32 && hashes.count > slotCount / 12 {
      var slots = slots(hasRoom ? slotCount : grownSize(for: needed))
      for hash in hashes {
        if Self.insert(OwnerSlot(hash: hash, owner: section + 1), in: &slots) { count += 1 }
      }
      rebuildPages(from: slots)
      return
    }
    for hash in hashes {
      let new = OwnerSlot(hash: hash, owner: section + 1)
      var index = start(for: hash)
      if firstSlot(from: &index, where: { $0.isEmpty || $0 == new }).isEmpty {
        self[index] = new
        count += 1
      }
    }
  }

  /// Removes the slots of a section for the hashes of removed items.
  ///
  /// - Parameter handles: The handles that the section still has, whose hashes keep their slots;
  ///   `nil` if it has none.
  @usableFromInline
  package mutating func remove(
    _ hashes: [UInt32], from section: Int32, keeping handles: HandleTable?
  ) {
    guard count > 0 else { return }
    for hash in hashes {
      let old = OwnerSlot(hash: hash, owner: section + 1)
      var index = start(for: hash)
      let slot = firstSlot(from: &index) { $0.isEmpty || $0 == old }
      if slot.isEmpty || handles?.contains(hash) == true { continue }
      removeSlot(index)
      count -= 1
    }
    if slotCount > 64 && count < slotCount / 8 {
      rebuildPages(from: slots(size(for: count)))
    }
  }
}

// MARK: - Slots

extension OwnerTable: LinearProbing {
  func start(ofSlot index: Int) -> Int? {
    let slot = self[index]
    return slot.isEmpty ? nil : start(for: slot.hash)
  }

  mutating func moveSlot(_ index: Int, to target: Int) {
    self[target] = self[index]
  }

  mutating func clearSlot(_ index: Int) {
    self[index] = OwnerSlot()
  }
}

extension OwnerTable {
  private var slotBits: Int { Int(layout.wordBits) - 1 }

  private subscript(index: Int) -> OwnerSlot {
    get { pages.entries(of: index &>> slotBits)[index & (1 &<< slotBits &- 1)] }
    set { pages.write(index &>> slotBits)[index & (1 &<< slotBits &- 1)] = newValue }
  }

  /// Returns a slot, and reads the header of its page, which an insertion needs.
  private func slot(readingHeaderAt index: Int) -> OwnerSlot {
    let entries = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
    let offset = index & (1 &<< slotBits &- 1)
    return offset < entries.count ? entries[offset] : OwnerSlot()
  }

  private static func start(for hash: UInt32, _ slotCount: Int) -> Int {
    Int((UInt64(hash) &* UInt64(slotCount)) &>> 32)
  }

  /// Returns whether items fill at most three quarters of the slots.
  private static func hasRoom(_ slotCount: Int, for count: Int) -> Bool {
    count <= slotCount / 4 * 3
  }

  /// A number of slots that is half as large again, and that items fill to at most two thirds.
  private func grownSize(for count: Int) -> Int {
    max(size(for: count), size(for: slotCount))
  }

  private func size(for count: Int) -> Int {
    let pageSize = 1 << slotBits
    let size = count + count / 2 + 1
    guard size > pageSize else { return Layout.room(for: size, atMost: pageSize) }
    return (size + pageSize - 1) / pageSize * pageSize
  }

  /// Inserts a slot unless it is there, and returns whether it is new.
  @discardableResult
  private static func insert(_ slot: OwnerSlot, in slots: inout [OwnerSlot]) -> Bool {
    var index = start(for: slot.hash, slots.count)
    while !slots[index].isEmpty {
      if slots[index] == slot { return false }
      index = index + 1 == slots.count ? 0 : index + 1
    }
    slots[index] = slot
    return true
  }

  private func slots(_ size: Int) -> [OwnerSlot] {
    var slots = [OwnerSlot](repeating: OwnerSlot(), count: size)
    for page in 0..<pages.count {
      let entries = pages.entries(of: page, as: OwnerSlot.self)
      for index in entries.indices where !entries[index].isEmpty {
        Self.insert(entries[index], in: &slots)
      }
    }
    return slots
  }

  private mutating func rebuildPages(from slots: [OwnerSlot]) {
    pages = PageTable(nodeBits: layout.nodeBits)
    slotCount = slots.count
    let pageSize = 1 << slotBits
    for start in stride(from: 0, to: slots.count, by: pageSize) {
      let page = slots[start..<min(start + pageSize, slots.count)]
      _ = pages.append(.make(page, roomFor: page.count))
    }
  }
}

// MARK: - Invariants

extension OwnerTable {
  var pageCount: Int { pages.count }

  /// Stops the program unless a search finds each slot.
  package func checkInvariants() {
    checkSlots()
    let usedCount = (0..<slotCount).count { start(ofSlot: $0) != nil }
    precondition(usedCount == count, "slots are counted")
  }
}
