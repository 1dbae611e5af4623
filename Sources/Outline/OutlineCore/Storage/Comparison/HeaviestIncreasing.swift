/// A range of rows that is consecutive in both lists: all its rows stay or all move.
struct MatchedRange {
  var old: Int32
  var new: Int32
  var weight: Int32
}

/// The movement of the matched range that begins at an index.
enum Movement: UInt8 {
  case none, stays, moves
}

/// Returns which matched ranges stay, so that the fewest rows move.
///
/// The ranges that stay form an increasing subsequence: their order is the same before and after.
/// All others move. So the heaviest subsequence moves the fewest rows.
///
/// The algorithm is that of G. Jacobson and K.-P. Vo, "Heaviest Increasing/Common Subsequence
/// Problems" (1992). For each reachable weight, it keeps the smallest old index at which a
/// subsequence of that weight can end. Along this frontier, indices and weights increase together.
/// A new range extends the subsequence just before it, and replaces those after it that are not
/// heavier.
///
/// - Returns: The movements by old index, which is below `limit`; empty if all ranges stay.
/// - Complexity: O(`limit` + *m* log `limit`) for *m* ranges, with 64 as the base of the logarithm
func heaviestIncreasing(_ ranges: [MatchedRange], limit: Int) -> [Movement] {
  if zip(ranges, ranges.dropFirst()).allSatisfy({ $0.old < $1.old }) { return [] }
  // By old index: the weight of the heaviest subsequence that ends there, and the index before it.
  var ends = [(weight: Int32, previous: Int32)](filling: limit, with: (0, -1))
  var frontier = BitTree(limit: limit + 1)
  for range in ranges {
    let index = Int(range.old)
    var end = (weight: range.weight, previous: Int32(-1))
    if let previous = frontier.last(before: index) {
      end = (end.weight + ends[previous].weight, Int32(previous))
    }
    while let next = frontier.first(from: index), ends[next].weight <= end.weight {
      frontier.remove(next)
    }
    frontier.insert(index)
    ends[index] = end
  }
  var movements = ends.map { $0.weight > 0 ? Movement.moves : .none }
  var next = frontier.last(before: limit) ?? -1
  while next >= 0 {
    movements[next] = .stays
    next = Int(ends[next].previous)
  }
  return movements
}

/// A set of small numbers that finds the neighbors of any number: a tree of 64-bit words.
private struct BitTree {
  /// The numbers as bits, then the level above: one bit for each word that is not 0; and so on.
  private var words: [UInt64]
  private var starts: [Int] = []

  init(limit: Int) {
    var count = limit
    var end = 0
    repeat {
      count = (count + 63) / 64
      starts.append(end)
      end += count
    } while count > 1
    words = [UInt64](filling: end, with: 0)
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

  /// Descends from a bit of a level to a number, choosing a bit of each word on the way.
  private func descend(to bit: Int, _ level: Int, _ choose: (UInt64) -> Int) -> Int {
    var found = bit
    for start in starts[..<level].reversed() {
      found = found << 6 + choose(words[start + found])
    }
    return found
  }
}
