public import Outline

public struct Disagreement: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

extension OutlineModel {
  public func compareRows(with snapshot: SectionSnapshot<Item>) throws(Disagreement) {
    let entries = entries
    var index = 0
    for item in snapshot.items {
      guard index < entries.count, item == entries[index].item else { break }
      try agree("level of \(item)", snapshot.level(of: item), entries[index].level)
      try agree("flag of \(item)", snapshot.isExpanded(item), entries[index].isExpanded)
      index += 1
    }
    if index != entries.count || snapshot.items.count != entries.count {
      try agree("items", Array(snapshot.items), entries.map { $0.item })
    }
    try agree("items iterated", index, entries.count)
    try agree("count", snapshot.count, entries.count)
    try agree("isEmpty", snapshot.isEmpty, entries.isEmpty)
    try compareVisibleRows(of: snapshot, with: entries.filter { $0.isVisible })
  }

  public func compareAll(
    with snapshot: SectionSnapshot<Item>, unknown: [Item] = []
  ) throws(Disagreement) {
    let entries = entries
    let visible = entries.filter { $0.isVisible }
    try compareRows(with: snapshot)
    try agree("expandedItems", snapshot.expandedItems, expandedItems)
    try agree("visualDescription", snapshot.visualDescription(), visualDescription())
    try compareCollection("items", snapshot.items, entries.map { $0.item })
    try compareCollection("visibleItems", snapshot.visibleItems, visible.map { $0.item })
    try compareCollection("rootItems", snapshot.rootItems, rootItems)
    try compareRowSlices(of: snapshot, with: visible)
    try compareAnswers(of: snapshot, with: entries)
    // Each answer of the model is a search from the top, so large outlines are left out.
    if entries.count <= 40 {
      try agree("children of nil", snapshot.children(of: nil).map { Array($0) }, rootItems)
      try compareRelatives(with: snapshot, others: entries.map { $0.item })
      let rebuilt = SectionSnapshot(self)
      try agree("equals a rebuilt outline", snapshot == rebuilt, true)
      try agree("hash of a rebuilt outline", snapshot.hashValue, rebuilt.hashValue)
    }
    for item in unknown {
      try snapshot.compareUnknown(item, others: snapshot.items.prefix(3))
      try agree("index of \(item)", snapshot.index(of: item), nil)
      try agree("children of \(item)", snapshot.children(of: item).map { Array($0) }, nil)
    }
  }

  private func compareAnswers(
    of snapshot: SectionSnapshot<Item>, with entries: [Entry]
  ) throws(Disagreement) {
    var visibleCount = 0
    var ancestors: [Item] = []
    var nodes = Array(roots.reversed())
    for (index, entry) in entries.enumerated() {
      let item = entry.item
      ancestors.removeFirst(ancestors.count - entry.level)
      try agree("contains \(item)", snapshot.contains(item), true)
      try agree("index of \(item)", snapshot.index(of: item), index)
      try agree("isVisible \(item)", snapshot.isVisible(item), entry.isVisible)
      try agree("row of \(item)", snapshot.row(of: item), entry.isVisible ? visibleCount : nil)
      try agree("parent of \(item)", snapshot.parent(of: item), entry.parent)
      try agree("childIndex of \(item)", snapshot.childIndex(of: item), entry.position)
      try agree("ancestors of \(item)", snapshot.ancestors(of: item), ancestors)
      let children = nodes.removeLast().children
      nodes += children.reversed()
      if let answer = snapshot.children(of: item) {
        try compareCollection("children of \(item)", answer, children.map { $0.item })
      } else {
        throw Disagreement("children of \(item): nil")
      }
      let start = snapshot.descendants(of: item)?.startIndex
      try agree("start of the descendants of \(item)", start, index + 1)
      visibleCount += entry.isVisible ? 1 : 0
      ancestors.insert(item, at: 0)
    }
  }
}

func agree<Answer: Equatable>(
  _ question: @autoclosure () -> String, _ answer: Answer, _ expected: Answer
) throws(Disagreement) {
  guard answer == expected else {
    throw Disagreement("\(question()): \(answer), expected \(expected)")
  }
}

// MARK: - Collections

extension OutlineModel {
  func compareVisibleRows(
    of snapshot: SectionSnapshot<Item>, with visible: [Entry]
  ) throws(Disagreement) {
    let rows = snapshot.rows
    try agree("rows.count", rows.count, visible.count)
    try agree("visibleItems.count", snapshot.visibleItems.count, visible.count)
    var index = 0
    for row in rows {
      guard index < visible.count else { break }
      try compare(row, at: index, with: visible[index])
      index += 1
    }
    try agree("rows iterated", index, visible.count)
  }

  func compareRowSlices(
    of snapshot: SectionSnapshot<Item>, with visible: [Entry]
  ) throws(Disagreement) {
    let rows = snapshot.rows
    for range in testedRanges(count: visible.count) {
      let slice = rows[range]
      try agree("rows[\(range)].count", slice.count, range.count)
      try agree("rows[\(range)].startIndex", slice.startIndex, range.lowerBound)
      var index = range.lowerBound
      for row in slice {
        guard index < range.upperBound else { break }
        try compare(row, at: index, with: visible[index])
        try compare(slice[index], at: index, with: visible[index])
        index += 1
      }
      try agree("rows[\(range)] iterated", index, range.upperBound)
    }
  }

