//  Several items travel as one block, to be put in their place by `put`.

extension Snapshot {
  /// Moves items, with all their descendants, as one block to another place.
  ///
  /// They come to stand there in the order that they have in the snapshot; items below others of
  /// them travel with those. Expansion is kept. Where all are there already, nothing changes.
  ///
  ///     try snapshot.moveItems(["Saw", "Apple"], to: .into("Tools"))
  ///
  /// Where the items are to go beside one of themselves, that one's place counts, and it is the
  /// place of the block: ahead of the first sibling after it that does not travel.
  ///
  /// - Parameters:
  ///   - items: The items to move, in whichever sections.
  ///   - destination: The place.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)`` for items and for that of the
  ///   destination, ``SectionedSnapshotError/unknownSections(_:)``,
  ///   ``SectionedSnapshotError/moveIntoItself(_:destination:)`` for items that the destination is
  ///   in or below, in this order.
  /// - Complexity: O(log *n*) an item, and O(*k* + log *n*) for one that goes to another section
  ///   with *k* descendants
  public mutating func moveItems(
    _ items: some Collection<Item>, to destination: DropDestination<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let drop = try drop(of: items, at: destination)
    try put(drop.items, in: drop.section, at: drop.spot)
  }

  /// Items that can be moved to some place.
  struct Drop {
    /// Those that travel by themselves, in their order.
    let items: [Item]
    let section: Int32
    let spot: Spot<Item>
  }

  /// Finds out what is to be moved, and where to.
  func drop(
    of items: some Collection<Item>, at destination: DropDestination<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> Drop {
    let unknown = (Array(items) + [destination.item].compactMap { $0 }).filter { !contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown.eachOnce()) }
    let travelers = topmost(items)
    let (section, spot) = try place(of: destination, besides: Set(travelers))
    try checkNotAbove(spot, in: section, travelers)
    return Drop(items: travelers, section: section, spot: spot)
  }

  /// Those of some items that are below none of the others: each once, in their order in the
  /// snapshot.
  private func topmost(_ items: some Collection<Item>) -> [Item] {
    let places = items.compactMap { item in
      locate(item).map { section, handle in
        let range = contents[section].tree.subtreeRange(of: handle)
        let start = Int(sectionTree.counts(before: section).items) + range.lowerBound
        return (item: item, range: start..<start + range.count)
      }
    }
    var result: [Item] = []
    var end = 0
    for (item, range) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= end {
      result.append(item)
      end = range.upperBound
    }
    return result
  }

  private func place(
    of destination: DropDestination<Section, Item>, besides travelers: Set<Item>
  ) throws(SectionedSnapshotError<Section, Item>) -> (section: Int32, spot: Spot<Item>) {
    if case .end(let section) = destination {
      guard let handle = order.table.handle(of: section) else { throw .unknownSections([section]) }
      return (handle, .end)
    }
    // There is an item, which was looked up before.
    guard let item = destination.item, let (section, handle) = locate(item) else {
      throw .unknownItems([destination.item].compactMap { $0 })
    }
    switch destination {
    case .into: return (section, .into(item, handle))
    case _ where travelers.contains(item):
      return (section, contents[section].spot(behind: handle, besides: travelers))
    case .before: return (section, .before(item, handle))
    case .after, .end: return (section, .after(item, handle))
    }
  }
}

extension SectionSnapshot {
  /// Ahead of the first sibling after a row that does not travel, or after all its siblings.
  fileprivate func spot(behind handle: Int32, besides travelers: Set<Item>) -> Spot<Item> {
    let parent = tree.parent(of: handle)
    for index in tree.childIndex(of: handle) + 1..<tree.childCount(of: parent) {
      let sibling = tree.child(of: parent, at: index)
      if !travelers.contains(table[sibling]) { return .before(table[sibling], sibling) }
    }
    return parent.map { .into(table[$0], $0) } ?? .end
  }
}
