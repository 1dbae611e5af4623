import OutlineTestSupport
import Testing

@testable import OutlineCore

/// The rules of merges, as the article on semantics lists them.
@Suite struct MergeTests {
  typealias Outline = SectionSnapshot<String>
  typealias Conflict = MergeConflict<String>

  static let base = Outline("-* a\n  - a1\n  - a2\n-* b\n  - b1\n-* c")

  typealias Edits = [OutlineTestSupport.Operation<String>]

  /// My edits and theirs; the merged items, each with its parent; the conflicts.
  static let rules: [(String, Edits, Edits, items: String, [Conflict])] = [
    (
      "additions of both sides stay", [.append(["x"], to: "a")], [.append(["y"], to: "a")],
      "a a/a1 a/a2 a/y a/x b b/b1 c", []
    ),
    (
      "equal insertions are one",
      [.append(["x"], to: "a"), .append(["x1"], to: "x")], [.append(["x"], to: "a")],
      "a a/a1 a/a2 a/x x/x1 b b/b1 c", []
    ),
    (
      "an insertion elsewhere moves the item",
      [.append(["x"], to: "a")], [.append(["x"], to: "b")],
      "a a/a1 a/a2 b b/b1 b/x c", [.inserted("x")]
    ),
    (
      "additions to a removed parent go to its nearest ancestor, each as a conflict",
      [.delete(["a1"])], [.append(["x", "y"], to: "a1")],
      "a a/a2 a/x a/y b b/b1 c", [.orphaned("x"), .orphaned("y")]
    ),
    (
      "a move to a removed parent goes to its nearest ancestor",
      [.delete(["a1"])], [.moveInto("a1", at: nil, item: "c")],
      "a a/a2 a/c b b/b1", [.orphaned("c")]
    ),
    (
      "additions whose neighbors left come at the end",
      [.delete(["a", "b"])], [.insert(["x"], .after("a"))], "c x", []
    ),
    ("a removal on both sides", [.delete(["a"])], [.delete(["a"])], "b b/b1 c", []),
    (
      "a removed item that expanded and moved among its siblings is removed",
      [.expand(["a"]), .move("a", .after("b"))], [.delete(["a"])], "b b/b1 c", []
    ),
    (
      "additions in a removed item take its place",
      [.append(["x"], to: "a1"), .append(["y"], to: "a")], [.delete(["a"])],
      "x y b b/b1 c", [.rescued("x"), .rescued("y")]
    ),
    (
      "a removed item that moved is removed",
      [.moveInto("b", at: nil, item: "a1")], [.delete(["a"])], "b b/b1 c", [.moved("a1")]
    ),
    (
      "a removed item that moved below its sibling is removed",
      [.moveInto("a1", at: nil, item: "a2")], [.delete(["a"])], "b b/b1 c", [.moved("a2")]
    ),
    (
      "a removed item that moved into another one is removed",
      [.moveInto("a1", at: nil, item: "c")], [.delete(["a", "c"])], "b b/b1", [.moved("c")]
    ),
    (
      "each rescued item is one conflict",
      [.moveInto("c", at: nil, item: "a"), .append(["x"], to: "a1")], [.delete(["a", "c"])],
      "b b/b1 x", [.moved("a"), .rescued("x")]
    ),
    (
      "the move of the patch wins",
      [.moveInto("b", at: nil, item: "a1")], [.moveInto("c", at: nil, item: "a1")],
      "a a/a2 b b/b1 c c/a1", [.moved("a1")]
    ),
    (
      "another order does not bring a moved item back",
      [.moveInto("b", at: nil, item: "c")], [.move("c", .before("a"))],
      "a a/a1 a/a2 b b/b1 b/c", [.moved("c")]
    ),
    (
      "a move of a removed item leaves it away",
      [.delete(["a1"])], [.moveInto("c", at: nil, item: "a1")],
      "a a/a2 b b/b1 c", [.missing("a1")]
    ),
    (
      "cycles are refused",
      [.moveInto("b", at: nil, item: "a")], [.moveInto("a", at: nil, item: "b")],
      "b b/b1 b/a a/a1 a/a2 c", [.cycle("b")]
    ),
    (
      "both sides reorder siblings", [.move("c", .before("a"))], [.move("b", .before("a"))],
      "b b/b1 c a a/a1 a/a2", []
    ),
    ("expansion of a removed item", [.delete(["a"])], [.expand(["a"])], "b b/b1 c", []),
  ]

