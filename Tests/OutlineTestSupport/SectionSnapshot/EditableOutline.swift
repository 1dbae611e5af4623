public import Outline

public protocol EditableOutline<Item> {
  associatedtype Item: Hashable & Comparable & Sendable
  typealias Failure = SectionSnapshotError<Item>

  init(_ graft: Graft<Item>)

  var isEmpty: Bool { get }
  func contains(_ item: Item) -> Bool

  mutating func append(_ items: some Collection<Item>, to parent: Item?) throws(Failure)
  mutating func append(_ snapshot: Self, to parent: Item?) throws(Failure)
  mutating func append(
    preorder rows: some Sequence<(item: Item, level: Int)>, to parent: Item?
  ) throws(Failure)
  mutating func insert(_ items: some Collection<Item>, before anchor: Item) throws(Failure)
  mutating func insert(_ items: some Collection<Item>, after anchor: Item) throws(Failure)
  mutating func insert(_ items: some Collection<Item>, to parent: Item?, at index: Int)
    throws(Failure)
  mutating func insert(_ snapshot: Self, before anchor: Item) throws(Failure)
  mutating func insert(_ snapshot: Self, after anchor: Item) throws(Failure)
  mutating func delete(_ items: some Collection<Item>) throws(Failure)
  mutating func deleteAll()
  mutating func replace(childrenOf parent: Item, using snapshot: Self) throws(Failure)
  mutating func setChildren(_ items: some Collection<Item>, of parent: Item?) throws(Failure)
  mutating func setChildren(_ snapshot: Self, of parent: Item?) throws(Failure)
  mutating func replace(_ item: Item, with new: Item) throws(Failure)
  mutating func move(_ item: Item, before anchor: Item) throws(Failure)
  mutating func move(_ item: Item, after anchor: Item) throws(Failure)
  mutating func move(_ item: Item, to parent: Item?, at index: Int?) throws(Failure)
  mutating func move(_ items: some Sequence<Item>, before anchor: Item) throws(Failure)
  mutating func move(_ items: some Sequence<Item>, after anchor: Item) throws(Failure)
  mutating func move(_ items: some Sequence<Item>, to parent: Item?, at index: Int?) throws(Failure)
  func snapshot(of parent: Item, includingParent: Bool) throws(Failure) -> Self

  mutating func expand(_ items: some Sequence<Item>)
  mutating func collapse(_ items: some Sequence<Item>)
  mutating func expandAll(in item: Item?)
  mutating func collapseAll(in item: Item?)
  mutating func expand(toLevel level: Int, in item: Item?, collapsingOthers: Bool)
  mutating func reveal(_ item: Item)
  mutating func restoreExpansion(_ saved: some Sequence<Item>) -> [Item]

  func filtered(keepingSubtrees: Bool, _ isMatch: (Item) -> Bool) -> Self
  mutating func sortChildren(
    of parent: Item?, recursively: Bool, by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure)
  mutating func sortChildren(
    of parent: Item?, recursively: Bool
  ) throws(Failure)
  mutating func insertSorted(
    _ items: some Collection<Item>, to parent: Item?,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure)
  mutating func moveSorted(
    _ item: Item, to parent: Item?, by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure)
}

extension SectionSnapshot: EditableOutline where Item: Comparable {
  public init(_ graft: Graft<Item>) { self = graft.snapshot }
}

extension OutlineModel: EditableOutline where Item: Comparable {
  public init(_ graft: Graft<Item>) { self = graft.model }

  public var isEmpty: Bool { roots.isEmpty }
}
