import Outline
import Testing

@testable import OutlineCore

@Suite struct PageSharingTests {
  private let original: SectionSnapshot<Int>

  init() throws {
    // 20 roots with 200 children each: three levels of pages.
    original = try SectionSnapshot(roots: (0..<20).map { $0 * 1000 }) { item in
      item % 1000 == 0 ? item + 1..<item + 201 : 0..<0
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let treePages: Int
    var itemPages = 0
    let edit: @Sendable (inout SectionSnapshot<Int>) throws -> Void
  }

  static let cases = [
    // The leaf with the row, the leaves at both ends of its descendants, and the branches above.
    Case(testDescription: "expand", treePages: 9) { $0.expand([5000]) },
    Case(testDescription: "expand a leaf", treePages: 3) { $0.expand([5007]) },
    Case(testDescription: "insert", treePages: 3, itemPages: 1) {
      try $0.insert([-1], after: 5007)
    },
    Case(testDescription: "delete", treePages: 3, itemPages: 1) { try $0.delete([5007]) },
    Case(testDescription: "move a leaf", treePages: 5) { try $0.move(5007, before: 12_003) },
    Case(testDescription: "update an item", treePages: 0, itemPages: 1) {
      try $0.updateItems([5007])
    },
    Case(testDescription: "nothing", treePages: 0) { $0.collapse([5000, 7, 12_007]) },
  ]

  @Test(arguments: cases)
  func editingACopyCopiesOnlyTheTouchedPages(_ test: Case) throws {
    var copy = original
    try test.edit(&copy)
    let written = PageAddresses(copy).count(notIn: PageAddresses(original))
    #expect(written.tree <= test.treePages)
    #expect(written.items <= test.itemPages)
    #expect((written.tree == 0) == (test.treePages == 0))
  }

  @Test(arguments: cases)
  func editingTheOnlyVersionCopiesNothing(_ test: Case) throws {
    var own = try SectionSnapshot(roots: original.rootItems) { item in
      original.children(of: item).map(Array.init) ?? []
    }
    let before = PageAddresses(own)
    try test.edit(&own)
    let written = PageAddresses(own).count(notIn: before)
    #expect(written.tree == 0)
    #expect(written.items <= (test.testDescription == "insert" ? 1 : 0))
  }

  @Test func expandingForTheUserCopiesOnlyTheTouchedPages() throws {
    let original = try SectionSnapshot(roots: [0]) { $0 == 0 ? 1..<20_001 : 0..<0 }
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSection(0, original)
    let source = OutlineDataSource(snapshot)
    #expect(source.expand(0) == .done)
    let pages = PageAddresses(source.snapshot(for: 0))
    #expect(pages.tree.count > 100)
    #expect(pages.count(notIn: PageAddresses(original)).tree <= 9)
  }

  @Test func movingALargeSubtreeKeepsItsPagesShared() throws {
    var copy = original
    try copy.move(5000, to: 12_003, at: 0)
    let pages = PageAddresses(original)
    #expect(PageAddresses(copy).count(notIn: pages).tree < 30)
    #expect(pages.tree.count > 50)
  }
}

private struct PageAddresses {
  var tree: Set<UInt> = []
  var items: Set<UInt> = []

  init(_ snapshot: SectionSnapshot<Int>) {
    let tree = snapshot.tree
    var stack = [(page: tree.root, height: tree.height)]
    while let (page, height) = stack.popLast() {
      self.tree.insert(unsafe UInt(bitPattern: tree.pages.borrow(Int(page)).toOpaque()))
      guard height > 0 else { continue }
      let children = tree.branch(page)
      stack += children.indices.map { (children[$0].page, height - 1) }
    }
    for page in 0..<snapshot.table.items.pages.count {
      items.insert(unsafe UInt(bitPattern: snapshot.table.items.pages.borrow(page).toOpaque()))
    }
  }

  func count(notIn other: PageAddresses) -> (tree: Int, items: Int) {
    (tree.subtracting(other.tree).count, items.subtracting(other.items).count)
  }
}
