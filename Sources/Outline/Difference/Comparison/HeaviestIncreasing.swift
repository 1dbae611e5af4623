/// Stretches of rows that follow each other in both orders: they stay or move as one.
struct Block {
  /// The elements of the old and of the new list that it begins with.
  var old: Int32
  var new: Int32
  /// How many rows it has.
  var weight: Int
}

/// Returns which blocks stay in place, so that the fewest rows move.
///
/// Rows that keep their place must come in the same order before and after: they form an increasing
/// subsequence. What is left moves; so the fewest move when the subsequence is the heaviest.
///
/// The algorithm is that of G. Jacobson and K.-P. Vo, "Heaviest Increasing/Common Subsequence
/// Problems" (1992). For each weight that can be reached it keeps the old place where a
/// subsequence of that weight can end first: places and weights rise together along this frontier,
/// and a new block extends the one just ahead of it and displaces those behind that weigh no more.
///
/// - Parameters:
///   - blocks: The blocks in their new order.
///   - limit: One more than the largest old place.
/// - Returns: For each block, whether it stays.
/// - Complexity: O(*m* log `limit`) for *m* blocks, with 64 as the base of the logarithm.
func heaviestIncreasing(_ blocks: [Block], limit: Int) -> [Bool] {
  guard blocks.count > 1 else { return blocks.map { _ in true } }
  var frontier = PlaceSet(limit: limit)
  var blockAt = [Int32](repeating: -1, count: limit)
  var totals: [Int] = []
  var previous: [Int32] = []
  totals.reserveCapacity(blocks.count)
  previous.reserveCapacity(blocks.count)
  for (index, block) in blocks.enumerated() {
    let place = Int(block.old)
    let ahead = frontier.last(before: place).map { blockAt[$0] } ?? -1
    let total = block.weight + (ahead >= 0 ? totals[Int(ahead)] : 0)
    while let behind = frontier.first(from: place), totals[Int(blockAt[behind])] <= total {
      frontier.remove(behind)
    }
    frontier.insert(place)
    blockAt[place] = Int32(index)
    totals.append(total)
    previous.append(ahead)
  }
  var stays = [Bool](repeating: false, count: blocks.count)
  var next = frontier.last(before: limit).map { blockAt[$0] } ?? -1
  while next >= 0 {
    stays[Int(next)] = true
    next = previous[Int(next)]
  }
  return stays
}

/// A set of small numbers that finds the neighbors of any: a tree of 64-bit sets.
private struct PlaceSet {
  /// The numbers as bits; above them, for each word, whether it has any, and so on.
  private var levels: [[UInt64]] = []

  init(limit: Int) {
    var count = limit
    repeat {
      count = (count + 63) / 64
      levels.append([UInt64](repeating: 0, count: count))
    } while count > 1
  }

  mutating func insert(_ number: Int) {
    var index = number
    for level in levels.indices {
      levels[level][index >> 6] |= 1 << UInt64(index & 63)
      index >>= 6
    }
  }

  mutating func remove(_ number: Int) {
    var index = number
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      if levels[level][index >> 6] != 0 { return }
      index >>= 6
    }
  }

  /// The largest number that is smaller than another.
  func last(before number: Int) -> Int? {
    var index = number
    for level in levels.indices {
      let below = index & 63
      let word = below == 0 ? 0 : levels[level][index >> 6] & (1 << UInt64(below) - 1)
      if word != 0 {
        var found = index & ~63 + (63 - word.leadingZeroBitCount)
        for lower in stride(from: level - 1, through: 0, by: -1) {
          found = found << 6 + (63 - levels[lower][found].leadingZeroBitCount)
        }
        return found
      }
      index >>= 6
    }
    return nil
  }

  /// The smallest number that is no smaller than another.
  func first(from number: Int) -> Int? {
    var index = number
    for level in levels.indices {
      guard index >> 6 < levels[level].count else { return nil }
      let word = levels[level][index >> 6] & (~0 << UInt64(index & 63))
      if word != 0 {
        var found = index & ~63 + word.trailingZeroBitCount
        for lower in stride(from: level - 1, through: 0, by: -1) {
          found = found << 6 + levels[lower][found].trailingZeroBitCount
        }
        return found
      }
      index = index >> 6 + 1
    }
    return nil
  }
}
