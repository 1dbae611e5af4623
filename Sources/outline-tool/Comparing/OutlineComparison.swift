import Outline

/// A row of a comparison; equal rows are the same item on both sides.
struct ComparedRow: Hashable {
  let identity: Int32
  /// The position in the rows of its side.
  let position: Int32

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  /// The number, since the library recommends it for numbered items.
  var hashValue: Int { Int(identity) }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// The changes of a new row.
struct RowChange: OptionSet, Hashable {
  let rawValue: UInt8

  static let inserted = RowChange(rawValue: 1)
  /// The row has another parent.
  static let reparented = RowChange(rawValue: 2)
  /// The row has another position among its siblings.
  static let reordered = RowChange(rawValue: 4)
  static let text = RowChange(rawValue: 8)
  static let attributes = RowChange(rawValue: 16)
  static let expansion = RowChange(rawValue: 32)

  var isMove: Bool { contains(.reparented) || contains(.reordered) }
}

/// The difference between the visible rows of two lists of inputs.
///
/// Each input is a section. The rows of both sides become items of two snapshots, whose difference
/// is the result. It names rows that move in the list. An item of an outline moves only if its
/// parent or its order among its siblings changes, so these are derived from the moved rows.
struct OutlineComparison {
  typealias Outlines = Snapshot<Int32, ComparedRow>

  let old: ComparedSide
  let new: ComparedSide
  private(set) var matching: RowMatching
  private let options: ComparisonOptions
  private(set) var oldOutlines = Outlines()
  private(set) var newOutlines = Outlines()
  private(set) var difference: SnapshotDifference
  /// The changes of new rows.
  private(set) var changes: [Int: RowChange] = [:]
  /// The old rows that are removed, in ascending order.
  private(set) var removed: [Int] = []

  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32], options: ComparisonOptions
  ) {
    self.old = old
    self.new = new
    self.options = options
    let strategy = options.strategy ?? .auto
    matching = RowMatching(
      old, new, sectionMatches: sectionMatches,
      identities: old.usualIdentities(with: new, by: strategy, named: options.identityName),
      findsMoves: strategy == .auto || strategy == .text)
    oldOutlines = Outlines(
      old, sections: old.sections.indices.map { Int32($0) },
      identities: Array(0..<Int32(old.count)))
    (newOutlines, difference) = matching.difference(from: oldOutlines, options: options)
    findChanges()
    let moved = changes.filter { $0.value.isMove }.keys
    if options.showsMovesAsRemovals && !moved.isEmpty {
      matching.separate(moved.sorted())
      (newOutlines, difference) = matching.difference(from: oldOutlines, options: options)
      findChanges()
    }
  }

  var isEmpty: Bool {
    changes.isEmpty && removed.isEmpty && difference.sections.removals.isEmpty
      && insertedAndMovedSections.isEmpty
  }

  /// The positions of the new sections that are inserted or, unless the order is ignored, move.
  var insertedAndMovedSections: [Int] {
    let sections = difference.sections
    let ranges = options.ignoresOrder ? sections.insertions : sections.insertionsAndMoveDestinations
    return Array(ranges.joined())
  }

  func text(of item: ComparedRow) -> ArraySlice<UInt8> {
    newRow(of: item).map { new.text(of: $0) } ?? old.text(of: Int(item.identity))
  }

  /// Returns the new row of an item, or `nil` if it is removed.
  func newRow(of item: ComparedRow) -> Int? {
    if item.identity >= Int32(old.count) { return Int(item.position) }
    let row = matching.counterparts[Int(item.identity)]
    return row < 0 ? nil : Int(row)
  }

  /// Returns the attributes that differ between rows, with their values on both sides.
  func changedAttributes(_ row: Int, _ newRow: Int) -> [(name: Bytes, old: Bytes?, new: Bytes?)] {
    let attributes = old.document(of: row).attributes(of: old.nodes[row])
    let newAttributes = new.document(of: newRow).attributes(of: new.nodes[newRow])
    var changed: [(name: Bytes, old: Bytes?, new: Bytes?)] = []
    for attribute in attributes where !newAttributes.contains(attribute) {
      let value = newAttributes.first { $0.name == attribute.name }?.value
      changed.append((attribute.name, attribute.value, value))
    }
    for attribute in newAttributes where !attributes.contains(where: { $0.name == attribute.name })
    {
      changed.append((attribute.name, nil, attribute.value))
    }
    return changed
  }

  /// Returns the item of a new row.
  func item(ofNewRow row: Int) -> ComparedRow {
    ComparedRow(identity: matching.identity(ofNewRow: row), position: Int32(row))
  }
}

// MARK: - Items

extension RowMatching {
  fileprivate func identity(ofNewRow row: Int) -> Int32 {
    matches[row] < 0 ? Int32(old.count + row) : matches[row]
  }

