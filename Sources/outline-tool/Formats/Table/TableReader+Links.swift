// Tables whose records name their parents, or state their levels.

extension TableReader {
  /// Returns the columns of identities and parents, by the header or by the first records.
  func linkColumns(in bytes: Span<UInt8>) -> (identity: Int, parent: Int)? {
    let columns = 0..<min(table.usualFieldCount, 6)
    if let parent = header.parent {
      // Without a column of identities, parents may be named by label.
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

  /// Returns whether one column names parents by another column in the first records.
  private func areLinked(_ identity: Int, _ parent: Int, in bytes: Span<UInt8>) -> Bool {
    let sample = records.prefix(1000)
    var linked = LinkedRecords(expecting: sample.count)
    for record in sample {
      guard let field = table.field(identity, of: record) else { return false }
      linked.append(identity: field.range, parent: table.field(parent, of: record)?.range)
    }
    let result = linked.linked(in: bytes)
    // Two unrelated columns of numbers would have missing parents, or no roots.
    return result.problems.isEmpty && result.foundCount > 0
      && result.foundCount == result.namedCount && result.foundCount < sample.count
  }

  /// Returns the first column with texts instead of numbers in the first records.
  func textColumn(
    excluding links: [Int], from start: Int = 0, in bytes: Span<UInt8>
  ) -> Int? {
    (start..<max(start, table.usualFieldCount)).first { column in
      let first = records.prefix(20).lazy.compactMap { table.field(column, of: $0) }.first
      return !links.contains(column) && first.map { !bytes.extracting($0.range).isNumber } ?? false
    }
  }

  /// Adds rows for records that name their parents, unless too many parents are missing.
  mutating func addLinked(identity: Int, parent: Int, isForced: Bool, in bytes: Span<UInt8>) {
    let first = records.lowerBound
    var linked = LinkedRecords(expecting: records.count)
    for record in records {
      linked.append(
        identity: table.field(identity, of: record)?.range,
        parent: table.field(parent, of: record)?.range)
    }
    let label = header.label ?? textColumn(excluding: [identity, parent], in: bytes) ?? identity
    let isPairs = label == identity && header.parent == parent
    let roots = isPairs ? parentsWithoutRecords(identity, parent, in: bytes) : []
    for root in roots { linked.append(identity: root.range, parent: nil) }
    let result = linked.linked(in: bytes)
    guard isForced || result.foundCount * 2 >= result.namedCount else { return }
    problems.append(result.problems)
    reportHiddenColumns(except: [identity, parent, label])
    result.links.walk { row, level in
      let record = row < records.count ? first + row : nil
      let field =
        record.map { table.field(label, of: $0) ?? table.field(identity, of: $0) }
        ?? roots[row - records.count]
      let text = field.map { textRange(of: $0, in: bytes) } ?? appended.untitled(after: bytes)
      addRow(text, level: level, of: record, in: bytes)
    }
  }
}

extension TableReader {
  /// Returns the parents that no record identifies: the roots of a table of children and parents.
  private func parentsWithoutRecords(
    _ identity: Int, _ parent: Int, in bytes: Span<UInt8>
  ) -> [Table.Field] {
    var known = TextIndex()
    for record in records {
      if let field = table.field(identity, of: record) { _ = known.add(field.range, in: bytes) }
    }
    return records.compactMap { record in
      guard let field = table.field(parent, of: record),
        !bytes.extracting(field.range).isRootName
      else { return nil }
      return known.add(field.range, in: bytes).isNew ? field : nil
    }
  }
}

// MARK: - Levels

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
    reportHiddenColumns(except: [header.label, header.level])
    for (record, level) in levels {
      let text = title(of: record).map { textRange(of: $0, in: bytes) }
      addRow(text ?? appended.untitled(after: bytes), level: level, of: record, in: bytes)
    }
  }

  func title(of record: Int) -> Table.Field? {
    let columns = 0..<table.fieldCount(of: record)
    return header.label.flatMap { table.field($0, of: record) }
      ?? columns.lazy.compactMap { table.field($0, of: record) }.first
  }
}
