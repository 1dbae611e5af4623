/// The fewest rows that have to move, found by trying all sets of rows that could stay.
public enum FewestMoves {
  /// Of rows that are in both lists, given by their new places in the order of the old ones.
  public static func count(_ places: [Int]) -> Int {
    places.count - mostStaying(places[...], after: -1)
  }

  private static func mostStaying(_ places: ArraySlice<Int>, after last: Int) -> Int {
    guard let place = places.first else { return 0 }
    let rest = places.dropFirst()
    let without = mostStaying(rest, after: last)
    return place < last ? without : max(without, 1 + mostStaying(rest, after: place))
  }

  /// The same for long lists: the length of the longest increasing subsequence by its last places.
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
