//  Undo and redo repeat a move on a snapshot that may have changed in other ways since.

extension Snapshot {
  /// Moves items to the positions that they have in another snapshot.
  ///
  /// Each item moves to the parent or the section that it has in the other snapshot. There it
  /// follows the nearest preceding sibling that both snapshots have in common, or becomes the first
  /// child. All other items stay where they are.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)`` for items and their parents,
  ///   ``SnapshotError/unknownSections(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: As for ``moveItems(_:to:)``, and O(log *n*) for each preceding sibling that this
  ///   snapshot does not have
  package mutating func moveItems(
    _ items: some Sequence<Item>, asIn target: Snapshot
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    let unknown = (items + items.compactMap(target.parent(of:))).filter { !contains($0) }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown.eachOnce())) }
    var moved = self
    // Each item follows parents and siblings that are in place.
    for item in target.sortedItems(items) {
      let (section, anchor) = try moved.anchor(of: item, asIn: target)
      if case .before(item, _) = anchor { continue }
      try moved.insertOrMove([item], in: section, at: anchor)
    }
    self = moved
  }

  /// Returns the stored items in the order of the snapshot; unknown items come first.
  ///
  /// - Complexity: O(log *n*) for each item
  package func sortedItems(_ items: some Sequence<Item>) -> [Item] {
    items.map { item in (item: self.item(equalTo: item) ?? item, index: indexOfItem(item) ?? -1) }
      .sorted(byKey: { ($0.index, 0) })
      .map { $0.item }
  }

  /// The insertion point of an item that moves to its position in another snapshot.
  private func anchor(
    of item: Item, asIn target: Snapshot
  ) throws(SnapshotError<Section, Item>) -> (section: Int32, anchor: Anchor<Item>) {
    guard let location = target.locate(item) else { throw .items(.unknownItems([item])) }
    let outline = target.contents[location.section]
    let parentItem = outline.parent(of: item)
    if let parentItem, isDescendant(parentItem, of: item) {
      throw .items(.moveIntoItself([item], destination: parentItem))
    }
    let parent = parentItem.flatMap(locate)
    let identifier = target.order.table[location.section]
    guard let section = parent?.section ?? order.table.handle(of: identifier) else {
      throw .unknownSections([identifier])
    }
    let (tree, table) = (contents[section].tree, contents[section].table)
    var previous = outline.tree.sibling(of: location.handle, step: -1)
    while let sibling = previous {
      let item = outline.table[sibling]
      if let handle = table.handle(of: item), tree.parent(of: handle) == parent?.handle {
        return (section, .after(item, handle))
      }
      previous = outline.tree.sibling(of: sibling, step: -1)
    }
    guard tree.childCount(of: parent?.handle) > 0 else {
      return (section, contents[section].anchor(atEndOf: parent?.handle))
    }
    let first = tree.child(of: parent?.handle, at: 0)
    return (section, .before(table[first], first))
  }
}
