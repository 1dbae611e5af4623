/// The sections of items, by the items' hashes.
///
/// A slot has the hash of an item and the handle of its section. A look-up searches the sections in
/// the slots with the item's hash, and there is rarely more than one. So the table needs neither
/// items nor their handles, and a move between sections writes one slot. The slots are nearly in
/// the order of the hashes, so the table grows in one pass along both.
///
/// A `HandleTable` would be slower: it needs one more handle for each item, and writes three pages
/// for an item instead of one. Adding an item takes 800 instructions here. In a `HandleTable`, it
/// takes 1,050 before the section is stored.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a slot take O(1) expected probes,
///   each O(log `count`) with a large base. The table grows by a half in O(`count`), so adding is
///   O(1) amortized.
@usableFromInline
package struct OwnerTable: Sendable {
  private var pages: PageTable<WordPage>
  private(set) var slotCount = 0
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

  /// Returns the next section with an item that has a hash, and advances `index` past it.
  ///
  /// Returns -1 if there is none, and leaves `index` at the empty slot that ends the search.
  @usableFromInline
  package func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    let mask = 1 &<< slotBits &- 1
    var page = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
    while true {
      let slot = page[index & mask]
      if slot.isEmpty { return -1 }
      index = self.slot(after: index)
      if slot.hash == hash { return slot.owner - 1 }
      if index & mask == 0 {
        page = pages.entries(of: index &>> slotBits)
      }
    }
  }
}

extension OwnerTable {
  /// Returns the next section with an item that has a hash, except sections searched before.
  ///
  /// If many items have one hash, each section is still searched only once.
  @usableFromInline
  package func nextCandidate(
    for hash: UInt32, at index: inout Int, except searched: Set<Int32>
  ) -> Int32 {
    // Items that were added together have equal slots next to each other.
    var skipped = OwnerSlot(hash: hash, owner: -1)
    while true {
      let entries = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
      let count = entries.count
      var offset = index & (1 &<< slotBits &- 1)
      let pageStart = index - offset
      while offset < count {
        let slot = entries[offset]
        offset &+= 1
        if slot.owner == skipped.owner && slot.hash == skipped.hash { continue }
        if slot.isEmpty { return -1 }
        guard slot.hash == hash else { continue }
        if searched.contains(slot.owner - 1) {
          skipped = slot
          continue
        }
        index = self.slot(after: pageStart + offset - 1)
        return slot.owner - 1
      }
      index = self.slot(after: pageStart + count - 1)
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
  @usableFromInline
  package mutating func insert(_ hashes: [UInt32], in section: Int32) {
    // Many items touch most pages: then it is faster to rebuild the pages from one array.
    if hashes.count > 32 && hashes.count > count / 8 {
      let needed = count + hashes.count
      var slots = slots(Self.hasRoom(slotCount, for: needed) ? slotCount : grownSize(for: needed))
      var last = 0
      for hash in hashes {
        Self.insert(OwnerSlot(hash: hash, owner: section + 1), in: &slots, after: &last)
      }
      rebuildPages(from: slots)
      count = needed
      return
    }
    if !Self.hasRoom(slotCount, for: count + hashes.count) {
      rebuildPages(from: slots(grownSize(for: count + hashes.count)))
    }
    count += hashes.count
    for hash in hashes {
      self[emptySlot(for: hash)] = OwnerSlot(hash: hash, owner: section + 1)
    }
  }

  @usableFromInline
  package mutating func remove(_ hashes: [UInt32], from section: Int32) {
    for hash in hashes {
      guard let index = index(of: hash, in: section) else { continue }
      removeSlot(index)
      count -= 1
    }
    if slotCount > 64 && count < slotCount / 8 {
      rebuildPages(from: slots(size(for: count)))
    }
  }

  @usableFromInline
  package mutating func move(_ hashes: [UInt32], from section: Int32, to other: Int32) {
    for hash in hashes {
      guard let index = index(of: hash, in: section) else { continue }
      self[index].owner = other + 1
    }
  }

  private func emptySlot(for hash: UInt32) -> Int {
    var index = start(for: hash)
    while true {
      let entries = pages.entries(of: index &>> slotBits, as: OwnerSlot.self)
      for offset in index & (1 &<< slotBits &- 1)..<entries.count {
        if entries[offset].isEmpty { return index }
        index = self.slot(after: index)
      }
    }
  }

  /// The slot of an item of a section; `nil` only if `==` of the items is inconsistent.
  private func index(of hash: UInt32, in section: Int32) -> Int? {
    guard slotCount > 0 else { return nil }
    var index = start(for: hash)
    while true {
      let slot = self[index]
      if slot.isEmpty { return nil }
      if slot.hash == hash && slot.owner == section + 1 { return index }
      index = self.slot(after: index)
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

  /// Inserts a slot, and sets `last` to its index.
  ///
  /// If the hash at `last` is the same, all slots before it are taken, so the search starts there.
  private static func insert(
    _ slot: OwnerSlot, in slots: inout [OwnerSlot], after last: inout Int
  ) {
    if slots[last].hash != slot.hash {
      last = start(for: slot.hash, slots.count)
    }
    while !slots[last].isEmpty {
      last = last + 1 == slots.count ? 0 : last + 1
    }
    slots[last] = slot
  }

  private func slots(_ size: Int) -> [OwnerSlot] {
    var slots = [OwnerSlot](repeating: OwnerSlot(), count: size)
    var last = 0
    for page in 0..<pages.count {
      let entries = pages.entries(of: page, as: OwnerSlot.self)
      for index in entries.indices where !entries[index].isEmpty {
        Self.insert(entries[index], in: &slots, after: &last)
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

  /// Stops the program unless there is a slot for each item where a search finds it.
  package func checkInvariants() {
    checkSlots()
    let usedCount = (0..<slotCount).count { start(ofSlot: $0) != nil }
    precondition(usedCount == count, "each item has a slot")
  }
}
