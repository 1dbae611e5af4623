// Records that name their parents.

extension TableReader {
  /// The columns for the identity and the parent of a record, as the header says, or else as the
  /// first records show.
  func linkColumns(in bytes: Span<UInt8>) -> (identity: Int, parent: Int)? {
    let columns = 0..<min(table.usualFieldCount, 6)
    if let parent = header.parent {
      // Where nothing else tells records apart, parents are known by what they are called.
      let identity =
        header.identity ?? columns.first { $0 != parent && areLinked($0, parent, in: bytes) }
        ?? header.label
      return identity.flatMap { $0 == parent ? nil : ($0, parent) }
    }
    guard header.record == nil else { return nil }
    for identity in columns {
      for parent in columns where parent != identity {
        if areLinked(identity, parent, in: bytes) { return (identity, parent) }
      }
    }
    return nil
  }

  /// Whether the texts of one column are parents by those of another in the first records.
  private func areLinked(_ identity: Int, _ parent: Int, in bytes: Span<UInt8>) -> Bool {
    let sample = records.prefix(1000)
    var linked = LinkedRecords(expecting: sample.count)
    for record in sample {
      guard let field = table.field(identity, of: record) else { return false }
      linked.append(identity: field.range, parent: table.field(parent, of: record)?.range)
    }
    let result = linked.linked(in: bytes)
    // A table of two columns of numbers would do without roots, or with more than they leave.
    return result.problems.isEmpty && result.foundCount > 0
      && result.foundCount == result.namedCount && result.foundCount < sample.count
  }

  /// The first column that has texts, and not numbers, in the first records.
  private func textColumn(besides links: [Int], in bytes: Span<UInt8>) -> Int? {
    (0..<table.usualFieldCount).first { column in
      let first = records.prefix(20).lazy.compactMap { table.field(column, of: $0) }.first
      return !links.contains(column) && first.map { !bytes.extracting($0.range).isNumber } ?? false
    }
  }

  /// Adds the rows of records that name their parents, if the parents are there.
  mutating func addLinked(identity: Int, parent: Int, isForced: Bool, in bytes: Span<UInt8>) {
    let first = records.lowerBound
    var linked = LinkedRecords(expecting: records.count)
    for record in records {
      linked.append(
        identity: table.field(identity, of: record)?.range,
        parent: table.field(parent, of: record)?.range)
    }
    let result = linked.linked(in: bytes)
    guard isForced || result.foundCount * 2 >= result.namedCount else { return }
    problems.append(result.problems)
    let label = header.label ?? textColumn(besides: [identity, parent], in: bytes) ?? identity
    result.links.walk { row, level in
      let record = first + row
      let field = table.field(label, of: record) ?? table.field(identity, of: record)
      let text = field.map { textRange(of: $0, in: bytes) } ?? untitledText(in: bytes)
      addRow(text, level: level, of: record, in: bytes)
    }
  }
}
