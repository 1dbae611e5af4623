import Outline

extension RandomRun {
  /// Makes one random change, and returns its name.
  func makeChange() throws -> String {
    let snapshot = source.snapshot()
    guard let item = snapshot.itemIdentifiers.randomElement(using: &random) else {
      try insert(into: nil)
      return "insertion"
    }
    switch random.next(below: 16) {
    case 0..<4:
      source.toggle(snapshot.visibleItems.randomElement(using: &random) ?? item)
      return "toggle"
    case 4..<6:
      guard snapshot.numberOfItems < 400 else { return try delete(item) }
      try insert(into: item)
      return "insertion"
    case 6: return try delete(item)
    case 7..<9: return try drop(item)
    case 9: return try rename(item)
    case 10:
      if random.next(below: 2) == 0 {
        source.expandSubtree(of: item)
      } else {
        source.collapseSubtree(of: item)
      }
      return "subtree"
    case 11: return try rebuild()
    case 12: return try edit()
    case 13:
      source.beginReloadingChildren(of: item)
      return "reload of children"
    case 14:
      source.applySnapshotUsingReloadData(try shuffled(snapshot))
      return "reload"
    default:
      view.select(snapshot.visibleItems.randomElement(using: &random) ?? item)
      return "selection"
    }
  }

  private func insert(into item: Item?) throws {
    let (items, choice) = (makeItems(), random.next(below: 3))
    try source.update { snapshot in
      switch (item, choice) {
      case (let item?, 0): try snapshot.insertItems(items, beforeItem: item)
      case (let item?, 1): try snapshot.insertItems(items, afterItem: item)
      case (let item?, _):
        guard let section = snapshot.sectionIdentifier(containingItem: item) else { return }
        try snapshot[section].append(items, to: item)
      case (nil, _): try snapshot.appendItems(items, toSection: .folders)
      }
    }
  }

  private func delete(_ item: Item) throws -> String {
    try source.update { snapshot in try snapshot.deleteItems([item]) }
    return "deletion"
  }

  private func drop(_ item: Item) throws -> String {
    let snapshot = source.snapshot()
    guard let target = snapshot.itemIdentifiers.randomElement(using: &random) else { return "" }
    let destinations: [Snapshot<SidebarSection, Item>.Destination] = [
      .before(target), .after(target), .into(target), .end(of: .recent),
    ]
    // A drop into the item itself is an error that changes nothing.
    _ = try? source.drop([item], to: destinations[random.next(below: 4)])
    return "drop"
  }

  private func rename(_ item: Item) throws -> String {
    var file = item.value
    file.name += "'"
    try source.update { snapshot in try snapshot.updateItems([Item(file)]) }
    return "new name"
  }

  /// Applies a snapshot in which the siblings have another order.
  private func rebuild() throws -> String {
    source.apply(try shuffled(source.snapshot()), keepingExpansion: random.next(below: 2) == 0)
    return "rebuild"
  }

  private func shuffled(_ snapshot: FileSnapshot) throws -> FileSnapshot {
    var result = snapshot
    var keys: [Item: UInt64] = [:]
    for item in snapshot.itemIdentifiers where random.next(below: 3) == 0 {
      keys[item] = random.next()
    }
    for section in snapshot.sectionIdentifiers {
      try result[section].sortChildren(recursively: true) {
        keys[$0, default: 0] < keys[$1, default: 0]
      }
    }
    return result
  }

  /// Makes several changes in one update.
  private func edit() throws -> String {
    let items = source.snapshot().itemIdentifiers.shuffled(using: &random).prefix(12)
    let added = makeItems()
    try source.update { snapshot in
      for (index, item) in items.enumerated() where snapshot.contains(item) {
        switch index % 4 {
        case 0: try snapshot.deleteItems([item])
        case 1: snapshot.expand([item])
        case 2: snapshot.collapse([item])
        default: try snapshot.moveItems([item], to: .end(of: .places))
        }
      }
      try snapshot.appendItems(added, toSection: .recent)
    }
    return "edit"
  }
}
