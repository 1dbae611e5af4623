import Outline

//  The insertion of a page: its children can come from other parents.

extension SourceModel {
  /// Inserts a page, and returns the failure.
  func insert(
    _ page: ScriptedPage, below parent: ScriptedParent, _ load: Load, in group: Origin
  ) -> String? {
    let old = latest
    guard let arriving = page.outline else { return "boom" }
    guard arriving.items.repetitions.isEmpty else {
      return "duplicates \(arriving.items.repetitions.sorted())"
    }
    let items = arriving.items
    let replaced = load.isNextPage ? [] : children(of: parent, in: old).flatMap(\.subtree)
    let known = items.filter { old.node($0) != nil && !replaced.contains($0) }
    if load.loader.isStrict && !known.isEmpty { return "duplicates \(known.sorted())" }
    let insertion = Insertion(old: old, hasSubtrees: page.hasSubtrees, isNextPage: load.isNextPage)
    var new = old
    let cyclicChildren = insert(arriving, below: parent, insertion, in: &new)
    var earlier = remembered.cyclicChildren.filter { child in
      !items.contains(child.item) && (load.isNextPage || .item(child.parent) != parent)
    }
    var count = 0
    repeat {
      count = earlier.count
      earlier = earlier.flatMap { insert($0, from: old, in: &new) }
    } while earlier.count < count
    remembered.cyclicChildren = earlier + cyclicChildren
    let forgottenParents = remembered.forgottenParents
    enqueue(group) { $0 = new }
    for item in new.items where old.node(item) == nil && forgottenParents.contains(item) {
      begin(.item(item), .program, in: group)
    }
    return nil
  }

  private struct Insertion {
    let old: Outline
    /// A Boolean value that indicates whether the page has the descendants of its children.
    let hasSubtrees: Bool
    let isNextPage: Bool
  }

  /// Inserts children, and returns those that are above their parent.
  private func insert(
    _ page: OutlineModel<Int>, below parent: ScriptedParent, _ insertion: Insertion,
    in outline: inout Outline
  ) -> [Remembered.Child] {
    var arriving = page
    let siblings = children(of: parent, in: outline)
    let replaced = insertion.isNextPage ? [] : siblings.flatMap(\.subtree)
    var cyclicChildren = removeAncestors(from: &arriving, below: parent, insertion, in: outline)
    let present = arriving.roots.filter { root in
      insertion.isNextPage && siblings.contains { $0.item == root.item }
    }
    arriving.remove(present.map(\.item))
    if insertion.hasSubtrees {
      keepExpansion(in: &arriving, insertion, in: outline)
    } else {
      addDescendants(to: &arriving, insertion, in: outline)
    }
    for item in arriving.items where !replaced.contains(item) { outline.remove(item) }
    outline.withChildren(of: parent) { $0 = (insertion.isNextPage ? $0 : []) + arriving.roots }
    for node in present where !node.children.isEmpty {
      var descendants = OutlineModel<Int>()
      descendants.roots = node.children
      let insertion = Insertion(old: insertion.old, hasSubtrees: true, isNextPage: false)
      cyclicChildren += insert(descendants, below: .item(node.item), insertion, in: &outline)
    }
    return cyclicChildren
  }

  /// Takes the ancestors of the parent from a page.
  private func removeAncestors(
    from arriving: inout OutlineModel<Int>, below parent: ScriptedParent, _ insertion: Insertion,
    in outline: Outline
  ) -> [Remembered.Child] {
    guard case .item(let parent) = parent else { return [] }
    let page = arriving
    let ancestors = outline.path(to: .item(parent))
    let topmost = page.items.filter { item in
      ancestors.contains(item)
        && !(page.ancestors(of: item) ?? []).contains(where: ancestors.contains)
    }
    arriving.remove(topmost)
    return topmost.filter { $0 != parent }.map { item in
      let parentInPage = page.items.first { page.children(of: $0)?.contains(item) ?? false }
      let siblings = parentInPage.flatMap { page.children(of: $0) } ?? page.rootItems
      var subtree = OutlineModel<Int>()
      subtree.roots =
        insertion.hasSubtrees ? page.node(item).map { [$0] } ?? [] : [.init(item: item)]
      return Remembered.Child(
        item: item, parent: parentInPage ?? parent, page: subtree,
        hasSubtrees: insertion.hasSubtrees,
        nextSiblings: Array(siblings.drop { $0 != item }.dropFirst()))
    }
  }

