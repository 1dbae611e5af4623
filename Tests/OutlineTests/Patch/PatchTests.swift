import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct PatchTests {
  static let outline = SectionSnapshot<String>(
    """
    +* Fruit
      -* Apple
      -* Pear
    -* Tools
      - Saw
    -* Toys
    """)

  @Test func allSmallPairsObeyTheLaws() throws {
    let pairs = OutlinePairs(itemCount: 3)
    let portion = TestEffort.choose(quick: 50, full: 1, long: 1)
    let checker = PatchChecker()
    var number = 0
    for (oldCount, states) in pairs.states.enumerated() {
      let olds = states.map { SectionSnapshot($0) }
      try pairs.forEachNew(excluding: oldCount) { newCount, makeNew in
        let new = SectionSnapshot(makeNew())
        for old in olds {
          number += 1
          if oldCount + newCount < 5 || number % portion == 0 {
            try checker.check(from: old, to: new)
          }
        }
      }
    }
    #expect(number == 64_013)
  }

  @Test func aPatchListsEachKindOfChange() throws {
    var outline = Self.outline
    try outline.delete(["Apple"])
    try outline.append(["Nail", "Bolt"], to: "Toys")
    try outline.move("Saw", to: nil, at: 0)
    outline.expand(["Tools"])
    outline.collapse(["Fruit"])
    let patch = outline.patch(from: Self.outline)
    #expect(patch.description == "-Apple +Nail +Bolt >Saw [Tools (Fruit")
    #expect(patch.inverse.description == "-Nail -Bolt +Apple >Saw [Fruit (Tools")
    #expect(patch.removals[0].place == .init(parent: "Fruit", previous: nil, next: "Pear"))
    #expect(patch.moves[0].destination == .init(parent: nil, previous: nil, next: "Fruit"))
  }

  @Test func replacedContentIsAChange() throws {
    var songs = SectionSnapshot<Identified<Song>>()
    try songs.append([Identified(Song(1)), Identified(Song(2)), Identified(Song(3))])
    let old = songs
    try songs.updateItems([Identified(Song(2, plays: 1))])
    #expect(songs.patch(from: old).isEmpty)
    let patch = songs.patch(from: old, content: \.value)
    #expect(patch.replacements.map { $0.new.value } == [Song(2, plays: 1)])
    var applied = old
    try applied.apply(patch)
    #expect(applied.items.map(\.value) == songs.items.map(\.value))
    try applied.apply(patch.inverse)
    #expect(applied.items.map(\.value) == old.items.map(\.value))
  }

  @Test func contentInManySectionsIsCompared() throws {
    var songs = Snapshot<Int, Identified<Song>>()
    try songs.appendSections([1, 2])
    try songs.appendItems([Identified(Song(1)), Identified(Song(2))], toSection: 1)
    let old = songs
    try songs.updateItems([Identified(Song(1, plays: 1))])
    try songs.appendItems([Identified(Song(2, plays: 2))], toSection: 2)
    try songs.updateItems([Identified(Song(2, plays: 2))])
    let patch = songs.patch(from: old, content: \.value)
    #expect(patch.items.replacements.map { $0.new.value.plays }.sorted() == [1, 2])
    #expect(patch.items.moves.map { $0.item.value.id } == [2])
  }

  @Test func aReplacementByAnotherItemIsRefused() throws {
    var outline = SectionSnapshot<String>()
    try outline.append(["a", "b"])
    for new in ["b", "x"] {
      let json = #"{"replacements": [{"old": "a", "new": "\#(new)"}]}"#
      let patch = try JSONDecoder().decode(
        SectionSnapshot<String>.Patch.self, from: Data(json.utf8))
      let error: SectionSnapshotError<String> =
        new == "b" ? .duplicateItems(["b"]) : .unknownItems(["x"])
      #expect(throws: error) { try outline.apply(patch) }
      #expect(outline.merge(patch) == [.missing("a")])
    }
    #expect(Array(outline.items) == ["a", "b"])
  }

  // MARK: Strict application

  private func fails(
    _ patch: SectionSnapshot<String>.Patch, on text: String,
    with error: SectionSnapshotError<String>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = SectionSnapshot<String>(text)
    var outline = before
    #expect(throws: error, sourceLocation: sourceLocation) { try outline.apply(patch) }
    #expect(outline.isTriviallyIdentical(to: before), sourceLocation: sourceLocation)
  }

  @Test func insertionsAndRemovalsCanBeBelowOthers() throws {
    let versions = try ["Fruit", "Apple", "Seed"].reduce(into: [SectionSnapshot<String>()]) {
      var next = $0[$0.count - 1]
      try next.append([$1], to: next.items.last)
      $0.append(next)
    }
    var patch = versions[0].patch(from: versions[0])
    for (new, old) in zip(versions.dropFirst(), versions) {
      patch.insertions += new.patch(from: old).insertions
    }
    var outline = versions[0]
    try outline.apply(patch)
    #expect(outline == versions[3])
    try outline.apply(patch.inverse)
    #expect(outline == versions[0])

    var other = versions[3]
    try other.append(["Leaf"], to: "Seed")
    #expect(throws: SectionSnapshotError.misplacedItems(["Leaf"])) {
      try other.apply(patch.inverse)
    }
  }

  @Test func applyingToAnotherVersionNamesTheItems() throws {
    let old = SectionSnapshot<String>("-* a\n  - a1\n-* b")
    var new = old
    try new.delete(["a"])
    let deletion = new.patch(from: old)
    fails(deletion, on: "-* b", with: .unknownItems(["a", "a1"]))
    fails(deletion, on: "-* a\n  - a1\n  - a2\n-* b", with: .misplacedItems(["a2"]))
    fails(deletion, on: "-* b\n-* a\n  - a1", with: .misplacedItems(["a"]))
    fails(deletion.inverse, on: "-* a\n-* b", with: .duplicateItems(["a"]))
    fails(deletion.inverse, on: "-* c\n-* b", with: .misplacedItems(["a"]))
    new = old
    try new.move("b", to: "a", at: 0)
    let move = new.patch(from: old)
    fails(move, on: "-* a\n  - a1\n-* c\n-* b", with: .misplacedItems(["b"]))
    fails(move, on: "-* a\n  - a0\n  - a1\n-* b", with: .misplacedItems(["b"]))
    fails(move, on: "-* a\n  - a1", with: .unknownItems(["b"]))
    fails(move, on: "-* b", with: .unknownItems(["a"]))
    new = old
    new.expand(["a1"])
    fails(new.patch(from: old), on: "-* a", with: .unknownItems(["a1"]))
    new = old
    try new.append(["a2"], to: "a")
    try new.append(["a3"], to: "a2")
    fails(new.patch(from: old), on: "-* b", with: .unknownItems(["a"]))
  }

  @Test func applyingSectionsToAnotherVersionNamesThem() throws {
    var old = Snapshot<Int, String>()
    try old.appendSections([1, 2, 3])
    var new = old
    try new.deleteSections([1])
    try new.moveSection(3, beforeSection: 2)
    let patch = new.patch(from: old)
    #expect(patch.description == "sections -1 >3")
    var other = old
    try other.appendItems(["a"], toSection: 1)
    #expect(throws: SnapshotError<Int, String>.items(.misplacedItems(["a"]))) {
      try other.apply(patch)
    }
    other = old
    try other.deleteSections([1])
    #expect(throws: SnapshotError<Int, String>.unknownSections([1])) { try other.apply(patch) }
    #expect(throws: SnapshotError<Int, String>.duplicateSections([1])) {
      try old.apply(patch.inverse)
    }
  }

  @Test func expansionIsSetWhateverItWas() throws {
    var expanded = Self.outline
    expanded.expand(["Tools"])
    var other = expanded
    try other.apply(expanded.patch(from: Self.outline))
    #expect(other == expanded)
  }

  @Test func aMissingSectionOfADestinationIsNamed() throws {
    var base = Snapshot<String, String>()
    try base.appendSections(["A", "B"])
    try base.appendItems(["a"], toSection: "A")
    var (inserted, moved, other) = (base, base, base)
    try inserted.appendItems(["x"], toSection: "B")
    try moved.appendItems(["a"], toSection: "B")
    try other.deleteSections(["B"])
    let before = other
    for patch in [inserted.patch(from: base), moved.patch(from: base)] {
      #expect(throws: SnapshotError<String, String>.unknownSections(["B"])) {
        try other.apply(patch)
      }
      #expect(other == before)
    }
  }

  // MARK: All small pairs

  @Test func patchesOfAllSmallSectionsObeyTheLaws() throws {
    func snapshot(_ list: SectionedList) throws -> Snapshot<Int, Int> {
      var snapshot = Snapshot<Int, Int>()
      try snapshot.appendSections(list.sections)
      var items = list.items[...]
      for (section, count) in zip(list.sections, list.counts) {
        try snapshot.appendItems(items.prefix(count), toSection: section)
        items = items.dropFirst(count)
      }
      return snapshot
    }
    let itemCount = TestEffort.choose(quick: 2, full: 3, long: 4)
    try SectionedPairs(itemCount: itemCount, sectionCount: 3).visit(prepare: snapshot) {
      olds, new in
      let new = try snapshot(new)
      for old in olds { try PatchChecker().check(from: old, to: new) }
    }
  }

  // MARK: JSON

  @Test func optionalItemsSurviveCoding() throws {
    var outline = SectionSnapshot<String?>()
    try outline.append(["a", nil, "b"])
    let old = outline
    try outline.append(["c"], to: .some(nil))
    let patch = outline.patch(from: old)
    let decoded = try JSONDecoder().decode(
      SectionSnapshot<String?>.Patch.self, from: JSONEncoder().encode(patch))
    #expect(decoded == patch)

    var snapshot = Snapshot<Int?, Int?>()
    try snapshot.appendSections([1, nil])
    try snapshot.appendItems([nil, 1], toSection: nil)
    let oldSnapshot = snapshot
    try snapshot.moveSection(1, afterSection: nil)
    let unnamed: Int? = nil
    try snapshot[unnamed].append([2], to: .some(nil))
    let snapshotPatch = snapshot.patch(from: oldSnapshot)
    let decodedPatch = try JSONDecoder().decode(
      Snapshot<Int?, Int?>.Patch.self, from: JSONEncoder().encode(snapshotPatch))
    #expect(decodedPatch == snapshotPatch)
  }

  @Test func patchesSurviveCoding() throws {
    for seed in 0..<UInt64(TestEffort.choose(quick: 100, full: 2_000, long: 20_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 10)
      let old = edits.snapshot()
      var new = old
      edits.edit(&new, count: 6)
      let patch = new.patch(from: old)
      let data = try JSONEncoder().encode(patch)
      let decoded = try JSONDecoder().decode(Snapshot<Int, Int>.Patch.self, from: data)
      try #require(decoded == patch)
    }
  }

  @Test func smallChangesAreShort() throws {
    var outline = SectionSnapshot<String>()
    try outline.append((0..<1_000).map { "folder-\($0)" })
    for parent in 0..<100 {
      try outline.append((0..<100).map { "file-\(parent)-\($0)" }, to: "folder-\(parent)")
    }
    var toggled = outline
    toggled.expand(["folder-7"])
    #expect(try JSONEncoder().encode(toggled.patch(from: outline)).count < 100)
    var edited = outline
    for index in 0..<5 {
      try edited.move("file-\(index)-3", to: "folder-\(index + 50)", at: 9)
    }
    try edited.append((0..<5).map { "new-\($0)" }, to: "folder-3")
    #expect(try JSONEncoder().encode(edited.patch(from: outline)).count < 2_000)
    var scattered = Snapshot<String, String>()
    try scattered.appendSection("Documents", outline)
    let gathered = scattered
    for index in 0..<10 {
      try scattered.moveItems(["file-\(index)-3"], to: .before("file-\(index + 50)-9"))
    }
    #expect(try JSONEncoder().encode(scattered.patch(from: gathered)).count < 2_000)
  }

  /// The JSON in the documentation of `encode(to:)`, which later versions must decode.
  @Test func theDocumentedFormIsDecoded() throws {
    let json = """
      {"removals": [{"place": {"parent": "Fruit", "before": "Pear"},
                     "outline": {"items": ["Apple"], "shape": "()"}}],
       "insertions": [{"place": {"parent": "Fruit", "after": "Pear"},
                       "outline": {"items": ["Plum"], "shape": "()"}}],
       "moves": [{"items": ["Saw"], "from": {"parent": "Tools"}, "to": {"before": "Fruit"}}],
       "expanded": ["Fruit"]}
      """
    var old = Self.outline
    old.collapse(["Fruit"])
    var new = old
    try new.delete(["Apple"])
    try new.append(["Plum"], to: "Fruit")
    try new.move("Saw", before: "Fruit")
    new.expand(["Fruit"])
    let patch = try JSONDecoder().decode(SectionSnapshot<String>.Patch.self, from: Data(json.utf8))
    #expect(patch == new.patch(from: old))
  }

  @Test func unknownChangesAreErrors() throws {
    var snapshot = Snapshot<String, String>()
    try snapshot.appendSection("Food", Self.outline)
    let outline = try JSONEncoder().encode(Self.outline)
    let patch = try JSONEncoder().encode(Self.outline.patch(from: SectionSnapshot()))
    let snapshotPatch = try JSONEncoder().encode(snapshot.patch(from: Snapshot()))
    let misplaced = """
      {"moves": [{"items": ["Saw"], "from": {"parnt": "Tools"}, "to": {}}]}
      """
    let decoder = JSONDecoder()
    let misspelt = #"{"expnded": ["Fruit"]}"#
    let long = #"{"items": {"moves": [{"items": [1], "from": {"parent": [1, 2, 3]}, "to": {}}]}}"#
    for other in [outline, snapshotPatch, Data(misspelt.utf8), Data(misplaced.utf8)] {
      #expect(throws: DecodingError.self) {
        try decoder.decode(SectionSnapshot<String>.Patch.self, from: other)
      }
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Snapshot<String, String>.Patch.self, from: patch)
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Snapshot<Int, Int>.Patch.self, from: Data(long.utf8))
    }
    let misspeltParts = [
      #"{"moves": [{"items": ["Saw"], "from": {}, "to": {}, "too": {}}]}"#,
      #"{"removals": [{"place": {}, "outline": {"items": ["Saw"], "shape": "()"}, "root": 1}]}"#,
      #"{"replacements": [{"old": "Saw", "new": "Saw", "now": "Saw"}]}"#,
    ]
    for json in misspeltParts {
      #expect {
        try decoder.decode(SectionSnapshot<String>.Patch.self, from: Data(json.utf8))
      } throws: { error in
        "\(error)".contains("A patch has no such key.")
      }
    }
    let empty = try decoder.decode(SectionSnapshot<String>.Patch.self, from: Data("{}".utf8))
    #expect(empty.isEmpty)
  }

  @Test func neighborsThatMoveTogetherAreShort() throws {
    let items = (0..<40).map { _ in UUID() }
    var outline = SectionSnapshot<UUID>()
    try outline.append(items.prefix(2))
    try outline.append(items.dropFirst(2), to: items[0])
    for destination in [items[1], items[0]] {
      var moved = outline
      try moved.move(items[21...30], to: destination, at: 0)
      let patch = moved.patch(from: outline)
      #expect(patch.moves.count == 10)
      for patch in [patch, patch.inverse] {
        let data = try JSONEncoder().encode(patch)
        #expect(data.count < 1_000)
        #expect(try JSONDecoder().decode(SectionSnapshot<UUID>.Patch.self, from: data) == patch)
      }
    }
  }

  @Test func damagedPatchesNeverTrap() throws {
    var changes = Self.outline
    try changes.move("Saw", to: "Fruit", at: 1)
    try changes.move("Tools", to: "Toys")
    try changes.append(["Nail"], to: "Saw")
    try changes.delete(["Apple"])
    changes.expand(["Toys"])
    try applyDamaged(
      changes.patch(from: Self.outline), to: Self.outline,
      names: ["Fruit", "Apple", "Pear", "Tools", "Saw", "Toys", "Nail", "()"]
    ) { Array($0.items) }
  }

  @Test func damagedPatchesOfSectionsNeverTrap() throws {
    var old = Snapshot<Int, String>()
    try old.appendSections([901, 902, 903])
    old[901] = Self.outline
    try old.appendItems(["x", "y"], toSection: 902)
    var changes = old
    try changes.moveSection(903, beforeSection: 901)
    try changes.appendSections([904])
    try changes.appendItems(["Tools", "z"], toSection: 904)
    try changes[901].append(["y"], to: "Fruit")
    try changes.deleteItems(["Apple"])
    try changes.deleteSections([902])
    try applyDamaged(
      changes.patch(from: old), to: old,
      names: ["Fruit", "Apple", "Tools", "Saw", "x", "y", "z", "()"], sections: 901...904
    ) { snapshot in
      snapshot.sectionIdentifiers.flatMap { ["\($0)"] + Array(snapshot[$0].items) }
    }
  }

  /// Applies and merges a patch whose JSON has other names in some places.
  private func applyDamaged<Value: PatchedValue>(
    _ patch: Value.Patch, to old: Value, names: [String], sections: ClosedRange<Int>? = nil,
    items: (Value) -> [String]
  ) throws where Value.Patch: Codable {
    var random = SeededGenerator(seed: 3)
    let json = try JSONEncoder().encode(patch)
    let names = names.map { "\"\($0)\"" }
    let sectionNames = sections.map { $0.map(String.init) } ?? []
    var decodedCount = 0
    for _ in 0..<TestEffort.choose(quick: 300, full: 20_000, long: 1_000_000) {
      var text = String(decoding: json, as: UTF8.self)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let isSection = sections != nil && Bool.random(using: &random)
        let pool = isSection ? sectionNames : names
        guard let name = pool.randomElement(using: &random),
          let other = pool.randomElement(using: &random),
          let place = text.ranges(of: name).randomElement(using: &random)
        else { continue }
        text.replaceSubrange(place, with: other)
      }
      guard let patch = try? JSONDecoder().decode(Value.Patch.self, from: Data(text.utf8)) else {
        continue
      }
      decodedCount += 1
      var applied = old
      if (try? applied.apply(patch)) != nil {
        try applied.apply(patch.inverse)
        #expect(items(applied) == items(old))
      }
      var merged = old
      _ = merged.merge(patch)
    }
    #expect(decodedCount > 100)
  }
}
