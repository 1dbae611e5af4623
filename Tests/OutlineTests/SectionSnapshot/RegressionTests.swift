import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct RegressionTests {
  @Test func lazyCollectionsAreIteratedOnce() throws {
    var objects = SectionSnapshot<ObjectItem>()
    try objects.append((0..<5).lazy.map { _ in ObjectItem() })
    #expect(objects.items.allSatisfy(objects.contains))
    try objects.append((0..<100).lazy.map { _ in ObjectItem() })
    #expect(objects.items.allSatisfy(objects.contains))
    objects.checkInvariants()
  }

  @Test func repeatedItemsAreNotComparedWithEachOther() throws {
    var outline = SectionSnapshot<CountedItem>()
    let counter = ComparisonCounter()
    let items = repeatElement(counter.item(7), count: 5000)
    #expect(throws: SectionSnapshotError.duplicateItems([counter.item(7)])) {
      try outline.append(items)
    }
    #expect(counter.count < 20_000)
  }

  @Test func failedAppendReleasesItsHandles() throws {
    var outline = SectionSnapshot<Int>()
    try outline.append([1])
    #expect(throws: SectionSnapshotError.duplicateItems([1])) {
      try outline.append(1..<10_000)
    }
    #expect(outline.table.handles.handleLimit == 1)
    #expect(outline.table.items.pages.count == 1)
  }

  @Test func deletionReleasesStorage() throws {
    var outline = SectionSnapshot<Int>()
    try outline.append(0..<10_000)
    outline.expand([0, 9999])
    try outline.delete(Array(10..<9990))
    outline.checkInvariants()
    #expect(outline.table.handles.handleLimit == 20)
    #expect(Array(outline.items) == Array(0..<10) + Array(9990..<10_000))
    #expect(outline.expandedItems == [0, 9999])
  }

  @Test(arguments: [0, 1, 5, 1000])
  func iteratorsReturnNilAfterTheEnd(count: Int) throws {
    var outline = SectionSnapshot<Int>()
    try outline.append(0..<count)
    var items = outline.items.makeIterator()
    var rows = outline.rows.makeIterator()
    for _ in 0..<count {
      #expect(items.next() != nil)
      #expect(rows.next() != nil)
    }
    for _ in 0..<2 {
      #expect(items.next() == nil)
      #expect(rows.next() == nil)
    }
  }

  @Test func replacedItemsKeepTheOrderOfHandles() throws {
    var outline = try SectionSnapshot(roots: [0]) { $0 == 0 ? Array(1..<6) : [] }
    let before = outline.tree.rows(in: 0..<6)
    try outline.replace(childrenOf: 0, using: outline.snapshot(of: 0))
    #expect(outline.tree.rows(in: 0..<6) == before)
  }

  @Test func mirrorOfADeepOutlineIsFlat() throws {
    let chain = try SectionSnapshot(roots: [0]) { $0 < 500 ? [$0 + 1] : [] }
    let lines = Mirror(reflecting: chain).children.map { "\($0.value)" }
    #expect(lines.count == 501)
    #expect(lines.prefix(2) == ["-* 0", "  - 1"])
  }
}
