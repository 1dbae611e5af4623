/// Matches the single rows of two lists by their items.
///
/// Most rows keep their order, so the matcher first tries the two old rows after the last match.
/// After several misses, it looks rows up in groups, so that the cache misses of a group overlap.
@usableFromInline
struct RowMatcher<Item: Hashable & Sendable>: ~Copyable {
  @usableFromInline var sharedHandles: SharedHandles<Item>
  @usableFromInline var items: ItemReader<Item>
  @usableFromInline var oldItems: ItemReader<Item>
  /// The slots of the old table in one array, once many rows were looked up.
  @usableFromInline var slots: [Int32] = []
  @usableFromInline var lookUpCount = 0

  @inlinable
  init(_ sharedHandles: SharedHandles<Item>) {
    self.sharedHandles = sharedHandles
    items = ItemReader(sharedHandles.table)
    oldItems = ItemReader(sharedHandles.other)
  }

  @inlinable var table: ItemTable<Item> { sharedHandles.table }
  @inlinable var oldTable: ItemTable<Item> { sharedHandles.other }

  @inlinable
  mutating func matchRows(of comparison: inout TreeComparison) {
    let (keys, oldKeys) = (comparison.new.keys, comparison.old.keys)
    let sharesStorage = comparison.sharesStorage
    var expected = 0
    var missesInARow = 0
    var index = 0
    while index < keys.count {
      var end = index + 1
      let key = keys[index]
      if key < 0 {
        missesInARow = 0
      } else if missesInARow >= 4 {
        while end < min(keys.count, index + 256) && keys[end] >= 0 {
          end += 1
        }
        let handles = Array(keys[index..<end])
        comparison.match(
          index..<end, withHandles: counterparts(of: handles, sharingStorage: sharesStorage))
      } else if let match = oldIndex(of: key, in: oldKeys, near: expected, sharesStorage) {
        comparison.matches[index] = Int32(match)
      } else {
        comparison.match(index, withHandle: counterpart(of: key, sharingStorage: sharesStorage))
      }
      while index < end {
        let match = Int(comparison.matches[index])
        missesInARow = match == expected ? 0 : missesInARow + 1
        expected = match >= 0 ? match + 1 : expected
        index += 1
      }
    }
  }

  /// Returns the index of the old row of an item, if it is the expected one or the one after it.
  @inlinable @inline(__always)
  mutating func oldIndex(
    of handle: Int32, in oldKeys: [Int32], near expected: Int, _ sharesStorage: Bool
  ) -> Int? {
    for index in expected..<max(expected, min(expected + 2, oldKeys.count)) {
      let old = oldKeys[index]
      if old >= 0 && isSameItem(handle, old, sharingStorage: sharesStorage) { return index }
    }
    return nil
  }

  @inlinable
  mutating func isSameItem(
    _ handle: Int32, _ oldHandle: Int32, sharingStorage: Bool
  ) -> Bool {
    if sharingStorage && handle == oldHandle && sharedHandles.contains(handle) { return true }
    return oldItems.item(oldHandle) == items.item(handle)
  }

  /// Returns the old handle of the item of a new handle, or -1.
  @inlinable
  mutating func counterpart(of handle: Int32, sharingStorage: Bool) -> Int32 {
    sharingStorage && sharedHandles.contains(handle) ? handle : counterpart(of: handle)
  }

  @inlinable
  mutating func counterparts(of handles: [Int32], sharingStorage: Bool) -> [Int32] {
    sharingStorage
      ? handles.map { counterpart(of: $0, sharingStorage: true) } : counterparts(of: handles)
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
