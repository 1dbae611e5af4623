extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  @inlinable
  package func eachOnce() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The elements that occur more than once, each once, in the order of their second occurrences.
  @inlinable
  package func repeated() -> [Element] {
    if count < 2 { return [] }
    var seen: Set<Element> = []
    seen.reserveCapacity(count)
    return filter { !seen.insert($0).inserted }.eachOnce()
  }
}
