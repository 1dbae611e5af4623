extension [UInt32] {
  /// Whether any of these numbers, which are in order, is in a range.
  func hasNumber(in range: Range<Int>) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] < range.upperBound
  }
}
