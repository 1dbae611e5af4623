extension [Range<Int>] {
  /// Adds a range after all others, joined to the last one if the two are consecutive.
  @usableFromInline
  package mutating func appendRows(_ rows: Range<Int>) {
    if let last, last.upperBound == rows.lowerBound {
      self[count - 1] = last.lowerBound..<rows.upperBound
    } else if !rows.isEmpty {
      append(rows)
    }
  }

  package var end: Int { last?.upperBound ?? 0 }

  package var rowCount: Int {
    reduce(0) { $0 + $1.count }
  }

  var joinedRanges: [Range<Int>] {
    var result: [Range<Int>] = []
    for range in self {
      result.appendRows(range)
    }
    return result
  }

  /// Returns the rows of these ranges and of others, which are disjoint.
  @inline(never) @usableFromInline
  package func merged(with others: [Range<Int>]) -> [Range<Int>] {
    if others.isEmpty { return self }
    return (self + others).sorted(byKey: { ($0.lowerBound, 0) }).joinedRanges
  }

  @inline(never) @usableFromInline
  package func union(_ others: [Range<Int>]) -> [Range<Int>] {
    if count + others.count < 2 { return isEmpty ? others : self }
    var result: [Range<Int>] = []
    for range in (self + others).sorted(byKey: { ($0.lowerBound, 0) }) {
      let start = Swift.max(range.lowerBound, result.last?.upperBound ?? 0)
      result.appendRows(start..<Swift.max(start, range.upperBound))
    }
    return result
  }

  @inline(never) @usableFromInline
  package func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
    if others.isEmpty { return self }
    var result: [Range<Int>] = []
    var rest = others[...]
    for range in self {
      var start = range.lowerBound
      while let other = rest.first, other.lowerBound < range.upperBound {
        result.appendRows(start..<Swift.max(start, other.lowerBound))
        start = Swift.max(start, other.upperBound)
        guard other.upperBound <= range.upperBound else { break }
        rest.removeFirst()
      }
      result.appendRows(start..<Swift.max(start, range.upperBound))
    }
    return result
  }

  @inline(never)
  package func complement(upTo count: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var next = 0
    for range in self {
      result.appendRows(next..<range.lowerBound)
      next = range.upperBound
    }
    result.appendRows(next..<count)
    return result
  }

  @inline(never)
  package func contains(row: Int) -> Bool {
    let index = firstIndexOfRange { $0.upperBound > row }
    return index < count && self[index].lowerBound <= row
  }
}

extension RandomAccessCollection<Range<Int>> {
  /// A Boolean value that indicates whether the ranges are ascending, disjoint, nonempty and not
  /// negative.
  package var isAscending: Bool {
    allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 }
      && zip(self, dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }
}
