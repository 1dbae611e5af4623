public import Outline

/// A snapshot of several sections with its visible rows as a view shows them.
public struct ShownSnapshot {
  public let snapshot: Snapshot<Int, Int>
  public let contents: BatchView.Contents

  /// Reads a snapshot of flat sections, which is quicker, or one whose rows look as they do in a
  /// `ShownOutline`.
  public init(
    _ snapshot: Snapshot<Int, Int>, isFlat: Bool = false, content: (Int) -> Int = { _ in 0 },
    sectionContent: (Int) -> Int = { _ in 0 }
  ) {
    self.snapshot = snapshot
    var contents = BatchView.Contents()
    for section in snapshot.sectionIdentifiers {
      contents.append(section: .init(section, content: sectionContent(section)))
      if isFlat {
        for item in snapshot[section].visibleItems { contents.append(cell: .init(item)) }
      } else {
        for row in ShownOutline(snapshot[section], content: content).rows {
          contents.append(cell: .init(row.id, content: row.content))
        }
      }
    }
    self.contents = contents
  }

  /// The rows of a section, as a list.
  func rows(of section: Int) -> [ViewRow] {
    contents.cells[contents.cellRange(of: section)].map { ViewRow($0.id, content: $0.content) }
  }

  var sections: [ViewRow] { contents.sections.map { ViewRow($0.id, content: $0.content) } }
}

extension Snapshot<Int, Int> {
  /// A snapshot of flat sections.
  public init(_ list: SectionedList) throws {
    self.init()
    try appendSections(list.sections)
    var rest = list.items[...]
    for (section, count) in zip(list.sections, list.counts) where count > 0 {
      try appendItems(Array(rest.prefix(count)), toSection: section)
      rest = rest.dropFirst(count)
    }
  }
}
