/// What a list of several sections has to do to get from the visible rows of one snapshot to those
/// of another.
///
/// The sections have a difference of their own, and each section whose rows change has one. The
/// difference of a section is whole: it takes the section's old rows to its new ones whatever
/// happens elsewhere. Where rows went from one section to another, they are among the removals of
/// the one and the insertions of the other, and ``moves`` says which belong together.
///
///     var snapshot = Snapshot<String, String>()
///     try snapshot.appendSections(["Food", "Shed"])
///     try snapshot.appendItems(["Apple", "Saw"], toSection: "Food")
///     let before = snapshot
///     try snapshot.appendItems(["Saw"], toSection: "Shed")
///     print(snapshot.difference(from: before))  // 0: 1-1, 1: 0+1, [0, 1]>[1, 0]
public struct SnapshotDifference: Hashable, Sendable {
  /// How the rows of one section change.
  public struct SectionChange: Hashable, Codable, Sendable {
    /// The position of the section before; `nil` for an inserted one.
    public let oldSection: Int?
    /// The position of the section afterwards; `nil` for a removed one.
    public let newSection: Int?
    /// What happens to the rows: all are inserted with an inserted section, and removed with a
    /// removed one.
    ///
    /// Among the reloads and reconfigures may be rows that came from other sections.
    public let difference: SectionDifference
  }

  /// Neighboring rows that go from one section to another.
  public struct Move: Hashable, Codable, Sendable {
    /// The rows where they were before, with the old position of their section.
    public let source: RowRange
    /// Where the first of them is afterwards, with the new position of its section.
    public let destination: RowPath

    @usableFromInline
    init(source: RowRange, destination: RowPath) {
      self.source = source
      self.destination = destination
    }

    /// Where the rows are afterwards, with the new position of their section.
    public var target: RowRange {
      let rows = destination.row..<destination.row + source.count
      return RowRange(section: destination.section, rows: rows)
    }

    enum CodingKeys: CodingKey {
      case source, destination
    }
  }

  /// How the list of the sections changes.
  ///
  /// What ``SectionDifference`` says of rows is here about the positions of sections. Sections that
  /// are marked to be reloaded are its reloads.
  public let sections: SectionDifference
  /// Each section whose rows change: first those that are removed, by their old positions, then the
  /// others by the new ones.
  public let changes: [SectionChange]
  /// The rows that go from one section to another, in the order of their old places.
  public let moves: [Move]

  @usableFromInline
  init(sections: SectionDifference, changes: [SectionChange], moves: [Move]) {
    self.sections = sections
    self.changes = changes
    self.moves = moves
  }

  /// Whether there is nothing to do.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool { sections.isEmpty && changes.isEmpty }

  /// How many rows are removed, inserted, moved, reloaded and reconfigured in all.
  ///
  /// - Complexity: O(*r*) for *r* ranges
  public var changedRowCount: Int {
    // A row that changes sections is removed and inserted, but one row all the same.
    changes.reduce(0) { $0 + $1.difference.changedRowCount }
      - moves.reduce(0) { $0 + $1.source.count }
  }
}

extension SnapshotDifference: Codable {}

extension SnapshotDifference: CustomStringConvertible {
  /// The changes in one line: those of the sections in parentheses; then each section's after its
  /// position, which is the new one, or `-` and the old one for a removed section, and `+` and the
  /// new one for an inserted section; then moves between sections.
  public var description: String {
    var parts = sections.isEmpty ? [] : ["(\(sections))"]
    parts += changes.map { "\($0.label): \($0.difference)" }
    parts += moves.map(\.description)
    return parts.joined(separator: ", ")
  }
}

extension SnapshotDifference.SectionChange {
  fileprivate var label: String {
    switch (oldSection, newSection) {
    case (let old?, nil): "-\(old)"
    case (nil, let new?): "+\(new)"
    default: "\(newSection ?? 0)"
    }
  }
}

extension SnapshotDifference.Move: CustomStringConvertible {
  /// The move as `[0, 5]>[1, 2]`, of three rows as `[0, 5]>[1, 2]*3`.
  public var description: String {
    let start = RowPath(section: source.section, row: source.rows.lowerBound)
    return "\(start)>\(destination)" + (source.count == 1 ? "" : "*\(source.count)")
  }
}
