/// Numbers different texts of a file in the order in which they come first.
///
/// A text can stand in several scopes, and is another one in each: below different parents, for
/// example. Texts are compared by their bytes.
struct TextIndex {
  private struct Entry {
    let start: UInt32
    let end: UInt32
    let scope: UInt32
    let hash: UInt32
  }

  private var entries: [Entry] = []
  /// One more than an entry's number, found by its hash; 0 where there is none.
  private var slots = [UInt32](repeating: 0, count: 64)

  var count: Int { entries.count }

  /// Where in the file the text of a number came first.
  subscript(number: Int) -> Range<Int> {
    Int(entries[number].start)..<Int(entries[number].end)
  }

  /// Returns the number of a text, a new one if the text is new.
  mutating func add(
    _ text: Range<Int>, in bytes: Span<UInt8>, scope: Int = 0
  ) -> (number: Int, isNew: Bool) {
    let part = bytes.extracting(text)
    let hash = TextIndex.hash(of: part, scope: scope)
    let slot = slot(of: part, in: bytes, scope: scope, hash: hash)
    if slots[slot] > 0 { return (Int(slots[slot]) - 1, false) }
    entries.append(
      Entry(
        start: UInt32(text.lowerBound), end: UInt32(text.upperBound), scope: UInt32(scope),
        hash: hash))
    slots[slot] = UInt32(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return (entries.count - 1, true)
  }

  /// Returns the number of a text that is known.
  func number(of text: Span<UInt8>, in bytes: Span<UInt8>, scope: Int = 0) -> Int? {
    let hash = TextIndex.hash(of: text, scope: scope)
    let found = slots[slot(of: text, in: bytes, scope: scope, hash: hash)]
    return found > 0 ? Int(found) - 1 : nil
  }

  /// Returns the slot that a text is in, or else the free one for it.
  private func slot(of text: Span<UInt8>, in bytes: Span<UInt8>, scope: Int, hash: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] > 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash && Int(entry.scope) == scope
        && bytes.extracting(Int(entry.start)..<Int(entry.end)).equals(text)
      {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    let mask = slots.count - 1
    for (number, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & mask
      while slots[slot] > 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// A hash with a seed of its own for each run, so that no file can make all texts collide.
  private static func hash(of text: Span<UInt8>, scope: Int) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(scope)
    text.hash(into: &hasher)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
