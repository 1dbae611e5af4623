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

extension Array {
  /// The values whose subtrees are not in the subtree of another one, in the order of the rows.
  ///
  /// Of several values with the same subtree, this is the first one.
  @inlinable
  package func topmost<Value>() -> [Value] where Element == (value: Value, subtree: Range<Int>) {
    var topmost: [Value] = []
    var end = 0
    for index in ascendingOrder(of: map { ($0.subtree.lowerBound, 0) })
    where self[index].subtree.lowerBound >= end {
      topmost.append(self[index].value)
      end = self[index].subtree.upperBound
    }
    return topmost
  }
}
