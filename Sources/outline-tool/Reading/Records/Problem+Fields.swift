extension Problem {
  /// Says which names in options are none of the members or columns at these places, and which ones
  /// may be meant.
  static func missingFields(
    _ missing: [Bytes], among places: some Sequence<Range<Int>>, in bytes: Span<UInt8>,
    of input: Bytes
  ) -> [Problem] {
    if missing.isEmpty { return [] }
    // Long names are hardly mistyped, and a thousand are enough to look at.
    let names = places.prefix(1000).filter { !$0.isEmpty && $0.count <= 64 }
      .map { Bytes(copying: bytes.extracting($0)) }
    return missing.map { name in
      let typed = Bytes(name.prefix(64))
      let distances = names.map { (name: $0, distance: $0.editDistance(to: typed)) }
      let likest = distances.sorted { $0.distance < $1.distance }.prefix(5).map(\.name)
      return Problem(path: input, fact: .noField(name, likest: likest))
    }
  }
}
