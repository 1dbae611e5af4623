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
  /// Inserts a new row with its descendants in an outline of inserted rows.
  case insert(ComparedRow, in: SectionSnapshot<ComparedRow>, at: Path)
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
    case .insert(_, _, let path), .remove(let path), .beginChildren(let path),
      .endChildren(let path):
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

  init(_ comparison: OutlineComparison, recordingSteps: Bool = false) {
    self.comparison = comparison
    outlines = comparison.oldOutlines
    isRecorded = recordingSteps
    if isRecorded {
      for row in comparison.rowsWithOtherOutput() {
        length += 1 + Int(comparison.new.levels[row])
      }
    }
    do {
      try arrangeSections()
      try arrangeRows()
    } catch {
      preconditionFailure("Rows and sections match at most once: \(error)")
    }
    if recordsSteps { recordRemovals() }
  }

  /// A Boolean value that indicates whether the paths of the steps take more space than the new
  /// outlines, and not all steps are recorded.
  var isTooLong: Bool { length > 1 << 16 + 16 * comparison.new.count }

  private var recordsSteps: Bool { isRecorded && !isTooLong }

  private mutating func arrangeSections() throws {
    let patch = comparison.patch.sections
    let arranged = Set(patch.insertions.flatMap(\.outline.items) + patch.moves.map(\.item))
    // In reverse order, so that the next section is always in place.
    var next: Int32?
    for (position, section) in comparison.newOutlines.sectionIdentifiers.enumerated().reversed() {
      defer { next = section }
      guard arranged.contains(section) else { continue }
      let source = outlines.indexOfSection(section)
      if source == nil { try outlines.appendSections([section]) }
      if let next {
        try outlines.moveSection(section, beforeSection: next)
      } else if let last = outlines.sectionIdentifiers.last, last != section {
        try outlines.moveSection(section, afterSection: last)
      }
      record {
        let index = $0.indexOfSection(section) ?? 0
        return source.map { .moveSection(from: $0, to: index) }
          ?? .insertSection(index, newSection: position)
      }
    }
  }

  /// New siblings with their descendants, or an item that moves, with its new place.
  private typealias Placement = (
    place: OutlinePatch<OutlineComparison.Outlines.Parent, ComparedRow>.Place,
    items: [ComparedRow], outline: SectionSnapshot<ComparedRow>?
  )

  private mutating func arrangeRows() throws {
    let patch = comparison.patch.items
    var placements: [Placement] = patch.moves.map { ($0.destination, [$0.item], nil) }
    let newParents = Set(patch.moves.map { $0.destination.parent?.item })
    for insertion in patch.insertions {
      let outline = insertion.outline
      if recordsSteps && outline.items.contains(where: newParents.contains) {
        // One by one, since rows move there before the next sibling is inserted.
        placements += try outline.rootItems.map {
          (insertion.place, [$0], try outline.snapshot(of: $0, includingParent: true))
        }
      } else {
        placements.append((insertion.place, Array(outline.rootItems), outline))
      }
    }
    let rows = placements.map { comparison.newRow(of: $0.items[0]) ?? 0 }
    placements = rows.indices.sorted { rows[$0] < rows[$1] }.map { placements[$0] }

    // The next sibling that is in place, by the first item of a placement.
    var following: [ComparedRow: ComparedRow?] = [:]
    for index in placements.indices.reversed() {
      let next = placements[index].place.next.flatMap { following[$0] ?? $0 }
      placements[index].place.next = next
      following[placements[index].items[0]] = .some(next)
    }

    for placement in placements { try arrange(placement) }
  }

  private mutating func arrange(_ placement: Placement) throws {
    let (place, items, outline) = placement
    guard let parent = place.parent else { return }
    if recordsSteps, let item = parent.item, !outlines.hasChildren(item) {
      record { .beginChildren(of: $0.path(of: item)) }
    }
    guard let outline else {
      return try move(
        items[0],
        to: place.next.map { .before($0) } ?? parent.item.map { .into($0) }
          ?? .end(of: parent.section))
    }
    if let next = place.next {
      try outlines[parent.section].insert(outline, before: next)
    } else {
      try outlines[parent.section].append(outline, to: parent.item)
    }
    for item in items {
      record { .insert(item, in: outline, at: $0.path(of: item)) }
    }
  }

  private mutating func move(
    _ item: ComparedRow, to destination: Snapshot<Int32, ComparedRow>.Destination
  ) throws {
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

  /// Records the removals of subtrees, the last one first, so that they do not affect each other.
  private mutating func recordRemovals() {
    var removals: [OutlineStep.Path: OutlineStep] = [:]
    for removal in comparison.patch.items.removals {
      guard let parent = removal.place.parent else { continue }
      if let item = parent.item, !comparison.newOutlines.hasChildren(item) {
        let path = outlines.path(of: item)
        removals[path] = .endChildren(of: path)
      } else if parent.item != nil || comparison.newOutlines.indexOfSection(parent.section) != nil {
        for item in removal.outline.rootItems {
          let path = outlines.path(of: item)
          removals[path] = .remove(at: path)
          length += path.count
          if isTooLong { return }
        }
      }
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
      + comparison.removed.map { ComparedRow($0) }
    for item in items {
      guard let section = outlines.sectionIdentifier(containingItem: item),
        let row = outlines[section].index(of: item)
      else { continue }
      rows[section, default: []].append(row)
    }

    let moved = Set(comparison.patch.sections.moves.map(\.item))
    return outlines.sectionIdentifiers.map { identifier in
      let old = comparison.oldOutlines.indexOfSection(identifier)
      let new = comparison.newOutlines.indexOfSection(identifier)
      return ComparedSection(
        identifier: identifier, old: old, new: new,
        isMoved: moved.contains(identifier),
        changedRows: rows[identifier, default: []].sorted())
    }
  }
}

// MARK: - Rows and paths

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
