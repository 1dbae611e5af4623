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

  /// Few items and many items take different code paths.
  @Test(arguments: TestLayout.allCases)
  func expandingManyItemsEqualsExpandingEach(layout: TestLayout) throws {
    var snapshot = layout.empty(of: Int.self)
    let count = TestEffort.choose(quick: 250, full: 500, long: 500)
    try snapshot.append(preorder: (0..<count).map { (item: $0, level: $0 % 5) })
    var together = snapshot
    var apart = snapshot
    for (isExpanded, step) in [(true, 1), (false, 3), (true, 7), (false, 10)] {
      let items = Array(stride(from: -step, to: count, by: step))
      if isExpanded { together.expand(items) } else { together.collapse(items) }
      for item in items {
        if isExpanded { apart.expand([item]) } else { apart.collapse([item]) }
      }
      #expect(together == apart)
      #expect(Array(together.visibleItems) == Array(apart.visibleItems))
    }
  }

  @Test func walksOfDeepAndShallowRowsHaveTheCountsOfSingleRows() throws {
    for depth in 250..<265 {
      let levels = Array(0...depth) + [0, 1, 2, 2, 1, 2, 3, 3] + [0, 1, 1] + Array(0...depth)
      var outline = SectionSnapshot<Int>()
      try outline.append(preorder: zip(levels.indices, levels).map { (item: $0, level: $1) })
      outline.expandAll()
      outline.collapse([levels.count - 3])
      let rows = outline.rows
      #expect(rows.elementsEqual(rows.indices.map { rows[$0] }), "depth \(depth)")
      #expect(rows.dropFirst(depth).elementsEqual(rows.indices.dropFirst(depth).map { rows[$0] }))
    }
  }
}
