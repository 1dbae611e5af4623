/// Matches the single rows of two lists by their items.
///
/// Most come in the order that they had, so the old row just after the last match is tried first;
/// only what is not there is looked up. Where rows come in another order, they are looked up many
/// at a time, so that waiting for memory is done for all of them at once.
@usableFromInline
struct RowMatcher<Item: Hashable> {
  @usableFromInline var sharedHandles: SharedHandles<Item>
  /// The slots of the old table in one piece, once very much is looked up.
  @usableFromInline var slots: [Int32] = []
  @usableFromInline var lookUpCount = 0

  @inlinable
  init(_ sharedHandles: SharedHandles<Item>) {
    self.sharedHandles = sharedHandles
  }

  @inlinable var table: ItemTable<Item> { sharedHandles.table }
  @inlinable var oldTable: ItemTable<Item> { sharedHandles.other }

  @inlinable
  mutating func matchRows(of comparison: inout TreeComparison) {
    let (keys, oldKeys) = (comparison.new.keys, comparison.old.keys)
    let isOneLineage = comparison.isOneLineage
    var expected = 0
    var missesInARow = 0
    var index = 0
    while index < keys.count {
      var end = index + 1
      let key = keys[index]
      if key < 0 {
        missesInARow = 0
      } else if missesInARow >= 2 {
        while end < min(keys.count, index + 256) && keys[end] >= 0 {
          end += 1
        }
        let handles = Array(keys[index..<end])
        comparison.match(
          index..<end, withHandles: counterparts(of: handles, inOneLineage: isOneLineage))
      } else if expected < oldKeys.count && oldKeys[expected] >= 0
        && isSameItem(key, oldKeys[expected], inOneLineage: isOneLineage)
      {
        comparison.matches[index] = Int32(expected)
      } else {
        comparison.match(index, withHandle: counterpart(of: key, inOneLineage: isOneLineage))
      }
      while index < end {
        let match = Int(comparison.matches[index])
        missesInARow = match == expected ? 0 : missesInARow + 1
        expected = match >= 0 ? match + 1 : expected
        index += 1
      }
    }
  }

  @inlinable
  mutating func isSameItem(
    _ handle: Int32, _ oldHandle: Int32, inOneLineage: Bool
  ) -> Bool {
    if inOneLineage && handle == oldHandle && sharedHandles.contains(handle) { return true }
    return oldTable[oldHandle] == table[handle]
  }

  /// The old handle of the item that has a new one, or -1.
  @inlinable
  mutating func counterpart(of handle: Int32, inOneLineage: Bool) -> Int32 {
    // In a lineage most items have the same handle as before.
    inOneLineage && sharedHandles.contains(handle) ? handle : counterpart(of: handle)
  }

  @inlinable
  mutating func counterparts(of handles: [Int32], inOneLineage: Bool) -> [Int32] {
    inOneLineage
      ? handles.map { counterpart(of: $0, inOneLineage: true) } : counterparts(of: handles)
  }

  @inlinable
  func counterpart(of handle: Int32) -> Int32 {
    oldTable.handle(of: table[handle], hash: table.handles.hash(of: handle)) ?? -1
  }

  @inlinable
  mutating func counterparts(of handles: [Int32]) -> [Int32] {
    lookUpCount += handles.count
    if slots.isEmpty && lookUpCount > oldTable.count / 8 {
      slots = oldTable.handles.contiguousSlots
    }
    if slots.isEmpty { return handles.map { counterpart(of: $0) } }
    let hashes = table.handles.hashes(of: handles)
    var candidates = oldTable.handles.firstCandidates(for: hashes, in: slots)
    for (index, candidate) in candidates.enumerated() where candidate >= 0 {
      if oldTable[candidate] != table[handles[index]] {
        candidates[index] = counterpart(of: handles[index])
      }
    }
    return candidates
  }
}
