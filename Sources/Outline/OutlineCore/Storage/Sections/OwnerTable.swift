/// The sections that may have items with a hash.
///
/// A slot has a hash, and the handle of a section that has, or had, an item with this hash. A
/// lookup searches the sections in the slots with the item's hash, and there is rarely more than
/// one. So the table needs neither items nor their handles, and equal hashes of a section usually
/// share a slot. Removing items and sections leaves their slots outdated, so a removal does not
/// depend on the number of removed items. An insertion reuses the outdated slots of its hash. If
/// most slots are outdated, the snapshot fills another table from the remaining items. The slots
/// are nearly in the order of the hashes, so the table grows in one pass along both.
///
/// - Complexity: A copy is O(1). Finding and adding a slot take O(1) expected probes, each
///   O(log `count`) with a large base. The table grows by a half in O(`count`), so adding is O(1)
///   amortized.
@usableFromInline
package struct OwnerTable: Sendable {
  private var pages: PageTable<WordPage>
  private(set) var slotCount = 0
  /// The number of slots in use, including outdated ones.
  @usableFromInline package private(set) var count = 0
  private let layout: Layout

  @usableFromInline
  package init(layout: Layout) {
    self.layout = layout
    pages = PageTable(nodeBits: layout.nodeBits)
  }
}

private struct OwnerSlot: PageEntry {
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

  /// Returns the next section that may have items with a hash, and advances `index` past its slot.
  ///
  /// Returns -1 if there is none.
  @usableFromInline
  package func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    let mask = pageMask
    var page = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
    while true {
      let slot = page[index & mask]
      if slot.isEmpty { return -1 }
      index = next(index)
      if slot.hash == hash { return slot.owner - 1 }
      if index & mask == 0 { page = pages.entries(of: index &>> slotBits) }
    }
  }

  /// Returns the indices of the hashes that an item of any section may have.
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

// MARK: - Adding

extension OwnerTable {
  /// Returns a Boolean value that indicates whether a table of so many hashes takes much less
  /// memory.
  @usableFromInline
  package func isTooLarge(for hashCount: Int) -> Bool {
    slotCount > 64 && hashCount < slotCount / 8
  }

  /// Returns a Boolean value that indicates whether there is no room for more hashes because most
  /// slots are outdated.
  ///
  /// - Parameter hashCount: The number of hashes with the new ones.
  @usableFromInline
  package func isFullOfOutdatedSlots(hashCount: Int, adding newCount: Int) -> Bool {
    !hasRoom(for: newCount) && count > 2 * hashCount
  }

  private func hasRoom(for newCount: Int) -> Bool { count + newCount <= slotCount / 4 * 3 }

  /// Records that a section has items with hashes.
  ///
  /// - Parameter isCurrent: Returns whether a section has an item with a hash.
  @usableFromInline
  package mutating func insert(
    _ hashes: [UInt32], in section: Int32,
    isCurrent: (_ hash: UInt32, _ section: Int32) -> Bool
  ) {
    let owner = section + 1
    let hasRoom = hasRoom(for: hashes.count)
    // Many items touch most pages: then it is faster to rebuild the pages from one array.
    if !hasRoom || hashes.count > 32 && hashes.count > slotCount / 12 {
      rebuildPages(
        minimumSize: hasRoom ? slotCount : size(for: slotCount), adding: hashes, owner, isCurrent)
      return
    }
    for hash in hashes {
      var index = start(for: hash)
      var slot = self[index]
      while !slot.isEmpty && !slot.isReusable(for: hash, owner, isCurrent) {
        index = next(index)
        slot = self[index]
      }
      if slot.isEmpty { count += 1 }
      if slot.owner != owner { self[index] = OwnerSlot(hash: hash, owner: owner) }
    }
  }
}

