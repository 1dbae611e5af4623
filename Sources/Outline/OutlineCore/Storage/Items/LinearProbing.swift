/// The slots of a hash table with open addressing and linear probing.
protocol LinearProbing {
  var slotCount: Int { get }

  /// The slot at which the search for the entry of a slot begins, or `nil` if the slot is empty.
  func start(ofSlot index: Int) -> Int?

  mutating func moveSlot(_ index: Int, to target: Int)
  mutating func clearSlot(_ index: Int)
}

extension LinearProbing {
  func slot(after index: Int) -> Int {
    index + 1 == slotCount ? 0 : index + 1
  }

  private func distance(from start: Int, to end: Int) -> Int {
    end >= start ? end - start : end - start + slotCount
  }

  /// Empties a slot, and moves later entries up so that every search still finds them.
  mutating func removeSlot(_ index: Int) {
    var gap = index
    var index = slot(after: gap)
    while let start = start(ofSlot: index) {
      if distance(from: start, to: index) >= distance(from: gap, to: index) {
        moveSlot(index, to: gap)
        gap = index
      }
      index = slot(after: index)
    }
    clearSlot(gap)
  }

  /// Stops the program if there is an empty slot between the start of a search and its entry.
  func checkSlots() {
    for index in 0..<slotCount {
      guard var probe = start(ofSlot: index) else { continue }
      while probe != index {
        precondition(start(ofSlot: probe) != nil, "a search passes no empty slot")
        probe = slot(after: probe)
      }
    }
  }
}