  /// Returns the snapshot of the new rows and its difference from that of the old rows.
  fileprivate func difference(
    from oldOutlines: OutlineComparison.Outlines, options: ComparisonOptions
  ) -> (OutlineComparison.Outlines, SnapshotDifference) {
    let sections = sectionMatches.enumerated().map { section, match in
      match < 0 ? Int32(old.sections.count + section) : match
    }
    let outlines = OutlineComparison.Outlines(
      new, sections: sections, identities: matches.indices.map { identity(ofNewRow: $0) })
    let difference = outlines.difference(from: oldOutlines) { row, newRow in
      contentChange(Int(row.position), Int(newRow.position), options: options).isEmpty
    }
    return (outlines, difference)
  }

  /// Returns the changes of the content of two rows that match.
  @inline(__always)
  fileprivate func contentChange(
    _ row: Int, _ newRow: Int, options: ComparisonOptions
  ) -> RowChange {
    var change: RowChange = old.texts[row] == new.texts[newRow] ? [] : .text
    if !options.ignoresExpansion && old.isCollapsed[row] != new.isCollapsed[newRow]
      && old.ends[row] > row + 1 && new.ends[newRow] > newRow + 1
    {
      change.insert(.expansion)
    }
    if hasAttributes && !hasSameAttributes(row, newRow) { change.insert(.attributes) }
    return change
  }

  private func hasSameAttributes(_ row: Int, _ newRow: Int) -> Bool {
    let (section, newSection) = (old.section(of: row), new.section(of: newRow))
    return old.documents[section].hasSameAttributes(
      old.nodes[row], as: new.documents[newSection], new.nodes[newRow])
  }
}

extension OutlineComparison.Outlines {
  /// Creates a snapshot of one side.
  fileprivate init(_ side: ComparedSide, sections: [Int32], identities: [Int32]) {
    self.init()
    do {
      for (section, rows) in zip(sections, side.sections) {
        var outline = SectionSnapshot<ComparedRow>()
        try outline.append(
          preorder: rows.lazy.map { row in
            let item = ComparedRow(identity: identities[row], position: Int32(row))
            return (item, Int(side.levels[row]))
          })
        outline.expandAll()
        try appendSection(section, outline)
      }
    } catch {
      preconditionFailure("Rows and sections match at most once: \(error)")
    }
  }
}

// MARK: - Changes

extension OutlineComparison {
  private mutating func findChanges() {
    changes = [:]
    var isRemoved = [Bool](repeating: false, count: old.count)
    var reorderedParents: Set<Int32> = []
    for change in difference.changes {
      let first = change.newSection.map { new.sections[$0].lowerBound } ?? 0
      let oldFirst = change.oldSection.map { old.sections[$0].lowerBound } ?? 0
      for row in change.difference.removals.joined() { isRemoved[oldFirst + row] = true }
      for row in change.difference.insertions.joined() { changes[first + row] = .inserted }
      for move in change.difference.moves {
        for row in move.source.indices {
          let newRow = first + move.destination + row - move.source.lowerBound
          reorderedParents.insert(new.parents[newRow])
        }
      }
      for row in change.difference.updates.joined() { addContentChange(of: first + row) }
    }
    for move in difference.moves {
      let oldFirst = old.sections[move.source.section].lowerBound
      for row in move.source.rows { isRemoved[oldFirst + row] = false }
      let first = new.sections[move.destination.section].lowerBound
      for row in move.destinationRows.rows {
        changes[first + row] = nil
        addContentChange(of: first + row)
        reorderedParents.insert(new.parents[first + row])
      }
    }
    removed = isRemoved.indices.filter { isRemoved[$0] }
    let isRearranged = difference.changes.contains {
      !$0.difference.removals.isEmpty || !$0.difference.insertions.isEmpty
        || !$0.difference.moves.isEmpty || !$0.difference.updates.isEmpty
    }
    if isRearranged { findReparented() }
    if options.ignoresOrder { return }
    for parent in reorderedParents { findReordered(in: parent) }
  }

  private mutating func addContentChange(of newRow: Int) {
    let row = matching.matches[newRow]
    if row < 0 { return }
    let change = matching.contentChange(Int(row), newRow, options: options)
    if !change.isEmpty { changes[newRow, default: []].formUnion(change) }
  }

  private mutating func findReparented() {
    for (newRow, row) in matching.matches.enumerated() where row >= 0 {
      if matching.oldParent(of: new.parents[newRow]) != old.parents[Int(row)] {
        changes[newRow, default: []].insert(.reparented)
      }
    }
  }

  /// Finds the fewest siblings whose moves put the others in order.
  private mutating func findReordered(in newParent: Int32) {
    guard let parent = matching.oldParent(of: newParent) else { return }
    let siblings = new.children(of: newParent).filter { row in
      let match = matching.matches[row]
      return match >= 0 && old.parents[Int(match)] == parent
    }
    do {
      var (before, after) = (SectionSnapshot<Int32>(), SectionSnapshot<Int32>())
      try before.append(siblings.map { matching.matches[$0] }.sorted())
      try after.append(siblings.map { matching.matches[$0] })
      for move in after.difference(from: before).moves {
        for offset in 0..<move.source.count {
          changes[siblings[move.destination + offset], default: []].insert(.reordered)
        }
      }
    } catch {
      preconditionFailure("Rows match at most once: \(error)")
    }
  }
}
