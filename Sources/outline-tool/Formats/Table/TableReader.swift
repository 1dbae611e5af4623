/// Reads outlines from CSV and tables with other delimiters.
///
/// Records are linked by identities and parents, by paths in one or several columns, or by levels.
/// In other tables, each record is a row with its fields below.
///
/// - Complexity: O(`bytes.count`)
struct TableReader {
  private let table: Table
  private let header: TableHeader
  /// The columns of attributes in ascending order, with the positions of their names.
  private var attributeColumns: [(name: Int, column: Int)] = []
  private let options: ReaderOptions
  private var parsed: ParsedFile
  private var appended = AppendedTexts()
  private var problems: ProblemLog
  /// The columns without a name, each with the offset of a field that is not shown.
  private var hiddenColumns: [(number: Int, offset: Int)] = []
  /// Whether no columns link the records.
  private var isUnlinked = true

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    ParsedFile.reading(bytes, name: name) { bytes in
      let delimiter = TableScanner.mostLikelyDelimiter(in: bytes)
      let scanner = TableScanner.scan(bytes, delimiter: delimiter)
      let table = scanner.table
      let header = TableHeader.find(in: table, bytes, names: options.fieldNames)

      var reader = TableReader(
        table: table, header: header, options: options, parsed: ParsedFile(bytes: []),
        problems: scanner.problems)

      reader.reportRaggedRecords()
      reader.findRows(in: bytes)
      reader.parsed.problems = reader.problems.problems(in: bytes, of: name)
      if let (number, offset) = reader.hiddenColumns.first {
        let location = SourceLocation(of: offset, in: bytes)
        let otherCount = reader.hiddenColumns.count - 1
        let kind = Problem.Kind.namelessColumns(first: number, otherCount: otherCount)
        reader.parsed.problems.append(Problem(path: name, location: location, kind: kind))
      }

      let fields = header.record.map { table.record($0) } ?? []
      reader.parsed.problems += Problem.missingFields(
        header.missing, among: fields.map(\.range), in: bytes, of: name)
      if options.fieldNames.parent != nil, header.parent != nil, reader.isUnlinked {
        let hasIdentity = options.fieldNames.identity != nil
        reader.parsed.unusedOptions = ["--parent": hasIdentity ? "" : FieldNames.remedy]
      }

      return (reader.parsed, reader.appended)
    }
  }

  private var records: Range<Int> {
    let first = header.record.map { $0 + 1 } ?? 0
    return first..<max(first, table.recordCount)
  }

  /// Returns an index of the texts in a column.
  private func textIndex(of column: Int, in bytes: Span<UInt8>) -> TextIndex {
    var index = TextIndex(expecting: records.count)
    for record in records {
      if let field = table.field(column, of: record) { _ = index.add(field.range, in: bytes) }
    }
    return index
  }

  private mutating func reportRaggedRecords() {
    // Faults in quotes also change the number of fields.
    if !problems.isEmpty { return }
    let expected = header.record.map { table.fieldCount(of: $0) } ?? table.usualFieldCount
    for record in records where table.fieldCount(of: record) != expected {
      let count = table.fieldCount(of: record)
      let offset = table.record(record).first.map(\.range.lowerBound) ?? 0
      problems.report(TableProblem.raggedRecord(count, columns: expected), at: offset)
    }
  }

  private mutating func findRows(in bytes: Span<UInt8>) {
    parsed.reserveRows(table.fields.count)
    if options.findsHead {
      let head = bytes.extracting(first: table.offset(of: records.lowerBound))
      parsed.head.table = Bytes(copying: head)
    }
    if let (identity, parent) = linkColumns(in: bytes) {
      isUnlinked = false
      findAttributes(except: [parent], in: bytes)
      addLinked(identity: identity, parent: parent, in: bytes)
      if !parsed.texts.isEmpty { return }
    }

    if !header.path.isEmpty {
      findAttributes(except: header.path, in: bytes)
      addPaths(in: bytes)
    } else if let column = header.level, let label = header.label,
      let levels = levels(by: column, in: bytes)
    {
      findAttributes(except: [column], in: bytes)
      addLevels(levels, by: column, label: label, in: bytes)
    } else if let (column, delimiter) = pathColumn(in: bytes) {
      findAttributes(except: [], in: bytes)
      addPaths(in: column, delimiter: delimiter, bytes)
    }

    if parsed.texts.isEmpty {
      findAttributes(except: [], in: bytes)
      addAll(in: bytes)
    }
  }

  /// Prepares to collect attributes, which are the columns that do not link the records.
  private mutating func findAttributes(except links: [Int], in bytes: Span<UInt8>) {
    let available = header.attributeNames(table, except: Set(links), in: bytes)
    parsed.attributes = AttributeRanges(options, available: available)
    let names = header.record.map { table.record($0).map { table.text(of: $0, in: bytes) } } ?? []
    let columns = Dictionary(zip(names, names.indices)) { first, _ in first }
    attributeColumns = parsed.attributes.names.enumerated()
      .compactMap { number, name in columns[name].map { (number, $0) } }
      .sorted { $0.column < $1.column }
  }
}

