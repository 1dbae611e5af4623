import Outline

extension Operation {
  public func apply<Outline: EditableOutline<Item>>(to outline: inout Outline) -> Outcome<Item> {
    do throws(SectionSnapshotError<Item>) {
      if try edit(&outline) { return .done }
      if try rearrange(&outline) { return .done }
    } catch {
      return .failed(error)
    }
    return changeExpansion(of: &outline)
  }

  private func edit<Outline: EditableOutline<Item>>(
    _ outline: inout Outline
  ) throws(SectionSnapshotError<Item>) -> Bool {
    switch self {
    case .append(let items, to: let parent):
      try outline.append(items, to: parent)
    case .appendTree(let tree, to: let parent):
      try outline.append(Outline(tree), to: parent)
    case .appendPreorder(let rows, to: let parent):
      try outline.append(preorder: rows, to: parent)
    case .insert(let items, .before(let anchor)):
      try outline.insert(items, before: anchor)
    case .insert(let items, .after(let anchor)):
      try outline.insert(items, after: anchor)
    case .insertTree(let tree, .before(let anchor)):
      try outline.insert(Outline(tree), before: anchor)
    case .insertTree(let tree, .after(let anchor)):
      try outline.insert(Outline(tree), after: anchor)
    case .delete(let items):
      try outline.delete(items)
    case .deleteAll:
      outline.deleteAll()
    case .replace(childrenOf: let parent, using: let tree):
      try outline.replace(childrenOf: parent, using: Outline(tree))
    default:
      return false
    }
    return true
  }

  private func rearrange<Outline: EditableOutline<Item>>(
    _ outline: inout Outline
  ) throws(SectionSnapshotError<Item>) -> Bool {
    switch self {
    case .move(let item, .before(let anchor)):
      try outline.move(item, before: anchor)
    case .move(let item, .after(let anchor)):
      try outline.move(item, after: anchor)
    case .moveInto(let parent, let index, let item):
      try outline.move(item, to: parent, at: index)
    case .moveItems(let items, .before(let anchor)):
      try outline.move(items, before: anchor)
    case .moveItems(let items, .after(let anchor)):
      try outline.move(items, after: anchor)
    case .moveItemsInto(let parent, let index, let items):
      try outline.move(items, to: parent, at: index)
    case .sort(childrenOf: let parent, let recursively, by: let order):
      try outline.sortChildren(of: parent, recursively: recursively, by: order.areInIncreasingOrder)
    case .filter(let items, let keepingSubtrees):
      outline = outline.filtered(keepingSubtrees: keepingSubtrees) { items.contains($0) }
    case .keep(let item, let includingParent):
      outline = try outline.snapshot(of: item, includingParent: includingParent)
    case .regraft(let item, to: let parent):
      var remaining = outline
      let subtree = try outline.snapshot(of: item, includingParent: true)
      try remaining.delete([item])
      try remaining.append(subtree, to: parent)
      outline = remaining
    case .reopen(let item):
      var subtree = try outline.snapshot(of: item, includingParent: false)
      subtree.expandAll()
      try outline.replace(childrenOf: item, using: subtree)
    default:
      return false
    }
    return true
  }

  private func changeExpansion(of outline: inout some EditableOutline<Item>) -> Outcome<Item> {
    switch self {
    case .expand(let items): outline.expand(items)
    case .collapse(let items): outline.collapse(items)
    case .expandAll: outline.expandAll()
    case .collapseAll: outline.collapseAll()
    case .expandSubtree(let item): outline.expandAll(in: item)
    case .collapseSubtree(let item): outline.collapseAll(in: item)
    case .expandToLevel(let level): outline.expand(toLevel: level)
    case .reveal(let item): outline.reveal(item)
    case .restoreExpansion(let items): return .notFound(outline.restoreExpansion(items))
    default: preconditionFailure("unknown operation: \(self)")
    }
    return .done
  }
}
