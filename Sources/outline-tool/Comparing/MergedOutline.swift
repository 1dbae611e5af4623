import OutlineCore

/// A step that changes the old outlines into the new ones.
///
/// A path holds the position of the section and the child indices from there. Each path counts in
/// the outlines that the previous steps made.
enum OutlineStep {
  typealias Path = [Int]

  /// Inserts a section without rows at a position.
  case insertSection(Int, newSection: Int)
  case moveSection(from: Int, to: Int)
  case removeSection(Int)
  /// Inserts a new row with those of its descendants that are also inserted.
  case insert(newRow: Int, at: Path)
  case move(from: Path, to: Path)
  case remove(at: Path)
  /// Begins the list of children of a row without children.
  case beginChildren(of: Path)
  /// Removes the list of children of a row, with the children that are still in it.
  case endChildren(of: Path)

  /// The number of indices in its paths.
  fileprivate var length: Int {
    switch self {
    case .insertSection, .moveSection, .removeSection: 1
    case .insert(_, let path), .remove(let path), .beginChildren(let path), .endChildren(let path):
      path.count
    case .move(let source, let path): source.count + path.count
    }
  }
}

/// The outlines of both sides in one: the new rows, and the removed rows at their old positions.
///
/// The old outlines become the new ones step by step. Sections and rows are inserted and moved in
/// the order of the new rows, so the rows above them are in place. The removals come last.
struct MergedOutline {
  let comparison: OutlineComparison
  private(set) var outlines: OutlineComparison.Outlines
  /// The recorded steps.
  private(set) var steps: [OutlineStep] = []
  private let isRecorded: Bool
  /// The number of indices in the paths of the steps and of the rows with changed contents.
  private var length = 0
  /// The end of the last search for a following sibling, by parent.
  private var searchEnds: [Int32: Int] = [:]

  init(_ comparison: OutlineComparison, recordingSteps: Bool) throws(RowMatching.Failure) {
    self.comparison = comparison
    outlines = comparison.oldOutlines
    isRecorded = recordingSteps
    if isRecorded {
      length = comparison.rowsWithOtherOutput().reduce(0) {
        $0 + Int(comparison.new.levels[$1]) + 1
      }
    }
    try arrangeSections()
    try arrangeRows()
    if recordsSteps { recordRemovals() }
  }

  /// A Boolean value that indicates whether the paths of the steps take more space than the new
  /// outlines, and not all steps are recorded.
  var isTooLong: Bool { length > 1 << 16 + 16 * comparison.new.count }

  private var recordsSteps: Bool { isRecorded && !isTooLong }

  private typealias Failure = RowMatching.Failure

  private mutating func arrangeSections() throws(Failure) {
    let sections = Array(comparison.newOutlines.sectionIdentifiers)
    var isOrdered = [Bool](repeating: true, count: sections.count)
    for position in comparison.insertedAndMovedSections { isOrdered[position] = false }

    // In reverse order, so that the next section is always in place.
    for (position, section) in sections.enumerated().reversed() where !isOrdered[position] {
      let next = position + 1 < sections.count ? sections[position + 1] : nil
      if let source = outlines.indexOfSection(section) {
        if let next {
          try outlines.moveSection(section, beforeSection: next)
        } else if let last = outlines.sectionIdentifiers.last, last != section {
          try outlines.moveSection(section, afterSection: last)
        }
        record { .moveSection(from: source, to: $0.indexOfSection(section) ?? 0) }
      } else {
        if let next {
          try outlines.insertSections([section], beforeSection: next)
        } else {
          try outlines.appendSections([section])
        }
        record { .insertSection($0.indexOfSection(section) ?? 0, newSection: position) }
      }
    }
  }

