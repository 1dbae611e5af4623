/// Numbers distinct texts of a file in the order of their first occurrence.
///
/// Equal texts in different scopes, such as below different parents, are distinct.
struct TextIndex {
  private struct Entry {
    let range: PackedRange
    let scope: UInt32
  }

  private var entries: [Entry] = []
  /// The hash and one more than the entry number in each slot; 0 if it is free.
  private var slots: [UInt64]
  private let hasher = TextHasher()

  init(expecting count: Int = 0) {
    var slotCount = 64
    while slotCount < count * 2 { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
    entries.reserveCapacity(count)
  }

  var count: Int { entries.count }

  /// The first occurrence of a text, by its number.
  subscript(number: Int) -> Range<Int> { entries[number].range.unpacked }

  /// Returns the number of a text, and adds the text if necessary.
  mutating func add(
    _ text: Range<Int>, in bytes: Span<UInt8>, scope: Int = 0
  ) -> (number: Int, isNew: Bool) {
    let hash = hash(of: text, in: bytes, scope: scope)
    let slot = slot(of: text, in: bytes, hash: hash, scope: scope, known: bytes)
    if slots[slot] > 0 { return (TextIndex.number(in: slots[slot]), false) }
    entries.append(Entry(range: text.packed, scope: UInt32(scope)))
    slots[slot] = UInt64(hash) << 32 | UInt64(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return (entries.count - 1, true)
  }

  /// Returns the number of a text in the default scope; `known` are the bytes of the added texts.
  func number(of text: Range<Int>, in bytes: Span<UInt8>, known: Span<UInt8>) -> Int? {
    let hash = hash(of: text, in: bytes, scope: 0)
    let found = slots[slot(of: text, in: bytes, hash: hash, scope: 0, known: known)]
    return found > 0 ? TextIndex.number(in: found) : nil
  }

  private static func number(in slot: UInt64) -> Int {
    Int(UInt32(truncatingIfNeeded: slot)) - 1
  }

  /// Returns the slot of a text, or a free slot for it.
  private func slot(
    of text: Range<Int>, in bytes: Span<UInt8>, hash: UInt32, scope: Int, known: Span<UInt8>
  ) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] > 0 {
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash {
        let entry = entries[TextIndex.number(in: slots[slot])]
        if Int(entry.scope) == scope && bytes.equals(text, known, entry.range.unpacked) {
          return slot
        }
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    let mask = slots.count - 1
    for entry in old where entry > 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      while slots[slot] > 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  private func hash(of text: Range<Int>, in bytes: Span<UInt8>, scope: Int) -> UInt32 {
    let hash = hasher.hash(of: text, in: bytes, scope: UInt64(scope))
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
