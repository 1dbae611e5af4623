import Outline

extension SourceModel {
  func canDrop(_ items: [Int], to destination: Snapshot<Int, Int>.Destination) -> Bool {
    var outline = latest
    guard (try? outline.moveItems(items, to: destination)) != nil else { return false }
    return canReorder(latest.topmost(items), to: destination)
  }

  private func canReorder(_ items: [Int], to destination: Snapshot<Int, Int>.Destination) -> Bool {
    callingHandler {
      items.allSatisfy { latest.items.contains($0) && script.call(.canReorder, $0, of: self) }
        && items.allSatisfy(latest.items.contains) && latest.hasAnchor(of: destination)
        && script.call(.canDropItems, items.count, of: self)
    }
  }

  /// Moves items, which the view of an adapter, the mover, has moved already.
  ///
  /// - Returns: `false` if nothing moves.
  func drop(
    _ items: [Int], to destination: Snapshot<Int, Int>.Destination, mover: Int?
  ) throws(SnapshotError<Int, Int>) -> Bool {
    try deferringDelivery { () throws(SnapshotError<Int, Int>) in
      let isInterrupted = isInCall
      let mover = mover.flatMap { index in
        adapters[index].isAttached
          ? Mover(adapter: index, attachment: adapters[index].attachment) : nil
      }
      var isMade = false
      defer {
        if !isMade, let mover {
          enqueueMove(by: mover, .immediate, needsReload: true) { _ in }
        }
      }
      let initial = latest
      var final = initial
      try final.moveItems(items, to: destination)
      let moved = initial.topmost(items)
      guard final.entries != initial.entries, canReorder(moved, to: destination) else {
        return false
      }
      let planned = Move(initial: initial, final: final, items: moved)
      _ = try planned.repeated(on: latest)
      callingHandler { _ = script.call(.willReorder, moved.count, of: self) }
      let move = try planned.repeated(on: latest)
      isMade = true
      let needsReload = isInterrupted || hasChanges
      noteMove(move)
      enqueueMove(
        by: mover, needsReload: needsReload,
        completion: { [unowned self] in
          moves.append(move)
          script.call(.didReorder, moved.count, of: self)
        }
      ) { $0 = move.final }
      return true
    }
  }

  private func enqueueMove(
    by mover: Mover?, _ presentation: Presentation = .animated, needsReload: Bool,
    completion: (() -> Void)? = nil,
    _ edit: (inout Outline) -> Void
  ) {
    if let mover, adapters[mover.adapter].attachment == mover.attachment {
      adapters[mover.adapter].undeliveredMoves += 1
      if needsReload { adapters[mover.adapter].needsReload = true }
    }
    enqueue(Origin(presentation: presentation, mover: mover), completion: completion, edit)
  }

  func undo(_ number: Int, isRepeated: Bool) throws(SnapshotError<Int, Int>) {
    guard !moves.isEmpty else { return }
    var move = moves[number % moves.count]
    if !isRepeated { swap(&move.initial, &move.final) }
    let repeated = try move.repeated(on: latest)
    noteMove(repeated)
    enqueue { $0 = repeated.final }
  }
}

extension SourceModel.Move {
  /// The same move, of another outline.
  fileprivate func repeated(
    on outline: SourceModel.Outline
  ) throws(SnapshotError<Int, Int>) -> Self {
    var result = outline
    let parents = items.compactMap { final.parent(of: $0) }
    let unknown = (items + parents).filter { outline.node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown.uniqued)) }
    for item in final.items where items.contains(item) {
      let parent = final.parent(of: item)
      guard let section = parent.map(result.section) ?? final.section(containing: item),
        let node = result.node(item), result.hasSection(section)
      else { throw .unknownSections([final.section(containing: item) ?? -1]) }
      if let parent, node.subtree.contains(parent) {
        throw .items(.moveIntoItself([item], destination: parent))
      }
      let target = final.entries.first { $0.outline.contains(item) }?.outline
      let siblings = target?.children(of: parent) ?? []
      let present = result[section].children(of: parent) ?? []
      let previous = siblings.prefix { $0 != item }.last { $0 != item && present.contains($0) }
      for index in result.entries.indices { result.entries[index].outline.remove(item) }
      result[section].withChildren(of: parent) { children in
        let index = children.firstIndex { $0.item == previous }.map { $0 + 1 } ?? 0
        children.insert(node, at: index)
      }
    }
    return Self(
      initial: outline, final: result, items: outline.items.filter(items.contains))
  }
}

extension SnapshotModel {
  fileprivate func topmost(_ items: [Item]) -> [Item] {
    entries.flatMap { $0.outline.topmost(items) }.map(\.item)
  }

  func parent(of item: Item) -> Item? {
    entries.lazy.compactMap { $0.outline.ancestors(of: item) }.first?.first
  }

  /// Returns whether the item of a destination is in the outline.
  fileprivate func hasAnchor(of destination: Snapshot<Section, Item>.Destination) -> Bool {
    switch destination {
    case .before(let item), .after(let item), .into(let item): items.contains(item)
    case .end: true
    }
  }
}
