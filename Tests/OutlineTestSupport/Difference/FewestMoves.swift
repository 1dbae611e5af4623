/// The smallest number of rows that move between two lists.
enum FewestMoves {
  /// Counts all rows but those of the longest increasing subsequence.
  ///
  /// The rows of both lists are given by their new positions in old order.
  static func count(_ positions: [Int]) -> Int {
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
