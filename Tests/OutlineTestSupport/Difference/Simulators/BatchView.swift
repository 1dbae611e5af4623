public import Outline

/// A strict view that takes changes in batches, as `UICollectionView` and `UITableView` do.
///
/// The view keeps the displayed contents. It performs a batch, asks the data source for all
/// contents, and reports the broken rules. A batch that breaks none changes the displayed contents.
/// A reloaded section is removed and inserted, so no row moves into it or out of it.
public struct BatchView {
  public typealias Batch = Snapshot<Int, Int>.Batch

  public private(set) var contents: Contents
  /// Whether content is compared after each batch.
  ///
  /// Otherwise the displayed content may be out of date until the last batch.
  public var isContentChecked = true

  private var violations: [Violation] = []
  private var oldSections = PositionMarks()
  private var newSections = PositionMarks()
  private var oldRows = PositionMarks()
  private var newRows = PositionMarks()
  /// By new section, the old one that stays in it, or -1.
  private var sources: [Int] = []

  public init(_ contents: Contents = Contents()) {
    self.contents = contents
  }

  public mutating func show(_ contents: Contents) {
    self.contents = contents
  }

  public mutating func perform(_ batch: Batch, answer: Contents) -> [Violation] {
    violations.removeAll(keepingCapacity: true)
    let hasReloads = !batch.reloadedSections.isEmpty || !batch.reloads.isEmpty
    if hasReloads && batch.hasStructuralChanges {
      report(.reloadsAreSeparate, "\(batch)")
    }
    let count = violations.count
    checkSections(batch, answer)
    guard violations.count == count else { return violations }
    matchSections(batch, answer)
    checkOldRows(batch)
    checkNewRows(batch, answer)
    checkCounts(answer)
    guard violations.isEmpty else { return violations }
    var shown = answer
    compareSections(answer, &shown)
    compareRows(batch, answer, &shown)
    if violations.isEmpty { contents = shown }
    return violations
  }

  private mutating func report(_ rule: ViewRule, _ text: @autoclosure () -> String) {
    violations.append(Violation(rule, text()))
  }
}

extension BatchView {
  private mutating func checkSections(_ batch: Batch, _ answer: Contents) {
    oldSections.reset(count: contents.sections.count)
    newSections.reset(count: answer.sections.count)
    for section in batch.removedSections {
      _ = oldSections.put(.removed, at: section, "old section \(section)", &violations)
    }
    for section in batch.reloadedSections {
      _ = oldSections.put(.reloaded, at: section, "old section \(section)", &violations)
    }
    for section in batch.reconfiguredSections {
      _ = oldSections.put(.reconfigured, at: section, "old section \(section)", &violations)
    }
    for section in batch.insertedSections {
      _ = newSections.put(.inserted, at: section, "new section \(section)", &violations)
    }
    for move in batch.movedSections {
      _ = oldSections.put(.movedFrom, at: move.source, "old section \(move.source)", &violations)
      _ = newSections.put(
        .movedTo, at: move.destination, "new section \(move.destination)", &violations)
      if move.source == move.destination { report(.movedElsewhere, "section \(move.source)") }
    }
    oldSections.check(&violations)
    newSections.check(&violations)
    let expected =
      contents.sections.count - batch.removedSections.count + batch.insertedSections.count
    if answer.sections.count != expected {
      report(.sectionCount, "\(answer.sections.count) sections, expected \(expected)")
    }
  }

  /// Fills the targets of moves, then the other positions in order.
  private mutating func matchSections(_ batch: Batch, _ answer: Contents) {
    sources.removeAll(keepingCapacity: true)
    sources.append(contentsOf: repeatElement(-1, count: answer.sections.count))
    for move in batch.movedSections { sources[move.destination] = move.source }
    var next = 0
    for section in sources.indices where newSections[section].isEmpty {
      while oldSections[next].leaves { next += 1 }
      sources[section] = next
      next += 1
    }
  }
}

extension BatchView {
  private mutating func checkOldRows(_ batch: Batch) {
    oldRows.reset(count: contents.rows.count)
    for path in batch.removals.joined() { put(.removed, at: path) }
    for path in batch.reloads.joined() { put(.reloaded, at: path) }
    for path in batch.reconfigures.joined() { put(.reconfigured, at: path) }
    for path in batch.moves.lazy.map({ $0.source }).joined() { put(.movedFrom, at: path) }
    oldRows.check(&violations)
  }

