extension TreeTransition {
  /// Returns the steps, given which new handles stand for items of the old outline.
  func changes(isKnown: (Int32) -> Bool) -> SectionDifference.TreeChanges<VersionedHandle> {
    let updated = difference.updates.subtracting(rowsBelowExpanded).joined()
    return SectionDifference.TreeChanges(
      structural: structuralChanges(),
      subsequent: updated.map { .update(handle($0)) } + expansions(isKnown: isKnown))
  }

  private func structuralChanges() -> [SectionDifference.TreeChange<VersionedHandle>] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    var siblings = siblingIndices()
    for row in arranged.keys.sorted() {
      let parent = oldParent(ofNewRow: row)
      if let oldRow = arranged[row] ?? nil {
        let oldParent = oldParent(of: oldRow)
        let source = siblings[oldParent ?? -1]?.remove(oldRow: oldRow) ?? 0
        let target = siblings[parent ?? -1]?.insert(newRow: row) ?? 0
        if oldParent != parent || source != target {
          changes.append(
            .move(source, of: oldParent.map { .old($0) }, to: target, in: parent.map { .old($0) }))
        }
      } else {
        let index = siblings[parent ?? -1]?.insert(newRow: row) ?? 0
        changes.appendInsertion(of: handle(row), at: index, in: parent.map { .old($0) })
      }
    }
    for row in removed {
      let parent = oldParent(of: row)
      let index = siblings[parent ?? -1]?.remove(oldRow: row) ?? 0
      changes.appendRemoval(at: index, from: parent.map { .old($0) })
    }
    return changes + collapsed.map { .collapse(handle($0)) }
  }

  /// The rows that expand, and the state of each row with children that becomes visible.
  ///
  /// A view may remember that a row was expanded, so each collapsed row gets a step, unless it is
  /// new.
  private func expansions(isKnown: (Int32) -> Bool) -> [SectionDifference.TreeChange<
    VersionedHandle
  >] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    let inserted = arranged.keys.filter { arranged[$0] == .some(nil) }
    for row in Set(expanded).union(inserted).sorted() {
      let handle = new.handle(ofRow: row)
      if new.showsChildren(handle) {
        changes.append(.expand(.new(handle)))
        for parent in new.visibleParents(below: handle) {
          if new.isExpanded(parent) {
            changes.append(.expand(.new(parent)))
          } else if isKnown(parent) {
            changes.append(.collapse(.new(parent)))
          }
        }
      } else if new.hasChildren(handle) && isKnown(handle) {
        changes.append(.collapse(.new(handle)))
      }
    }
    return changes
  }

  private func handle(_ row: Int) -> VersionedHandle {
    .new(new.handle(ofRow: row))
  }
}

extension [SectionDifference.TreeChange<VersionedHandle>] {
  /// Adds the insertion of a row, joined to the last step if the rows are consecutive siblings.
  fileprivate mutating func appendInsertion(
    of row: VersionedHandle, at index: Int, in parent: VersionedHandle?
  ) {
    if case .insert(var rows, let first, let sameParent)? = last,
      sameParent == parent && first + rows.count == index
    {
      removeLast()
      rows.append(row)
      append(.insert(rows, at: first, in: parent))
    } else {
      append(.insert([row], at: index, in: parent))
    }
  }

  /// Adds the removal of a row, joined to the last step if the rows are consecutive siblings.
  fileprivate mutating func appendRemoval(at index: Int, from parent: VersionedHandle?) {
    if case .remove(let indices, let sameParent)? = last,
      sameParent == parent && indices.lowerBound == index
    {
      self[count - 1] = .remove(index..<indices.upperBound + 1, from: parent)
    } else {
      append(.remove(index..<index + 1, from: parent))
    }
  }
}
