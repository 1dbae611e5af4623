//  What the data source asks of the snapshots that it shows.

extension SectionSnapshot {
  func hasChildren(_ item: Item) -> Bool {
    guard let handle = table.handle(of: item) else { return false }
    return tree.subtreeRange(of: handle).count > 1
  }
}

extension Snapshot {
  /// The contents of the section that an item is in.
  func outline(of item: Item) -> SectionSnapshot<Item>? {
    locate(item).map { contents[$0.section] }
  }

  func hasChildren(_ item: Item) -> Bool { outline(of: item)?.hasChildren(item) ?? false }

  /// What is below an item; nothing for an unknown one.
  func descendants(of item: Item) -> SectionSnapshot<Item> {
    (try? outline(of: item)?.snapshot(of: item)) ?? SectionSnapshot()
  }

  /// The other children of an item's parent, or the other roots.
  func siblings(of item: Item) -> [Item] {
    guard let outline = outline(of: item) else { return [] }
    let siblings =
      outline.parent(of: item).flatMap { outline.children(of: $0) } ?? outline.rootItems
    return siblings.filter { $0 != item }
  }
}

// MARK: - Comparing

extension Snapshot {
  /// The items that are nowhere in another snapshot.
  ///
  /// - Complexity: O(log *n* + *k*) where all but *k* items are in storage that both share, and
  ///   O(log *s*) where the sections have the same items
  func items(goneFrom new: Snapshot) -> [Item] {
    sectionHandlesNotShared(with: new).flatMap { section in
      let outline = contents[section]
      let other = new[order.table[section]]
      if outline.table.isIdentical(to: other.table) { return [Item]() }
      return outline.handlesOfItems(notIn: other).lazy.map { outline.table[$0] }
        .filter { !new.contains($0) }
    }
  }

  /// The items that are expanded here and collapsed in a snapshot that differs in nothing else.
  ///
  /// - Complexity: O(log *n* + *k*) where all but *k* items are in storage that both share
  func items(expandedSince old: Snapshot) -> [Item] {
    sectionHandlesNotShared(with: old).flatMap { section in
      let outline = contents[section]
      let former = old.contents[section].tree
      return outline.tree.handlesNotShared(with: former).lazy
        .filter { outline.tree.isExpanded($0) && !former.isExpanded($0) }
        .map { outline.table[$0] }
    }
  }
}
