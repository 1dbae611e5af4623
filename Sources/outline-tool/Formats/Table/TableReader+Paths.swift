// Tables whose records contain their paths.

extension TableReader {
  mutating func addPaths(in bytes: Span<UInt8>) {
    var tree = PathTree()
    let label = leafColumn(in: bytes)
    reportHiddenColumns(except: header.path + [label])
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
        if parent == PathRows.root { addPathless(record, to: &tree) }
        tree.end(record, at: parent)
        continue
      }
      _ = tree.addNode(field, below: parent, of: record)
    }
    add(tree, in: bytes)
  }

  /// Returns the column with the texts of the records, if it is not the last one of the path.
  private func leafColumn(in bytes: Span<UInt8>) -> Int? {
    if let label = header.label, !header.path.contains(label) { return label }
    // The last of several numbered columns is the record itself.
    guard !header.isPathNumbered, let last = header.path.max() else { return nil }
    return textColumn(excluding: header.path, from: last + 1, in: bytes)
      ?? textColumn(excluding: header.path, in: bytes)
  }

  /// Adds a root for a record without a path.
  private func addPathless(_ record: Int, to tree: inout PathTree) {
    if let field = title(of: record) { _ = tree.addNode(field, below: PathRows.root, of: record) }
  }

  /// Returns the column of paths and its delimiter.
  ///
  /// In most fields with the delimiter, the part before it must be the path of another record. If
  /// the column is named as a path, the delimiter alone is enough.
  func pathColumn(in bytes: Span<UInt8>) -> (column: Int, delimiter: UInt8)? {
    var columns = [header.identity ?? 0]
    if let record = header.record {
      let names = table.record(record)
      for index in names.indices where bytes.extracting(names[index].range).isPathName {
        columns.insert(index - names.startIndex, at: 0)
      }
    }
    for column in columns {
      var known = TextIndex(expecting: records.count)
      for record in records {
        if let field = table.field(column, of: record) { _ = known.add(field.range, in: bytes) }
      }
      for delimiter in "/.>\\|:".utf8 where isPath(column, delimiter, known, in: bytes) {
        return (column, delimiter)
      }
    }
    return nil
  }

  private func isPath(
    _ column: Int, _ delimiter: UInt8, _ known: TextIndex, in bytes: Span<UInt8>
  ) -> Bool {
    var (paths, found) = (0, 0)
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

  mutating func addPaths(in column: Int, delimiter: UInt8, _ bytes: Span<UInt8>) {
    var tree = PathTree()
    let label = header.label.flatMap { $0 == column ? nil : $0 }
    reportHiddenColumns(except: [column, label])
    for record in records {
      guard let field = table.field(column, of: record) else {
        addPathless(record, to: &tree)
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
      let text = textRange(of: tree.fields[node], in: bytes)
      addRow(text, level: level, of: tree.records[node], in: bytes)
    }
  }
}

/// Rows that are found by their paths, with their records.
struct PathTree {
  private(set) var fields: [Table.Field] = []
  /// The record of each node; `nil` if it only has descendants.
  private(set) var records: [Int?] = []
  private var rows = PathRows()

  /// Returns the node with a text below a parent, a new one if necessary.
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

extension Span where Element == UInt8 {
  /// Whether the name of a column indicates that it contains paths.
  var isPathName: Bool {
    equals("path") || equals("Path") || equals("fullpath") || equals("full_path")
  }
}