// MARK: - Rows

extension TableReader {
  /// Finds fields that are neither rows nor attributes, because their columns have no name.
  private mutating func findHiddenColumns(except shown: [Int?]) {
    let shown = Set(shown)
    let count = records.map { table.fieldCount(of: $0) }.max() ?? 0
    var isKnown = (0..<count).map { column in
      shown.contains(column) || header.record.flatMap { table.field(column, of: $0) } != nil
    }
    if !isKnown.contains(false) { return }
    for record in records {
      for column in 0..<table.fieldCount(of: record) where !isKnown[column] {
        guard let field = table.field(column, of: record) else { continue }
        isKnown[column] = true
        hiddenColumns.append((column + 1, field.range.lowerBound))
      }
    }
  }

  private mutating func addRow(
    _ field: Table.Field, level: Int, of record: Int?, in bytes: Span<UInt8>
  ) {
    addRow(textRange(of: field, in: bytes), level: level, of: record, in: bytes)
  }

  private mutating func addRow(
    _ text: Range<Int>, level: Int, of record: Int?, in bytes: Span<UInt8>
  ) {
    parsed.texts.append(text)
    parsed.levels.append(level)
    if options.findsHead {
      parsed.sources.append(
        record.map { table.offset(of: $0)..<table.offset(of: $0 + 1) } ?? 0..<0)
    }

    if parsed.attributes.names.isEmpty { return }
    defer { parsed.attributes.endRow() }
    guard let record else { return }
    let count = table.fieldCount(of: record)
    for (name, column) in attributeColumns {
      if column >= count { break }
      guard let field = table.field(column, of: record) else { continue }
      parsed.attributes.set(name, to: textRange(of: field, in: bytes))
    }
  }

  /// Returns the text of a field with single quotes in place of doubled ones.
  private mutating func textRange(of field: Table.Field, in bytes: Span<UInt8>) -> Range<Int> {
    if !field.hasQuotes { return field.range }
    // The range tells that an attribute is the text of its row.
    return appended.range(replacing: field.range, after: bytes) { $0.append(field, in: bytes) }
  }

  /// Returns whether each field has a name that no other column has.
  private var fieldsHaveNames: Bool {
    guard let record = header.record else { return false }
    let count = table.fieldCount(of: record)
    let names = parsed.attributes.available
    return Set(names).count == names.count
      && !records.contains { record in
        // A line can end with a comma.
        (count..<max(count, table.fieldCount(of: record))).contains {
          table.field($0, of: record) != nil
        }
      }
  }

  /// Returns the first column with a text in a record.
  private func firstColumn(of record: Int) -> Int? {
    (0..<table.fieldCount(of: record)).first { table.field($0, of: record) != nil }
  }