  private mutating func put(_ mark: PositionMarks.Mark, at path: RowPath) {
    let index = contents.index(of: path)
    guard oldRows.put(mark, at: index, "old row \(path)", &violations) else { return }
    let section = oldSections[path.section]
    if !section.isDisjoint(with: [.removed, .reloaded]) {
      report(.lostSectionHasNoChanges, "old row \(path)")
    }
    if section.contains(.movedFrom) { report(.movedSectionHasNoChanges, "old row \(path)") }
  }

  private mutating func checkNewRows(_ batch: Batch, _ answer: Contents) {
    newRows.reset(count: answer.rows.count)
    for path in batch.insertions.joined() { put(.inserted, at: path, of: answer) }
    for move in batch.moves {
      for path in move.destinationRows { put(.movedTo, at: path, of: answer) }
      let section = move.destination.section
      if move.source.rows.lowerBound == move.destination.row, sources.indices.contains(section),
        sources[section] == move.source.section
      {
        report(.movedElsewhere, "\(move)")
      }
    }
    newRows.check(&violations)
  }

  private mutating func put(
    _ mark: PositionMarks.Mark, at path: RowPath, of answer: Contents
  ) {
    let index = answer.index(of: path)
    guard newRows.put(mark, at: index, "new row \(path)", &violations) else { return }
    let source = sources[path.section]
    if source < 0 || oldSections[source].contains(.reloaded) {
      report(.newSectionHasNoChanges, "new row \(path)")
    }
    if newSections[path.section].contains(.movedTo) {
      report(.movedSectionHasNoChanges, "new row \(path)")
    }
  }

  private mutating func checkCounts(_ answer: Contents) {
    for (section, source) in sources.enumerated() where source >= 0 {
      if oldSections[source].contains(.reloaded) { continue }
      var expected = 0
      for index in contents.rowRange(of: source) where !oldRows[index].leaves { expected += 1 }
      for index in answer.rowRange(of: section) where !newRows[index].isEmpty { expected += 1 }
      let count = answer.rowRange(of: section).count
      if expected != count {
        report(.rowCount, "\(count) rows in section \(section), expected \(expected)")
      }
    }
  }
}

extension BatchView {
  private mutating func compareSections(_ answer: Contents, _ shown: inout Contents) {
    for (section, source) in sources.enumerated() where source >= 0 {
      let old = contents.sections[source]
      let new = answer.sections[section]
      let isUpdated = !oldSections[source].isDisjoint(with: [.reloaded, .reconfigured])
      compare(old, new, isUpdated: isUpdated)
      if !isUpdated { shown.setContent(old.content, ofSection: section) }
    }
  }

  private mutating func compareRows(
    _ batch: Batch, _ answer: Contents, _ shown: inout Contents
  ) {
    for (section, source) in sources.enumerated() where source >= 0 {
      if oldSections[source].contains(.reloaded) { continue }
      var next = contents.starts[source]
      for index in answer.rowRange(of: section) where newRows[index].isEmpty {
        while oldRows[next].leaves { next += 1 }
        compareRow(next, index, answer, &shown)
        next += 1
      }
    }
    for move in batch.moves {
      for (source, destination) in zip(move.source, move.destinationRows) {
        guard let old = contents.index(of: source), let new = answer.index(of: destination)
        else { continue }
        compareRow(old, new, answer, &shown)
      }
    }
  }

  private mutating func compareRow(
    _ old: Int, _ new: Int, _ answer: Contents, _ shown: inout Contents
  ) {
    let isUpdated = !oldRows[old].isDisjoint(with: [.reloaded, .reconfigured])
    compare(contents.rows[old], answer.rows[new], isUpdated: isUpdated)
    if !isUpdated { shown.setContent(contents.rows[old].content, ofRow: new) }
  }

  private mutating func compare(_ old: ViewRow, _ new: ViewRow, isUpdated: Bool) {
    if old.id != new.id {
      report(.itemStays, "\(new) is where \(old) should be")
    } else if isContentChecked, (old.content != new.content) != isUpdated {
      report(isUpdated ? .updatedContentIsChanged : .changedContentIsUpdated, "\(old), \(new)")
    }
  }
}

/// The changes at each position of a list.
private struct PositionMarks {
  struct Mark: OptionSet {
    let rawValue: UInt8
    static let removed = Mark(rawValue: 1)
    static let reloaded = Mark(rawValue: 2)
    static let movedFrom = Mark(rawValue: 4)
    static let reconfigured = Mark(rawValue: 8)
    static let inserted = Mark(rawValue: 16)
    static let movedTo = Mark(rawValue: 32)

    var leaves: Bool { !isDisjoint(with: [.removed, .movedFrom]) }
    var isNew: Bool { !isDisjoint(with: [.inserted, .movedTo]) }

