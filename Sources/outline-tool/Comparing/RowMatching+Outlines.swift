import OutlineCore

/// A row of a comparison; equal rows are the same item on both sides.
///
/// The number is the old row, or the number of old rows plus a new row without a match. If these
/// are also the numbers of the nodes of the old input, its outline is used unchanged.
typealias ComparedRow = Node

extension RowMatching {
  typealias Outlines = Snapshot<Int32, ComparedRow>
  typealias Failure = SnapshotError<Int32, ComparedRow>

  /// Returns the item of a new row.
  func item(ofNewRow row: Int) -> ComparedRow {
    ComparedRow(matches[row] < 0 ? old.count + row : Int(matches[row]))
  }

  /// Returns the identifier of a new section: the number of the old section that matches.
  func identifier(ofNewSection section: Int) -> Int32 {
    let match = sectionMatches[section]
    return match < 0 ? Int32(old.sections.count + section) : match
  }

  /// Returns the outlines of the old rows.
  func oldOutlines() throws(Failure) -> Outlines {
    var outlines = Outlines()
    try outlines.replace(
      old.sections.enumerated().map { section, rows throws(Failure) in
        (key: Int32(section), value: try oldOutline(of: rows, in: old.documents[section].outline))
      })
    return outlines
  }

  /// Returns the outlines of the new rows, which share the storage of unchanged rows with the old
  /// ones, so that their difference is fast.
  func newOutlines(from oldOutlines: Outlines) throws(Failure) -> Outlines {
    var outlines = oldOutlines

    let identifiers = new.sections.indices.map { identifier(ofNewSection: $0) }
    let kept = Set(identifiers)
    try outlines.deleteSections(oldOutlines.sectionIdentifiers.filter { !kept.contains($0) })

    try outlines.replace(
      identifiers.enumerated().map { section, identifier throws(Failure) in
        (key: identifier, value: try newOutline(of: section, from: oldOutlines[identifier]))
      })

    for (position, identifier) in identifiers.enumerated() {
      let current = outlines.sectionIdentifiers[position]
      if current != identifier { try outlines.moveSection(identifier, beforeSection: current) }
    }
    return outlines
  }

  private func oldOutline(
    of rows: Range<Int>, in outline: SectionSnapshot<Node>
  ) throws(Failure) -> SectionSnapshot<ComparedRow> {
    // Hidden rows are not compared.
    if outline.items.count == rows.count && rows.allSatisfy({ old.nodes[$0] == ComparedRow($0) }) {
      return outline
    }
    return try self.outline(of: rows, on: old) { ComparedRow($0) }
  }

  private func outline(
    of rows: Range<Int>, on side: ComparedSide, item: (Int) -> ComparedRow
  ) throws(Failure) -> SectionSnapshot<ComparedRow> {
    var outline = SectionSnapshot<ComparedRow>()
    let level = rows.isEmpty ? 0 : side.levels[rows.lowerBound]
    do {
      try withoutActuallyEscaping(item) { item throws(SectionSnapshotError<ComparedRow>) in
        try outline.append(
          preorder: rows.lazy.map { (item: item($0), level: Int(side.levels[$0] - level)) })
      }
    } catch {
      throw .items(error)
    }
    outline.expandAll()
    return outline
  }
}

// MARK: - Edits

extension RowMatching {
  /// Consecutive siblings of the new side that replace old ones.
  private struct Replacement {
    let newRows: Range<Int>
    let newParent: Int32
    /// The next sibling, which stays.
    let next: Int?
  }

  private func newOutline(
    of section: Int, from old: SectionSnapshot<ComparedRow>
  ) throws(Failure) -> SectionSnapshot<ComparedRow> {
    var outline = old
    let (removed, replacements) = replacements(in: section)

    do {
      // First, because rows to insert can come from their subtrees.
      try outline.delete(removed.map { ComparedRow($0) })
    } catch {
      throw .items(error)
    }

    for replacement in replacements {
      let inserted = try self.outline(of: replacement.newRows, on: new) { item(ofNewRow: $0) }
      do {
        if let next = replacement.next {
          try outline.insert(inserted, before: item(ofNewRow: next))
        } else if replacement.newParent >= 0 {
          let parent = item(ofNewRow: Int(replacement.newParent))
          try outline.append(inserted, to: parent)
          outline.expand(CollectionOfOne(parent))
        } else {
          try outline.append(inserted)
        }
      } catch {
        throw .items(error)
      }
    }
    return outline
  }

  /// Returns the fewest old rows to remove, and the new rows to insert at their positions.
  ///
  /// Below matching parents, the first and the last children stay if they match.
  private func replacements(in section: Int) -> (removed: [Int], [Replacement]) {
    let match = sectionMatches[section]
    if match < 0 {
      let rows = new.sections[section]
      return ([], [Replacement(newRows: rows, newParent: ~Int32(section), next: nil)])
    }

    var removed: [Int] = []
    var replacements: [Replacement] = []
    var parents = [(old: ~match, new: ~Int32(section))]
    while let parent = parents.popLast() {
      var olds = old.children(of: parent.old)
      var news = new.children(of: parent.new)
      var row = olds.next()
      var newRow = news.next()
      while let old = row, let new = newRow, Int(matches[new]) == old {
        if hasChildren(old, new) { parents.append((Int32(old), Int32(new))) }
        row = olds.next()
        newRow = news.next()
      }

      guard row != nil || newRow != nil else { continue }
      var oldRest = (row.map { [$0] } ?? []) + Array(olds)
      var newRest = (newRow.map { [$0] } ?? []) + Array(news)

      var next: Int?
      while let old = oldRest.last, let new = newRest.last, Int(matches[new]) == old {
        if hasChildren(old, new) { parents.append((Int32(old), Int32(new))) }
        next = new
        oldRest.removeLast()
        newRest.removeLast()
      }

      removed += oldRest
      if let first = newRest.first, let last = newRest.last {
        replacements.append(
          Replacement(newRows: first..<Int(new.ends[last]), newParent: parent.new, next: next))
      }
    }

    return (removed, replacements)
  }

  private func hasChildren(_ row: Int, _ newRow: Int) -> Bool {
    old.isParent(row) || new.isParent(newRow)
  }
}
