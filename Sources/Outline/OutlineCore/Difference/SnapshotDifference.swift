/// The difference, or diff, between the visible rows of two snapshots with several sections.
///
/// There is a difference for the list of sections, and one for each section whose rows change. The
/// difference of a section turns its old rows into its new rows. If rows move to another section,
/// they are removed in one section and inserted in the other, and ``moves`` connects the two.
///
///     var snapshot = Snapshot<String, String>()
///     try snapshot.appendSections(["Food", "Shed"])
///     try snapshot.appendItems(["Apple", "Saw"], toSection: "Food")
///     let before = snapshot
///     try snapshot.appendItems(["Saw"], toSection: "Shed")
///     print(snapshot.difference(from: before))  // 0: 1-1, 1: 0+1, [0, 1]>[1, 0]
public struct SnapshotDifference: Hashable, Sendable {
  /// The changes of the rows of one section.
  public struct SectionChange: Hashable, Codable, Sendable {
    /// The old position of the section, or `nil` if it is inserted.
    public let oldSection: Int?
    /// The new position of the section, or `nil` if it is removed.
    public let newSection: Int?
    /// The difference of the rows, which are all inserted or all removed with their section.
    ///
    /// Reloads and reconfigures include rows that moved here from other sections.
    public let difference: SectionDifference

    @usableFromInline
    init(oldSection: Int?, newSection: Int?, difference: SectionDifference) {
      self.oldSection = oldSection
      self.newSection = newSection
      self.difference = difference
    }
  }

  /// A range of rows that moves from one section to another, or in a batch also within a section.
  public struct Move: Hashable, Codable, Sendable {
    /// The old rows, with the old position of their section.
    public let source: RowPathRange
    /// The new row of the first row of the range, with the new position of its section.
    public let destination: RowPath

    /// Creates a move of a range of rows to the new position of the first of them.
    @usableFromInline package init(source: RowPathRange, destination: RowPath) {
      self.source = source
      self.destination = destination
    }

    /// The new rows, with the new position of their section.
    public var destinationRows: RowPathRange {
      // A client can create a move to any row.
      let (end, isTooLarge) = destination.row.addingReportingOverflow(source.count)
      let rows = destination.row..<(isTooLarge ? .max : end)
      return RowPathRange(section: destination.section, rows: rows)
    }
  }

  /// The changes of the list of sections, with positions of sections as its rows.
  ///
  /// Its reloads and reconfigures are the marked sections.
  public let sections: SectionDifference
  /// The sections whose rows change: first the removed ones by their old positions, then the others
  /// by their new positions.
  public let changes: [SectionChange]
  /// The rows that move from one section to another, in the order of the old rows.
  public let moves: [Move]

  @usableFromInline
  init(sections: SectionDifference, changes: [SectionChange], moves: [Move]) {
    self.sections = sections
    self.changes = changes
    self.moves = moves
  }

  /// A Boolean value that indicates whether there are no changes.
  public var isEmpty: Bool { sections.isEmpty && changes.isEmpty }

  /// The number of ranges of rows and of sections that change.
  ///
  /// Rows that move between sections count as removed, as inserted and as moved.
  ///
  /// - Complexity: O(*s*) for *s* changed sections
  public var changeCount: Int {
    changes.reduce(sections.changeCount + moves.count) { $0 + $1.difference.changeCount }
  }
}

extension SnapshotDifference: Codable {}

extension SnapshotDifference: CustomStringConvertible {
  /// The changes in one line.
  ///
  /// The changes of the list of sections come first, in parentheses. The changes of each section
  /// follow its new position, with a `+` for an inserted section, or its old position with a `-`
  /// for a removed section. Moves between sections come last.
  public var description: String {
    var parts = sections.isEmpty ? [] : ["(\(sections))"]
    parts += changes.map { "\($0.label): \($0.difference)" }
    parts += moves.map { $0.description }
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
  /// The old and the new path, as in `[0, 5]>[1, 2]`; for a move of three rows, `[0, 5]>[1, 2]*3`.
  public var description: String {
    let start = RowPath(section: source.section, row: source.rows.lowerBound)
    return "\(start)>\(destination)" + (source.count == 1 ? "" : "*\(source.count)")
  }
}
