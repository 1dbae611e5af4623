/// An index from identities to the first row of each.
struct RecordIndex {
  private var texts: TextIndex
  /// The rows by the number of their identity.
  private var rows: [Int32] = []
  /// The rows whose identity occurs in an earlier row.
  private(set) var repeated: [Int] = []

  init(_ identities: [PackedRange], in bytes: Span<UInt8>) {
    texts = TextIndex(expecting: identities.count)
    rows.reserveCapacity(identities.count)
    for (row, identity) in identities.enumerated() where !identity.isEmpty {
      if texts.add(identity.unpacked, in: bytes).isNew {
        rows.append(Int32(row))
      } else {
        repeated.append(row)
      }
    }
  }

  func row(of identity: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    texts.number(of: identity, in: bytes, known: bytes).map { Int(rows[$0]) }
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this is a conventional parent name of roots.
  var isRootName: Bool {
    equals("0") || equals("-1") || equals("#") || equalsIgnoringCase("null")
      || equalsIgnoringCase("none")
  }
}
