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

/// A row of a comparison; equal rows are the same item on both sides.
///
/// The number is the old row, or the number of old rows plus a new row without a match. If these
/// are also the numbers of the nodes of the old input, its outline is used unchanged.
typealias ComparedRow = Node

/// The changes between the visible rows of two lists of inputs.
///
/// Each input is a section. The rows of both sides become items of two snapshots. Their patch is
/// the result, together with the changed contents of rows.
struct OutlineComparison {
  typealias Outlines = Snapshot<Int32, ComparedRow>

  let old: ComparedSide
  let new: ComparedSide
  private(set) var matching: RowMatching
  let options: ComparisonOptions
  let oldOutlines: Outlines
  private(set) var newOutlines: Outlines
  private(set) var patch: Outlines.Patch
  /// The changes of new rows.
  private(set) var changes: [Int: RowChange] = [:]

  /// Compares two sides.
  ///
  /// - Parameter hasSameContents: Returns whether a file that an old row stands for has the same
  ///   bytes as that of a new row. It is called at most once for each row.
  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32], options: ComparisonOptions,
    hasSameContents: ((_ row: Int, _ newRow: Int) -> Bool)? = nil
  ) {
    self.old = old
    self.new = new
    self.options = options

    let strategy = options.strategy ?? .auto
    matching = RowMatching(
      old, new, sectionMatches: sectionMatches,
      identities: old.usualIdentities(with: new, by: strategy, named: options.identityName),
      contents: old.contents(with: new, options: options), ignoresOrder: options.ignoresOrder,
      findsMoves: strategy == .auto || strategy == .text)

    let contentChanges = matching.contentChanges(options, hasSameContents: hasSameContents)
    oldOutlines = matching.oldOutlines()
    newOutlines = matching.newOutlines(from: oldOutlines)
    patch = newOutlines.patch(from: oldOutlines)
    findChanges(contentChanges)

    let moved = changes.filter { $0.value.isMove }.keys
    if options.showsMovesAsRemovals && !moved.isEmpty {
      matching.separate(moved.sorted())
      newOutlines = matching.newOutlines(from: oldOutlines)
      patch = newOutlines.patch(from: oldOutlines)
      findChanges(contentChanges.filter { matching.matches[$0.key] >= 0 })
    }
  }

  /// Adds the changes of the patch that the options do not ignore.
  private mutating func findChanges(_ contentChanges: [Int: RowChange]) {
    if options.ignoresOrder {
      patch.sections.moves = []
      patch.items.moves.removeAll { $0.isReordering }
    }

    changes = contentChanges
    for item in patch.items.insertions.lazy.flatMap(\.outline.items) {
      changes[Int(item.number) - old.count] = .inserted
    }
    for move in patch.items.moves {
      let row = Int(matching.counterparts[Int(move.item.number)])
      changes[row, default: []].insert(move.isReordering ? .reordered : .reparented)
    }
  }

  var isEmpty: Bool {
    changes.isEmpty && patch.items.removals.isEmpty && patch.sections.isEmpty
  }

  /// The old rows that are removed.
  var removed: [Int] {
    patch.items.removals.flatMap { $0.outline.items.map { Int($0.number) } }
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
  /// those with another position in an array or a list.
  func rowsWithOtherOutput() -> [Int] {
    let hasPositions = (old.documents + new.documents).contains { !$0.file.positionLengths.isEmpty }
    if !hasPositions { return changes.keys.filter { matching.matches[$0] >= 0 }.sorted() }
    return matching.matches.indices.filter { row in
      let match = Int(matching.matches[row])
      return match >= 0 && (changes[row] != nil || old.text(of: match) != new.text(of: row))
    }
  }

  /// Returns the item of a new row.
  func item(ofNewRow row: Int) -> ComparedRow { matching.item(ofNewRow: row) }

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
          let documents = (old: old.documents[section], new: new.documents[newSection])
          contents =
            options.compareDetails(of: [documents.old, documents.new])
            ? RowContents(documents.old, documents.new, options: options) : nil
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

// MARK: - Outlines

extension OutlinePatch.Move where Parent == OutlineComparison.Outlines.Parent {
  /// A Boolean value that indicates whether the parent stays the same.
  fileprivate var isReordering: Bool {
    source.parent == destination.parent
      || source.parent?.item != nil && source.parent?.item == destination.parent?.item
  }
}

extension RowMatching {
  /// Returns the item of a new row.
  fileprivate func item(ofNewRow row: Int) -> ComparedRow {
    ComparedRow(matches[row] < 0 ? old.count + row : Int(matches[row]))
  }

  fileprivate func oldOutlines() -> OutlineComparison.Outlines {
    var outlines = OutlineComparison.Outlines()
    do {
      try outlines.replace(
        old.sections.enumerated().map { section, rows in
          let outline = old.documents[section].outline
          // Hidden rows are not compared.
          let isSame =
            outline.count == rows.count && rows.allSatisfy { old.nodes[$0] == ComparedRow($0) }
          return (
            key: Int32(section),
            value: isSame ? outline : try self.outline(of: rows, on: old) { ComparedRow($0) }
          )
        })
    } catch {
      preconditionFailure("Sections and rows are different: \(error)")
    }
    return outlines
  }

  /// Returns the outlines of the new rows, whose sections have the numbers of the old ones.
  fileprivate func newOutlines(
    from oldOutlines: OutlineComparison.Outlines
  ) -> OutlineComparison.Outlines {
    let identifiers = sectionMatches.enumerated().map { section, match in
      match < 0 ? Int32(old.sections.count + section) : match
    }
    let removed = Set(oldOutlines.sectionIdentifiers).subtracting(identifiers)
    var outlines = oldOutlines
    do {
      try outlines.deleteSections(removed)
      try outlines.replace(
        identifiers.enumerated().map { section, identifier in
          (key: identifier, value: try newOutline(of: section, from: oldOutlines[identifier]))
        })
      for (position, identifier) in identifiers.enumerated() {
        let current = outlines.sectionIdentifiers[position]
        if current != identifier { try outlines.moveSection(identifier, beforeSection: current) }
      }
    } catch {
      preconditionFailure("Rows and sections match at most once: \(error)")
    }
    return outlines
  }

  /// Returns the outline of a new section, which shares the storage of unchanged rows with an old
  /// one.
  ///
  /// Below matching parents, the first and the last children stay if they match.
  private func newOutline(
    of section: Int, from oldOutline: SectionSnapshot<ComparedRow>
  ) throws -> SectionSnapshot<ComparedRow> {
    var removed: [ComparedRow] = []
    var replacements: [(rows: Range<Int>, parent: Int32, next: Int?)] = []
    var replacedCount = 0
    var parents: [(old: Int32, new: Int32)] = []
    if sectionMatches[section] >= 0 { parents = [(~sectionMatches[section], ~Int32(section))] }
    while let parent = parents.popLast() {
      var children = old.children(of: parent.old)
      var newChildren = new.children(of: parent.new)
      func isSame(_ row: Int?, _ newRow: Int?) -> Bool {
        guard let row, let newRow, Int(matches[newRow]) == row else { return false }
        if old.isParent(row) || new.isParent(newRow) { parents.append((Int32(row), Int32(newRow))) }
        return true
      }
      while isSame(children.first, newChildren.first) {
        children.removeFirst()
        newChildren.removeFirst()
      }
      // Below most parents, no children are left.
      var (olds, news) = (Array(children)[...], Array(newChildren)[...])
      var next: Int?
      while isSame(olds.last, news.last) {
        next = news.last
        (olds, news) = (olds.dropLast(), news.dropLast())
      }
      removed += olds.map { ComparedRow($0) }
      guard let first = news.first, let last = news.last else { continue }
      replacements.append((first..<Int(new.ends[last]), parent.new, next))
      replacedCount += Int(new.ends[last]) - first
    }

    let rows = new.sections[section]
    if sectionMatches[section] < 0 || replacedCount * 2 > rows.count {
      return try outline(of: rows, on: new, item: item(ofNewRow:))
    }
    var outline = oldOutline
    // First, because rows to insert can come from their subtrees.
    try outline.delete(removed)
    for (rows, parent, next) in replacements {
      let inserted = try self.outline(of: rows, on: new, item: item(ofNewRow:))
      if let next {
        try outline.insert(inserted, before: item(ofNewRow: next))
      } else {
        try outline.append(inserted, to: parent < 0 ? nil : item(ofNewRow: Int(parent)))
      }
    }
    return outline
  }

  private func outline(
    of rows: Range<Int>, on side: ComparedSide, item: (Int) -> ComparedRow
  ) throws -> SectionSnapshot<ComparedRow> {
    var outline = SectionSnapshot<ComparedRow>()
    let level = rows.isEmpty ? 0 : side.levels[rows.lowerBound]
    try withoutActuallyEscaping(item) { item in
      try outline.append(
        preorder: rows.lazy.map { (item: item($0), level: Int(side.levels[$0] - level)) })
    }
    return outline
  }
}
