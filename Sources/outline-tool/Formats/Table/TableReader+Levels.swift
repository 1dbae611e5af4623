// Tables whose records state their levels, in pre-order.

extension TableReader {
  /// Returns the levels of the records with fields, or `nil` if they form no outline.
  func levels(in bytes: Span<UInt8>) -> [(record: Int, level: Int)]? {
    guard let column = header.level, header.label != nil else { return nil }
    var levels: [Int] = []
    let records = records.filter { title(of: $0) != nil }
    for record in records {
      guard let range = table.field(column, of: record)?.range else {
        // Comments and sections have no level.
        levels.append(levels.first ?? 0)
        continue
      }
      guard range.count < 8, range.allSatisfy({ bytes[$0].isASCIIDigit }) else { return nil }
      let level = range.reduce(0) { $0 * 10 + Int(bytes[$1] - UInt8(ascii: "0")) }
      if level > (levels.last ?? level) + 1 || level < levels.first ?? level { return nil }
      levels.append(level)
    }
    guard let first = levels.first, levels.contains(where: { $0 > first }) else { return nil }
    return Array(zip(records, levels.map { $0 - first }))
  }

  mutating func addLevels(_ levels: [(record: Int, level: Int)], in bytes: Span<UInt8>) {
    reportHiddenColumns(besides: [header.label, header.level])
    for (record, level) in levels {
      let text = title(of: record).map { textRange(of: $0, in: bytes) }
      addRow(text ?? appended.untitled(after: bytes), level: level, of: record, in: bytes)
    }
  }

  /// Returns the label of a record, or else its first field.
  func title(of record: Int) -> Table.Field? {
    let columns = 0..<table.fieldCount(of: record)
    return header.label.flatMap { table.field($0, of: record) }
      ?? columns.lazy.compactMap { table.field($0, of: record) }.first
  }
}