    /// The rule that a second mark of this kind breaks; a row may be reconfigured twice.
    var repetition: ViewRule? {
      switch self {
      case .removed: .removedOnce
      case .reloaded: .reloadedOnce
      case .movedFrom: .movedOnce
      case .inserted: .insertedOnce
      case .movedTo: .movedToOnce
      default: nil
      }
    }
  }

  private static let clashes: [(Mark, ViewRule)] = [
    ([.removed, .movedFrom], .removedOrMoved), ([.removed, .reloaded], .removedOrReloaded),
    ([.movedFrom, .reloaded], .movedOrReloaded), ([.inserted, .movedTo], .insertedOrMovedTo),
    ([.reconfigured, .removed], .reconfiguredRowStays),
    ([.reconfigured, .reloaded], .reconfiguredRowStays),
  ]

  private var marks: [Mark] = []

  subscript(index: Int) -> Mark { marks[index] }

  mutating func reset(count: Int) {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement([], count: count))
  }

  /// Marks a position, and returns whether it exists.
  mutating func put(
    _ mark: Mark, at index: Int?, _ name: @autoclosure () -> String,
    _ violations: inout [Violation]
  ) -> Bool {
    guard let index, marks.indices.contains(index) else {
      violations.append(Violation(mark.isNew ? .newPositionExists : .oldPositionExists, name()))
      return false
    }
    if !marks[index].insert(mark).inserted, let rule = mark.repetition {
      violations.append(Violation(rule, name()))
    }
    return true
  }

  /// Finds positions with marks that exclude each other.
  func check(_ violations: inout [Violation]) {
    for (index, mark) in marks.enumerated() {
      let bits = mark.rawValue
      guard bits & (bits &- 1) != 0 else { continue }
      for (both, rule) in Self.clashes where mark.isSuperset(of: both) {
        violations.append(Violation(rule, "number \(index) of all"))
      }
    }
  }
}

// MARK: - Contents

extension BatchView {
  /// The sections of a view, and the rows of all sections in one array.
  public struct Contents: Equatable, Sendable {
    public private(set) var sections: [ViewRow] = []
    /// The start of each section's rows, and the end of the last ones.
    fileprivate private(set) var starts = [0]
    public private(set) var rows: [ViewRow] = []

    public init() {}

    public mutating func removeAll() {
      sections.removeAll(keepingCapacity: true)
      starts.removeAll(keepingCapacity: true)
      starts.append(0)
      rows.removeAll(keepingCapacity: true)
    }

    public mutating func append(section: ViewRow) {
      sections.append(section)
      starts.append(rows.count)
    }

    public mutating func append(row: ViewRow) {
      rows.append(row)
      starts[starts.count - 1] += 1
    }

    public func rowRange(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    func index(of path: RowPath) -> Int? {
      guard sections.indices.contains(path.section), path.row >= 0,
        path.row < rowRange(of: path.section).count
      else { return nil }
      return starts[path.section] + path.row
    }

    fileprivate mutating func setContent(_ content: Int, ofRow index: Int) {
      if rows[index].content != content { rows[index].content = content }
    }

    fileprivate mutating func setContent(_ content: Int, ofSection index: Int) {
      if sections[index].content != content { sections[index].content = content }
    }
  }
}

extension BatchView.Contents: CustomStringConvertible {
  public var description: String {
    sections.indices.map { section in
      (["\(sections[section]):"] + rows[rowRange(of: section)].map { $0.description })
        .joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// Reads sections as `10: 1 2 3 | 20: 4`.
  public init(text: String) {
    self.init()
    for part in text.split(separator: "|") {
      let words = part.split(separator: " ")
      guard let name = words.first, name.last == ":" else {
        preconditionFailure("not a section: '\(part)'")
      }
      append(section: ViewRow(text: name.dropLast()))
      for word in words.dropFirst() { append(row: ViewRow(text: word)) }
    }
  }
}

extension Snapshot<Int, Int>.Batch {
  /// The changes of a batch of any snapshot.
  init(_ other: Snapshot<some Hashable & Sendable, some Hashable & Sendable>.Batch) {
    self.init(
      removedSections: other.removedSections, insertedSections: other.insertedSections,
      movedSections: other.movedSections,
      reloadedSections: other.reloadedSections, reconfiguredSections: other.reconfiguredSections,
      removals: other.removals, insertions: other.insertions, moves: other.moves,
      reloads: other.reloads, reconfigures: other.reconfigures, to: Snapshot())
  }
}
