import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct OutlineSelectionTests {
  static let snapshot = Snapshot(
    SnapshotModel<Int, String>(
      """
      1
        +* a
          -* a1
            - a1x
          -* a2
        -* b
      2
      3
        -* c
          - c1
        +* d
      """))

  typealias Selection = OutlineSelection<String>

  /// The focused item; the key; the focused item after it, or the items that expand or collapse.
  static let keys: [(String, Selection.Key, String)] = [
    ("a", .down, "a1"), ("a2", .down, "b"), ("b", .down, "c"), ("d", .down, "d"),
    ("c", .up, "b"), ("a", .up, "a"),
    ("b", .home, "a"), ("a", .end, "d"),
    ("a", .pageDown(rows: 2), "a2"), ("b", .pageDown(rows: 2), "d"),
    ("c", .pageUp(rows: 3), "a1"), ("a1", .pageUp(rows: 3), "a"),
    ("b", .pageDown(rows: .max), "d"), ("c", .pageUp(rows: .max), "a"),
    ("a", .pageDown(rows: .min), "a1"), ("c", .pageUp(rows: 0), "b"),
    ("a", .right, "a1"), ("a1", .right, "+a1"), ("a2", .right, "a2"), ("d", .right, "d"),
    ("a", .left, "-a"), ("a1", .left, "a"), ("b", .left, "b"), ("d", .left, "d"),
    ("a1x", .down, "a2"), ("a1x", .left, "a"), ("c1", .right, "+c"),
    ("a2", .asterisk, "+a1"), ("d", .asterisk, "+c"), ("b", .asterisk, "b"),
    ("zz", .down, "a"), ("zz", .up, "d"), ("zz", .end, "d"), ("zz", .pageDown(rows: 2), "a1"),
    ("zz", .left, "zz"), ("zz", .right, "zz"), ("zz", .asterisk, "zz"), ("zz", .space, "zz"),
  ]

  @Test func keysGoToRowsOrExpandItems() {
    for (item, key, expected) in Self.keys {
      var selection = OutlineSelection(item)
      let result: String
      switch selection.press(key, in: Self.snapshot) {
      case .expand(let items): result = "+" + items.joined()
      case .collapse(let item): result = "-" + item
      case nil:
        result = selection.focusedItem ?? ""
        #expect(selection.selectedItems == [result], "\(key) from \(item)")
      }
      #expect(result == expected, "\(key) from \(item)")
    }
  }

  @Test func asteriskExpandsAllCollapsedSiblings() {
    var selection = OutlineSelection("b")
    var snapshot = Self.snapshot
    snapshot.collapse(["a"])
    #expect(selection.press(.asterisk, in: snapshot) == .expand(["a"]))
    #expect(selection.press(.asterisk, in: snapshot) { $0 != "c" } == .expand(["b", "a"]))
  }

  @Test func childrenThatAreNotLoadedExpand() {
    var selection = OutlineSelection("b")
    #expect(selection.press(.right, in: Self.snapshot) { _ in true } == .expand(["b"]))
    // Expanded, but its children have not arrived.
    selection = OutlineSelection("d")
    #expect(selection.press(.right, in: Self.snapshot) { _ in true } == .expand(["d"]))
    #expect(selection.press(.left, in: Self.snapshot) { _ in true } == .collapse("d"))
  }

  @Test func leftStopsWaitingForChildrenBeforeItGoesToTheParent() {
    loading("1\n  +* p\n    -* d") { _, _, source in
      var selection = OutlineSelection("d")
      #expect(selection.press(.right, in: source.snapshot(), of: source) == .expand(["d"]))
      source.expand("d")
      #expect(selection.press(.left, in: source.snapshot(), of: source) == .collapse("d"))
      #expect(source.collapse("d") == .stoppedWaiting && selection.focusedItem == "d")
      #expect(selection.press(.left, in: source.snapshot(), of: source) == nil)
      #expect(selection.focusedItem == "p")
    }
  }

  /// Keys from `a1`, with S for shift and C for control; then the selected items and the focus.
  static let modifiedKeys = """
    S↓           a1 a2           a2
    S↓ S↓ S↑     a1 a2           a2
    S↓ S↑        a1              a1
    S↓ S↑ S↑     a a1            a
    S↓ ↓         b               b
    C↓           a1              a2
    C↓ C↓ C␣     a1 b            b
    C↓ C↓ S␣     a1 a2 b         b
    C↓ C␣ C␣     a1              a2
    C␣                           a1
    C␣ S↓        a1 a2           a2
    C↓ C↓ ␣      b               b
    S⇲           a1 a2 b c d     d
    S⇱           a a1            a
    S⇲ S⇱        a a1            a
    C⇲ C␣ S↑     a1 c d          c
    S↓ C⇲ C␣ S↑  a1 a2 c d       c
    S↓ C↓ S↓     a1 a2 b c       c
    """

  @Test(arguments: modifiedKeys.split(separator: "\n").map(String.init))
  func modifiersSelectSeveralItems(line: String) {
    let words = line.split(separator: " ").map(String.init)
    var selection = OutlineSelection("a1")
    let keys: [Character: Selection.Key] = [
      "↓": .down, "↑": .up, "␣": .space, "⇱": .home, "⇲": .end,
    ]
    let pressed = words.prefix { $0.last.flatMap { keys[$0] } != nil }
    for word in pressed {
      let modifier: Selection.Modifier? =
        word.hasPrefix("S") ? .shift : word.hasPrefix("C") ? .control : nil
      if let key = word.last.flatMap({ keys[$0] }) {
        #expect(selection.press(key, modifier, in: Self.snapshot) == nil)
      }
    }
    #expect(selection.selectedItems.sorted() == words[pressed.count...].dropLast())
    #expect(selection.focusedItem == words.last)
  }

  @Test func clicksSelectItems() {
    var selection = OutlineSelection("a1")
    selection.select("c", .control, in: Self.snapshot)
    #expect(selection.selectedItems == ["a1", "c"])
    selection.select("a2", .shift, in: Self.snapshot)
    #expect(selection.selectedItems == ["a1", "a2", "b", "c"])
    selection.select("zz", in: Self.snapshot)
    #expect(selection.focusedItem == "a2")
    selection.select("d", in: Self.snapshot)
    #expect(selection.selectedItems == ["d"])
  }

  @Test func aRangeIncludesRowsThatCameIntoIt() throws {
    var selection = OutlineSelection("a1")
    selection.press(.down, .shift, in: Self.snapshot)
    var snapshot = Self.snapshot
    snapshot.expand(["a1"])
    selection.follow(from: Self.snapshot, to: snapshot)
    #expect(selection.selectedItems == ["a1", "a2"])
    selection.press(.down, .shift, in: snapshot)
    #expect(selection.selectedItems == ["a1", "a1x", "a2", "b"])
  }

  @Test func aRangeShrinksAfterAChange() {
    var selection = OutlineSelection("a1")
    selection.press(.end, .shift, in: Self.snapshot)
    var snapshot = Self.snapshot
    snapshot.expand(["c"])
    selection.follow(from: Self.snapshot, to: snapshot)
    selection.press(.up, .shift, in: snapshot)
    #expect(selection.selectedItems == ["a1", "a2", "b", "c", "c1"])
  }

  @Test func aNewSelectionBeginsNoRange() {
    var selection = OutlineSelection("a")
    selection.press(.end, .shift, in: Self.snapshot)
    selection.selectedItems = ["d"]
    selection.press(.up, .shift, in: Self.snapshot)
    #expect(selection.selectedItems == ["c", "d"])
  }

  @Test func theSelectionFollowsUpdates() throws {
    let source = OutlineDataSource(Self.snapshot)
    var selection = OutlineSelection("a2")
    let adapter = TestAdapter()
    adapter.reaction = { selection.follow(from: $0.initialSnapshot, to: $0.finalSnapshot) }
    source.attach(adapter)
    source.collapse("a")
    #expect(selection == OutlineSelection("a"))
    try source.update { try $0.deleteItems(["a"]) }
    #expect(selection == OutlineSelection("b"))
  }

  @Test func theFocusStaysAmongSelectedItems() throws {
    var selection = OutlineSelection("d")
    selection.select("a2", .control, in: Self.snapshot)
    selection.select("b", .control, in: Self.snapshot)
    var snapshot = Self.snapshot
    try snapshot.deleteItems(["b"])
    let rules = SelectionRules(whenDeleted: .deselect)
    selection.follow(from: Self.snapshot, to: snapshot, rules: rules)
    #expect(selection.selectedItems == ["a2", "d"])
    #expect(selection.focusedItem == "a2")
  }

  /// The focused item; the typed letters; the focused item after them.
  static let letters = [
    ("Ba", "b", "bb"), ("bb", "B", "Bad"), ("Bad", "b", "Ba"),
    ("bb", "ba", "Bad"), ("Ba", "ba", "Ba"), ("Ba", "bb", "bb"), ("Bad", "bad", "Bad"),
    ("a", "aa", "ab"), ("ab", "aa", "a"), ("a", "ac", "a"),
    ("zz", "b", "Ba"), ("zz", "x", "zz"), ("a", "aA", "ab"), ("bb", "", "bb"), ("a", "é", "Éa"),
    ("a", "ệ", "E\u{323}\u{302}x"), ("a", "ᾂ", "Α\u{313}\u{300}\u{345}z"),
  ]

  @Test func lettersGoToTitles() throws {
    var snapshot = Snapshot<Int, String>()
    try snapshot.appendSections([1, 2, 3])
    try snapshot.appendItems(["a", "ab", "Ba"], toSection: 1)
    try snapshot.appendItems(["bb", "Bad", "Éa", "E\u{323}\u{302}x"], toSection: 3)
    // The first title only begins with the same scalars as the second one.
    try snapshot.appendItems(
      ["Α\u{313}\u{300}\u{345}\u{345}", "Α\u{313}\u{300}\u{345}z"], toSection: 3)
    for (item, text, expected) in Self.letters {
      var selection = OutlineSelection(item)
      let isFound = selection.typeAhead(text, in: snapshot) { $0 }
      #expect(selection.focusedItem == expected, "\(text) from \(item)")
      #expect(isFound || item == expected)
    }
  }

  @Test(.timeLimit(.minutes(45)))
  func longRunsOfCombiningMarksAreNotCompared() {
    let marks = String(repeating: "\u{301}\u{323}", count: 250_000)
    var selection = OutlineSelection("a")
    selection.typeAhead("á", in: Self.snapshot) { $0 == "a1" ? "a" + marks : "á" }
    #expect(selection.focusedItem == "a2")
  }
}
