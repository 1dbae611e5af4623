// Records that have the path to them.

extension TableReader {
  /// Adds the rows of records that have their path in several columns.
  mutating func addPaths(in bytes: Span<UInt8>) {
    var tree = PathTree()
    // Where the columns are numbered, the last of them is the record itself.
    let label = header.label.flatMap { header.path.contains($0) ? nil : $0 }
    for record in records {
      var parent = tree.root
      var last: Table.Field?
      for column in header.path {
        guard let field = table.field(column, of: record) else { continue }
        parent = tree.node(field, below: parent, of: record, in: bytes)
        last = field
      }
      guard let field = label.flatMap({ table.field($0, of: record) }),
        last.map({ !bytes.extracting($0.range).equals(bytes.extracting(field.range)) }) ?? true
      else {
        tree.end(record, at: parent)
        continue
      }
      _ = tree.addNode(field, below: parent, of: record)
    }
    add(tree, in: bytes)
  }

  /// The column that has paths, and what is between their parts.
  ///
  /// A column has paths if most of its texts with the delimiter go on where another ends; one that
  /// is called a path, if most have the delimiter.
  func pathColumn(in bytes: Span<UInt8>) -> (column: Int, delimiter: UInt8)? {
    var columns = [header.identity ?? 0]
    if let record = header.record {
      let names = table.record(record)
      for index in names.indices where bytes.extracting(names[index].range).isPathName {
        columns.insert(index - names.startIndex, at: 0)
      }
    }
    for column in columns {
      var known = TextIndex()
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
    for record in records {
      guard let range = table.field(column, of: record)?.range else { continue }
      var end = range.upperBound - 1
      while end > range.lowerBound && bytes[end] != delimiter { end -= 1 }
      if end == range.lowerBound { continue }
      paths += 1
      while end > range.lowerBound && bytes[end - 1].isBlank { end -= 1 }
      if known.number(of: range.lowerBound..<end, in: bytes) != nil { found += 1 }
    }
    let isNamed =
      header.record.flatMap { table.field(column, of: $0) }
      .map { bytes.extracting($0.range).isPathName } ?? false
    return paths > 0 && (found * 2 >= paths || isNamed && paths * 2 >= records.count)
  }

  /// Adds the rows of records that have their path in one column.
  mutating func addPaths(in column: Int, delimiter: UInt8, _ bytes: Span<UInt8>) {
    var tree = PathTree()
    let label = header.label.flatMap { $0 == column ? nil : $0 }
    for record in records {
      guard let field = table.field(column, of: record) else { continue }
      var parent = tree.root
      var start = field.range.lowerBound
      while start < field.range.upperBound {
        let rest = bytes.extracting(first: field.range.upperBound)
        let end = rest.firstIndex(of: delimiter, from: start) ?? field.range.upperBound
        let part = bytes.trimmed(start..<end)
        if !part.isEmpty {
          let partField = Table.Field(part, hasQuotes: field.hasQuotes)
          parent = tree.node(partField, below: parent, of: record, in: bytes)
        }
        start = end + 1
      }
      tree.end(record, at: parent, as: label.flatMap { table.field($0, of: record) })
    }
    add(tree, in: bytes)
  }

  private mutating func add(_ tree: PathTree, in bytes: Span<UInt8>) {
    tree.links().walk { node, level in
      addRow(place(of: tree.fields[node], in: bytes), level: level, of: tree.records[node])
    }
  }
}

/// Rows that are found by their paths.
struct PathTree {
  /// What the rows at the root are below.
  let root = -1
  private(set) var fields: [Table.Field] = []
  /// The record that each node comes from.
  private(set) var records: [Int] = []
  private var parents: [Int] = []
  /// Whether a record is at the node itself, and not only below.
  private var isRecord: [Bool] = []
  private var index = TextIndex()
  private var nodes: [Int32] = []
  /// By the number of a node and 1: the number of the text found last below it, which the next
  /// record mostly has, too.
  private var lastNumbers: [Int32] = [-1]

  /// Returns the node of this text below another, a new one if there is none.
  mutating func node(
    _ field: Table.Field, below parent: Int, of record: Int, in bytes: Span<UInt8>
  ) -> Int {
    let last = Int(lastNumbers[parent + 1])
    if last >= 0 && bytes.equals(field.range, bytes, index[last]) { return Int(nodes[last]) }
    let (number, isNew) = index.add(field.range, in: bytes, scope: parent + 1)
    if isNew { nodes.append(Int32(addNode(field, below: parent, of: record))) }
    lastNumbers[parent + 1] = Int32(number)
    return Int(nodes[number])
  }

  mutating func addNode(_ field: Table.Field, below parent: Int, of record: Int) -> Int {
    fields.append(field)
    records.append(record)
    parents.append(parent)
    isRecord.append(false)
    lastNumbers.append(-1)
    return fields.count - 1
  }

  /// Says that a record is at a node; if another is there, too, it has one of its own beside it.
  mutating func end(_ record: Int, at node: Int, as label: Table.Field? = nil) {
    guard node >= 0 else { return }
    var node = node
    if isRecord[node] { node = addNode(fields[node], below: parents[node], of: record) }
    isRecord[node] = true
    records[node] = record
    if let label { fields[node] = label }
  }

  func links() -> RowLinks {
    var links = RowLinks(count: parents.count)
    for node in parents.indices {
      if parents[node] >= 0 { links.setParent(of: node, to: parents[node]) }
      links.link(node)
    }
    return links
  }
}

extension Span where Element == UInt8 {
  fileprivate var isPathName: Bool {
    holds("path") || holds("Path") || holds("fullpath") || holds("full_path")
  }

  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start && self[end - 1].isBlank { end -= 1 }
    while start < end && self[start].isBlank { start += 1 }
    return start..<end
  }
}
