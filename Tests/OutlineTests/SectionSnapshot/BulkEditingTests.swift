import Outline
import OutlineTestSupport
import Testing

@Suite struct BulkEditingTests {
  static func outline(_ layout: TestLayout, leaves: Int) throws -> SectionSnapshot<Int> {
    var outline = layout.empty(of: Int.self)
    for root in stride(from: 1_000, through: 5_000, by: 1_000) {
      try outline.append([root])
      try outline.append(root + 1...root + leaves, to: root)
    }
    return outline
  }

  @Test(arguments: TestLayout.allCases)
  func manyDeletedItemsAreForgotten(layout: TestLayout) throws {
    let whole = try Self.outline(layout, leaves: 200)
    var outline = whole
    try outline.delete([2_000, 4_000])
    #expect(Array(outline.items) == whole.items.filter { ![2, 4].contains($0 / 1_000) })
    #expect(whole.items.allSatisfy { outline.contains($0) == ![2, 4].contains($0 / 1_000) })
    try outline.insert([2_000], before: 3_000)
    try outline.append(2_001...2_200, to: 2_000)
    try outline.insert([4_000], after: 3_000)
    try outline.append(4_001...4_200, to: 4_000)
    #expect(outline == whole)
    try outline.delete([1_000, 2_000, 3_000, 4_000, 5_000])
    #expect(outline.items.isEmpty)
    #expect(!whole.items.contains { outline.contains($0) })
  }

  @Test(arguments: TestLayout.allCases)
  func fewChildrenWithManyDescendantsAreSorted(layout: TestLayout) throws {
    var outline = try Self.outline(layout, leaves: 200)
    outline.expand([2_000, 4_000])
    let expected = stride(from: 5_000, through: 1_000, by: -1_000).flatMap { $0...$0 + 200 }
    try outline.sortChildren { $0 > $1 }
    #expect(Array(outline.items) == expected)
    #expect(outline.expandedItems == [4_000, 2_000])
    // All are equal: the sort is stable.
    try outline.sortChildren { _, _ in false }
    #expect(Array(outline.items) == expected)
    try outline.append([0])
    for root in outline.rootItems.dropLast() {
      try outline.move(root, to: 0)
    }
    try outline.sortChildren(of: 0) { $0 < $1 }
    #expect(Array(try #require(outline.children(of: 0))) == [1_000, 2_000, 3_000, 4_000, 5_000])
    #expect(outline.items.count == 1_006)
  }

  @Test(arguments: TestLayout.allCases)
  func rebuiltOutlineKeepsExpansionOfKnownItems(layout: TestLayout) throws {
    var old = try Self.outline(layout, leaves: 50)
    old.expand(old.items.filter { $0 % 3 == 0 })
    try old.delete([5_000])
    var rebuilt = layout.empty(of: Int.self)
    for root in [5_000, 4_000, 3_000, 2_000, 1_000] {
      try rebuilt.append([root])
      try rebuilt.append((root + 1...root + 60).reversed(), to: root)
    }
    rebuilt.expandAll()
    rebuilt.keepExpansion(of: old)
    for item in rebuilt.items {
      #expect(rebuilt.isExpanded(item) == (old.contains(item) ? item % 3 == 0 : true), "\(item)")
    }
  }
}