  @Test func bothSidesMergeByTheRules() {
    for (name, mine, theirs, items, conflicts) in Self.rules {
      var versions = [Self.base, Self.base]
      for edit in mine { _ = edit.apply(to: &versions[0]) }
      for edit in theirs { _ = edit.apply(to: &versions[1]) }
      let merged = versions[0].merging(versions[1], base: Self.base)
      let paths = merged.snapshot.items.map { item in
        merged.snapshot.parent(of: item).map { "\($0)/\(item)" } ?? item
      }
      #expect(paths.joined(separator: " ") == items, "\(name)")
      #expect(merged.conflicts == conflicts, "\(name)")
    }
  }

  /// Each addition would otherwise search all its removed ancestors.
  @Test func additionsToADeepRemovedBranchTakeLinearTime() throws {
    let count = TestEffort.choose(quick: 1_000, full: 10_000, long: 30_000)
    var base = SectionSnapshot<Int>()
    try base.append([-1])
    try base.append(preorder: (0..<count).map { (item: $0, level: $0) })
    var (mine, theirs) = (base, base)
    try mine.delete([0])
    var parentCount = 0
    for item in 0..<count { try theirs.append([count + item], to: item) }
    let conflicts = mine.merge(theirs.patch(from: base)) { parent in
      parentCount += 1
      return theirs.parent(of: parent)
    }
    #expect(mine.rootItems.sorted() == [-1] + Array(count..<2 * count))
    #expect(conflicts.count == count)
    #expect(parentCount == count)
  }

  @Test func aPatchAloneDoesNotKnowTheAncestors() throws {
    var (mine, theirs) = (Self.base, Self.base)
    try mine.delete(["a1"])
    try theirs.append(["x"], to: "a1")
    #expect(mine.merge(theirs.patch(from: Self.base)) == [.orphaned("x")])
    #expect(Array(mine.rootItems) == ["a", "b", "c", "x"])
  }

  @Test func theContentOfThePatchWins() throws {
    var base = SectionSnapshot<Identified<Song>>()
    try base.append([Identified(Song(1)), Identified(Song(2))])
    var (mine, theirs) = (base, base)
    try mine.updateItems([Identified(Song(1, plays: 1)), Identified(Song(2, plays: 1))])
    try mine.append([Identified(Song(3, plays: 1))])
    try theirs.updateItems([Identified(Song(1, plays: 2))])
    try theirs.append([Identified(Song(3, plays: 2))])
    let (merged, conflicts) = mine.merging(theirs, base: base) { $0.value == $1.value }
    #expect(merged.items.map(\.value.plays) == [2, 1, 2])
    #expect(conflicts == [.replaced(Identified(Song(3))), .replaced(Identified(Song(1)))])
    #expect(mine.merging(theirs, base: base).snapshot.items.map(\.value.plays) == [2, 1, 2])
    #expect(base.merging(theirs, base: base).snapshot.items.map(\.value.plays) == [2, 0, 2])
    let ignoring = mine.merging(theirs, base: base) { _, _ in true }
    #expect(ignoring.snapshot.items.map(\.value.plays) == [1, 1, 2])
  }

