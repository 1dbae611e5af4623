import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct FilteredOutlineTests {
  private func library() throws -> SectionSnapshot<String> {
    var library = SectionSnapshot<String>()
    try library.append(["Fruit", "Tools"])
    try library.append(["Apple", "Pear"], to: "Fruit")
    return library
  }

  @Test func aLateMatchComesWithItsAncestors() throws {
    var library = try library()
    var results = FilteredOutline(library) { $0.contains("w") }
    #expect(results.outline.isEmpty)
    try library.append(["Saw"], to: "Tools")
    results.follow(library)
    #expect(Array(results.outline.visibleItems) == ["Tools", "Saw"])
    try library.move("Tools", to: "Pear")
    results.follow(library)
    #expect(Array(results.outline.visibleItems) == ["Fruit", "Pear", "Tools", "Saw"])
  }

  @Test func anAncestorGoesWithItsLastMatch() throws {
    var library = try library()
    var results = FilteredOutline(library) { $0 == "Pear" || $0 == "Tools" }
    try library.delete(["Pear"])
    results.follow(library)
    #expect(Array(results.outline.items) == ["Tools"])
    try library.append(["Pear"], to: "Tools")
    try library.move("Tools", to: "Apple")
    results.follow(library)
    #expect(Array(results.outline.items) == ["Fruit", "Apple", "Tools", "Pear"])
  }

  @Test func parentAndChildCanChangePlaces() throws {
    var library = SectionSnapshot<String>()
    try library.append(["a"])
    try library.append(["b"], to: "a")
    var results = FilteredOutline(library) { _ in true }
    try library.move("b", to: nil)
    try library.move("a", to: "b")
    results.follow(library)
    #expect(results.outline.shape == "+* b\n  +* a")
  }

  @Test func removedSiblingsDoNotDisturbTheOrder() throws {
    var library = SectionSnapshot<String>()
    try library.append(["a", "b", "c"])
    var results = FilteredOutline(library) { _ in true }
    try library.delete(["b"])
    try library.insert(["d"], before: "a")
    results.follow(library)
    #expect(Array(results.outline.items) == ["d", "a", "c"])
  }

  @Test func siblingsStaySorted() throws {
    var library = try library()
    var results = FilteredOutline(library, sortedBy: >) { $0 != "Tools" }
    #expect(Array(results.outline.items) == ["Fruit", "Pear", "Apple"])
    try library.append(["Berry", "Plum"], to: "Fruit")
    results.follow(library)
    #expect(Array(results.outline.items) == ["Fruit", "Plum", "Pear", "Berry", "Apple"])
  }
}

/// Random edits: a form that follows them equals a new one.
@Suite struct RandomFilteredOutlineTests {
  static let seed = seedOfRun()
  static let editCount = TestEffort.choose(quick: 4_000, full: 100_000, long: 10_000_000)

  /// An item whose rank is content.
  private struct Ranked: Hashable {
    let id: Int
    var rank = 0

    static func == (left: Ranked, right: Ranked) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test(arguments: TestLayout.allCases, [8, 60])
  func followingEqualsFilteringAgain(layout: TestLayout, itemCount: Int) throws {
    for number in 0..<UInt64(Self.editCount / 4 / 100) {
      var random = SeededGenerator(seed: Self.seed &+ number)
      var library = layout.empty(of: Ranked.self)
      let isSorted = Bool.random(using: &random)
      let order: ((Ranked, Ranked) -> Bool)? = isSorted ? { $0.rank < $1.rank } : nil
      let limit = Int.random(in: 0..<5, using: &random)
      func makeForm() -> FilteredOutline<Ranked> {
        FilteredOutline(library, sortedBy: order) { $0.rank < limit }
      }
      var form = makeForm()
      for step in 0..<100 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          Self.edit(&library, itemCount, &random)
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
          library = try Self.rebuilt(library)
        }
        form.follow(library)
        let expected = makeForm().outline
        let isEqual =
          form.outline == expected
          && form.outline.items.map(\.rank) == expected.items.map(\.rank)
        guard isEqual else {
          Issue.record(
            "OUTLINE_SEED=\(Self.seed &+ number), step \(step): \(form.outline), not \(expected)")
          return
        }
      }
    }
  }

  private static func edit(
    _ library: inout SectionSnapshot<Ranked>, _ itemCount: Int, _ random: inout SeededGenerator
  ) {
    func item() -> Ranked {
      Ranked(
        id: Int.random(in: 0..<itemCount, using: &random),
        rank: Int.random(in: 0..<6, using: &random))
    }
    let parent = Int.random(in: 0..<4, using: &random) == 0 ? nil : item()
    switch Int.random(in: 0..<9, using: &random) {
    case 0...2: try? library.append([item(), item()], to: parent)
    case 3: try? library.delete([item()])
    case 4: try? library.move(item(), to: parent)
    case 5: try? library.move(item(), before: item())
    case 6: try? library.updateItems([item()])
    case 7: try? library.insert([item()], before: item())
    default: try? library.replace(item(), with: item())
    }
  }

  /// The same outline in storage of its own.
  private static func rebuilt(
    _ library: SectionSnapshot<Ranked>
  ) throws -> SectionSnapshot<Ranked> {
    var rebuilt = SectionSnapshot<Ranked>()
    try rebuilt.append(
      preorder: library.items.map { ($0, library.level(of: $0) ?? 0) })
    return rebuilt
  }

  /// Regression: all ancestors of each changed item were visited.
  @Test func updatesOfADeepOutlineTakeLinearTime() throws {
    func comparisons(depth: Int) throws -> Int {
      let counter = ComparisonCounter()
      let items = (0..<depth).map(counter.item)
      var outline = SectionSnapshot<CountedItem>()
      try outline.append(preorder: items.enumerated().map { (item: $1, level: $0) })
      var filtered = FilteredOutline(outline) { _ in true }
      try outline.updateItems(items)
      counter.count = 0
      filtered.follow(outline)
      return counter.count
    }
    #expect(try comparisons(depth: 400) < 3 * comparisons(depth: 200))
  }
}
