import Outline

//  Items that a change on a server moves: loads bring their old and their new parent one by one.

extension SourceModel {
  struct Remembered {
    /// A loaded child that keeps its position, because its parent is below it.
    struct Child {
      let item: Int
      let parent: Int
      /// The child as it is in the page.
      let page: OutlineModel<Int>
      let hasSubtrees: Bool
      let nextSiblings: [Int]
    }

    var cyclicChildren: [Child] = []
    /// Removed parents that are loaded again if a load brings them back.
    var forgottenParents: Set<Int> = []
    /// The removed items, below those of their parents that were removed with them.
    var removed = OutlineModel<Int>()
    /// The number of items of the largest outline since the first removal.
    var limit = 0
  }

  /// Notes the items that a change has added and removed.
  func noteChange(from old: Outline, to new: Outline) {
    let gone = old.items.filter { new.node($0) == nil }
    let isLoading = isInserting || records.values.contains { $0.load != nil }
    let isNew = { old.node($0) == nil }
    if isLoading {
      for item in new.items where isNew(item) { remembered.restore(item) }
      remember(gone, of: old)
    } else if !gone.isEmpty || new.items.contains(where: isNew) {
      (remembered.removed.roots, remembered.forgottenParents, remembered.limit) = ([], [], 0)
    }
    remembered.cyclicChildren.removeAll { child in
      guard
        let ancestors = new.entries.lazy.compactMap({ $0.outline.ancestors(of: child.parent) })
          .first
      else { return true }
      return !isLoading && !ancestors.contains(child.item)
    }
    for (parent, record) in records where !isKnown(parent, in: new) {
      records[parent] = nil
      resume(record.load?.waiters ?? [], "\(CancellationError())")
    }
  }

  private func remember(_ gone: [Int], of old: Outline) {
    func removed(_ node: OutlineModel<Int>.Node) -> OutlineModel<Int>.Node {
      var copy = node
      copy.children = node.children.filter { gone.contains($0.item) }.map(removed)
      return copy
    }
    if gone.isEmpty { return }
    let cyclicParents = remembered.cyclicChildren.map(\.parent)
    remembered.forgottenParents.formUnion(
      gone.filter { !(records[.item($0)]?.isTrivial ?? true) || cyclicParents.contains($0) })
    let roots = gone.filter { old.parent(of: $0).map { !gone.contains($0) } ?? true }
    remembered.removed.roots += roots.compactMap(old.node).map(removed)
    remembered.limit = max(remembered.limit, old.items.count)
    while remembered.removed.items.count > remembered.limit {
      remembered.forgottenParents.subtract(remembered.removed.roots.removeFirst().subtree)
    }
  }
}

extension SourceModel.Remembered {
  /// Forgets an item that has come back, but not its descendants.
  fileprivate mutating func restore(_ item: Int) {
    guard let node = removed.node(item) else { return }
    removed.remove(item)
    removed.roots += node.children
    forgottenParents.remove(item)
  }
}
