/// Matches the single rows of two lists by their items.
///
/// Most come in the order that they had, so the old row just after the last match is tried first;
/// only what is not there is looked up. Where rows come in another order, they are looked up many
/// at a time, so that waiting for memory is done for all of them at once.
@usableFromInline
struct RowMatcher<Item: Hashable> {
  @usableFromInline let table: ItemTable<Item>
  @usableFromInline let oldTable: ItemTable<Item>
  @usableFromInline var sameItems: SameItems<Item>
  /// The slots of the old table in one piece, once very much is looked up.
  @usableFromInline var slots: [Int32] = []
  @usableFromInline var lookUpCount = 0

  @inlinable
  init(_ table: ItemTable<Item>, _ oldTable: ItemTable<Item>, _ sameItems: SameItems<Item>) {
    self.table = table
    self.oldTable = oldTable
    self.sameItems = sameItems
  }

  @inlinable
  mutating func matchRows(of comparison: inout TreeComparison) {
    let (keys, oldKeys) = (comparison.new.keys, comparison.old.keys)
    var expected = 0
    var missesInARow = 0
    var index = 0
    while index < keys.count {
      var end = index + 1
      if keys[index] < 0 {
        missesInARow = 0
      } else if missesInARow < 2 && expected < oldKeys.count && oldKeys[expected] >= 0
        && oldTable[oldKeys[expected]] == table[keys[index]]
      {
        comparison.matches[index] = Int32(expected)
      } else {
        while missesInARow >= 2 && end < min(keys.count, index + 256) && keys[end] >= 0 {
          end += 1
        }
        let handles = Array(keys[index..<end])
        let oldHandles =
          comparison.isOneLineage ? counterparts(inLineage: handles) : counterparts(of: handles)
        comparison.match(index..<end, withHandles: oldHandles)
      }
      for match in comparison.matches[index..<end] {
        missesInARow = match == expected ? 0 : missesInARow + 1
        expected = match >= 0 ? Int(match) + 1 : expected
      }
      index = end
    }
  }

  /// The old handle of the item that has a new one, or -1.
  @inlinable
  func counterpart(of handle: Int32) -> Int32 {
    oldTable.handle(of: table[handle], hash: table.handles.hash(of: handle)) ?? -1
  }

  /// The old handles of items, most of which have the same as before.
  @inlinable
  mutating func counterparts(inLineage handles: [Int32]) -> [Int32] {
    handles.map { sameItems.include($0) ? $0 : counterpart(of: $0) }
  }

  @inlinable
  mutating func counterparts(of handles: [Int32]) -> [Int32] {
    lookUpCount += handles.count
    if slots.isEmpty && lookUpCount > oldTable.count / 8 {
      slots = oldTable.handles.flatSlots
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
