import OutlineTestSupport
import Testing

@testable import OutlineCore

/// A section takes an item from another section, in each way in which it can.
@Suite struct TakenItemsTests {
  static let shape = """
    1
      +* folder
        +* a
          -* a1
        -* b
        -* c
      -* other
    2
      -* x
    """
  static let library = SectionSnapshot<String>("-* other")
  /// The folder in its new section, where it is collapsed.
  static let folder = "-* folder\n  + a\n    - a1\n  - b\n  - c"

  private func snapshot(_ layout: TestLayout = .tiny) throws -> Snapshot<Int, String> {
    var snapshot: Snapshot<Int, String> = Snapshot(
      SnapshotModel(Self.shape), in: layout.emptySnapshot())
    try snapshot.reloadItems(["folder", "b"])
    try snapshot.reconfigureItems(["a1", "other"])
    return snapshot
  }

  /// Expects that a section has taken the folder, and that all items have kept their marks.
  private func expectFolder(
    in section: Int, _ outline: String, of snapshot: Snapshot<Int, String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(snapshot[section].shape == outline, sourceLocation: sourceLocation)
    #expect(snapshot[1] == Self.library, sourceLocation: sourceLocation)
    #expect(snapshot.reloadedItemIdentifiers == ["folder", "b"], sourceLocation: sourceLocation)
    #expect(
      snapshot.reconfiguredItemIdentifiers == ["a1", "other"], sourceLocation: sourceLocation)
    snapshot.checkInvariants()
  }

  // MARK: - Ways

  @Test(arguments: TestLayout.allCases)
  func appendingInASubscriptTakesDescendants(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot[2].append(["folder"])
    expectFolder(in: 2, "-* x\n\(Self.folder)", of: snapshot)
  }

  @Test(arguments: TestLayout.allCases)
  func assigningAnOutlineTakesDescendants(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    snapshot[2] = SectionSnapshot("-* folder")
    expectFolder(in: 2, Self.folder, of: snapshot)
  }

  @Test(arguments: TestLayout.allCases)
  func appendingASectionTakesDescendants(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot.appendSection(3, SectionSnapshot("-* y\n-* folder"))
    expectFolder(in: 3, "-* y\n\(Self.folder)", of: snapshot)
  }

  @Test(arguments: TestLayout.allCases)
  func replacingOneSectionTakesDescendants(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot.replace([2: SectionSnapshot("-* folder\n-* x")])
    expectFolder(in: 2, "\(Self.folder)\n-* x", of: snapshot)
    try snapshot.replace([3: SectionSnapshot("-* folder")])
    expectFolder(in: 3, Self.folder, of: snapshot)
    #expect(snapshot[2].shape == "-* x")
  }

  /// The item itself also keeps its expansion, because no outline states another.
  @Test(arguments: TestLayout.allCases)
  func appendingItemsMovesThemWithTheirExpansion(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot.appendItems(["folder"], toSection: 2)
    expectFolder(in: 2, "-* x\n+* folder\n  +* a\n    -* a1\n  -* b\n  -* c", of: snapshot)
  }

  @Test(arguments: TestLayout.allCases)
  func anItemInTwoNewOutlinesIsAnError(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    let new = [(key: 1, value: snapshot[1]), (key: 2, value: SectionSnapshot<String>("-* folder"))]
    for outlines in [new, new.reversed()] {
      #expect(throws: SnapshotError<Int, String>.items(.duplicateItems(["folder"]))) {
        try snapshot.replace(outlines)
      }
    }
    #expect(snapshot.shape == Self.shape)
  }

  // MARK: - Places of descendants

  @Test(arguments: [
    (new: "+* folder\n  -* n", result: "+* folder\n  -* n\n  +* a\n    -* a1\n  -* b\n  -* c"),
    (new: "+* folder\n  -* c", result: "+* folder\n  -* c\n  +* a\n    -* a1\n  -* b"),
    (new: "-* b\n-* folder", result: "-* b\n-* folder\n  + a\n    - a1\n  - c"),
    // A taken child brings its own children, and has the expansion of the new outline.
    (new: "-* a\n-* folder", result: "-* a\n  - a1\n-* folder\n  - b\n  - c"),
    (new: "-* folder\n+* a\n  -* n", result: "-* folder\n  - b\n  - c\n+* a\n  -* n\n  -* a1"),
    (new: "-* a1\n-* folder", result: "-* a1\n-* folder\n  + a\n  - b\n  - c"),
    // An item can take its parent as a child.
    (new: "-* a\n  - folder", result: "-* a\n  - folder\n    - b\n    - c\n  - a1"),
    (new: "-* a1", result: "-* a1"),
  ])
  func descendantsStayBelowTheirParents(new: String, result: String) throws {
    for layout in TestLayout.allCases {
      var snapshot = try snapshot(layout)
      let remaining = snapshot.itemIdentifiers.filter { $0 != "x" }
      snapshot[2] = SectionSnapshot(new)
      #expect(snapshot[2].shape == result, "\(layout)")
      #expect(Set(snapshot.itemIdentifiers).isSuperset(of: remaining), "\(layout)")
      snapshot.checkInvariants()
    }
  }

  @Test(arguments: TestLayout.allCases)
  func descendantsInSeveralNewOutlinesStayThere(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot.replace(
      [2: SectionSnapshot("-* folder"), 3: SectionSnapshot("-* y\n  - a")] as KeyValuePairs)
    #expect(
      snapshot.shape
        == "1\n  -* other\n2\n  -* folder\n    - b\n    - c\n3\n  -* y\n    - a\n      - a1")
    snapshot.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func descendantsOfSeveralSectionsMove(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    try snapshot[2].append(["x1"], to: "x")
    try snapshot.appendSection(3, SectionSnapshot("+* x\n  +* folder"))
    #expect(
      snapshot.shape == """
        1
          -* other
        2
        3
          +* x
            +* folder
              +* a
                -* a1
              -* b
              -* c
            -* x1
        """)
    snapshot.checkInvariants()
  }

  /// A section with a new outline has stated its items, so `replace` gives exactly the new
  /// outlines if all sections have one.
  @Test(arguments: TestLayout.allCases)
  func sectionsThatChangeTogetherKeepOnlyTheirNewItems(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    let new = "1\n  -* a\n  -* other\n2\n  -* folder\n    - b"
    let outlines = SnapshotModel<Int, String>(new).entries.map {
      (key: $0.section, value: SectionSnapshot<String>($0.outline.shape))
    }
    for outlines in [outlines, outlines.reversed()] {
      var copy = snapshot
      try copy.replace(outlines)
      #expect(copy.shape == new)
      #expect(copy.reloadedItemIdentifiers == ["folder", "b"])
      #expect(copy.reconfiguredItemIdentifiers == ["other"])
      copy.checkInvariants()
    }
    try snapshot.replace(outlines)
    #expect(snapshot.numberOfItems == 4)
  }

  @Test func takingAllItemsOfASectionEmptiesIt() throws {
    var snapshot = try snapshot()
    let outline = snapshot[1]
    try snapshot.appendSection(3, outline)
    #expect(snapshot[1].isEmpty)
    #expect(snapshot[3] == outline)
    snapshot.checkInvariants()
  }
}
