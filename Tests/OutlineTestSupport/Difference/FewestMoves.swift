/// The smallest number of rows that move, found by trying all sets of rows that could stay.
public enum FewestMoves {
  /// Returns the number for the rows of both lists, given by their new positions in old order.
  public static func count(_ positions: [Int]) -> Int {
    positions.count - mostStaying(positions[...], after: -1)
  }

  private static func mostStaying(_ positions: ArraySlice<Int>, after last: Int) -> Int {
    guard let position = positions.first else { return 0 }
    let rest = positions.dropFirst()
    let without = mostStaying(rest, after: last)
    return position < last ? without : max(without, 1 + mostStaying(rest, after: position))
  }

  /// Returns the number for long lists: all rows but those of the longest increasing subsequence.
  public static func quickCount(_ positions: [Int]) -> Int {
    var lasts: [Int] = []
    for position in positions {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if lasts[middle] < position { low = middle + 1 } else { high = middle }
      }
      if low == lasts.count { lasts.append(position) } else { lasts[low] = position }
    }
    return positions.count - lasts.count
  }
}
