public import Outline

public struct ShownSnapshot {
  public let snapshot: Snapshot<Int, Int>
  public let contents: BatchView.Contents
  let sections: [ViewRow]
  let rows: [[ViewRow]]
  /// By item, the section that shows it, or -1.
  let owners: [Int]

  /// Reads a snapshot of flat sections, which is faster, or one with rows as in a `ShownOutline`.
  public init(
    _ snapshot: Snapshot<Int, Int>, isFlat: Bool = false, content: (Int) -> Int = { _ in 0 },
    sectionContent: (Int) -> Int = { _ in 0 }
  ) {
    self.snapshot = snapshot
    var contents = BatchView.Contents()
    if isFlat {
      contents.set(flat: snapshot)
    } else {
      for section in snapshot.sectionIdentifiers {
        contents.append(section: ViewRow(section, content: sectionContent(section)))
        for row in ShownOutline(snapshot[section], content: content).rows {
          contents.append(row: ViewRow(row.id, content: row.content))
        }
      }
    }
    self.contents = contents
    sections = contents.sections
    rows = sections.indices.map { Array(contents.rows[contents.rowRange(of: $0)]) }
    var owners = [Int](repeating: -1, count: (contents.rows.map { $0.id }.max() ?? -1) + 1)
    for (section, rows) in zip(sections, rows) {
      for row in rows { owners[row.id] = section.id }
    }
    self.owners = owners
  }

  func index(of section: ViewRow) -> Int? {
    for index in sections.indices where sections[index].id == section.id { return index }
    return nil
  }
}

extension BatchView.Contents {
  mutating func set(flat snapshot: Snapshot<Int, Int>) {
    removeAll()
    let sections = snapshot.sectionIdentifiers
    for section in sections.indices {
      append(section: ViewRow(sections[section]))
      var row = 0
      while let item = snapshot.itemIdentifier(for: RowPath(section: section, row: row)) {
        append(row: ViewRow(item))
        row += 1
      }
    }
  }
}

extension Snapshot<Int, Int> {
  public init(_ list: SectionedList) throws(SnapshotError<Int, Int>) {
    self.init()
    try appendSections(list.sections)
    var rest = list.items[...]
    for (section, count) in zip(list.sections, list.counts) where count > 0 {
      try appendItems(Array(rest.prefix(count)), toSection: section)
      rest = rest.dropFirst(count)
    }
  }
}
