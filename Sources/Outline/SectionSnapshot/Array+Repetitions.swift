extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  @inlinable
  package func eachOnce() -> [Element] {
    var met: Set<Element> = []
    return filter { met.insert($0).inserted }
  }

  /// The elements that occur more than once, each once, in the order of their second occurrences.
  @inlinable
  func repeated() -> [Element] {
    if count < 2 { return [] }
    var met: Set<Element> = []
    met.reserveCapacity(count)
    return filter { !met.insert($0).inserted }.eachOnce()
  }
}
