import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct HostileArgumentTests {
  static let shape = """
    +* a
      +* a1
        -* a1x
      -* a2
      -* a3
    -* b
    """

  @Test(arguments: TestLayout.allCases)
  func inconsistentOrderKeepsAllItems(layout: TestLayout) throws {
    var random = SeededGenerator(seed: 1)
    var snapshot = layout.empty(of: Int.self)
    try snapshot.append(0..<200)
    try snapshot.append(200..<300, to: 100)
    let orders: [(Int, Int) -> Bool] = [
      { _, _ in true }, { _, _ in false }, { $0 <= $1 }, { _, _ in .random(using: &random) },
    ]
    for order in orders {
      try snapshot.sortChildren(recursively: true, by: order)
      snapshot.checkInvariants()
      #expect(Set(snapshot.items) == Set(0..<300))
      #expect(snapshot.children(of: 100).map { Set($0) } == Set(200..<300))
    }
  }

  @Test(arguments: TestLayout.allCases)
  func inconsistentFilterStillGivesAnOutline(layout: TestLayout) throws {
    var random = SeededGenerator(seed: 2)
    let snapshot = SectionSnapshot<String>(Self.shape, in: layout.empty())
    for keepingSubtrees in [true, false] {
      for _ in 0..<100 {
        let filtered = snapshot.filtered(keepingSubtrees: keepingSubtrees) { _ in
          .random(using: &random)
        }
        filtered.checkInvariants()
        #expect(filtered.items.allSatisfy { filtered.parent(of: $0) == snapshot.parent(of: $0) })
      }
    }
  }

  @Test(arguments: TestLayout.allCases)
  func singlePassSequencesAreAccepted(layout: TestLayout) throws {
    var snapshot = layout.empty(of: String.self)
    let rows: [(item: String, level: Int)] = [("a", 0), ("a1", 1), ("a1x", 2), ("b", 0)]
    try snapshot.append(preorder: AnyIterator(rows.makeIterator()))
    snapshot.expand(AnyIterator(["a", "z", "a1"].makeIterator()))
    #expect(snapshot.shape == "+* a\n  +* a1\n    -* a1x\n-* b")
    snapshot.collapse(AnyIterator(["a"].makeIterator()))
    let missing = snapshot.restoreExpansion(AnyIterator(["y", "a1", "z", "y"].makeIterator()))
    #expect(missing == ["y", "z"])
    #expect(snapshot.shape == "-* a\n  + a1\n    - a1x\n-* b")
    let built = try SectionSnapshot(roots: AnyIterator(["a", "b"].makeIterator())) { item in
      AnyIterator((item == "a" ? ["c"] : []).makeIterator())
    }
    #expect(built.shape == "-* a\n  - c\n-* b")
  }

  @Test(arguments: [Int.max, .max - 1, Int(Int32.max) + 1, Int(Int32.max), 1 << 32])
  func enormousLevelsDoNotTrap(level: Int) throws {
    var snapshot = SectionSnapshot<String>(Self.shape)
    snapshot.expand(toLevel: -level - 1)
    #expect(snapshot.shape == Self.shape)
    #expect(throws: SectionSnapshotError<String>.levelOutOfRange(level, position: 1)) {
      try snapshot.append(preorder: [("x", 0), ("y", level)])
    }
    #expect(throws: SectionSnapshotError<String>.levelOutOfRange(-level - 1, position: 1)) {
      try snapshot.append(preorder: [("x", 0), ("y", -level - 1)], to: "a")
    }
    #expect(throws: SectionSnapshotError<String>.indexOutOfRange(level, count: 1)) {
      try snapshot.move("a", to: nil, at: level)
    }
    #expect(throws: SectionSnapshotError<String>.indexOutOfRange(-level - 1, count: 2)) {
      try snapshot.move("a1", to: nil, at: -level - 1)
    }
    #expect(snapshot.shape == Self.shape)
    snapshot.expand(toLevel: level)
    #expect(Array(snapshot.expandedItems) == Array(snapshot.items))
  }

  @Test(arguments: TestLayout.allCases)
  func snapshotCanBeInsertedIntoItself(layout: TestLayout) throws {
    var snapshot = SectionSnapshot<String>(Self.shape, in: layout.empty())
    let whole = snapshot
    #expect(throws: SectionSnapshotError.duplicateItems(Array(whole.items))) {
      try snapshot.append(whole, to: "b")
    }
    #expect(throws: SectionSnapshotError.duplicateItems(["a", "b"])) {
      try snapshot.replace(childrenOf: "a", using: whole)
    }
    try snapshot.replace(childrenOf: "a", using: whole.snapshot(of: "a"))
    #expect(snapshot == whole)
  }
}

