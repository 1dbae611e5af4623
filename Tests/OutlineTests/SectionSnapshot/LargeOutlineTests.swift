import Foundation
import Outline
import OutlineTestSupport
import Testing

/// A million levels and a million siblings, each on a stack of 1 MiB.
///
/// A quick run has fewer, but still ten times as many as recursion would survive.
@Suite(.serialized) struct LargeOutlineTests {
  static let count = TestEffort.choose(quick: 50_000, full: 1_000_000, long: 1_000_000)
  static let stack = 1 << 20

  @Test func deepOutlinesNeedLittleStack() async throws {
    try await onStack(of: Self.stack) {
      let last = Self.count - 1
      var chain = try SectionSnapshot(roots: [0]) { $0 == last ? [] : [$0 + 1] }
      try expect(chain.items.count, Self.count)
      chain.expandAll()
      try expect(chain.visibleItems.count, Self.count)
      try expect(chain.level(of: last), last)
      try expect(chain.ancestors(of: last)?.count, last)
      try expect(chain.rows.last?.level, last)
      chain.collapse([last / 2])
      try expect(chain.visibleItems.count, last / 2 + 1)
      try expect(chain.isVisible(last), false)
      chain.reveal(last)
      try expect(chain.row(of: last), last)
      try chain.move(last / 2, to: nil, at: 1)
      try expect(chain.level(of: last), last - last / 2)
      try chain.move(last / 2, to: last / 2 - 1, at: 0)
      try chain.sortChildren(recursively: true, by: >)
      try checkWhole(&chain, filterCount: 1 + last)
      try expect(chain.isVisible(last), true)
      try chain.delete([0])
      try expect(chain.items.isEmpty, true)
    }
  }

  @Test func wideOutlinesNeedLittleStack() async throws {
    try await onStack(of: Self.stack) {
      let last = Self.count - 1
      var wide = SectionSnapshot<Int>()
      try wide.append([0])
      try wide.append(1..<Self.count, to: 0)
      wide.expandAll()
      try expect(wide.visibleItems.count, Self.count)
      try expect(wide.rows.last?.childIndex, last - 1)
      try expect(wide.rows.last?.siblingCount, last)
      try expect(wide.children(of: 0)?.count, last)
      try expect(wide.children(of: 0)?[last / 2], last / 2 + 1)
      try expect(wide.childIndex(of: last), last - 1)
      try wide.move(last, to: 0, at: 0)
      try expect(wide.index(of: last), 1)
      try wide.sortChildren(of: 0, by: <)
      try expect(wide.visualDescription().utf8.filter { $0 == 10 }.count, Self.count)
      try checkWhole(&wide, filterCount: 2)
      try wide.delete([0])
      try expect(wide.items.isEmpty, true)
    }
  }

  @Test func deepPreorderNeedsLittleStack() async throws {
    try await onStack(of: Self.stack) {
      var chain = SectionSnapshot<Int>()
      try chain.append([-1])
      try chain.append(preorder: (0..<Self.count).lazy.map { ($0, $0) }, to: -1)
      chain.expand(toLevel: 10)
      try expect(chain.visibleItems.count, 11)
      var other = chain
      try other.replace(childrenOf: -1, using: try chain.snapshot(of: Self.count / 2))
      try expect(other.items.count, Self.count - Self.count / 2)
      try other.setChildren(chain, of: nil)
      try expect(other == chain, true)
      try chain.delete([-1])
      try expect(chain.items.count, 0)
    }
  }
}

private func checkWhole(_ outline: inout SectionSnapshot<Int>, filterCount: Int) throws {
  let last = LargeOutlineTests.count - 1
  let data = try JSONEncoder().encode(outline)
  var decoded: SectionSnapshot? = try JSONDecoder().decode(SectionSnapshot<Int>.self, from: data)
  try expect(decoded == outline, true)
  try expect(decoded.hashValue, Optional(outline).hashValue)
  decoded?.collapse([last])
  try expect(decoded == outline, false)
  decoded = nil
  try expect(outline.filtered { $0 == last }.items.count, filterCount)
  let copy = outline
  outline.collapseAll()
  try expect(outline.visibleItems.count, 1)
  try expect(outline.restoreExpansion(copy.expandedItems), [])
  try expect(outline == copy, true)
}

private func expect<Value: Equatable>(_ value: Value, _ expected: Value, line: Int = #line) throws {
  guard value == expected else {
    throw Disagreement("line \(line): \(value), expected \(expected)")
  }
}

@Suite(.serialized) struct LargeSnapshotTests {
  @Test func manySectionsAreEdited() throws {
    let count = TestEffort.choose(quick: 1_000, full: 10_000, long: 100_000)
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections(0..<count)
    for section in 0..<count {
      try snapshot.appendItems(section * 20..<section * 20 + 20, toSection: section)
    }
    try expect(snapshot.numberOfItems, count * 20)
    try expect(snapshot.itemIdentifiers.elementsEqual(0..<count * 20), true)
    let copy = snapshot
    for step in 0..<1_000 {
      let item = step &* 7_919 % (count * 20)
      try expect(snapshot.contains(item), true)
      try snapshot.moveSection(step % count, beforeSection: (step + count / 2) % count)
      try snapshot.moveItem(item, afterItem: (item + count) % (count * 20))
    }
    try expect(Set(snapshot.itemIdentifiers).count, count * 20)
    for row in stride(from: 0, to: count * 20, by: 97) {
      let path = try #require(snapshot.rowPath(atRow: row))
      let item = try #require(snapshot.itemIdentifier(for: path))
      try expect(snapshot.row(of: item), row)
      try expect(snapshot.indexOfItem(item), row)
    }
    try snapshot.deleteSections(Array(1..<count))
    try expect(snapshot.numberOfSections, 1)
    try expect(copy.itemIdentifiers.elementsEqual(0..<count * 20), true)
  }

  @Test func largeSectionsAreEdited() throws {
    let count = TestEffort.choose(quick: 20_000, full: 1_000_000, long: 1_000_000)
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections(0..<3)
    for section in 0..<3 {
      try snapshot.appendItems(section * count..<(section + 1) * count, toSection: section)
    }
    snapshot[1] = try SectionSnapshot(roots: [count]) { $0 + 1 < 2 * count ? [$0 + 1] : [] }
    try expect(snapshot.numberOfItems, 3 * count)
    try expect(snapshot.numberOfRows, 2 * count + 1)
    snapshot[1].expandAll()
    try expect(snapshot.row(of: 2 * count - 1), 2 * count - 1)
    let copy = snapshot
    try snapshot.appendItems([count + 1], toSection: 2)
    try expect(snapshot.numberOfItems(inSection: 1), 1)
    try expect(snapshot.sectionIdentifier(containingItem: 2 * count - 1), 2)
    try snapshot.replace([0: copy[1], 1: copy[0]])
    try expect(snapshot.indexOfItem(0), count)
    try expect(snapshot == copy, false)
    snapshot[1].expand([5])
    try snapshot.deleteSections([0])
    try snapshot.deleteItems(Array(0..<count))
    try expect(snapshot.numberOfItems, count)
    try expect(copy.numberOfRows, 3 * count)
  }
}