  private func compare(
    _ row: SectionSnapshot<Item>.Row, at index: Int, with entry: Entry
  ) throws(Disagreement) {
    guard
      row.item == entry.item, row.level == entry.level, row.isExpanded == entry.isExpanded,
      row.childCount == entry.childCount, row.childIndex == entry.position,
      row.siblingCount == entry.siblingCount
    else {
      throw Disagreement("rows[\(index)]: \(row), expected \(entry)")
    }
  }

  /// Iterates forward and backward, by subscript, and over slices.
  func compareCollection<View: RandomAccessCollection>(
    _ name: String, _ view: View, _ expected: [Item]
  ) throws(Disagreement)
  where View.Element == Item, View.Index == Int, View.SubSequence: RandomAccessCollection {
    try agree("\(name).count", view.count, expected.count)
    try agree("\(name) indices", view.startIndex..<view.endIndex, 0..<expected.count)
    try agree(name, Array(view), expected)
    try agree("\(name) reversed", Array(view.reversed()), expected.reversed())
    for index in expected.indices {
      try agree("\(name)[\(index)]", view[index], expected[index])
    }
    for range in testedRanges(count: expected.count) {
      let slice = view[range]
      try agree("\(name)[\(range)]", Array(slice), Array(expected[range]))
      try agree("\(name)[\(range)].startIndex", slice.startIndex, range.lowerBound)
      try agree("\(name)[\(range)].endIndex", slice.endIndex, range.upperBound)
      let inner = slice[range.dropFirst().dropLast()]
      try agree("\(name) inner slice", Array(inner), Array(expected[range].dropFirst().dropLast()))
    }
  }
}

/// All ranges of a short collection, some of a longer one.
private func testedRanges(count: Int) -> [Range<Int>] {
  let bounds = Array(stride(from: 0, through: count, by: max(1, count / 5)))
  return bounds.indices.flatMap { lower in
    bounds[lower...].map { bounds[lower]..<$0 }
  }
}

// MARK: - Relatives

protocol ItemQueries<Item> {
  associatedtype Item: Hashable & Sendable

  func contains(_ item: Item) -> Bool
  func isExpanded(_ item: Item) -> Bool
  func isVisible(_ item: Item) -> Bool
  func row(of item: Item) -> Int?
  func level(of item: Item) -> Int?
  func parent(of item: Item) -> Item?
  func ancestors(of item: Item) -> [Item]?
  func hasChildren(_ item: Item) -> Bool
  func childIndex(of item: Item) -> Int?
  func siblings(of item: Item) -> [Item]?
  func nextSibling(of item: Item) -> Item?
  func previousSibling(of item: Item) -> Item?
  func isDescendant(_ item: Item, of ancestor: Item) -> Bool
  func descendants(of item: Item) -> SectionSnapshot<Item>.Items?
}

extension SectionSnapshot: ItemQueries {}
extension Snapshot: ItemQueries {}

extension ItemQueries {
  func compareUnknown(_ item: Item, others: some Sequence<Item>) throws(Disagreement) {
    try agree("contains \(item)", contains(item), false)
    try agree("isExpanded \(item)", isExpanded(item), false)
    try agree("isVisible \(item)", isVisible(item), false)
    try agree("row of \(item)", row(of: item), nil)
    try agree("level of \(item)", level(of: item), nil)
    try agree("parent of \(item)", parent(of: item), nil)
    try agree("ancestors of \(item)", ancestors(of: item), nil)
    try agree("hasChildren \(item)", hasChildren(item), false)
    try agree("childIndex of \(item)", childIndex(of: item), nil)
    try agree("siblings of \(item)", siblings(of: item), nil)
    try agree("nextSibling of \(item)", nextSibling(of: item), nil)
    try agree("previousSibling of \(item)", previousSibling(of: item), nil)
    try agree("descendants of \(item)", descendants(of: item).map { Array($0) }, nil)
    for other in others {
      try agree("\(item) below \(other)", isDescendant(item, of: other), false)
      try agree("\(other) below \(item)", isDescendant(other, of: item), false)
    }
  }
}

extension OutlineModel {
  func compareRelatives(
    with snapshot: some ItemQueries<Item>, others: [Item]
  ) throws(Disagreement) {
    for entry in entries {
      let item = entry.item
      let ancestors = ancestors(of: item) ?? []
      let group = children(of: entry.parent) ?? []
      let before = group.prefix(entry.position)
      let after = group.dropFirst(entry.position + 1)
      try agree("level of \(item)", snapshot.level(of: item), entry.level)
      try agree("parent of \(item)", snapshot.parent(of: item), entry.parent)
      try agree("ancestors of \(item)", snapshot.ancestors(of: item), ancestors)
      try agree("hasChildren \(item)", snapshot.hasChildren(item), entry.childCount > 0)
      try agree("childIndex of \(item)", snapshot.childIndex(of: item), entry.position)
      try agree("siblings of \(item)", snapshot.siblings(of: item), Array(before + after))
      try agree("nextSibling of \(item)", snapshot.nextSibling(of: item), after.first)
      try agree("previousSibling of \(item)", snapshot.previousSibling(of: item), before.last)
      let descendants = snapshot.descendants(of: item).map { Array($0) }
      try agree("descendants of \(item)", descendants, self.descendants(of: item))
      for other in others {
        let isBelow = snapshot.isDescendant(item, of: other)
        try agree("\(item) below \(other)", isBelow, ancestors.contains(other))
      }
    }
  }
}
