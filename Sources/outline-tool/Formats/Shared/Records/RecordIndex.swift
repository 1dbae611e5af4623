/// An index from identities to the first row of each.
struct RecordIndex {
  /// The number of unusual search steps after which a table replaces the search.
  private static let maximalExcess = 1 << 12

  private let identities: [PackedRange]
  /// Whether identities are strictly ascending by length and bytes, so that a search can replace
  /// the index.
  private let isOrdered: Bool
  /// The number of search steps beyond the usual ones.
  private var excess = 0
  private var texts: TextIndex?
  /// The rows by the number of their identity.
  private var rows: [Int32] = []
  /// The rows whose identity occurs in an earlier row.
  private(set) var repeated: [Int] = []

  init(_ identities: [PackedRange], in bytes: Span<UInt8>) {
    self.identities = identities
    let pairs = zip(identities, identities.dropFirst())
    isOrdered =
      identities.first?.isEmpty == false
      && pairs.allSatisfy { bytes.order(of: $0.unpacked, and: $1.unpacked) < 0 }
    if !isOrdered { texts = addTexts(in: bytes) }
  }

  /// Returns the row of an identity, which is probably near `hint`.
  mutating func row(of identity: Range<Int>, near hint: Int, in bytes: Span<UInt8>) -> Int? {
    if isOrdered && excess < Self.maximalExcess {
      let (row, steps) = search(identity, near: hint, in: bytes)
      // The parent name of roots is never near, but the search for it is always the same.
      if steps < 8 || !bytes.extracting(identity).isRootName { excess = max(0, excess + steps - 8) }
      return row
    }
    if texts == nil { texts = addTexts(in: bytes) }
    return texts?.number(of: identity, in: bytes, known: bytes).map { Int(rows[$0]) }
  }

  private mutating func addTexts(in bytes: Span<UInt8>) -> TextIndex {
    var texts = TextIndex(expecting: identities.count)
    rows.reserveCapacity(identities.count)
    for (row, identity) in identities.enumerated() where !identity.isEmpty {
      if texts.add(identity.unpacked, in: bytes).isNew {
        rows.append(Int32(row))
      } else {
        repeated.append(row)
      }
    }
    return texts
  }

  /// Searches ascending identities with growing steps from a hint, then by bisection.
  private func search(
    _ identity: Range<Int>, near hint: Int, in bytes: Span<UInt8>
  ) -> (row: Int?, steps: Int) {
    var low = 0
    var high = identities.count
    var row = min(hint, high - 1)
    var steps = 0
    var stride = 1
    var lastOrder = 0
    while low < high {
      let order = bytes.order(of: identity, and: identities[row].unpacked)
      if order == 0 { return (row, steps) }
      if order < 0 { high = row } else { low = row + 1 }

      if order * lastOrder < 0 { stride = high }
      if stride >= high - low {
        row = (low + high) / 2
      } else {
        row = order < 0 ? high - stride : low + stride - 1
      }
      stride *= 2
      steps += 1
      lastOrder = order
    }
    return (nil, steps)
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this is a conventional parent name of roots.
  var isRootName: Bool {
    equals("0") || equals("-1") || equals("#") || equalsIgnoringCase("null")
      || equalsIgnoringCase("none")
  }

  /// Compares two texts by length, then by bytes; returns a negative number, 0 or a positive
  /// number.
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
