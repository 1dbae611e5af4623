/// An immutable map from distinct numbers, which are not negative, to indices.
///
/// It is an array for dense keys, and otherwise a hash table with open addressing. If each key is
/// its own index, as in an outline built in one step, it is empty. A map lives for one comparison,
/// so it needs no `HandleTable`, whose pages are shared by versions.
struct IndexMap {
  /// By key, the index plus one, or 0.
  private var indices: [Int32] = []
  /// The number of keys, if each is its own index.
  private var identityLimit: Int32 = 0
  /// A key plus one in the high half and its index in the low half, or 0.
  private var slots: [UInt64] = []
  private var shift: UInt64 = 0
  /// The least and the greatest key of the hash table.
  private var (least, greatest): (Int32, Int32) = (.max, -1)

  /// Creates a map of at most `count` keys below `limit`.
  init(_ pairs: some Collection<(key: Int32, index: Int32)>, count: Int, limit: Int) {
    if pairs.enumerated().allSatisfy({ $0 == $1.key && $0 == $1.index }) {
      identityLimit = Int32(pairs.count)
      return
    }
    if limit <= count * 4 {
      indices = [Int32](filling: limit, with: 0)
      for (key, index) in pairs {
        indices[Int(key)] = index + 1
      }
      return
    }
    var bits: UInt64 = 3
    while 1 << bits < count * 2 {
      bits += 1
    }
    shift = 64 - bits
    slots = [UInt64](filling: 1 << bits, with: 0)
    for (key, index) in pairs {
      var slot = start(for: key)
      while slots[slot] != 0 {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = UInt64(key + 1) << 32 | UInt64(index)
      (least, greatest) = (min(least, key), max(greatest, key))
    }
  }

  /// The index of a key below the limit, or -1.
  subscript(key: Int32) -> Int32 {
    if identityLimit > 0 { return key < identityLimit ? key : -1 }
    if slots.isEmpty { return indices.isEmpty ? -1 : indices[Int(key)] - 1 }
    guard least <= key && key <= greatest else { return -1 }
    var slot = start(for: key)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(key + 1) {
        return Int32(truncatingIfNeeded: slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// Fibonacci hashing: the high bits of a product spread consecutive numbers.
  private func start(for key: Int32) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }
}

extension Array {
  /// Creates an array faster than `init(repeating:count:)`, because this is specialized.
  init(filling count: Int, with element: Element) {
    self = []
    append(contentsOf: repeatElement(element, count: count))
  }
}
