/// The smallest number of rows that move, found by trying all sets of rows that could stay.
public enum FewestMoves {
  /// Returns the number for the rows of both lists, given by their new positions in old order.
  public static func count(_ places: [Int]) -> Int {
    places.count - mostStaying(places[...], after: -1)
  }

  private static func mostStaying(_ places: ArraySlice<Int>, after last: Int) -> Int {
    guard let place = places.first else { return 0 }
    let rest = places.dropFirst()
    let without = mostStaying(rest, after: last)
    return place < last ? without : max(without, 1 + mostStaying(rest, after: place))
  }

  /// Returns the number for long lists: all rows but those of the longest increasing subsequence.
  public static func quickCount(_ places: [Int]) -> Int {
    var lasts: [Int] = []
    for place in places {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if lasts[middle] < place { low = middle + 1 } else { high = middle }
      }
      if low == lasts.count { lasts.append(place) } else { lasts[low] = place }
    }
    return places.count - lasts.count
  }
}
