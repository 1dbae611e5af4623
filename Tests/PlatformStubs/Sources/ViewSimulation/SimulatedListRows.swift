/// The rows and headers of a simulated list view, which takes batches by strict rules.
///
/// Deletions, reloads and sources of moves are old positions; insertions and targets are new ones.
@MainActor public final class SimulatedListRows<Cell: AnyObject, Header: AnyObject> {
  /// A row; it has a cell while the view displays it.
  public final class Row {
    public var cell: Cell?
    public var isSelected = false

    public init() {}
  }

  public final class Section {
    public var header: Header?
    public var rows: [Row]

    public init(rowCount: Int) {
      rows = (0..<rowCount).map { _ in Row() }
    }
  }

  public private(set) var sections: [Section] = []

  public init() {}

  public var rowCounts: [Int] { sections.map(\.rows.count) }
  public var rows: [Row] { sections.flatMap(\.rows) }

  public func row(at position: ListPosition) -> Row? {
    guard sections.indices.contains(position.section),
      sections[position.section].rows.indices.contains(position.row)
    else { return nil }
    return sections[position.section].rows[position.row]
  }

  /// The positions of all rows.
  public var positions: [ListPosition] {
    sections.enumerated().flatMap { number, section in
      section.rows.indices.map { ListPosition(number, $0) }
    }
  }

  /// Forgets all rows.
  public func reload(rowCounts: [Int]) {
    sections = rowCounts.map(Section.init)
  }

  /// Performs a batch, after which the data source has these numbers of rows.
  ///
  /// - Returns: The broken rules. Without any, the rows have changed.
  public func perform(_ batch: ListBatch, rowCounts: [Int]) -> [String] {
    var checker = ListBatchChecker(batch, oldCounts: self.rowCounts, newCounts: rowCounts)
    let violations = checker.violations()
    if violations.isEmpty { apply(batch, checker.sources, rowCounts) }
    return violations
  }

  private func apply(_ batch: ListBatch, _ sources: [Int?], _ counts: [Int]) {
    let old = sections
    let gone = Set(batch.deletes).union(batch.moves.map(\.source))
    let targets = Dictionary(uniqueKeysWithValues: batch.moves.map { ($0.target, $0.source) })
    let inserted = Set(batch.inserts)
    let reloaded = Set(batch.reloads)
    sections = sources.enumerated().map { number, source in
      guard let source, !batch.reloadedSections.contains(source) else {
        return Section(rowCount: counts[number])
      }
      var staying = old[source].rows.indices.lazy.map { ListPosition(source, $0) }
        .filter { !gone.contains($0) }.makeIterator()
      let section = Section(rowCount: 0)
      section.header = old[source].header
      section.rows = (0..<counts[number]).map { row in
        let position = ListPosition(number, row)
        if inserted.contains(position) { return Row() }
        guard let position = targets[position] ?? staying.next(), !reloaded.contains(position)
        else {
          return Row()
        }
        return old[position.section].rows[position.row]
      }
      return section
    }
  }
}

/// The position of a row: an index path.
public struct ListPosition: Hashable, Sendable {
  public var section: Int
  public var row: Int

  public init(_ section: Int, _ row: Int) {
    (self.section, self.row) = (section, row)
  }
}

/// The changes between the start and the end of a batch.
public struct ListBatch {
  public var deletedSections: [Int] = []
  public var insertedSections: [Int] = []
  public var reloadedSections: [Int] = []
  public var movedSections: [(source: Int, target: Int)] = []
  public var deletes: [ListPosition] = []
  public var inserts: [ListPosition] = []
  public var reloads: [ListPosition] = []
  public var reconfigures: [ListPosition] = []
  public var moves: [(source: ListPosition, target: ListPosition)] = []

  public init() {}

  var isStructural: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
      || !deletes.isEmpty || !inserts.isEmpty || !moves.isEmpty
  }
}
