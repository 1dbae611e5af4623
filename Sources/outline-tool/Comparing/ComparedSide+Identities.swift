extension ComparedSide {
  /// Returns the identities of both sides if they count.
  ///
  /// Some programs give all rows new identities each time they write a file. So by default,
  /// identities count only if half of them are on both sides, on the side with fewer.
  func usualIdentities(
    with new: ComparedSide, by strategy: MatchingStrategy, named name: Bytes?
  ) -> (old: [UInt64], new: [UInt64]) {
    if strategy == .path || strategy == .text { return ([], []) }
    let hasher = TextHasher()
    let identities = identities(hasher: hasher, named: name)
    let newIdentities = new.identities(hasher: hasher, named: name)
    let known = Set(identities.lazy.filter { $0 > 0 })
    let newKnown = Set(newIdentities.lazy.filter { $0 > 0 })
    let shared = known.intersection(newKnown).count
    let fewer = min(known.count, newKnown.count)
    let counts = strategy == .id || shared > 0 && shared * 2 >= fewer
    return counts ? (identities, newIdentities) : ([], [])
  }

  /// Returns the hashes of the identities of the rows, or 0 for a row without one; empty if no row
  /// has one.
  private func identities(hasher: TextHasher, named name: Bytes?) -> [UInt64] {
    var identities: [UInt64] = []
    for (section, document) in documents.enumerated() {
      guard let name = document.identityName(named: name, in: nodes[sections[section]]) else {
        continue
      }
      if identities.isEmpty { identities = [UInt64](repeating: 0, count: count) }
      for row in sections[section] {
        guard let value = document.attribute(name, of: nodes[row]), !value.isEmpty else { continue }
        identities[row] = hasher.hash(of: 0..<value.count, in: value.span) | 1
      }
    }
    return identities
  }
}

extension Document {
  /// Returns the name of the attribute that identifies rows, if one of the first 100 rows has it.
  fileprivate func identityName(named name: Bytes?, in nodes: ArraySlice<Node>) -> Bytes? {
    guard case .file(let format) = source else { return nil }
    var names = format.identityNames.map { Bytes($0.utf8) }
    let ranked = attributes.names.compactMap { name in
      FieldRole(named: name.span).identityRank.map { (name, $0) }
    }
    names += ranked.sorted { $0.1 < $1.1 }.map(\.0)
    return (name.map { [$0] } ?? names).first { name in
      nodes.prefix(100).contains { attribute(name, of: $0)?.isEmpty == false }
    }
  }
}
