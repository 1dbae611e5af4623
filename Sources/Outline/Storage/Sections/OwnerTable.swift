/// Which section each item is in, found by the item's hash; it knows no items.
///
/// A hash table with open addressing whose slots hold a hash and the handle of a section. There is
/// a slot for each item: whoever looks for one asks the sections that stand beside its hash, and
/// those are hardly ever more than one. So neither items nor handles of their own are kept here,
/// and an item that changes sections changes one slot. The slots are in the order of the hashes, as
/// nearly as collisions let them be, so that a table grows in one pass along both.
///
/// - Complexity: A copy is O(1). Finding, adding and removing a slot are O(1) expected, and O(log
///   `count`) with a large base in page look-ups; growing, by halves, is O(`count`), so that adding
///   is O(1) amortized.
@usableFromInline
struct OwnerTable: Sendable {
  private var pages: PageTable<WordPage>
  private var slotCount = 0
  /// The number of items.
  @usableFromInline private(set) var count = 0
  private let layout: Layout

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
    pages = PageTable(nodeBits: layout.nodeBits)
  }
}

/// A slot of an `OwnerTable`.
private struct OwnerSlot: PageEntry {
  var hash: UInt32 = 0
  /// One more than the handle of a section, or 0 for an empty slot.
  var owner: Int32 = 0

  var isEmpty: Bool { owner == 0 }
}

// MARK: - Finding

extension OwnerTable {
  /// Where to begin to look for sections that have an item with a hash.
  @usableFromInline
  func start(for hash: UInt32) -> Int {
    Self.home(of: hash, slotCount)
  }

  /// The next section that has an item with a hash, or -1 when there are no more; `index` moves
  /// along.
  @usableFromInline
  func nextCandidate(for hash: UInt32, at index: inout Int) -> Int32 {
    guard count > 0 else { return -1 }
    while true {
      let slot = slot(index)
      if slot.isEmpty { return -1 }
      index = next(index)
      if slot.hash == hash { return slot.owner - 1 }
    }
  }
}

// MARK: - Adding and removing

extension OwnerTable {
  /// Notes that a section has items with some hashes.
  @usableFromInline
  mutating func insert(_ hashes: [UInt32], in section: Int32) {
    // They go into pages all over the table: it is quicker to lay those out in one piece.
    if hashes.count > 32 && hashes.count > count / 8 {
      let needed = count + hashes.count
      var slots = slots(Self.isRoomy(slotCount, for: needed) ? slotCount : grownSize(for: needed))
      for hash in hashes {
        Self.place(OwnerSlot(hash: hash, owner: section + 1), in: &slots)
      }
      lay(out: slots)
      count = needed
      return
    }
    if !Self.isRoomy(slotCount, for: count + hashes.count) {
      lay(out: slots(grownSize(for: count + hashes.count)))
    }
    for hash in hashes {
      var index = start(for: hash)
      while !slot(index).isEmpty {
        index = next(index)
      }
      write(OwnerSlot(hash: hash, owner: section + 1), at: index)
    }
    count += hashes.count
  }

  /// Notes that a section has items with some hashes no more.
  @usableFromInline
  mutating func remove(_ hashes: [UInt32], from section: Int32) {
    for hash in hashes {
      guard let index = index(of: hash, in: section) else { continue }
      empty(index)
      count -= 1
    }
    if slotCount > 64 && count < slotCount / 8 {
      lay(out: slots(size(for: count)))
    }
  }

  /// Notes that items with some hashes went from one section to another.
  @usableFromInline
  mutating func move(_ hashes: [UInt32], from section: Int32, to other: Int32) {
    for hash in hashes {
      guard let index = index(of: hash, in: section) else { continue }
      write(OwnerSlot(hash: hash, owner: other + 1), at: index)
    }
  }

