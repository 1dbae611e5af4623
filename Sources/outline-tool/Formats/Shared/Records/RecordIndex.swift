/// The first row of each identity.
struct RecordIndex {
  private let identities: [Range<UInt32>]
  /// Whether each identity is longer than the one before, or greater, so that none comes twice and
  /// most are found by looking at a few others.
  private let isOrdered: Bool
  /// How many more than a few were looked at.
  private var excess = 0
  private var texts: TextIndex?
  /// The rows by the numbers of their texts.
  private var rows: [Int32] = []
  /// The rows whose identity is that of a row before.
  private(set) var repeated: [Int] = []

  init(_ identities: [Range<UInt32>], in bytes: Span<UInt8>) {
    self.identities = identities
    let pairs = zip(identities, identities.dropFirst())
    isOrdered =
      identities.first?.isEmpty == false
      && pairs.allSatisfy { bytes.order(of: $0.range, and: $1.range) < 0 }
    if !isOrdered { texts = addTexts(in: bytes) }
  }

  /// Returns the row of an identity, which is likely to be near another row.
  mutating func row(of identity: Range<Int>, near hint: Int, in bytes: Span<UInt8>) -> Int? {
    if isOrdered && excess < 1 << 12 {
      let (row, steps) = search(identity, near: hint, in: bytes)
      // What rows at the root have for a parent is near none, but the way to it is always the same.
      if steps < 8 || !bytes.extracting(identity).isRootName { excess = max(0, excess + steps - 8) }
      return row
    }
    if texts == nil { texts = addTexts(in: bytes) }
    return texts?.number(of: identity, in: bytes).map { Int(rows[$0]) }
  }

  private mutating func addTexts(in bytes: Span<UInt8>) -> TextIndex {
    var texts = TextIndex(expecting: identities.count)
    rows.reserveCapacity(identities.count)
    for (row, identity) in identities.enumerated() where !identity.isEmpty {
      if texts.add(identity.range, in: bytes).isNew {
        rows.append(Int32(row))
      } else {
        repeated.append(row)
      }
    }
    return texts
  }

  /// Looks for an identity among ordered ones by steps that get longer, then by halves.
  private func search(
    _ identity: Range<Int>, near hint: Int, in bytes: Span<UInt8>
  ) -> (row: Int?, steps: Int) {
    var (low, high) = (0, identities.count)
    var row = min(hint, high - 1)
    var (steps, stride, lastOrder) = (0, 1, 0)
    while low < high {
      let order = bytes.order(of: identity, and: identities[row].range)
      if order == 0 { return (row, steps) }
      if order < 0 { high = row } else { low = row + 1 }
      if order * lastOrder < 0 { stride = high }
      row = stride >= high - low ? (low + high) / 2 : order < 0 ? high - stride : low + stride - 1
      stride *= 2
      steps += 1
      lastOrder = order
    }
    return (nil, steps)
  }
}

extension Range<UInt32> {
  /// The places that the numbers stand for.
  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

extension Span where Element == UInt8 {
  /// Whether this is what records at the root have for a parent.
  var isRootName: Bool {
    equals("0") || equals("-1") || equals("null") || equals("#") || equals("none")
  }

  /// Returns a number below 0 if the first of two texts is shorter or less, above 0 if the second
  /// is, and else 0.
  fileprivate func order(of first: Range<Int>, and second: Range<Int>) -> Int {
    if first.count != second.count { return first.count < second.count ? -1 : 1 }
    var offset = 0
    while offset < first.count {
      let length = Swift.min(8, first.count - offset)
      let left = word(at: first.lowerBound + offset, count: length).byteSwapped
      let right = word(at: second.lowerBound + offset, count: length).byteSwapped
      if left != right { return left < right ? -1 : 1 }
      offset += 8
    }
    return 0
  }
}
