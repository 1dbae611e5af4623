/// Places of numbers that are not negative, each number once; made whole and then only read.
///
/// A list where there are only a few; nothing where each number is its own place, as in an outline
/// that was built in one go; an array by number where the numbers are dense; otherwise a hash table
/// with open addressing.
struct NumberMap {
  /// All numbers, with their places, where there are only a few.
  private var few: [(number: Int32, place: Int32)] = []
  /// By number its place plus one, or 0.
  private var places: [Int32] = []
  /// A number plus one in the high half and its place in the low one, or 0.
  private var slots: [UInt64] = []
  private var shift: UInt64 = 0
  /// How many numbers from 0 on are their own places, where those are all.
  private var identityLimit: Int32 = 0
  /// The least and the greatest number in the hash table.
  private var (least, greatest): (Int32, Int32) = (.max, -1)

  /// Creates a map of at most `count` numbers below `limit` with their places.
  init(_ pairs: some Collection<(number: Int32, place: Int32)>, count: Int, limit: Int) {
    if count <= 8 {
      few = Array(pairs)
      return
    }
    if pairs.enumerated().allSatisfy({ $0 == $1.number && $0 == $1.place }) {
      identityLimit = Int32(pairs.count)
      return
    }
    if limit <= count * 4 {
      places = [Int32](0, times: limit)
      for (number, place) in pairs {
        places[Int(number)] = place + 1
      }
      return
    }
    var bits: UInt64 = 3
    while 1 << bits < count * 2 {
      bits += 1
    }
    shift = 64 - bits
    slots = [UInt64](0, times: 1 << bits)
    for (number, place) in pairs {
      var index = start(for: number)
      while slots[index] != 0 {
        index = (index + 1) & (slots.count - 1)
      }
      slots[index] = UInt64(number + 1) << 32 | UInt64(place)
      (least, greatest) = (min(least, number), max(greatest, number))
    }
  }

  /// The place of a number below the limit, or -1.
  subscript(number: Int32) -> Int32 {
    if !few.isEmpty { return few.first { $0.number == number }?.place ?? -1 }
    if identityLimit > 0 { return number < identityLimit ? number : -1 }
    if slots.isEmpty { return places.isEmpty ? -1 : places[Int(number)] - 1 }
    guard least <= number && number <= greatest else { return -1 }
    var index = start(for: number)
    while slots[index] != 0 {
      if slots[index] >> 32 == UInt64(number + 1) {
        return Int32(truncatingIfNeeded: slots[index])
      }
      index = (index + 1) & (slots.count - 1)
    }
    return -1
  }

  /// Fibonacci hashing: the high bits of a product spread numbers that follow each other.
  private func start(for number: Int32) -> Int {
    Int((UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }
}
