/// Rows that change sections, to be found by the section that they leave or come to.
@usableFromInline
struct RowsBySection {
  /// By range: its section, ascending, and its rows, ascending in each section.
  private var sections: [Int] = []
  private var rows: [Range<Int>] = []

  @usableFromInline
  init(sourcesOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.source })
  }

  @usableFromInline
  init(targetsOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.target })
  }

  private init(_ ranges: [RowRange]) {
    if ranges.isEmpty { return }
    var ranges = ranges
    ranges.sort { ($0.section, $0.rows.lowerBound) < ($1.section, $1.rows.lowerBound) }
    sections.reserveCapacity(ranges.count)
    rows.reserveCapacity(ranges.count)
    for range in ranges {
      sections.append(range.section)
      rows.append(range.rows)
    }
  }

  /// The rows of a section; none where there is no section.
  @usableFromInline
  func rows(of section: Int?) -> ArraySlice<Range<Int>> {
    guard let section else { return [] }
    let start = sections.firstIndexOfRange { $0 >= section }
    var end = start
    while end < sections.count && sections[end] == section { end += 1 }
    return rows[start..<end]
  }
}
