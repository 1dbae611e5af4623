// The compiler specializes the sort of the standard library for each type of elements and each
// closure. Each specialization takes about 3 KB, so sorts by numbers share one.

extension Array {
  /// Returns the elements in ascending order of their keys.
  ///
  /// Elements with equal keys keep their order.
  @inlinable
  package func sorted(byKey key: (Element) -> (Int, Int)) -> [Element] {
    if indices.dropFirst().allSatisfy({ key(self[$0 - 1]) <= key(self[$0]) }) { return self }
    return ascendingOrder(of: map(key)).map { self[$0] }
  }
}

/// Returns the positions of keys in ascending order of the keys.
///
/// Equal keys keep their order.
@inline(never) @usableFromInline
package func ascendingOrder(of keys: [(Int, Int)]) -> [Int] {
  var positions = keys.enumerated().map { ($1.0, $1.1, $0) }
  positions.sort { $0 < $1 }
  return positions.map { $0.2 }
}

// MARK: - Searching

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element meets a condition that all later elements also meet.
  package func firstIndexOfRange(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