  /// Adds each record with its other fields as attributes or as rows below it.
  private mutating func addAll(in bytes: Span<UInt8>) {
    let areRows = !options.prefersAttributes || !fieldsHaveNames
    if areRows {
      // Only conditions, orders and options can also ask for fields as attributes.
      let names = options.attributeNames
      attributeColumns.removeAll { $0.name >= names.count }
      parsed.attributes = AttributeRanges(
        names: names, available: parsed.attributes.available, areRows: true)
    } else {
      findHiddenColumns(except: [])
    }

    let addresses =
      areRows && options.prefersLinks
      ? RowAttribute.addressNames.compactMap { name in
        header.record.flatMap { table.column(named: Bytes(name.utf8), in: $0, of: bytes) }
      } : []
    let usualLabel = header.label ?? header.record.flatMap(firstColumn)
    for record in records {
      let label = usualLabel ?? firstColumn(of: record) ?? 0
      addRow(table.text(label, of: record), level: 0, of: record, in: bytes)
      let row = parsed.texts.count - 1
      let text = 0..<parsed.texts[row].count
      let link = addresses.first {
        !text.isEmpty && $0 != label && table.field($0, of: record) != nil
      }
      if let field = link.flatMap({ table.field($0, of: record) }) {
        parsed.links[row] = [TextLink(range: text, address: table.text(of: field, in: bytes))]
      }
      for column in 0..<table.fieldCount(of: record)
      where areRows && column != label && column != link {
        guard let field = table.field(column, of: record) else { continue }
        let name = header.record.flatMap { table.field(column, of: $0) }
        let text = appended.range(after: bytes) { text in
          if let name {
            text.append(name, in: bytes)
            text += ": ".utf8
          }
          text.append(field, in: bytes)
        }
        addRow(text, level: 1, of: nil, in: bytes)
      }
    }
  }
}

// MARK: - Records that name their parents

