extension Snapshot {
  /// Moves items together to a destination.
  ///
  /// The moved items become neighbors, in the order of the argument; repetitions are ignored. An
  /// item below another one of them stays below it. If the destination is next to a moved item, the
  /// items go before the next sibling of that item that does not move.
  ///
  ///     var snapshot = Snapshot<String, String>()
  ///     try snapshot.appendSections(["Shop"])
  ///     try snapshot["Shop"].append(["Apple", "Tools"])
  ///     try snapshot["Shop"].append(["Saw", "Hammer"], to: "Tools")
  ///     try snapshot.moveItems(["Hammer", "Apple"], to: .before("Saw"))
  ///     Array(snapshot.itemIdentifiers)  // ["Tools", "Hammer", "Apple", "Saw"]
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SnapshotError/unknownSections(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*) for each item; O(*k* + log *n*) for an item with *k* descendants that
  ///   moves to another section
  public mutating func moveItems(
    _ items: some Sequence<Item>, to destination: Snapshot<Section, Item>.Destination
  ) throws(SnapshotError<Section, Item>) {
    let move = try plannedMove(of: Array(items), to: destination)
    try insertOrMove(move.items, in: move.section, at: move.anchor)
  }

  /// Returns a Boolean value that indicates whether ``moveItems(_:to:)`` would succeed.
  ///
  /// - Complexity: O(log *n*) for each item
  package func canMoveItems(
    _ items: some Sequence<Item>, to destination: Snapshot<Section, Item>.Destination
  ) -> Bool {
    do {
      _ = try plannedMove(of: Array(items), to: destination)
      return true
    } catch {
      return false
    }
  }

  /// Returns the items that are not descendants of other given items.
  ///
  /// ``moveItems(_:to:)`` moves these, and their descendants with them. Unknown items are ignored.
  ///
  /// - Returns: The stored items, each once, in the order of the snapshot.
  /// - Complexity: O(log *n*) for each item
  package func topmostItems(among items: some Sequence<Item>) -> [Item] {
    topmost(Array(items)).map { $0.item }
  }

  /// Returns the stored items in the order of the snapshot; unknown items come first.
  ///
  /// - Complexity: O(log *n*) for each item
  package func sortedItems(_ items: some Sequence<Item>) -> [Item] {
    items.map { item in (item: self.item(equalTo: item) ?? item, index: indexOfItem(item) ?? -1) }
      .sorted(byKey: { ($0.index, 0) })
      .map { $0.item }
  }
}

extension Snapshot {
  /// A move that cannot fail.
  private struct PlannedMove {
    /// The topmost items in their order.
    let items: [Item]
    let section: Int32
    let anchor: Anchor<Item>
  }

  private func plannedMove(
    of items: [Item], to destination: Snapshot<Section, Item>.Destination
  ) throws(SnapshotError<Section, Item>) -> PlannedMove {
    let unknown = (items + [destination.item].compactMap { $0 }).filter { !contains($0) }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown.eachOnce())) }
    let movedItems = topmost(items).sorted(byKey: { ($0.index, 0) }).map { $0.item }
    let (section, anchor) = try anchor(of: destination, moving: movedItems)
    try checkNotAbove(anchor, in: section, movedItems)
    return PlannedMove(items: movedItems, section: section, anchor: anchor)
  }

  /// Returns the stored items that are not descendants of others, in the order of the snapshot,
  /// with their first indices in the list.
  private func topmost(_ items: [Item]) -> [(index: Int, item: Item)] {
    items.enumerated().compactMap { index, item in
      locate(item).map { section, handle in
        let range = contents[section].tree.subtreeRange(of: handle)
        let start = Int(sectionTree.counts(before: section).items) + range.lowerBound
        let stored = contents[section].table[handle]
        return (value: (index, stored), subtree: start..<start + range.count)
      }
    }.topmost()
  }

  private func anchor(
    of destination: Snapshot<Section, Item>.Destination, moving movedItems: [Item]
  ) throws(SnapshotError<Section, Item>) -> (section: Int32, anchor: Anchor<Item>) {
    switch destination {
    case .end(let section):
      guard let handle = order.table.handle(of: section) else { throw .unknownSections([section]) }
      return (handle, .end)
    case .before(let item), .after(let item), .into(let item):
      guard let (section, handle) = locate(item) else { throw .items(.unknownItems([item])) }
      if case .into = destination { return (section, .into(item, handle)) }
      if movedItems.contains(item) {
        let outline = contents[section]
        let movedHandles = Set(movedItems.compactMap { outline.table.handle(of: $0) })
        return (section, outline.anchor(afterMovedRow: handle, moving: movedHandles))
      }
      if case .before = destination { return (section, .before(item, handle)) }
      return (section, .after(item, handle))
    }
  }
}