extension OwnerSlot {
  /// Returns a Boolean value that indicates whether the slot, which is not empty, can be that of a
  /// hash and an owner.
  fileprivate func isReusable(
    for hash: UInt32, _ owner: Int32, _ isCurrent: (UInt32, Int32) -> Bool
  ) -> Bool {
    self.hash == hash && (self.owner == owner || !isCurrent(hash, self.owner - 1))
  }
}

/// All slots in one array, which is faster than pages for many changes.
private struct OwnerSlots {
  private(set) var slots: [OwnerSlot]
  private(set) var usedCount = 0

  init(size: Int) {
    slots = [OwnerSlot](repeating: OwnerSlot(), count: size)
  }

  mutating func insert(_ hash: UInt32, _ owner: Int32, _ isCurrent: (UInt32, Int32) -> Bool) {
    var index = OwnerTable.start(for: hash, slots.count)
    while !slots[index].isEmpty && !slots[index].isReusable(for: hash, owner, isCurrent) {
      index = index + 1 == slots.count ? 0 : index + 1
    }
    if slots[index].isEmpty { usedCount += 1 }
    slots[index] = OwnerSlot(hash: hash, owner: owner)
  }
}

// MARK: - Slots

extension OwnerTable {
  private var slotBits: Int { Int(layout.wordBits) - 1 }
  private var pageMask: Int { 1 &<< slotBits &- 1 }

  private subscript(index: Int) -> OwnerSlot {
    get { pages.entries(of: index &>> slotBits)[index & pageMask] }
    set { pages.write(index &>> slotBits)[index & pageMask] = newValue }
  }

  private func next(_ index: Int) -> Int { index + 1 == slotCount ? 0 : index + 1 }

  /// Returns a slot, and reads the header of its page, which an insertion needs.
  private func slot(readingHeaderAt index: Int) -> OwnerSlot {
    let entries = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
    let offset = index & pageMask
    return offset < entries.count ? entries[offset] : OwnerSlot()
  }

  fileprivate static func start(for hash: UInt32, _ slotCount: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(slotCount)) &>> 32)
  }

  /// A number of slots, which `count` fills to at most two thirds.
  private func size(for count: Int) -> Int {
    let pageSize = 1 << slotBits
    let size = count + count / 2 + 1
    guard size > pageSize else { return Layout.room(for: size, atMost: pageSize) }
    return (size + pageSize - 1) / pageSize * pageSize
  }

  /// Writes the slots to new pages, and adds others.
  private mutating func rebuildPages(
    minimumSize: Int, adding hashes: [UInt32], _ owner: Int32,
    _ isCurrent: (_ hash: UInt32, _ section: Int32) -> Bool
  ) {
    var slots = OwnerSlots(size: max(size(for: count + hashes.count), minimumSize))
    for page in 0..<pages.count {
      let entries = pages.entries(of: page, as: OwnerSlot.self)
      for index in entries.indices where !entries[index].isEmpty {
        slots.insert(entries[index].hash, entries[index].owner) { _, _ in true }
      }
    }
    for hash in hashes { slots.insert(hash, owner, isCurrent) }
    pages = PageTable(nodeBits: layout.nodeBits)
    count = slots.usedCount
    slotCount = slots.slots.count
    let pageSize = 1 << slotBits
    for start in stride(from: 0, to: slotCount, by: pageSize) {
      let page = slots.slots[start..<min(start + pageSize, slotCount)]
      _ = pages.append(.make(page, roomFor: page.count))
    }
  }
}

// MARK: - Invariants

extension OwnerTable {
  var pageCount: Int { pages.count }

  /// Stops the program unless a search finds each slot.
  package func checkInvariants() {
    checkSearches(slotCount: slotCount) { index in
      self[index].isEmpty ? nil : start(for: self[index].hash)
    }
    let usedCount = (0..<slotCount).count { !self[$0].isEmpty }
    precondition(usedCount == count, "slots are counted")
    precondition(count < slotCount || slotCount == 0, "a slot is empty")
  }
}