extension TableReader {
  /// Returns the columns of identities and parents, by the header or by the first records.
  ///
  /// A column with another name contains parents if its texts are identities. Numbers can be
  /// identities by chance.
  private func linkColumns(in bytes: Span<UInt8>) -> (identity: Int, parent: Int)? {
    let columns = 0..<min(table.usualFieldCount, 6)
    if let parent = header.parent {
      // Without a column of identities, parents may be named by label.
      let identity =
        header.identity ?? columns.first { $0 != parent && areLinked($0, parent, in: bytes) }
        ?? header.label
      return identity.flatMap { $0 == parent ? nil : ($0, parent) }
    }

    guard header.path.isEmpty, header.level == nil else { return nil }
    let isNamed = header.record != nil
    let identities = isNamed ? [header.identity, header.label].compactMap(\.self) : Array(columns)
    for identity in identities {
      for parent in columns where parent != identity && parent != header.label {
        let isLikely = !isNamed || header.likelyParents.contains(parent)
        guard isLikely || hasTexts(parent, in: bytes) else { continue }
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
    return linked.linked(in: bytes).isFlawless
  }

  /// Returns whether a column has texts instead of numbers in the first records.
  private func hasTexts(_ column: Int, in bytes: Span<UInt8>) -> Bool {
    let first = records.prefix(20).lazy.compactMap { table.field(column, of: $0) }.first
    return first.map { !bytes.extracting($0.range).isNumber } ?? false
  }

  /// Returns the first column with texts instead of numbers in the first records.
  private func textColumn(
    excluding links: [Int], in bytes: Span<UInt8>
  ) -> Int? {
    (0..<table.usualFieldCount).first { column in
      !links.contains(column) && hasTexts(column, in: bytes)
    }
  }

  /// Adds rows for records that name their parents, unless too many parents are missing.
  private mutating func addLinked(
    identity: Int, parent: Int, in bytes: Span<UInt8>
  ) {
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
    guard options.fieldNames.parent != nil || result.foundCount * 2 >= result.namedCount else {
      return
    }

    problems.append(result.problems)
    findHiddenColumns(except: [identity, parent, label])
    result.links.walk { row, level in
      let record = row < records.count ? records.lowerBound + row : nil
      let field = record.map { table.text(label, of: $0) } ?? roots[row - records.count]
      addRow(field, level: level, of: record, in: bytes)
    }
  }

  /// Returns the parents that no record identifies: the roots of a table of children and parents.
  private func parentsWithoutRecords(
    _ identity: Int, _ parent: Int, in bytes: Span<UInt8>
  ) -> [Table.Field] {
    var known = textIndex(of: identity, in: bytes)
    return records.compactMap { record in
      guard let field = table.field(parent, of: record),
        !bytes.extracting(field.range).isRootName
      else { return nil }
      return known.add(field.range, in: bytes).isNew ? field : nil
    }
  }
}

// MARK: - Records with levels

extension TableReader {
  /// Returns the levels of the rows of the records, or `nil` if they form no outline.
  ///
  /// Only numbers below 10 that begin with 0 or 1 may skip a level.
  private mutating func levels(by column: Int, in bytes: Span<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    var levels: [Int] = []
    var open: [Int] = []
    var skips = ProblemLog()
    for record in records {
      var number = numbers.first ?? 0
      // Comments and sections have no level.
      if let range = table.field(column, of: record)?.range {
        guard range.count < 8, let value = Bytes(copying: bytes.extracting(range)).number else {
          return nil
        }
        number = value
        if number > (numbers.last ?? number) + 1 {
          guard number < 10, numbers[0] < 2 else { return nil }
          skips.report(TableProblem.skippedLevel, at: range.lowerBound)
        }
      }
      if number < numbers.first ?? number { return nil }
      while let last = open.last, last >= number { open.removeLast() }
      levels.append(open.count)
      open.append(number)
      numbers.append(number)
    }
    if levels.allSatisfy({ $0 == 0 }) { return nil }
    // Numbers that only rise, such as the strength of monsters, are no outline.
    if !skips.isEmpty && zip(numbers, numbers.dropFirst()).allSatisfy(<) { return nil }
    problems.append(skips)
    return levels
  }

  private mutating func addLevels(
    _ levels: [Int], by column: Int, label: Int, in bytes: Span<UInt8>
  ) {
    findHiddenColumns(except: [label, column])
    for (record, level) in zip(records, levels) {
      addRow(table.text(label, of: record), level: level, of: record, in: bytes)
    }
  }
}

// MARK: - Records that contain their paths

extension TableReader {
  private mutating func addPaths(in bytes: Span<UInt8>) {
    var tree = PathTree()
    // The last column of the path is the record, unless a column outside the path is its label.
    let label = header.label.flatMap { header.path.contains($0) ? nil : $0 }
    findHiddenColumns(except: header.path + [label])
    for record in records {
      var parent = PathRows.root
      var last: Table.Field?
      for column in header.path {
        guard let field = table.field(column, of: record) else { continue }
        parent = tree.node(field, below: parent, in: bytes)
        last = field
      }

      guard let field = label.flatMap({ table.field($0, of: record) }),
        last.map({ !bytes.extracting($0.range).equals(bytes.extracting(field.range)) }) ?? true
      else {
        if parent == PathRows.root { addPathless(record, label: label, to: &tree) }
        tree.end(record, at: parent)
        continue
      }

      _ = tree.addNode(field, below: parent, of: record)
    }
    add(tree, in: bytes)
  }

  /// Adds a root for a record without a path.
  private func addPathless(_ record: Int, label: Int?, to tree: inout PathTree) {
    let field = table.text(label ?? firstColumn(of: record) ?? 0, of: record)
    _ = tree.addNode(field, below: PathRows.root, of: record)
  }

  /// Returns the column of paths and its delimiter.
  ///
  /// In most fields with the delimiter, the part before it must be the path of another record. If
  /// the column is named as a path, the delimiter alone is enough.
  private func pathColumn(in bytes: Span<UInt8>) -> (column: Int, delimiter: UInt8)? {
    var columns = [header.identity ?? 0]
    if let record = header.record {
      let names = table.record(record)
      for index in names.indices where bytes.extracting(names[index].range).isPathName {
        columns.insert(index - names.startIndex, at: 0)
      }
    }

    for column in columns {
      let known = textIndex(of: column, in: bytes)
      for delimiter in "/.>\\|:".utf8 where isPath(column, delimiter, known, in: bytes) {
        return (column, delimiter)
      }
    }
    return nil
  }

  private func isPath(
    _ column: Int, _ delimiter: UInt8, _ known: TextIndex, in bytes: Span<UInt8>
  ) -> Bool {
    var paths = 0
    var found = 0
    // Most fields share the parent of the previous one.
    var last = 0..<0
    for record in records {
      guard let range = table.field(column, of: record)?.range else { continue }
      var end = range.upperBound - 1
      while end > range.lowerBound && bytes[end] != delimiter { end -= 1 }
      if end == range.lowerBound { continue }
      paths += 1
      while end > range.lowerBound && bytes[end - 1].isBlank { end -= 1 }

      let parent = range.lowerBound..<end
      if !last.isEmpty && bytes.equals(parent, bytes, last)
        || known.number(of: parent, in: bytes, known: bytes) != nil
      {
        last = parent
        found += 1
      }
    }

    let isNamed =
      header.record.flatMap { table.field(column, of: $0) }
      .map { bytes.extracting($0.range).isPathName } ?? false
    return paths > 0 && (found * 2 >= paths || isNamed && paths * 2 >= records.count)
  }

  private mutating func addPaths(in column: Int, delimiter: UInt8, _ bytes: Span<UInt8>) {
    var tree = PathTree()
    var label = header.label.flatMap { $0 == column ? nil : $0 }
    // Numbers such as 1.2 need a name; directories can have numbers as names.
    if label == nil && delimiter == UInt8(ascii: ".") && !hasTexts(column, in: bytes) {
      label = textColumn(excluding: [column], in: bytes)
    }
    findHiddenColumns(except: [column, label])
    for record in records {
      guard let field = table.field(column, of: record) else {
        addPathless(record, label: label, to: &tree)
        continue
      }

      var parent = PathRows.root
      var start = field.range.lowerBound
      while start < field.range.upperBound {
        let rest = bytes.extracting(first: field.range.upperBound)
        let end = rest.firstIndex(of: delimiter, from: start) ?? field.range.upperBound
        let part = bytes.trimming(start..<end, where: { $0.isBlank })
        if !part.isEmpty {
          let partField = Table.Field(part, hasQuotes: field.hasQuotes)
          parent = tree.node(partField, below: parent, in: bytes)
        }
        start = end + 1
      }

      tree.end(record, at: parent, as: label.flatMap { table.field($0, of: record) })
    }
    add(tree, in: bytes)
  }

  private mutating func add(_ tree: PathTree, in bytes: Span<UInt8>) {
    tree.links().walk { node, level in
      addRow(tree.fields[node], level: level, of: tree.records[node], in: bytes)
    }
  }
}

/// Rows that are found by their paths, with their records.
private struct PathTree {
  private(set) var fields: [Table.Field] = []
  /// The record of each node; `nil` if it only has descendants.
  private(set) var records: [Int?] = []
  private var rows = PathRows()

  /// Returns the node with a text below a parent, and creates it if necessary.
  mutating func node(_ field: Table.Field, below parent: Int, in bytes: Span<UInt8>) -> Int {
    let (node, isNew) = rows.row(field.range, below: parent, in: bytes)
    if isNew { append(field, of: nil) }
    return node
  }

  mutating func addNode(_ field: Table.Field, below parent: Int, of record: Int) -> Int {
    append(field, of: record)
    return rows.add(field.range, below: parent)
  }

  private mutating func append(_ field: Table.Field, of record: Int?) {
    fields.append(field)
    records.append(record)
  }

  /// Sets the record of a node; if it has one, adds a sibling for the new record.
  mutating func end(_ record: Int, at node: Int, as label: Table.Field? = nil) {
    guard node >= 0 else { return }
    var node = node
    if records[node] != nil {
      node = addNode(fields[node], below: rows.parent(of: node), of: record)
    }
    records[node] = record
    if let label { fields[node] = label }
  }

  func links() -> RowLinks { rows.links() }
}
