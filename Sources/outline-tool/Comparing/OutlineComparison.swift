import OutlineCore

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
  static let note = RowChange(rawValue: 64)
  /// The bytes of a file in a directory.
  static let contents = RowChange(rawValue: 128)

  var isMove: Bool { contains(.reparented) || contains(.reordered) }
}

/// The difference between the visible rows of two lists of inputs.
///
/// Each input is a section. The rows of both sides become items of two snapshots. Their difference
/// is the result, together with the changed contents of rows. It names rows that move in the list.
/// An item moves in an outline only if its parent or its order among its siblings changes. These
/// moves are derived from the moved rows.
struct OutlineComparison {
  typealias Outlines = RowMatching.Outlines

  let old: ComparedSide
  let new: ComparedSide
  private(set) var matching: RowMatching
  let options: ComparisonOptions
  let oldOutlines: Outlines
  private(set) var newOutlines: Outlines
  private(set) var difference: SnapshotDifference
  /// The changes of new rows.
  private(set) var changes: [Int: RowChange] = [:]
  /// The old rows that are removed, in ascending order.
  private(set) var removed: [Int] = []

  /// Compares two sides.
  ///
  /// - Parameter hasSameContents: Returns whether a file that an old row stands for has the same
  ///   bytes as that of a new row. It is called at most once for each row.
  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32], options: ComparisonOptions,
    hasSameContents: ((_ row: Int, _ newRow: Int) -> Bool)? = nil
  ) throws(RowMatching.Failure) {
    self.old = old
    self.new = new
    self.options = options

    let strategy = options.strategy ?? .auto
    matching = RowMatching(
      old, new, sectionMatches: sectionMatches,
      identities: old.usualIdentities(with: new, by: strategy, named: options.identityName),
      contents: old.unorderedContents(with: new, options: options),
      findsMoves: strategy == .auto || strategy == .text)

    let contentChanges = matching.contentChanges(options, hasSameContents: hasSameContents)
    oldOutlines = try matching.oldOutlines()
    newOutlines = try matching.newOutlines(from: oldOutlines)
    difference = newOutlines.difference(from: oldOutlines)
    try findChanges(contentChanges)

    let moved = changes.filter { $0.value.isMove }.keys
    if options.showsMovesAsRemovals && !moved.isEmpty {
      matching.separate(moved.sorted())
      newOutlines = try matching.newOutlines(from: oldOutlines)
      difference = newOutlines.difference(from: oldOutlines)
      try findChanges(contentChanges.filter { matching.matches[$0.key] >= 0 })
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
    newRow(of: item).map { new.text(of: $0) } ?? old.text(of: Int(item.number))
  }

  /// Returns the old row of an item, or `nil` if it is inserted.
  func oldRow(of item: ComparedRow) -> Int? {
    item.number < old.count ? Int(item.number) : nil
  }

  /// Returns the new row of an item, or `nil` if it is removed.
  func newRow(of item: ComparedRow) -> Int? {
    guard let row = oldRow(of: item) else { return Int(item.number) - old.count }
    let newRow = matching.counterparts[row]
    return newRow < 0 ? nil : Int(newRow)
  }

  /// The new rows that match and whose output differs, in ascending order: those with changes, and
  /// those with another position in an array.
  func rowsWithOtherOutput() -> [Int] {
    let hasPositions = (old.documents + new.documents).contains { !$0.positionLengths.isEmpty }
    if !hasPositions { return changes.keys.filter { matching.matches[$0] >= 0 }.sorted() }
    return matching.matches.indices.filter { row in
      let match = Int(matching.matches[row])
      return match >= 0 && (changes[row] != nil || old.text(of: match) != new.text(of: row))
    }
  }

  /// Returns the item of a new row.
  func item(ofNewRow row: Int) -> ComparedRow { matching.item(ofNewRow: row) }

  /// Returns the item of an old row.
  func item(ofOldRow row: Int) -> ComparedRow { ComparedRow(row) }

  /// Returns the attributes that differ between rows, with their values on both sides.
  func changedAttributes(_ row: Int, _ newRow: Int) -> [(name: Bytes, old: Bytes?, new: Bytes?)] {
    RowContents(old.document(of: row), new.document(of: newRow), options: options)
      .changedAttributes(old.nodes[row], new.nodes[newRow])
  }

  /// Returns the note of a row on each side.
  func notes(of item: ComparedRow) -> (old: Bytes?, new: Bytes?) {
    (
      oldRow(of: item).flatMap { old.document(of: $0).note(of: old.nodes[$0]) },
      newRow(of: item).flatMap { new.document(of: $0).note(of: new.nodes[$0]) }
    )
  }

  /// Returns whether a note is inserted, removed or changed, alone or with its row.
  func hasChangedNote(_ item: ComparedRow) -> Bool {
    guard oldRow(of: item) != nil, let newRow = newRow(of: item) else {
      let notes = notes(of: item)
      return notes.old != notes.new
    }
    return changes[newRow, default: []].contains(.note)
  }
}