  private mutating func arrangeRows() throws(Failure) {
    let changed = comparison.changes.filter { $0.value.contains(.inserted) || $0.value.isMove }
    // Consecutive rows to insert at one position.
    var rows: [Int] = []
    for row in changed.keys.sorted() {
      let parent = comparison.new.parents[row]
      if !comparison.isInserted(row) {
        try insert(&rows)
        let item = comparison.item(ofNewRow: row)
        try move(item, to: destination(of: row), below: parent)
      } else if parent < 0 || !comparison.isInserted(Int(parent)) {
        if let last = rows.last,
          Int(comparison.new.ends[last]) != row || comparison.new.parents[last] != parent
        {
          try insert(&rows)
        }
        rows.append(row)
      }
    }
    try insert(&rows)
  }

  private mutating func move(
    _ item: ComparedRow, to destination: Snapshot<Int32, ComparedRow>.Destination,
    below parent: Int32
  ) throws(Failure) {
    beginChildren(of: parent)

    var source = recordsSteps ? outlines.path(of: item) : []
    let oldParent = recordsSteps ? outlines.parent(of: item) : nil

    try outlines.moveItems([item], to: destination)

    guard recordsSteps else { return }
    let path = outlines.path(of: item)
    if path.count > source.count && path.starts(with: source) {
      // The row moves into its next sibling, which then has the old index of the row. JSON Patch
      // does not allow such a path, so the two siblings are swapped first.
      var next = source
      next[next.count - 1] += 1
      record { _ in .move(from: source, to: next) }
      source = next
    }
    record { _ in .move(from: source, to: path) }
    if let oldParent, !outlines.hasChildren(oldParent) {
      record { .endChildren(of: $0.path(of: oldParent)) }
    }
  }

  /// Records that a row gets its first child.
  private mutating func beginChildren(of parent: Int32) {
    guard recordsSteps, parent >= 0 else { return }
    let item = comparison.item(ofNewRow: Int(parent))
    if !outlines.hasChildren(item) { record { .beginChildren(of: $0.path(of: item)) } }
  }

  /// Inserts consecutive siblings, with those of their descendants that are also inserted.
  private mutating func insert(_ rows: inout [Int]) throws(Failure) {
    guard let last = rows.last else { return }

    let section = comparison.sectionIdentifier(ofNewRow: last)
    let items = rows.map { comparison.item(ofNewRow: $0) }
    beginChildren(of: comparison.new.parents[last])

    var outline = outlines[section]
    do {
      switch destination(of: last) {
      case .before(let next): try outline.insert(items, before: next)
      case .into(let parent): try outline.append(items, to: parent)
      case .after, .end: try outline.append(items)
      }
      for (row, item) in zip(rows, items) {
        try outline.append(preorder: comparison.insertedRows(below: row), to: item)
        outline.expandAll(in: item)
      }
    } catch {
      throw .items(error)
    }

    outlines[section] = outline
    for (row, item) in zip(rows, items) {
      record { .insert(newRow: row, at: $0.path(of: item)) }
    }
    rows = []
  }

  /// Returns the destination of a row: before the next sibling that stays, or at the end.
  private mutating func destination(of row: Int) -> Snapshot<Int32, ComparedRow>.Destination {
    let parent = comparison.new.parents[row]
    let isBelowInserted = parent >= 0 && comparison.isInserted(Int(parent))

    let end = comparison.new.rows(in: parent).upperBound
    var next = max(searchEnds[parent] ?? 0, Int(comparison.new.ends[row]))
    while next < end {
      let change = comparison.changes[next, default: []]
      if !change.isMove && (isBelowInserted || !change.contains(.inserted)) { break }
      next = Int(comparison.new.ends[next])
    }

    searchEnds[parent] = next
    if next < end { return .before(comparison.item(ofNewRow: next)) }
    if parent >= 0 { return .into(comparison.item(ofNewRow: Int(parent))) }
    return .end(of: comparison.sectionIdentifier(ofNewRow: row))
  }

