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
    try agree("count", index, entries.count)
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