// MARK: - Contents

extension RowMatching {
  /// Returns the changes of the contents of rows that match, by new row.
  fileprivate func contentChanges(
    _ options: ComparisonOptions, hasSameContents: ((Int, Int) -> Bool)?
  ) -> [Int: RowChange] {
    var changes: [Int: RowChange] = [:]
    for (newSection, newRows) in new.sections.enumerated() {
      // The comparison with the section of the last old row, if it is needed.
      var oldRows = 0..<0
      var contents: RowContents?
      for newRow in newRows where matches[newRow] >= 0 {
        let row = Int(matches[newRow])
        var change: RowChange = old.texts[row] == new.texts[newRow] ? [] : .text
        if !options.ignoresExpansion && hasOtherExpansion(row, newRow) { change.insert(.expansion) }

        if !oldRows.contains(row) {
          let section = old.section(of: row)
          oldRows = old.sections[section]
          let found = RowContents(
            old.documents[section], new.documents[newSection], options: options)
          contents = found.isNeeded ? found : nil
        }

        if let contents {
          change.formUnion(contents.changes(old.nodes[row], new.nodes[newRow]))
        }
        if let hasSameContents, !hasSameContents(row, newRow) { change.insert(.contents) }
        if !change.isEmpty { changes[newRow] = change }
      }
    }
    return changes
  }

  /// Returns whether only one of two rows hides its children, or whether the inputs store different
  /// expansions of two parents.
  private func hasOtherExpansion(_ row: Int, _ newRow: Int) -> Bool {
    old.hidesChildren[row] != new.hidesChildren[newRow]
      || old.isCollapsed[row] != new.isCollapsed[newRow] && old.isParent(row)
        && new.isParent(newRow)
  }
}

// MARK: - Changes

extension OutlineComparison {
  private mutating func findChanges(
    _ contentChanges: [Int: RowChange]
  ) throws(RowMatching.Failure) {
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
    }

    for move in difference.moves {
      let oldFirst = old.sections[move.source.section].lowerBound
      for row in move.source.rows { isRemoved[oldFirst + row] = false }
      let first = new.sections[move.destination.section].lowerBound
      for row in move.destinationRows.rows {
        changes[first + row] = nil
        reorderedParents.insert(new.parents[first + row])
      }
    }

    changes.merge(contentChanges) { $0.union($1) }
    removed = isRemoved.indices.filter { isRemoved[$0] }

    if !difference.isEmpty { findReparented() }
    if options.ignoresOrder { return }
    for parent in reorderedParents { try findReordered(in: parent) }
  }

  private mutating func findReparented() {
    for (newRow, row) in matching.matches.enumerated() where row >= 0 {
      if matching.oldParent(of: new.parents[newRow]) != old.parents[Int(row)] {
        changes[newRow, default: []].insert(.reparented)
      }
    }
  }

  /// Finds the fewest siblings whose moves put the others in order.
  private mutating func findReordered(in newParent: Int32) throws(RowMatching.Failure) {
    guard let parent = matching.oldParent(of: newParent) else { return }

    let siblings = new.children(of: newParent).filter { row in
      let match = matching.matches[row]
      return match >= 0 && old.parents[Int(match)] == parent
    }

    var before = SectionSnapshot<ComparedRow>()
    var after = SectionSnapshot<ComparedRow>()
    do {
      let olds = siblings.map { matching.matches[$0] }.sorted()
      try before.append(olds.map { ComparedRow(Int($0)) })
      try after.append(siblings.map { item(ofNewRow: $0) })
    } catch {
      throw .items(error)
    }

    for move in after.difference(from: before).moves {
      for offset in 0..<move.source.count {
        changes[siblings[move.destination + offset], default: []].insert(.reordered)
      }
    }
  }
}
