public import Outline

public enum Operation<Item: Hashable & Comparable & Sendable> {
  case append([Item], to: Item?)
  case appendTree(Graft<Item>, to: Item?)
  case appendPreorder([(item: Item, level: Int)], to: Item?)
  case insert([Item], SiblingPosition<Item>)
  case insertInto(Item?, at: Int, items: [Item])
  case insertTree(Graft<Item>, SiblingPosition<Item>)
  case delete([Item])
  case deleteAll
  case replace(childrenOf: Item, using: Graft<Item>)
  case setChildren([Item], of: Item?)
  case setTree(Graft<Item>, of: Item?)
  case replaceItem(Item, with: Item)
  case move(Item, SiblingPosition<Item>)
  case moveInto(Item?, at: Int?, item: Item)
  case moveItems([Item], SiblingPosition<Item>)
  case moveItemsInto(Item?, at: Int?, items: [Item])

  case expand([Item])
  case collapse([Item])
  case expandAll(in: Item?)
  case collapseAll(in: Item?)
  case expandToLevel(Int, in: Item? = nil, collapsingOthers: Bool = false)
  case reveal(Item)
  case restoreExpansion([Item])

  case sort(childrenOf: Item?, recursively: Bool, by: SortOrder)
  /// Sorts the children of the parent first.
  case insertSorted([Item], to: Item?, by: SortOrder)
  /// Sorts the children of the parent first, and moves the item there before them if `isSibling`.
  case moveSorted(Item, to: Item?, by: SortOrder, isSibling: Bool)
  /// Continues with the result of `filtered`.
  case filter([Item], keepingSubtrees: Bool)
  /// Continues with the result of `snapshot(of:includingParent:)`.
  case keep(Item, includingParent: Bool)
  /// Takes the item's snapshot, deletes the item, and appends the snapshot elsewhere.
  case regraft(Item, to: Item?)
  /// Replaces the item's children by its own snapshot, all expanded.
  case reopen(Item)
}

public enum SiblingPosition<Item: Hashable & Sendable> {
  case before(Item)
  case after(Item)
}

public enum SortOrder: CaseIterable, Sendable {
  case ascending
  case descending
  /// By the length of the description, so that many items compare equal.
  case byLength

  func areInIncreasingOrder<Item: Comparable>(_ left: Item, _ right: Item) -> Bool {
    switch self {
    case .ascending: left < right
    case .descending: right < left
    case .byLength: String(describing: left).utf8.count < String(describing: right).utf8.count
    }
  }
}

public struct Graft<Item: Hashable & Sendable> {
  public let model: OutlineModel<Item>
  public let snapshot: SectionSnapshot<Item>

  public init(_ model: OutlineModel<Item>, in empty: SectionSnapshot<Item> = SectionSnapshot()) {
    self.model = model
    snapshot = SectionSnapshot(model, in: empty)
  }
}

extension Graft: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
where Item: LosslessStringConvertible {
  public init(stringLiteral text: String) {
    self.init(OutlineModel(text))
  }
}

extension Graft: CustomDebugStringConvertible {
  public var debugDescription: String { String(reflecting: model.shape) }
}

extension Graft: Sendable {}
extension SiblingPosition: Sendable {}
extension Operation: Sendable {}

public enum Outcome<Item: Hashable & Sendable>: Equatable {
  case done
  case notFound([Item])
  case failed(SectionSnapshotError<Item>)
}

extension Outcome: Sendable {}

extension Operation {
  public func apply<Outline: EditableOutline<Item>>(to outline: inout Outline) -> Outcome<Item> {
    do throws(SectionSnapshotError<Item>) {
      return try perform(on: &outline)
    } catch {
      return .failed(error)
    }
  }

  private func perform<Outline: EditableOutline<Item>>(
    on outline: inout Outline
  ) throws(SectionSnapshotError<Item>) -> Outcome<Item> {
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
    case .insertInto(let parent, let index, let items):
      try outline.insert(items, to: parent, at: index)
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
    case .setChildren(let items, of: let parent):
      try outline.setChildren(items, of: parent)
    case .setTree(let tree, of: let parent):
      try outline.setChildren(Outline(tree), of: parent)
    case .replaceItem(let item, with: let new):
      try outline.replace(item, with: new)
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
    case .sort(childrenOf: let parent, let recursively, by: .ascending):
      try outline.sortChildren(of: parent, recursively: recursively)
    case .sort(childrenOf: let parent, let recursively, by: let order):
      try outline.sortChildren(of: parent, recursively: recursively, by: order.areInIncreasingOrder)
    case .insertSorted(let items, to: let parent, by: let order):
      var sorted = outline
      try sorted.sortChildren(
        of: parent, recursively: false, by: order.areInIncreasingOrder)
      try sorted.insertSorted(items, to: parent, by: order.areInIncreasingOrder)
      outline = sorted
    case .moveSorted(let item, to: let parent, by: let order, let isSibling):
      var sorted = outline
      try sorted.sortChildren(
        of: parent, recursively: false, by: order.areInIncreasingOrder)
      if isSibling { try sorted.move(item, to: parent, at: 0) }
      try sorted.moveSorted(item, to: parent, by: order.areInIncreasingOrder)
      outline = sorted
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
      subtree.expandAll(in: nil)
      try outline.replace(childrenOf: item, using: subtree)
    case .expand(let items): outline.expand(items)
    case .collapse(let items): outline.collapse(items)
    case .expandAll(let item): outline.expandAll(in: item)
    case .collapseAll(let item): outline.collapseAll(in: item)
    case .expandToLevel(let level, let item, let collapsingOthers):
      outline.expand(toLevel: level, in: item, collapsingOthers: collapsingOthers)
    case .reveal(let item): outline.reveal(item)
    case .restoreExpansion(let items): return .notFound(outline.restoreExpansion(items))
    }
    return .done
  }
}
