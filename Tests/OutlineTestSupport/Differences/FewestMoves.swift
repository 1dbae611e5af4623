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

  /// Of two lists of sections: the sections, and the items; those that change section all move.
  public static func counts(
    from old: SectionedList, to new: SectionedList
  ) -> (sections: Int, items: Int) {
    let sectionPlaces = old.sections.compactMap { new.sections.firstIndex(of: $0) }
    var itemCount = 0
    for (index, section) in old.sections.enumerated() {
      let items = old.items(at: index)
      let newItems = new.sections.firstIndex(of: section).map { Array(new.items(at: $0)) } ?? []
      let staying = items.compactMap { newItems.firstIndex(of: $0) }
      let leaving = items.filter { new.items.contains($0) && !newItems.contains($0) }
      itemCount += count(staying) + leaving.count
    }
    return (count(sectionPlaces), itemCount)
  }
}

extension SectionedList {
  /// The items of a section.
  public func items(at section: Int) -> ArraySlice<Int> {
    items.dropFirst(counts[..<section].reduce(0, +)).prefix(counts[section])
  }
}