  /// The former descendants of an arriving item.
  private func formerNode(
    _ item: Int, _ insertion: Insertion, in outline: Outline
  ) -> OutlineModel<Int>.Node? {
    outline.node(item) ?? insertion.old.node(item) ?? remembered.removed.node(item)
  }

  /// The outline that has an item: the current one, that before the load, or that of removed items.
  private func version(of item: Int, _ insertion: Insertion, in outline: Outline) -> Int {
    outline.node(item) != nil ? 0 : insertion.old.node(item) != nil ? 1 : 2
  }

  private func addDescendants(
    to arriving: inout OutlineModel<Int>, _ insertion: Insertion, in outline: Outline
  ) {
    for index in arriving.roots.indices {
      let item = arriving.roots[index].item
      let taken = arriving.items
      guard let node = formerNode(item, insertion, in: outline) else { continue }
      arriving.roots[index] = node.without {
        $0 != item
          && (taken.contains($0)
            || version(of: $0, insertion, in: outline)
              != version(of: item, insertion, in: outline))
      }
    }
  }

  private func keepExpansion(
    in arriving: inout OutlineModel<Int>, _ insertion: Insertion, in outline: Outline
  ) {
    let given = arriving
    for entry in given.entries {
      guard let node = formerNode(entry.item, insertion, in: outline) else { continue }
      if !node.isExpanded {
        arriving.collapse([entry.item])
      } else if entry.childCount > 0 || given.node(entry.item)?.isExpanded ?? false
        || !needsLoad(.item(entry.item), hasChildren: false)
      {
        arriving.expand([entry.item])
      }
    }
  }

  /// Moves a child that was an ancestor of its parent, and returns the children that still wait.
  private func insert(
    _ child: Remembered.Child, from old: Outline, in outline: inout Outline
  ) -> [Remembered.Child] {
    let parent = ScriptedParent.item(child.parent)
    guard isKnown(parent, in: outline), !outline.path(to: parent).contains(child.item) else {
      return [child]
    }
    if children(of: parent, in: outline).contains(where: { $0.item == child.item }) { return [] }
    let insertion = Insertion(old: old, hasSubtrees: child.hasSubtrees, isNextPage: true)
    let cyclicChildren = insert(child.page, below: parent, insertion, in: &outline)
    outline.withChildren(of: parent) { nodes in
      let sibling = child.nextSiblings.first { sibling in nodes.contains { $0.item == sibling } }
      guard let sibling, let index = nodes.firstIndex(where: { $0.item == child.item }) else {
        return
      }
      let node = nodes.remove(at: index)
      nodes.insert(node, at: nodes.firstIndex { $0.item == sibling } ?? nodes.count)
    }
    return cyclicChildren
  }
}

extension ScriptedPage {
  fileprivate var hasSubtrees: Bool {
    if case .outline = contents { true } else { false }
  }

  var items: [Int] { outline?.items ?? [] }

  fileprivate var outline: OutlineModel<Int>? {
    switch contents {
    case .failure: return nil
    case .outline(let seed): return SourceModel.outline(seed)[0]
    case .items(let items):
      var outline = OutlineModel<Int>()
      outline.roots = items.map { .init(item: $0) }
      return outline
    }
  }
}

extension SnapshotModel<Int, Int> {
  /// The item and its ancestors.
  func path(to parent: ScriptedParent) -> [Int] {
    guard case .item(let item) = parent else { return [] }
    return [item] + (entries.lazy.compactMap { $0.outline.ancestors(of: item) }.first ?? [])
  }

  fileprivate mutating func remove(_ item: Int) {
    for index in entries.indices { entries[index].outline.remove(item) }
  }

  fileprivate mutating func withChildren(
    of parent: ScriptedParent, _ body: (inout [OutlineModel<Int>.Node]) -> Void
  ) {
    for index in entries.indices {
      switch parent {
      case .item(let item): entries[index].outline.withChildren(of: item, body)
      case .section(let section):
        if entries[index].section == section { body(&entries[index].outline.roots) }
      }
    }
  }
}

extension OutlineModel {
  fileprivate mutating func remove(_ items: [Item]) {
    for item in items { remove(item) }
  }
}

extension OutlineModel.Node {
  /// The node without some of its descendants.
  fileprivate func without(_ isRemoved: (Item) -> Bool) -> Self {
    var node = self
    node.children = children.filter { !isRemoved($0.item) }.map { $0.without(isRemoved) }
    return node
  }
}

// MARK: - Items between two loads

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
      remembered.removed.roots = []
      remembered.forgottenParents = []
      remembered.limit = 0
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
