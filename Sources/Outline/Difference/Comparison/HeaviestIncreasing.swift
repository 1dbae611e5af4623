/// Stretches of rows that follow each other in both orders: they stay or move as one.
struct Block {
  /// The elements of the old and of the new list that it begins with.
  var old: Int32
  var new: Int32
  /// How many rows it has.
  var weight: Int32
}

/// What becomes of the block that begins at a place.
enum BlockFate: UInt8 {
  case none, stays, moves
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
/// - Returns: By old place, what becomes of the block that begins there; empty if all stay.
/// - Complexity: O(`limit` + *m* log `limit`) for *m* blocks, with 64 as the base of the logarithm.
func heaviestIncreasing(_ blocks: [Block], limit: Int) -> [BlockFate] {
  if zip(blocks, blocks.dropFirst()).allSatisfy({ $0.old < $1.old }) { return [] }
  // By place: the weight of the heaviest subsequence that ends there, and the place ahead in it.
  var ends = [(weight: Int32, previous: Int32)]((0, -1), times: limit)
  var frontier = PlaceSet(limit: limit + 1)
  for block in blocks {
    let place = Int(block.old)
    var end = (weight: block.weight, previous: Int32(-1))
    if let ahead = frontier.last(before: place) {
      end = (end.weight + ends[ahead].weight, Int32(ahead))
    }
    while let behind = frontier.first(from: place), ends[behind].weight <= end.weight {
      frontier.remove(behind)
    }
    frontier.insert(place)
    ends[place] = end
  }
  var fates = ends.map { $0.weight > 0 ? BlockFate.moves : .none }
  var next = frontier.last(before: limit) ?? -1
  while next >= 0 {
    fates[next] = .stays
    next = Int(ends[next].previous)
  }
  return fates
}

/// A set of small numbers that finds the neighbors of any: a tree of 64-bit sets.
private struct PlaceSet {
  /// The numbers as bits; after them, for each word, whether it has any; and so on.
  private var words: [UInt64]
  /// Where each level begins among the words.
  private var starts: [Int] = []

  init(limit: Int) {
    var count = limit
    var end = 0
    repeat {
      count = (count + 63) / 64
      starts.append(end)
      end += count
    } while count > 1
    words = [UInt64](0, times: end)
  }

  mutating func insert(_ number: Int) {
    var index = number
    for start in starts {
      let word = words[start + index >> 6]
      words[start + index >> 6] = word | 1 << UInt64(index & 63)
      if word != 0 { return }
      index >>= 6
    }
  }

  mutating func remove(_ number: Int) {
    var index = number
    for start in starts {
      let word = words[start + index >> 6] & ~(1 << UInt64(index & 63))
      words[start + index >> 6] = word
      if word != 0 { return }
      index >>= 6
    }
  }

  /// The largest number that is smaller than another of the set's range.
  func last(before number: Int) -> Int? {
    var index = number
    for level in starts.indices {
      if index & 63 != 0 {
        let word = words[starts[level] + index >> 6] & (1 << UInt64(index & 63) - 1)
        if word != 0 {
          return descend(to: index & ~63 + (63 - word.leadingZeroBitCount), level) {
            63 - $0.leadingZeroBitCount
          }
        }
      }
      index >>= 6
    }
    return nil
  }

  /// The smallest number that is no smaller than another of the set's range.
  func first(from number: Int) -> Int? {
    var index = number
    for level in starts.indices {
      let end = level + 1 < starts.count ? starts[level + 1] : words.count
      guard starts[level] + index >> 6 < end else { return nil }
      let word = words[starts[level] + index >> 6] & (~0 << UInt64(index & 63))
      if word != 0 {
        return descend(to: index & ~63 + word.trailingZeroBitCount, level) {
          $0.trailingZeroBitCount
        }
      }
      index = index >> 6 + 1
    }
    return nil
  }

  /// The number found by going down from a bit of a level and choosing a bit of each word there.
  private func descend(to bit: Int, _ level: Int, _ choose: (UInt64) -> Int) -> Int {
    var found = bit
    for start in starts[..<level].reversed() {
      found = found << 6 + choose(words[start + found])
    }
    return found
  }
}