@Suite struct SnapshotHostileArgumentTests {
  static let shape = "1\n  +* a\n    -* a1\n2\n  -* b"

  @Test(arguments: [Int.min, -1, 1 << 32, Int(Int32.max) + 1, .max])
  func enormousPositionsDoNotTrap(position: Int) {
    let snapshot = Snapshot(SnapshotModel<Int, String>(Self.shape))
    #expect(snapshot.rowPath(atRow: position) == nil)
    for path in [(position, 0), (0, position), (position, position)].map(RowPath.init) {
      #expect(snapshot.itemIdentifier(for: path) == nil)
      #expect(snapshot.row(at: path) == nil)
    }
    #expect(RowPathRange(section: position, rows: position..<position).isEmpty)
  }

  @Test(arguments: TestLayout.allCases)
  func singlePassCollectionsAreAccepted(layout: TestLayout) throws {
    var snapshot: Snapshot<Int, ObjectItem> = layout.emptySnapshot()
    try snapshot.appendSections((0..<3).lazy.map { $0 })
    try snapshot.appendItems((0..<100).lazy.map { _ in ObjectItem() }, toSection: 0)
    snapshot.expand(AnyIterator(Array(snapshot.itemIdentifiers.prefix(3)).makeIterator()))
    try snapshot.insertItems(
      (0..<5).lazy.map { _ in ObjectItem() }, afterItem: snapshot.itemIdentifiers[7])
    #expect(snapshot.itemIdentifiers.allSatisfy(snapshot.contains))
    snapshot.checkInvariants()
  }

  // The invariants demand that each item is found, but these items cannot be.
  #if !OUTLINE_INTERNAL_CHECKS
    /// A not-a-number is equal to nothing, itself included.
    @Test(arguments: TestLayout.allCases)
    func itemsUnequalToThemselvesDoNotTrap(layout: TestLayout) throws {
      var snapshot: Snapshot<Int, Double> = layout.emptySnapshot()
      try snapshot.appendSections([0, 1])
      try snapshot.appendItems([.nan, 1, .nan], toSection: 0)
      try snapshot.appendItems([.nan, 2], toSection: 1)
      try snapshot.deleteItems([.nan, 1])
      #expect(snapshot.numberOfItems == 4)
      let whole = snapshot[0]
      snapshot[0] = snapshot[1]
      snapshot[1] = whole
      try snapshot.replace([0: whole, 1: SectionSnapshot()])
      #expect(throws: SnapshotError<Int, Double>.self) {
        try snapshot.moveItem(.nan, beforeItem: 2)
      }
      try snapshot.deleteSections([1, 0])
      #expect(snapshot.numberOfItems == 0)
    }

    /// Regression: the program stopped.
    @Test(arguments: TestLayout.allCases)
    func filteringKeepsItemsThatBecomeEqual(layout: TestLayout) throws {
      var snapshot = layout.empty(of: UnsteadyItem.self)
      try snapshot.append((0..<10).map(UnsteadyItem.init))
      try snapshot.append((10..<20).map(UnsteadyItem.init), to: UnsteadyItem(number: 0))
      let filtered = UnsteadyItem.$areAllEqual.withValue(true) { snapshot.filtered { _ in true } }
      #expect(filtered.items.map(\.number) == snapshot.items.map(\.number))
    }
  #endif
}