  /// A server would otherwise lose its content without a word.
  @Test func contentThatChangedSinceAnEditIsAConflict() throws {
    let item = Identified(Song(1))
    var songs = SectionSnapshot<Identified<Song>>()
    try songs.append([item])
    let before = songs
    try songs.updateItems([Identified(Song(1, plays: 1))])
    let patch = songs.patch(from: before, content: \.value)
    #expect(songs.merge(patch) == [], "the new content is there already")
    try songs.updateItems([Identified(Song(1, plays: 2))])
    let changed = songs
    #expect(throws: SectionSnapshotError.misplacedItems([item])) {
      try songs.apply(patch.inverse)
    }
    #expect(songs == changed)
    #expect(songs.merge(patch.inverse) == [.replaced(item)])
    #expect(songs.items.map(\.value.plays) == [0])
  }

  @Test func conflictsAreSentences() {
    let conflicts: [MergeConflict<String>] = [
      .missing("a"), .moved("a"), .inserted("a"), .replaced("a"), .orphaned("a"), .rescued("a"),
      .cycle("a"),
    ]
    #expect(Set(conflicts.map(\.description)).count == conflicts.count)
    #expect(conflicts.allSatisfy { $0.item == "a" && "\($0)".contains("item \"a\"") })
    let conflict = Snapshot<String, Int>.Conflict.section(.missing("Food"))
    #expect("\(conflict)" == "The section \"Food\" is no longer there.")
    #expect("\(Snapshot<Int, Int>.Conflict.item(.missing(1)))" == "\(MergeConflict.missing(1))")
  }

  @Test func contentOfRandomEditsIsAppliedAndMerged() throws {
    typealias Songs = SectionSnapshot<Identified<Song>>
    var plays = 0
    func edit(_ songs: inout Songs, count: Int, _ random: inout SeededGenerator) {
      for _ in 0..<count {
        plays += 1
        let song = Identified(Song(Int.random(in: 0..<12, using: &random), plays: plays))
        let parent = songs.item(id: Int.random(in: 0..<16, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: try? songs.append([song], to: parent)
        case 2: try? songs.delete([song])
        case 3: try? songs.move(song, to: parent, at: 0)
        case 4: songs.isExpanded(song) ? songs.collapse([song]) : songs.expand([song])
        default: try? songs.updateItems([song])
        }
      }
    }
    func hasContents(of other: Songs, _ songs: Songs) -> Bool {
      songs == other && songs.items.map(\.value) == other.items.map(\.value)
    }
    for seed in 0..<UInt64(TestEffort.choose(quick: 200, full: 5_000, long: 100_000)) {
      var random = SeededGenerator(seed: seed)
      var base = Songs()
      edit(&base, count: 20, &random)
      var (mine, theirs) = (base, base)
      edit(&mine, count: 5, &random)
      edit(&theirs, count: 5, &random)
      let patch = theirs.patch(from: base, content: \.value)
      try #require(patch.isEmpty == hasContents(of: theirs, base), "seed \(seed)")
      var applied = base
      try applied.apply(patch)
      try #require(hasContents(of: theirs, applied), "seed \(seed)")
      try applied.apply(patch.inverse)
      try #require(hasContents(of: base, applied), "seed \(seed)")
      let merged = mine.merging(theirs, base: base) { $0.value == $1.value }.snapshot
      for song in merged.items {
        let (old, new) = (base.item(equalTo: song)?.value, theirs.item(equalTo: song)?.value)
        let expected = new != old ? new : mine.item(equalTo: song)?.value
        try #require(song.value == expected, "seed \(seed)")
      }
    }
  }

  @Test func aReplacementOfARemovedItemLeavesItAway() throws {
    var base = SectionSnapshot<Identified<Song>>()
    try base.append([Identified(Song(1)), Identified(Song(2))])
    var (mine, theirs) = (base, base)
    try mine.delete([Identified(Song(1))])
    try theirs.updateItems([Identified(Song(1, plays: 2))])
    // An item that also moves is missing once.
    for moves in [false, true] {
      if moves { try theirs.move(Identified(Song(1)), after: Identified(Song(2))) }
      let (merged, conflicts) = mine.merging(theirs, base: base) { $0.value == $1.value }
      #expect(merged.items.map(\.value.id) == [2])
      #expect(conflicts == [.missing(Identified(Song(1)))])
      let other = theirs.merging(mine, base: base) { $0.value == $1.value }
      #expect(other.snapshot.items.map(\.value.id) == [2])
      #expect(other.conflicts == [])
    }
  }

  @Test func bothSidesExpandItems() {
    var (mine, theirs) = (Self.base, Self.base)
    mine.expand(["a", "b"])
    theirs.expand(["b", "c"])
    let merged = mine.merging(theirs, base: Self.base).snapshot
    #expect(Array(merged.expandedItems) == ["a", "b", "c"])
  }

  @Test func aRemovedSectionWithAdditionsStays() throws {
    var base = Snapshot<Int, String>()
    try base.appendSections([1, 2])
    try base.appendItems(["a"], toSection: 1)
    var (mine, theirs) = (base, base)
    try mine.appendItems(["x"], toSection: 1)
    try theirs.deleteSections([1])
    let (merged, conflicts) = mine.merging(theirs, base: base)
    #expect(Array(merged.sectionIdentifiers) == [1, 2])
    #expect(Array(merged.itemIdentifiers) == ["x"])
    #expect(conflicts == [.section(.rescued(1))])
  }

  @Test func additionsAndMovesToARemovedSectionBringItBack() throws {
    var base = Snapshot<Int, String>()
    try base.appendSections([1, 2])
    try base.appendItems(["a"], toSection: 2)
    for item in ["x", "a"] {
      var (mine, theirs) = (base, base)
      try mine.deleteSections([1])
      try theirs.appendItems([item], toSection: 1)
      let (merged, conflicts) = mine.merging(theirs, base: base)
      #expect(Array(merged.sectionIdentifiers) == [2, 1])
      #expect(Array(merged[1].items) == [item])
      #expect(conflicts == [])
    }
  }

  @Test func sectionsMergeLikeRoots() throws {
    var base = Snapshot<Int, String>()
    try base.appendSections([1, 2, 3, 4])
    func check(
      _ name: String, sections: [Int], conflicts: [Snapshot<Int, String>.Conflict],
      mine: (inout Snapshot<Int, String>) throws -> Void,
      theirs: (inout Snapshot<Int, String>) throws -> Void
    ) throws {
      var versions = (mine: base, theirs: base)
      try mine(&versions.mine)
      try theirs(&versions.theirs)
      let merged = versions.mine.merging(versions.theirs, base: base)
      #expect(Array(merged.snapshot.sectionIdentifiers) == sections, "\(name)")
      #expect(merged.conflicts == conflicts, "\(name)")
    }
    try check("equal insertions", sections: [1, 2, 3, 4, 5], conflicts: []) {
      try $0.insertSections([5], beforeSection: 1)
    } theirs: {
      try $0.appendSections([5])
    }
    try check("both move it", sections: [2, 3, 1, 4], conflicts: []) {
      try $0.moveSection(1, afterSection: 4)
    } theirs: {
      try $0.moveSection(1, afterSection: 3)
    }
    try check("a move of a removed one", sections: [2, 3, 4], conflicts: [.section(.missing(1))]) {
      try $0.deleteSections([1])
    } theirs: {
      try $0.moveSection(1, afterSection: 3)
    }
    try check("a removal of a moved one", sections: [2, 3, 4], conflicts: []) {
      try $0.moveSection(1, afterSection: 3)
    } theirs: {
      try $0.deleteSections([1])
    }
  }

  @Test func insertionsOfADamagedPatchAreNotLost() throws {
    var base = Snapshot<Int, String>()
    try base.appendSections([1, 2])
    var theirs = base
    try theirs.appendItems(["x", "y"], toSection: 1)
    var patch = theirs.patch(from: base)
    patch.items.insertions[0].place.parent = nil
    var merged = base
    #expect(merged.merge(patch) == [.item(.orphaned("x")), .item(.orphaned("y"))])
    #expect(Array(merged[2].items) == ["x", "y"])
    merged = Snapshot()
    #expect(merged.merge(patch) == [.item(.missing("x")), .item(.missing("y"))])
    #expect(throws: (any Error).self) { try base.apply(patch) }
  }

  @Test func itemsThatChangeTheirSectionKeepAdditions() throws {
    var base = Snapshot<Int, String>()
    try base.appendSections([1, 2])
    try base.appendItems(["a"], toSection: 1)
    var (mine, theirs) = (base, base)
    try mine[1].append(["a1"], to: "a")
    try theirs.appendItems(["a"], toSection: 2)
    let (merged, conflicts) = mine.merging(theirs, base: base)
    #expect(Array(merged[2].items) == ["a", "a1"])
    #expect(conflicts == [])
  }

  @Test func aPatchIsUndoneAfterLaterChanges() throws {
    var outline = Self.base
    try outline.delete(["a"])
    let patch = outline.patch(from: Self.base)
    try outline.append(["d"])
    try outline.delete(["c"])
    #expect(outline.merge(patch.inverse) == [])
    #expect(Array(outline.items) == ["a", "a1", "a2", "b", "b1", "d"])
  }

  @Test func patchesOfDisjointPartsCommute() throws {
    for seed in 0..<UInt64(TestEffort.choose(quick: 200, full: 5_000, long: 100_000)) {
      var edits = RandomEdits(seed: seed, rowCount: 30)
      var parts: [SectionSnapshot<Int>] = []
      var base = SectionSnapshot<Int>()
      var changed: [SectionSnapshot<Int>] = []
      for part in 0..<2 {
        var outline = try edits.outline(rowCount: 30, in: SectionSnapshot())
        parts.append(outline)
        edits.edit(&outline, count: 6)
        changed.append(outline)
        try base.append([-1 - part])
      }
      /// An outline with both parts, whose items are apart.
      func whole(_ first: SectionSnapshot<Int>, _ second: SectionSnapshot<Int>) throws
        -> SectionSnapshot<Int>
      {
        var outline = base
        try outline.append(first.compactMapItems { $0 }, to: -1)
        try outline.append(second.compactMapItems { $0 + 1_000 }, to: -2)
        return outline
      }
      let old = try whole(parts[0], parts[1])
      let first = try whole(changed[0], parts[1]).patch(from: old)
      let second = try whole(parts[0], changed[1]).patch(from: old)
      var (one, other) = (old, old)
      let conflicts = one.merge(first) + one.merge(second)
      other.merge(second)
      other.merge(first)
      try #require(one == other && conflicts.isEmpty)
      let both = try whole(changed[0], changed[1])
      try #require(one == both)
    }
  }
}
