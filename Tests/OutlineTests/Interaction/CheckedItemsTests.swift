import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct CheckedItemsTests {
  static let outline = SectionSnapshot<String>(
    """
    - a
      - a1
        - a1x
        - a1y
      - a2
    - b
      - b1
    """)

  /// The items as text: `+` for checked ones, `~` for mixed ones.
  static func states(
    _ checks: CheckedItems<String>, _ outline: SectionSnapshot<String> = outline
  ) -> String {
    let marked = outline.items.compactMap { item in
      switch checks.state(of: item, in: outline) {
      case .checked: "+" + item
      case .mixed: "~" + item
      case .unchecked: nil as String?
      }
    }
    return marked.joined(separator: " ")
  }

  /// The items to toggle, and the states after that.
  static let toggles = [
    ("", ""), ("a2", "~a +a2"), ("a2 a2", ""), ("a1x", "~a ~a1 +a1x"),
    ("a1x a1y", "~a +a1 +a1x +a1y"), ("a1x a1y a2", "+a +a1 +a1x +a1y +a2"),
    ("a a1x", "~a ~a1 +a1y +a2"), ("a a1x a1y", "~a +a2"), ("a a1x a1y a2", ""),
    ("a1x a", "+a +a1 +a1x +a1y +a2"), ("a1x a a", ""), ("b1", "+b +b1"), ("zz", ""),
    ("b b1 a1x", "~a ~a1 +a1x"),
  ]

  @Test func togglingChangesDescendantsAndAncestors() {
    for (items, expected) in Self.toggles {
      var checks = CheckedItems<String>()
      for item in items.split(separator: " ") {
        checks.toggle(String(item), in: Self.outline)
      }
      #expect(Self.states(checks) == expected, "\(items)")
    }
  }

  @Test func settingAStateTwiceChangesNothing() {
    var checks = CheckedItems<String>()
    checks.setChecked(false, for: "a", in: Self.outline)
    #expect(checks == CheckedItems())
    checks.setChecked(true, for: "a1", in: Self.outline)
    let same = checks
    checks.setChecked(true, for: "a1x", in: Self.outline)
    #expect(checks == same)
    checks.setChecked(false, for: "a", in: Self.outline)
    #expect(checks == CheckedItems())
  }

  typealias Edit = @Sendable (inout SectionSnapshot<String>) throws -> Void

  /// The items to toggle, an edit, and the states after it.
  static let edits: [(String, Edit, String)] = [
    // New children have the last state of the parent as a whole.
    ("a", { try $0.append(["a3"], to: "a") }, "+a +a1 +a1x +a1y +a2 +a3"),
    ("a a2", { try $0.append(["a3"], to: "a") }, "~a +a1 +a1x +a1y +a3"),
    ("a2", { try $0.append(["a3"], to: "a") }, "~a +a2"),
    ("b1", { try $0.append(["b2"], to: "b") }, "+b +b1 +b2"),
    // Without the only checked or unchecked children, the parent is uniform.
    ("a2", { try $0.delete(["a2"]) }, ""),
    ("a1", { try $0.delete(["a2"]) }, "+a +a1 +a1x +a1y"),
    ("a1x", { try $0.delete(["a1", "a2"]) }, ""),
    ("a1x", { try $0.delete(["a1y", "a2"]) }, "+a +a1 +a1x"),
    ("a", { try $0.delete(["a1", "a2"]) }, "+a"),
    // Moved items keep their states.
    ("a2", { try $0.move("a2", to: "b") }, "+a2 ~b"),
    ("a2", { try $0.move("a2", to: nil) }, "+a2"),
    ("a", { try $0.move("b1", to: "a") }, "~a +a1 +a1x +a1y +a2"),
    ("a1x", { try $0.move("a1", to: "b1") }, "~a1 +a1x ~b ~b1"),
    ("a1", { try $0.move("a1x", to: "b1") }, "~a +a1 +a1y +a1x +b +b1"),
    ("a1", { try $0.move("a2", to: "b1") }, "+a +a1 +a1x +a1y"),
  ]

  @Test func statesFollowEdits() throws {
    for (items, edit, expected) in Self.edits {
      var checks = CheckedItems<String>()
      for item in items.split(separator: " ") {
        checks.toggle(String(item), in: Self.outline)
      }
      var outline = Self.outline
      try edit(&outline)
      checks.follow(from: Self.outline, to: outline)
      let words = Self.states(checks, outline).split(separator: " ").sorted()
      #expect(words == expected.split(separator: " ").sorted(), "\(items)")
    }
  }

  @MainActor @Test func childrenThatLoadHaveTheStateOfTheirParent() async throws {
    var snapshot = Snapshot<Int, String>()
    try snapshot.appendSections([1])
    try snapshot.appendItems(["a", "b"], toSection: 1)
    let source = OutlineDataSource(snapshot)
    source.childLoader = ChildLoader { item in ["\(item)1", "\(item)2"] }
    var checks = CheckedItems<String>()
    let adapter = TestAdapter()
    adapter.reaction = { checks.follow(from: $0.initialSnapshot, to: $0.finalSnapshot) }
    source.attach(adapter)
    checks.toggle("a", in: source.snapshot(for: 1))
    for item in ["a", "b", "a1"] {
      try await source.loadChildren(of: .item(item))
    }
    func checked() -> [String] {
      let outline = source.snapshot(for: 1)
      return outline.items.filter { checks.state(of: $0, in: outline) == .checked }
    }
    #expect(checked() == ["a", "a1", "a11", "a12", "a2"])
    checks.toggle("a11", in: source.snapshot(for: 1))
    #expect(checked() == ["a12", "a2"])
    try source.update { try $0.deleteItems(["a11"]) }
    #expect(checked() == ["a", "a1", "a12", "a2"])
  }

  @Test func childrenThatLoadLaterKeepTheStateOfAMixedParent() throws {
    var missing: Set<String> = ["a"]
    func state(_ checks: CheckedItems<String>, _ outline: SectionSnapshot<String>) -> CheckState {
      checks.state(of: "a", in: outline, hasMissingChildren: missing.contains)
    }
    for isChecked in [false, true] {
      missing = ["a"]
      var outline = SectionSnapshot<String>("- a\n- b")
      var checks = CheckedItems<String>()
      checks.setChecked(isChecked, for: "a", in: outline, hasMissingChildren: missing.contains)
      checks.setChecked(!isChecked, for: "b", in: outline, hasMissingChildren: missing.contains)

      var old = outline
      try outline.move("b", to: "a")
      checks.follow(from: old, to: outline, hasMissingChildren: missing.contains)
      #expect(state(checks, outline) == .mixed)

      old = outline
      try outline.append(["a1", "a2"], to: "a")
      missing = []
      checks.follow(from: old, to: outline, hasMissingChildren: missing.contains)
      #expect(state(checks, outline) == .mixed)
      let others = ["a1", "a2"].map { checks.state(of: $0, in: outline) }
      #expect(others == (isChecked ? [.checked, .checked] : [.unchecked, .unchecked]))

      checks.toggle("a1", in: outline, hasMissingChildren: missing.contains)
      checks.toggle("a2", in: outline, hasMissingChildren: missing.contains)
      #expect(state(checks, outline) == (isChecked ? .unchecked : .checked))
    }
  }

  @Test func savedStatesWaitForItemsThatLoad() throws {
    var checks = CheckedItems<String>()
    checks.toggle("a1x", in: Self.outline)
    checks.toggle("b", in: Self.outline)
    let data = try JSONEncoder().encode(checks)
    var saved = try JSONDecoder().decode(CheckedItems<String>.self, from: data)
    #expect(saved == checks)

    var outline = SectionSnapshot<String>()
    for step in [(["a", "b"], nil), (["a1"], "a"), (["a1x"], "a1"), (["a1y"], "a1")]
      as [([String], String?)]
    {
      let before = outline
      try outline.append(step.0, to: step.1)
      saved.follow(from: before, to: outline)
    }
    #expect(Self.states(saved, outline) == "~a ~a1 +a1x +b")
    // It has moved since.
    try outline.delete(["a1"])
    saved = try JSONDecoder().decode(CheckedItems<String>.self, from: data)
    try outline.append(["a1x"], to: "b")
    saved.follow(from: SectionSnapshot(), to: outline)
    #expect(Self.states(saved, outline) == "+b +a1x")
  }

  @Test func missedChangesThatReverseAChainEnd() throws {
    var outline = SectionSnapshot<String>(
      """
      - a
        - b
          - c
            - d
            - d2
          - c2
        - b2
      """)
    var checks = CheckedItems<String>()
    checks.toggle("d", in: outline)
    try outline.move("b", to: nil)
    try outline.move("a", to: "c")
    try outline.append(["y"], to: "a")
    checks.setChecked(true, for: "y", in: outline)
    #expect(Self.states(checks, outline) == "~b ~c +d ~a +y")
    checks.follow(from: SectionSnapshot(), to: outline)
    #expect(Self.states(checks, outline).contains("+y"))
  }

  /// Regression: the former child lost its record, so the item got the opposite value.
  @Test func anItemIsSetAfterAMissedMoveAboveItsParent() throws {
    var checks = CheckedItems<String>()
    checks.toggle("b", in: SectionSnapshot("+ a\n  - b\n  - c"))
    let outline = SectionSnapshot<String>("+ b\n  + a\n    - c")
    checks.setChecked(false, for: "c", in: outline)
    #expect(outline.items.allSatisfy { checks.state(of: $0, in: outline) == .unchecked })
    #expect(checks == CheckedItems())
  }

  @Test func valuesEncodeAfterAMissedChange() throws {
    var outline = SectionSnapshot<String>("- a\n  - b\n    - c")
    var checks = CheckedItems<String>()
    try outline.append(["b2"], to: "a")
    try outline.append(["c2"], to: "b")
    checks.toggle("c", in: outline)
    try outline.move("c", to: nil)
    try outline.move("a", to: "c")
    try outline.append(["x"], to: "a")
    checks.setChecked(true, for: "x", in: outline)
    let data = try JSONEncoder().encode(checks)
    #expect(data.count < 1_000)
  }

  @Test func aParentKeepsItsValueWhileSomeChildrenAreMissing() throws {
    var outline = SectionSnapshot<String>("- a\n  - a1\n  - a2\n  - a3")
    var checks = CheckedItems<String>()
    checks.toggle("a1", in: outline)
    checks.toggle("a2", in: outline)
    // As if decoded while a1 is not loaded.
    try outline.delete(["a1"])
    checks.toggle("a2", in: outline)
    checks.toggle("a2", in: outline)
    #expect(Self.states(checks, outline) == "~a +a2")
  }

  @Test func theStatesOfTheRemainingChildrenCount() throws {
    let json = """
      [{"item": "a", "isChecked": false}, {"item": "a1", "isChecked": true, "parent": 0},
       {"item": "a2", "isChecked": true, "parent": 0}]
      """
    let checks = try JSONDecoder().decode(CheckedItems<String>.self, from: Data(json.utf8))
    for (text, expected) in [
      ("- a", "~a"), ("- a\n  - a1", "+a +a1"), ("- a\n  - a2\n  - a3", "~a +a2"),
      ("- a\n  - a3", "~a"),
    ] {
      #expect(Self.states(checks, SectionSnapshot(text)) == expected)
    }
  }

  @Test(arguments: [
    #"[{"item": "a", "isChecked": true, "parent": 0}]"#,
    #"[{"item": "a", "isChecked": true, "parent": -1}]"#,
    #"[{"item": "a", "isChecked": true}, {"item": "a", "isChecked": true}]"#,
  ])
  func damagedStatesAreErrors(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CheckedItems<String>.self, from: Data(json.utf8))
    }
  }

  @Test func entriesWithoutMeaningAreIgnored() throws {
    let json = """
      [{"item": "a", "isChecked": false}, {"item": "a1", "isChecked": false, "parent": 0},
       {"item": "b", "isChecked": true}, {"item": "b1", "isChecked": true, "parent": 2}]
      """
    let checks = try JSONDecoder().decode(CheckedItems<String>.self, from: Data(json.utf8))
    var expected = CheckedItems<String>()
    expected.toggle("b", in: Self.outline)
    #expect(checks == expected)
  }

  /// Regression: all ancestors of each moved item were visited.
  @Test func movesOutOfADeepOutlineTakeLinearTime() throws {
    func comparisons(depth: Int) throws -> Int {
      let counter = ComparisonCounter()
      let items = (0..<depth).map(counter.item)
      var deep = SectionSnapshot<CountedItem>()
      try deep.append(preorder: items.enumerated().map { (item: $1, level: $0) })
      var flat = deep
      try flat.setChildren(items, of: nil)
      var checks = CheckedItems<CountedItem>()
      checks.toggle(items[depth / 2], in: deep)
      counter.count = 0
      checks.follow(from: deep, to: flat)
      let count = counter.count
      #expect(items.allSatisfy { checks.state(of: $0, in: flat) == .checked })
      return count
    }
    #expect(try comparisons(depth: 400) < 3 * comparisons(depth: 200))
  }
}