  /// Records the removals of subtrees, the last one first, so that they do not affect each other.
  private mutating func recordRemovals() {
    var removals: [OutlineStep.Path: OutlineStep] = [:]
    for row in comparison.removed {
      let parent = comparison.old.parents[row]
      let item = comparison.item(ofOldRow: row)
      if parent < 0 {
        guard comparison.newOutlines.indexOfSection(~parent) != nil else { continue }
      } else {
        let match = comparison.matching.counterparts[Int(parent)]
        if match < 0 { continue }
        if comparison.new.ends[Int(match)] == match + 1 {
          let path = outlines.parent(of: item).map { outlines.path(of: $0) } ?? []
          removals[path] = .endChildren(of: path)
          continue
        }
      }

      let path = outlines.path(of: item)
      removals[path] = .remove(at: path)
      length += path.count
      if isTooLong { return }
    }

    for path in removals.keys.sorted(by: { $1.lexicographicallyPrecedes($0) }) {
      steps += removals[path].map { [$0] } ?? []
    }

    for section in comparison.oldOutlines.sectionIdentifiers.reversed() {
      guard comparison.newOutlines.indexOfSection(section) == nil else { continue }
      steps += outlines.indexOfSection(section).map { [.removeSection($0)] } ?? []
    }
  }

  private mutating func record(_ step: (OutlineComparison.Outlines) -> OutlineStep) {
    guard recordsSteps else { return }
    let step = step(outlines)
    steps.append(step)
    length += step.length
  }
}

// MARK: - Sections

/// A section of a comparison, with its positions on both sides.
struct ComparedSection {
  let identifier: Int32
  let old: Int?
  let new: Int?
  let isMoved: Bool
  /// The positions of its changed rows in the merged outline, including removed ones.
  let changedRows: [Int]

  var isChanged: Bool { isMoved || old == nil || new == nil }
}

extension MergedOutline {
  /// The sections of the merged outlines.
  var sections: [ComparedSection] {
    var rows: [Int32: [Int]] = [:]
    let items =
      comparison.changes.keys.map { comparison.item(ofNewRow: $0) }
      + comparison.removed.map { comparison.item(ofOldRow: $0) }
    for item in items {
      guard let section = outlines.sectionIdentifier(containingItem: item),
        let row = outlines[section].index(of: item)
      else { continue }
      rows[section, default: []].append(row)
    }

    let changed = Set(comparison.insertedAndMovedSections)
    return outlines.sectionIdentifiers.map { identifier in
      let old = comparison.oldOutlines.indexOfSection(identifier)
      let new = comparison.newOutlines.indexOfSection(identifier)
      return ComparedSection(
        identifier: identifier, old: old, new: new,
        isMoved: old != nil && new.map(changed.contains) == true,
        changedRows: rows[identifier, default: []].sorted())
    }
  }
}

// MARK: - Rows and paths

extension OutlineComparison {
  func isInserted(_ newRow: Int) -> Bool { changes[newRow, default: []].contains(.inserted) }

  func sectionIdentifier(ofNewRow row: Int) -> Int32 {
    newOutlines.sectionIdentifiers[new.section(of: row)]
  }

  /// Returns the inserted descendants of an inserted row, except those below rows that move there.
  func insertedRows(below row: Int) -> [(item: ComparedRow, level: Int)] {
    var rows: [(item: ComparedRow, level: Int)] = []
    let first = new.levels[row] + 1
    var next = row + 1
    while next < Int(new.ends[row]) {
      if isInserted(next) {
        rows.append((item(ofNewRow: next), Int(new.levels[next] - first)))
        next += 1
      } else {
        next = Int(new.ends[next])
      }
    }
    return rows
  }
}

extension OutlineComparison.Outlines {
  /// Returns the position of a row's section, and the child indices from there to the row.
  func path(of item: ComparedRow) -> OutlineStep.Path {
    guard let section = sectionIdentifier(containingItem: item),
      let position = indexOfSection(section)
    else { return [] }
    let outline = self[section]
    let items = [item] + (outline.ancestors(of: item) ?? [])
    return [position] + items.reversed().map { outline.childIndex(of: $0) ?? 0 }
  }
}
