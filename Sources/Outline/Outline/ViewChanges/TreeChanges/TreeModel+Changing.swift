extension TreeModel {
  /// Updates the model to a new snapshot, and returns the steps for the view.
  ///
  /// From now on, the nodes have the new children, as a view expects it during its update. A
  /// section expands when it gets its first items. The last steps update the sections that are
  /// marked for reload, with all their rows.
  ///
  ///     let model = TreeModel<String, String>()
  ///     _ = model.reload(update.initialSnapshot)
  ///     let steps = model.update(to: update.finalSnapshot, by: update.difference)
  ///     if let steps {
  ///       // outlineView.beginUpdates()
  ///       for step in steps.structural { print(step) }
  ///       // outlineView.endUpdates()
  ///       for step in steps.subsequent { print(step) }
  ///     }
  ///
  /// - Parameters:
  ///   - new: The new snapshot.
  ///   - difference: The difference from the present snapshot to the new one.
  /// - Returns: The steps. If the difference does not match, the result is `nil`, and the model is
  ///   unchanged.
  /// - Complexity: That of ``SectionDifference/treeChanges(from:to:)`` for each changed section,
  ///   O(1) for each removed item, and O(log *n*) for each visible row of a section that is marked
  ///   for reload or gets its first items
  public func update(
    to new: Snapshot<Section, Item>, by difference: SnapshotDifference
  ) -> SectionDifference.TreeChanges<Node>? {
    let old = snapshot
    let isMatching = difference.fits(
      from: (old.numberOfSections, old.numberOfRows),
      to: (new.numberOfSections, new.numberOfRows),
      oldRowCount: { old.rowCount(at: $0) }, newRowCount: { new.rowCount(at: $0) })
    guard isMatching, let sections = difference.sections.treeChanges(from: old.order, to: new.order)
    else { return nil }
    snapshot = new
    var structural = sections.structural.map { $0.map { node($0, nil) } }
    var subsequent: [SectionDifference.TreeChange<Node>] = []
    for change in difference.changes {
      guard let number = change.newSection else { continue }
      let section = new.sectionIdentifiers[number]
      let header = node(section, nil)
      let (before, after) = (old[section], new[section])
      // A view neither expands a section without items, nor inserts items into it.
      if !before.items.isEmpty, !after.items.isEmpty,
        let steps = change.difference.treeChanges(from: before, to: after)
      {
        structural += steps.structural.map { $0.map(root: header) { node(section, $0) } }
        subsequent += steps.subsequent.map { $0.map(root: header) { node(section, $0) } }
      } else {
        if after.items.isEmpty { structural.append(.collapse(header)) }
        subsequent += [.update(header)] + expansions(of: section)
      }
    }
    for case .update(let section) in sections.subsequent {
      subsequent.append(.update(node(section, nil)))
      subsequent += new[section].visibleItems.map { .update(node(section, $0)) }
    }
    // A step can name a row that a later step removes, so its node must be the old one.
    removeNodes(from: old, to: new, difference)
    return SectionDifference.TreeChanges(structural: structural, subsequent: subsequent)
  }

  /// Replaces the snapshot of the model, for a view that then reloads.
  ///
  /// - Returns: Steps that expand and collapse the rows after the reload, because the view may
  ///   remember their former state.
  /// - Complexity: O(*m* log *n*) for *m* visible rows and nodes
  public func reload(_ new: Snapshot<Section, Item>) -> [SectionDifference.TreeChange<Node>] {
    snapshot = new
    removedNodes = Array(nodes.values)
    nodes = nodes.filter { key, _ in
      key.item.map(new[key.section].contains) ?? (new.indexOfSection(key.section) != nil)
    }
    return new.sectionIdentifiers.flatMap(expansions)
  }

  private func removeNodes(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    _ difference: SnapshotDifference
  ) {
    removedNodes = []
    func remove(_ key: Key) {
      if let node = nodes.removeValue(forKey: key) { removedNodes.append(node) }
    }
    for number in difference.sections.removals.joined() {
      remove(Key(section: old.sectionIdentifiers[number], item: nil))
    }
    for section in old.sections(changedSince: new) {
      let outline = old[section]
      for handle in outline.handlesOfItems(notIn: new[section]) {
        remove(Key(section: section, item: outline.item(of: handle)))
      }
    }
  }

  /// The steps that show the items of a section that is not expanded.
  private func expansions(of section: Section) -> [SectionDifference.TreeChange<Node>] {
    if snapshot[section].items.isEmpty { return [] }
    return [.expand(node(section, nil))]
      + snapshot[section].rows.lazy.filter { $0.childCount > 0 }.map { row in
        let node = self.node(section, row.item)
        return row.isExpanded ? .expand(node) : .collapse(node)
      }
  }
}
