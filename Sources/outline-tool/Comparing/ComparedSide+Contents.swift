extension ComparedSide {
  /// Returns the hashes of subtrees with all that the options compare, regardless of the order of
  /// siblings; empty if the order counts.
  func unorderedContents(
    with new: ComparedSide, options: ComparisonOptions
  ) -> (old: [UInt64], new: [UInt64]) {
    if !options.ignoresOrder { return ([], []) }
    let hasher = TextHasher()
    let formats = Set((documents + new.documents).map(\.formatName))
    let isSameFormat = formats.count == 1
    return (
      unorderedContents(options, findsAll: isSameFormat, hasher: hasher),
      new.unorderedContents(options, findsAll: isSameFormat, hasher: hasher)
    )
  }

  /// Returns the hashes with all attributes, or only with those that an option names.
  private func unorderedContents(
    _ options: ComparisonOptions, findsAll: Bool, hasher: TextHasher
  ) -> [UInt64] {
    var hashes = texts
    for (section, document) in documents.enumerated() {
      for row in sections[section] {
        let node = nodes[row]
        var attributes = document.attributes(named: options.attributes, of: node)
        if findsAll { attributes += document.attributes(of: node) }
        for attribute in Set(attributes) {
          let name = hasher.combine(hasher.hash(of: attribute.name), 1)
          hashes[row] &+= hasher.combine(name, hasher.hash(of: attribute.value))
        }
        if !options.ignoresNotes, let note = document.note(of: node) {
          hashes[row] &+= hasher.combine(hasher.hash(of: note), 2)
        }
        if !options.ignoresExpansion && isCollapsed[row] { hashes[row] &+= 1 }
      }
    }
    var children = [UInt64](repeating: 0, count: count)
    for row in hashes.indices.reversed() {
      hashes[row] = hasher.combine(hasher.combine(hashes[row], 1), children[row])
      let parent = Int(parents[row])
      if parent >= 0 { children[parent] &+= hashes[row] }
    }
    return hashes
  }
}

extension Document {
  /// The name of the format, or `nil` for a directory.
  fileprivate var formatName: String? {
    if case .file(let format) = source { format.name } else { nil }
  }
}

extension TextHasher {
  fileprivate func hash(of text: Bytes) -> UInt64 {
    hash(of: 0..<text.count, in: text.span, scope: UInt64(text.count))
  }
}
