import OutlineCore

/// A section of a comparison, with its positions on both sides.
struct ComparedSection {
  let identifier: Int32
  let old: Int?
  let new: Int?
  let isMoved: Bool
  /// The positions of its changed rows in the merged outline, with the removed ones.
  let changedRows: [Int]

  var isChanged: Bool { isMoved || old == nil || new == nil }
}

extension OutlineComparison {
  /// Returns the sections of merged outlines.
  func sections(in merged: Outlines) -> [ComparedSection] {
    var rows: [Int32: [Int]] = [:]
    let items = changes.keys.map { item(ofNewRow: $0) } + removed.map { item(ofOldRow: $0) }
    for item in items {
      guard let section = merged.sectionIdentifier(containingItem: item),
        let row = merged[section].index(of: item)
      else { continue }
      rows[section, default: []].append(row)
    }
    let changed = Set(insertedAndMovedSections)
    return merged.sectionIdentifiers.map { identifier in
      let old = oldOutlines.indexOfSection(identifier)
      let new = newOutlines.indexOfSection(identifier)
      return ComparedSection(
        identifier: identifier, old: old, new: new,
        isMoved: old != nil && new.map(changed.contains) == true,
        changedRows: rows[identifier, default: []].sorted())
    }
  }

  /// Returns the note of a row on each side.
  func notes(of item: ComparedRow) -> (old: Bytes?, new: Bytes?) {
    (
      oldRow(of: item).flatMap { old.document(of: $0).note(of: old.nodes[$0]) },
      newRow(of: item).flatMap { new.document(of: $0).note(of: new.nodes[$0]) }
    )
  }

  /// Returns whether a note is inserted, removed or changed, also together with its row.
  func hasChangedNote(_ item: ComparedRow) -> Bool {
    guard oldRow(of: item) != nil, let newRow = newRow(of: item) else {
      let notes = notes(of: item)
      return notes.old != notes.new
    }
    return changes[newRow, default: []].contains(.note)
  }
}

extension ComparedSide {
  /// Returns the word for the expansion of a row.
  func expansionName(of row: Int) -> String {
    isCollapsed[row] ? "collapsed" : isParent(row) ? "expanded" : "leaf"
  }
}
