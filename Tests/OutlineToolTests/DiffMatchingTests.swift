import OutlineTestSupport
import Testing

@Suite("Matching rows in diff")
struct DiffMatchingTests {
  /// Regression: rows with equal texts matched from top to bottom.
  @Test func ignoredOrderAlsoAppliesToRowsWithEqualTexts() throws {
    func opml(_ rows: String...) -> String {
      "<opml><body>" + rows.map { "<outline \($0)/>" }.joined() + "</body></opml>"
    }
    let (one, two, three) = ("text='a' url='1'", "text='a' url='2'", "text='a' url='3'")
    let order = "-U0 --ignore-order"
    #expect(try diff(opml(one, two), opml(two, one), order, as: "opml") == "")
    #expect(
      try diff(opml(one, two), opml(two, three), order, as: "opml")
        == "~ └── a (url: '1' -> '3')\n")
    let (a, b) = ("* T\n** a\nx\n** a\ny\n", "* T\n** a\ny\n** a\nx\n")
    #expect(try diff(a, b, order, as: "org") == "")
    #expect(try diff(a, b, order + " --notes", as: "org") == "")
    #expect(try diff(a, b.replacing("y", with: "z"), order, as: "org").contains("note changed"))
    #expect(try diff("a\n\tx\n\ty\na\n\ty\n\tz\n", "a\n\tz\n\ty\na\n\ty\n\tx\n", order) == "")
    #expect(
      try diff("a\n\tx\n\ty\na\n\ty\n\tz\n", "a\n\tz\n\ty\na\n\ty\n\tx\n\tw\n", order)
        == "  └── a\n+     └── w\n")
    let collapsed = #"{"text":"a","collapsed":true,"children":[{"text":"b"}]}"#
    let expanded = #"{"text":"a","children":[{"text":"b"}]}"#
    #expect(
      try diff("[\(collapsed),\(expanded)]", "[\(expanded),\(collapsed)]", order, as: "json") == "")
  }

  /// The order of siblings at any level does not matter, even if texts repeat.
  @Test func shuffledOutlinesAreEqualIfTheOrderIsIgnored() throws {
    for round in 0..<TestEffort.choose(quick: 10, full: 50, long: 500) {
      var generator = SeededGenerator(seed: UInt64(round))
      let tree = Tree.random(depth: 3, &generator)
      let (old, new) = (tree.lines(0), tree.shuffled(&generator).lines(0))
      #expect(try diff(old, new, "--ignore-order") == "", "round \(round)\n\(old)\n\(new)")
    }
  }

  /// Regression: similar rows matched only if as many rows were removed as inserted.
  @Test func similarRowsMatchAmongInsertedAndRemovedOnes() throws {
    let (old, new) = ("- [ ] Buy a new lamp\n", "- [x] Buy a new lamp\n- [ ] Tent\n")
    #expect(
      try diff(old, new, as: "md") == """
        ~ ├── [x] Buy a new lamp (was '[ ] Buy a new lamp')
        + └── [ ] Tent

        """)
    #expect(
      try diff(new, old, as: "md") == """
        ~ ├── [ ] Buy a new lamp (was '[x] Buy a new lamp')
        - └── [ ] Tent

        """)
    #expect(
      try diff("red one\nblue two\n", "green\nblue 2\nblue two!\n")
        .hasSuffix("+ ├── blue 2\n~ └── blue two! (was 'blue two')\n"))
  }

  /// Regression: a row between similar rows was removed and inserted.
  @Test func singleRowsMatchBetweenSimilarRows() throws {
    #expect(
      try diff("[ ] milk\n[ ] eggs\nbread\n", "[x] milk\n[ ] eggs (12)\nbread\n", "-U0") == """
        ~ ├── [x] milk (was '[ ] milk')
        ~ └── [ ] eggs (12) (was '[ ] eggs')

        """)
    #expect(
      try diff("1. one\na\n2. two\nb\nc\n", "2. one\nx\n3. two\ny\n", "-U0") == """
        ~ ├── 2. one (was '1. one')
        ~ ├── x (was 'a')
        ~ ├── 3. two (was '2. two')
        - ├── b
        - ├── c
        + └── y

        """)
  }

  /// Regression: short texts with different states or ordinals were not similar.
  @Test func statesAndOrdinalsDoNotAffectSimilarity() throws {
    #expect(
      try diff("* TODO Tea\n", "* X\n* DONE Tea\n", as: "org")
        == "+ ├── X\n~ └── DONE Tea (was 'TODO Tea')\n")
    #expect(
      try diff("1. Tea\n", "1. X\n2. Tea\n")
        == "+ ├── 1. X\n~ └── 2. Tea (was '1. Tea')\n")
    #expect(
      try diff("- [ ] Tea 1\n- [ ] Tea 2\n", "- [x] Tea 2\n- [ ] Tea 3\n- X\n", as: "md")
        .contains("[x] Tea 2 (was '[ ] Tea 2')"))
  }

  /// Regression: a new identity below a row without one ended the tool.
  @Test func rowsAreRenamedAboveChildrenWithNewIdentities() throws {
    func json(_ parent: String, _ child: String) -> String {
      #"[{"id":1,"name":"A","children":[{"name":"\#(parent)","children":[\#(child),{"name":"C"}]}]}]"#
    }
    #expect(
      try diff(json("B", #"{"id":2,"name":"X"}"#), json("D", #"{"id":3,"name":"Y"}"#), as: "json")
        == """
          └── A
        ~     └── D (was 'B')
        -         ├── X
        +         └── Y

        """)
  }

  /// Regression: a row that gained or lost an identity was removed and inserted.
  @Test func rowsMayGainOrLoseIdentities() throws {
    let old = "* A\n:PROPERTIES:\n:CUSTOM_ID: a\n:END:\n** one\n* B\n** two\n*** deep\n* C\n"
    let new = old.replacing("* B\n", with: "* B\n:PROPERTIES:\n:CUSTOM_ID: b\n:END:\n")
    #expect(try diff(old, new, as: "org") == "~ └── B (CUSTOM_ID: none -> 'b')\n")
    #expect(try diff(new, old, as: "org") == "~ └── B (CUSTOM_ID: 'b' -> none)\n")
    let moved = new.replacing("* B\n", with: "* D\n* C\n* B\n").dropLast(4)
    #expect(
      try diff(old, String(moved), as: "org")
        == "+ ├── D\n> ├── C (was after 'B')\n~ └── B (CUSTOM_ID: none -> 'b')\n")
    let other = old.replacing(": a\n", with: ": x\n")
    #expect(try diff(old, other, "--stat --by id", as: "org").contains("2 inserted, 2 removed"))
  }

  /// Regression: the old place of an element was described by a position that others have now.
  @Test func movedElementsOfArraysHaveTheirOldPositions() throws {
    let (old, new) = (#"[{"a":1},{"b":2},{"c":3}]"#, #"[{"c":3},{"a":1},{"b":2}]"#)
    #expect(try diff(old, new, as: "json") == "> └── [0] (was [2])\n")
    #expect(try diff("[1,2,3]", "[3,1,2]", as: "json") == "> └── [0]: 3 (was [2])\n")
  }

  /// Regression: elements of arrays matched by their positions.
  @Test func elementsOfArraysMatchByContent() throws {
    func json(_ paths: String...) -> String {
      #"{"r":["# + paths.map { #"{"path":"\#($0)"}"# }.joined(separator: ",") + "]}"
    }
    let inserted = json("a", "new", "b", "c")
    #expect(
      try diff(json("a", "b", "c"), inserted, as: "json")
        == "  └── r\n+     └── [1]\n+         └── path: new\n")
    #expect(
      try diff(inserted, json("a", "b", "c"), as: "json")
        == "  └── r\n-     └── [1]\n-         └── path: new\n")
    #expect(
      try diff(#"[1,"x",2]"#, #"["x",2,3]"#, "--rows", as: "json")
        == "removed\t1\t\t[0]: 1\t\ninserted\t\t3\t\t[2]: 3\n")
    #expect(
      try diff(#"["one cat","two dogs"]"#, #"[0,"one cat","two dog"]"#, as: "json")
        == "+ ├── [0]: 0\n~ └── [2]: two dog (was 'two dogs')\n")
    #expect(
      try diff(#"[{"a":1,"b":2},{"a":3}]"#, #"[{"c":5},{"a":3},{"a":1,"b":3}]"#, as: "json")
        .contains("b: 3 (was 'b: 2')"))
    #expect(try diff("[[1,2],[3]]", "[[3],[1,2]]", "--stat", as: "json").contains(" 1 moved"))
  }

  /// Regression: an entry with the text of a heading elsewhere took the place of the heading.
  @Test func headingsWithTheirChildrenMatchBeforeEqualLeaves() throws {
    let old = "# Guide\n## Adding a thing\n- one\n- two\n"
    let new = "# Guide\n## Contents\n- Adding a thing\n## Adding a Thing\n- one\n- two\n"
    #expect(
      try diff(old, new, as: "md") == """
          └── Guide
        +     ├── Contents
        +     │   └── Adding a thing
        ~     └── Adding a Thing (was 'Adding a thing')

        """)
  }

  /// Regression: what most siblings have below them made two of them the same.
  @Test func whatAllSiblingsHaveIsNotInCommon() throws {
    func changes(_ versions: Int...) -> String {
      "# Changes\n"
        + versions.map { "## 1.\($0)\n### Added\n- a\($0)\n### Fixed\n- f\($0)\n" }.joined()
    }
    #expect(
      try diff(changes(2, 1, 0), changes(3, 2, 1), as: "md") == """
          └── Changes
        +     ├── 1.3
        +     │   ├── Added
        +     │   │   └── a3
        +     │   └── Fixed
        +     │       └── f3
        -     └── 1.0
        -         ├── Added
        -         │   └── a0
        -         └── Fixed
        -             └── f0

        """)
    func json(_ values: String...) -> String {
      let elements = values.map { #"{"name":"\#($0)","at":{"x":"\#($0)x"},"in":["\#($0)i"]}"# }
      return "[" + elements.joined(separator: ",") + "]"
    }
    let old = json("orange", "lime", "plum")
    let new = json("fig", "orange", "lime")
    for strategy in ["id", "path", "text"] {
      let statistics = try diff(old, new, "--stat --by \(strategy)", as: "json")
      #expect(statistics.contains("6 inserted, 6 removed, 0 moved"))
    }
  }

  /// Regression: the first of several siblings with a text took the place of the one with the
  /// descendants.
  @Test func duplicatesMatchByTheirDescendants() throws {
    #expect(
      try diff("# T\n- Use\n\n## Use\n- y\n", "# T\n\n## Use\n- y\n- z\n", as: "md") == """
          └── T
        -     ├── Use
              └── Use
        +         └── z

        """)
    #expect(
      try diff("A\n U\n  x\n U\n  y\n", "A\n U\n  y\n  z\n", "--rows")
        == "removed\t1.1\t\tU\t\nremoved\t1.1.1\t\tx\t\ninserted\t\t1.1.2\t\tz\n")
  }

  /// Regression: a row was paired with the first similar one.
  @Test func theMostSimilarRowsMatch() throws {
    #expect(
      try diff("A\n\tFor `fn`\n\tFor `impl`\n", "A\n\tFor fn\n\tFor impl\n")
        == "  └── A\n~     ├── For fn (was 'For `fn`')\n~     └── For impl (was 'For `impl`')\n")
    #expect(
      try diff("A\nLong distance train\nB\n", "A\nB\nLong distance trains\n").contains(
        "Long distance trains (was 'Long distance train')"))
  }

  /// Regression: an entry with the text of a heading took the place of the heading, unless the
  /// heading had rows below it.
  @Test func headingsWithTheirNotesMatchBeforeEqualLeaves() throws {
    let old = "# G\n## Install\nText.\n## Usage\nMore.\n"
    let contents = "- [Install](#i)\n- [Usage](#u)\n"
    let new = old.replacing("# G\n", with: "# G\n" + contents)
    #expect(try diff(old, new, "-U0", as: "md") == "  └── G\n+     ├── Install\n+     └── Usage\n")
    let renamed = "# G\n## Intro\n- Usage\n## Install\nText.\n## How to use\nMore.\n"
    #expect(
      try diff(old, renamed, "-U0", as: "md") == """
          └── G
        +     ├── Intro
        +     │   └── Usage
        ~     └── How to use (was 'Usage')

        """)
  }

  /// Regression: siblings with equal texts matched in their order, regardless of attributes and
  /// notes.
  @Test func duplicatesMatchByTheirAttributesAndNotes() throws {
    func opml(_ urls: Int...) -> String {
      "<opml><body>" + urls.map { "<outline text='New' url='\($0)'/>" }.joined() + "</body></opml>"
    }
    #expect(try diff(opml(1, 2, 3), opml(2, 3), "-U0", as: "opml") == "- └── New\n")
    #expect(
      try diff(opml(1, 2, 3), opml(3, 1, 2), "-U0", as: "opml")
        == "> └── New (was after 'New')\n")
    func bookmarks(_ names: String...) -> String {
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>\n"
        + names.map { "<DT><A HREF=\"\($0)\">New</A>\n" }.joined() + "</DL>\n"
    }
    #expect(
      try diff(bookmarks("a", "b", "c"), bookmarks("b", "c"), "-U0", as: "html")
        == "- └── New\n")
    let (first, second) = (
      "* TODO x\nDEADLINE: <2026-01-01>\n", "* TODO x\nDEADLINE: <2026-02-01>\n"
    )
    #expect(try diff(first + second, second, "-U0", as: "org") == "- └── TODO x\n")
    let added = "## Added\none\n## Added\ntwo\n"
    #expect(
      try diff("# C\n" + added, "# C\n## Added\nzero\n" + added, "-U0", as: "md")
        == "  └── C\n+     └── Added\n")
  }

  /// Regression: duplicates moved elsewhere regardless of their attributes.
  @Test func duplicatesWithEqualAttributesMove() throws {
    func opml(_ urls: [Int], _ others: [Int]) -> String {
      let rows = [urls, others].map { urls in
        urls.map { "<outline text='New' url='\($0)'/>" }.joined()
      }
      return "<opml><body><outline text='A'>\(rows[0])</outline>"
        + "<outline text='B'>\(rows[1])</outline></body></opml>"
    }
    #expect(
      try diff(opml([1, 2], [3]), opml([], [3, 2]), "-U0", as: "opml")
        == "  ├── A\n- │   └── New\n  └── B\n>     └── New (from A)\n")
  }

  /// Regression: members with equal texts moved from one object to another.
  @Test func membersMatchByTheirKeys() throws {
    let old = #"{"a":{"version":"1.0"},"b":{"version":"2.0"}}"#
    let new = old.replacing("2.0", with: "3.0").replacing("1.0", with: "2.0")
    #expect(
      try diff(old, new, "-U0", as: "json") == """
          ├── a
        ~ │   └── version: 2.0 (was 'version: 1.0')
          └── b
        ~     └── version: 3.0 (was 'version: 2.0')

        """)
    #expect(
      try diff("a\n\tv: 1\n\tw: 5\nb\n\tv: 2\n\tw: 6\n", "a\n\tv: 2\n\tw: 5\nb\n\tv: 3\n", "-U0")
        == """
          ├── a
        ~ │   └── v: 2 (was 'v: 1')
          └── b
        ~     ├── v: 3 (was 'v: 2')
        -     └── w: 6

        """)
    func notebook(_ counts: Int...) -> String {
      #"{"cells":["#
        + counts.map { #"{"execution_count":\#($0),"source":["\#($0 % 2)"]}"# }.joined(
          separator: ",")
        + "]}"
    }
    #expect(
      try diff(notebook(1, 2), notebook(3, 4), "--stat", as: "json").contains(
        "0 inserted, 0 removed, 0 moved, 2 changed"))
    // In a list, texts before colons repeat.
    #expect(
      try diff("A\n\tFix: a\n\tFix: b\nB\n", "A\n\tFix: c\n\tNew: d\nB\n\tFix: a\n", "--rows")
        .contains("moved\t1.1\t2.1\tFix: a\tFix: a\n"))
  }

  /// Regression: an element without a text was renamed to a member.
  @Test func elementsOfArraysMoveToMembers() throws {
    #expect(
      try diff(#"[{"a":1},{"a":2}]"#, #"{"x":[{"a":1},{"a":2}]}"#, "-U0", as: "json") == """
        + └── x
        >     ├── [0] (from the top level)
        >     └── [1] (from the top level)

        """)
    #expect(
      try !diff(#"[{"a":1,"b":2}]"#, #"{"x":{"a":1,"b":3}}"#, "-U0", as: "json").contains("was ''"))
  }

  /// Regression: an inserted item changed the numbers, and so the texts, of all later ones.
  @Test func numbersOfListItemsAreNotCompared() throws {
    let (old, new) = ("1. a\n2. b\n3. c\n", "1. a\n2. x\n3. b\n4. c!\n")
    #expect(
      try diff(old, new, "-U0", as: "md") == "+ ├── 2. x\n~ └── 4. c! (was 'c')\n")
    #expect(try diff(old, "1. a\n1. b\n1. c\n", as: "md") == "")
    #expect(try diff("# 1. a\n", "# 2. a\n", as: "md") == "~ └── 2. a (was '1. a')\n")
  }

  private struct Tree {
    var text: String
    var children: [Tree]

    static func random(depth: Int, _ generator: inout SeededGenerator) -> Tree {
      let count = depth == 0 ? 0 : Int.random(in: 0...3, using: &generator)
      return Tree(
        text: ["a", "b"].randomElement(using: &generator) ?? "a",
        children: (0..<count).map { _ in random(depth: depth - 1, &generator) })
    }

    func shuffled(_ generator: inout SeededGenerator) -> Tree {
      var children: [Tree] = []
      for child in self.children { children.append(child.shuffled(&generator)) }
      return Tree(text: text, children: children.shuffled(using: &generator))
    }

    func lines(_ level: Int) -> String {
      String(repeating: "\t", count: level) + text + "\n"
        + children.map { $0.lines(level + 1) }.joined()
    }
  }
}
