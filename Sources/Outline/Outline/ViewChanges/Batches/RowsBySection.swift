/// Rows that move between sections, by their old or their new section.
@usableFromInline
struct RowsBySection {
  /// The section and the rows of each range, ascending.
  private var sections: [Int] = []
  private var rows: [Range<Int>] = []

  @usableFromInline
  init(sourcesOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.source })
  }

  @usableFromInline
  init(targetsOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.destinationRows })
  }

  private init(_ ranges: [RowPathRange]) {
    if ranges.isEmpty { return }
    let ranges = ranges.sorted(byKey: { ($0.section, $0.rows.lowerBound) })
    sections.reserveCapacity(ranges.count)
    rows.reserveCapacity(ranges.count)
    for range in ranges {
      sections.append(range.section)
      rows.append(range.rows)
    }
  }

  /// Returns the rows of a section, or none without a section.
  @usableFromInline
  func rows(of section: Int?) -> [Range<Int>] {
    guard let section else { return [] }
    let start = sections.firstIndexOfRange { $0 >= section }
    var end = start
    while end < sections.count && sections[end] == section { end += 1 }
    return Array(rows[start..<end])
  }
}
