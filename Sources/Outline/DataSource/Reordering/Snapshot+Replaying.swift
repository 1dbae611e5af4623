//  A move that was made once is made again where other things may have changed.

extension Snapshot {
  /// Returns the snapshot with items moved to where they are in another: into the section or the
  /// parent that they have there, after the nearest sibling ahead of them that is still theirs, and
  /// else first.
  ///
  /// - Parameters:
  ///   - items: Items of the other snapshot, in their order there.
  ///   - target: The other snapshot.
  /// - Returns: The snapshot afterwards.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)``,
  ///   ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SectionedSnapshotError/moveIntoItself(_:destination:)``
  func moving(
    _ items: [Item], as target: Snapshot
  ) throws(SectionedSnapshotError<Section, Item>) -> Snapshot {
    let parents = items.compactMap { target.outline(of: $0)?.parent(of: $0) }
    let unknown = (items + parents).filter { !contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown.eachOnce()) }
    var moved = self
    for item in items {
      let (section, spot) = try moved.place(of: item, as: target)
      if case .before(item, _) = spot { continue }
      try moved.put([item], in: section, at: spot)
    }
    return moved
  }

  private func place(
    of item: Item, as target: Snapshot
  ) throws(SectionedSnapshotError<Section, Item>) -> (section: Int32, spot: Spot<Item>) {
    guard let place = target.locate(item) else { throw .unknownItems([item]) }
    let outline = target.contents[place.section]
    let parent = outline.parent(of: item).flatMap(locate)
    let identifier = target.order.table[place.section]
    guard let section = parent?.section ?? order.table.handle(of: identifier) else {
      throw .unknownSections([identifier])
    }
    let tree = contents[section].tree
    let siblings = SectionSnapshot.Children(
      snapshot: outline, parent: outline.tree.parent(of: place.handle))
    for sibling in siblings.prefix(outline.tree.childIndex(of: place.handle)).reversed() {
      if let other = contents[section].table.handle(of: sibling),
        tree.parent(of: other) == parent?.handle
      {
        return (section, .after(sibling, other))
      }
    }
    guard tree.childCount(of: parent?.handle) > 0 else {
      return (section, parent.map { .into(contents[section].table[$0.handle], $0.handle) } ?? .end)
    }
    let first = tree.child(of: parent?.handle, at: 0)
    return (section, .before(contents[section].table[first], first))
  }
}