  /// The slot of an item: `nil` only where items that are equal say now and then that they are not.
  private func index(of hash: UInt32, in section: Int32) -> Int? {
    guard slotCount > 0 else { return nil }
    var index = start(for: hash)
    while true {
      let slot = slot(index)
      if slot.isEmpty { return nil }
      if slot.hash == hash && slot.owner == section + 1 { return index }
      index = next(index)
    }
  }

  /// Empties a slot.
  ///
  /// What follows moves up unless that would put it ahead of where it is looked for first.
  private mutating func empty(_ index: Int) {
    var gap = index
    var index = next(gap)
    while true {
      let slot = slot(index)
      if slot.isEmpty { break }
      if distance(from: start(for: slot.hash), to: index) >= distance(from: gap, to: index) {
        write(slot, at: gap)
        gap = index
      }
      index = next(index)
    }
    write(OwnerSlot(), at: gap)
  }
}

// MARK: - Slots

extension OwnerTable {
  private var slotBits: Int { Int(layout.wordBits) - 1 }

  private func slot(_ index: Int) -> OwnerSlot {
    pages.entries(of: index &>> slotBits)[index & (1 &<< slotBits &- 1)]
  }

  private mutating func write(_ slot: OwnerSlot, at index: Int) {
    pages.write(index &>> slotBits)[index & (1 &<< slotBits &- 1)] = slot
  }

  private func next(_ index: Int) -> Int {
    index + 1 == slotCount ? 0 : index + 1
  }

  private func distance(from start: Int, to end: Int) -> Int {
    end >= start ? end - start : end - start + slotCount
  }

  private static func home(of hash: UInt32, _ slotCount: Int) -> Int {
    Int((UInt64(hash) &* UInt64(slotCount)) &>> 32)
  }

  /// Whether some items fill three quarters of so many slots at most.
  private static func isRoomy(_ slotCount: Int, for count: Int) -> Bool {
    count <= slotCount / 4 * 3
  }

  /// A number of slots that some items fill to two thirds or less, and that is at least half as
  /// many again as before.
  private func grownSize(for count: Int) -> Int {
    max(size(for: count), size(for: slotCount))
  }

  private func size(for count: Int) -> Int {
    let pageSize = 1 << slotBits
    let size = count + count / 2 + 1
    guard size > pageSize else { return Layout.room(for: size, atMost: pageSize) }
    return (size + pageSize - 1) / pageSize * pageSize
  }

  private static func place(_ slot: OwnerSlot, in slots: inout [OwnerSlot]) {
    var index = home(of: slot.hash, slots.count)
    while !slots[index].isEmpty {
      index = index + 1 == slots.count ? 0 : index + 1
    }
    slots[index] = slot
  }

  /// All slots that are not empty, in one piece of a given size.
  private func slots(_ size: Int) -> [OwnerSlot] {
    var slots = [OwnerSlot](repeating: OwnerSlot(), count: size)
    for page in 0..<pages.count {
      let entries = pages.entries(of: page, as: OwnerSlot.self)
      for index in entries.indices where !entries[index].isEmpty {
        Self.place(entries[index], in: &slots)
      }
    }
    return slots
  }

  private mutating func lay(out slots: [OwnerSlot]) {
    pages = PageTable(nodeBits: layout.nodeBits)
    slotCount = slots.count
    let pageSize = 1 << slotBits
    for start in stride(from: 0, to: slots.count, by: pageSize) {
      let part = slots[start..<min(start + pageSize, slots.count)]
      _ = pages.append(.make(part, roomFor: part.count))
    }
  }
}

// MARK: - Invariants

extension OwnerTable {
  var pageCount: Int { pages.count }

  /// Stops the program unless no slot on the way to another is empty, and all are counted.
  func checkInvariants() {
    var used = 0
    for index in 0..<slotCount where !slot(index).isEmpty {
      used += 1
      var way = start(for: slot(index).hash)
      while way != index {
        precondition(!slot(way).isEmpty, "no slot on the way to another is empty")
        way = next(way)
      }
    }
    precondition(used == count, "each item has a slot")
  }
}
