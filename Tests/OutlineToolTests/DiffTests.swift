import Testing

@Suite("Diff")
struct DiffTests {
  @Test func equalFilesHaveNoDifference() throws {
    #expect(try diff("A\n\tB\n", "A\n\tB\n") == "")
    #expect(try diff("", "") == "")
  }

  @Test func rowsAreInsertedRemovedMovedAndChanged() throws {
    #expect(
      try diff(
        "A\n\tB\n\tC\nD\n\tE one\n\tF\nG\n\tX\n", "A\n\tC\nD\n\tE two\n\tF\n\tX\n\t\tY\nG\n")
          == """
            ├── A
          - │   └── B
            └── D
          ~     ├── E two (was 'E one')
          >     └── X (from G)
          +         └── Y

          """)
  }

  @Test func aRemovedRowIsShownAtItsOldPosition() throws {
    #expect(
      try diff("A\n\tB\n\tC\n\t\tD\n\tE\n", "A\n\tB\n\tE\n\tF\n", "-U9") == """
          └── A
              ├── B
        -     ├── C
        -     │   └── D
              ├── E
        +     └── F

        """)
  }

  @Test func aMovedSubtreeIsOneMove() throws {
    #expect(
      try diff("A\n\tB\n\t\tC\n\t\tD\nE\n", "A\nE\n\tB\n\t\tC\n\t\tD\n") == """
          └── E
        >     └── B (from A)

        """)
    // A parent and its child are swapped.
    #expect(
      try diff("R\n\tA\n\t\tB\n\t\t\tC\n", "R\n\tB\n\t\tA\n\t\t\tC\n") == """
          └── R
        >     └── B (from R/A)
        >         └── A (from R)
        >             └── C (from R/A/B)

        """)
  }

  @Test func aRenamedParentKeepsItsChildren() throws {
    #expect(
      try diff("A\n\tB\n\t\tC\n\tX\n", "A\n\tZ\n\tB2\n\t\tC\n") == """
          └── A
        +     ├── Z
        ~     ├── B2 (was 'B')
        -     └── X

        """)
  }

  @Test func duplicatesMatchByTheirDescendants() throws {
    let (first, second) = ("TODO\n\tA\n", "TODO\n\tB\n")
    #expect(try diff(first + second, second) == "- └── TODO\n-     └── A\n")
    #expect(try diff(first + second, second + first) == "> └── TODO (was after 'TODO')\n")
  }

  @Test func optionsIgnoreOrderAndMoves() throws {
    let (old, new) = ("A\nB\n\tX\nC\n", "C\nA\n\tX\nB\n")
    #expect(try diff("A\nB\n", "B\nA\n", "--ignore-order") == "")
    #expect(try diff(old, new, "--ignore-order -U0") == "  └── A\n>     └── X (from B)\n")
    #expect(
      try diff(old, new, "--no-moves -U0") == """
        + ├── C
          ├── A
        + │   └── X
          ├── B
        - │   └── X
        - └── C

        """)
    #expect(try diff("A\n\tX\nB\n", "A\nB\n\tX\n", "--by path -U0").contains("+     └── X\n"))
  }

  @Test func contextRowsAreShownWithTheirAncestors() throws {
    let (old, new) = ("A\n\tB\nC\nD\nE\n", "A\n\tB\nC\nD\nF\nE\n")
    #expect(try diff(old, new, "") == "  ├── D\n+ ├── F\n  └── E\n")
    #expect(try diff(old, new, "-U 3").hasPrefix("  ├── A\n  │   └── B\n  ├── C\n  ├── D\n+ "))
  }

  @Test func theStoredExpansionIsCompared() throws {
    func mindMap(_ attribute: String) -> String {
      "<map version=\"1.0\"><node TEXT=\"A\"\(attribute)><node TEXT=\"B\"/></node></map>"
    }
    let (old, new) = (mindMap(""), mindMap(" FOLDED=\"true\""))
    #expect(try diff(old, new, as: "mm") == "~ └── A (collapsed)\n")
    #expect(try diff(new, old, as: "mm") == "~ └── A (expanded)\n")
    #expect(try diff(old, new, "--ignore-expansion", as: "mm") == "")
  }

  /// Regression: the hidden rows were removed.
  @Test func rowsThatAnIgnoredExpansionHidesAreCompared() throws {
    let old = #"[{"text":"A","children":[{"text":"A1","children":["A11","A12"]}]}]"#
    let new = old.replacing(#""A1","#, with: #""A1","collapsed":true,"#)
    for options in ["", "--rows ", "--stat "] {
      #expect(try diff(old, new, options + "--expand stored --ignore-expansion", as: "json") == "")
    }
    #expect(
      try diff(
        old, new.replacing("A12", with: "A13"), "--expand stored --ignore-expansion --rows",
        as: "json") == "renamed\t1.1.2\t1.1.2\tA12\tA13\n")
  }

  @Test func directoriesAreCompared() throws {
    let directory = try TemporaryDirectory([
      "a/x": "", "a/sub/y": "", "a/sub/z": "", "b/x": "", "b/new/y": "", "b/new/z": "",
    ])
    let run = try Tool.shell("outline-tool diff a b", in: directory)
    #expect(run == Run(output: "a -> b\n~ └── new (was 'sub')\n      └── y\n", exitCode: 1))
  }

  @Test func listsOfFilesAreComparedByName() throws {
    let directory = try TemporaryDirectory([
      "1/a.txt": "A\n\tMoved\n", "1/b.txt": "B\n", "1/c.txt": "C\n", "2/a.txt": "A\n",
      "2/b.txt": "B\n\tMoved\n", "2/d.txt": "D\n", "2/e.txt": "",
    ])
    let run = try Tool.shell("outline-tool diff -U0 1/* --with 2/*", in: directory)
    #expect(
      run.output == """
        1/b.txt -> 2/b.txt
          └── B
        >     └── Moved (from 1/a.txt/A)

        - 1/c.txt
        - └── C

        + 2/d.txt
        + └── D

        + 2/e.txt

        """)
    #expect(run.exitCode == 1)
  }

  @Test func movedInputsAreShown() throws {
    let directory = try TemporaryDirectory(["1/a": "A\n", "1/b": "B\n", "2/a": "A\n", "2/b": "B\n"])
    let arguments = "1/a 1/b --with 2/b 2/a"
    let run = try Tool.shell("outline-tool diff \(arguments)", in: directory)
    #expect(run == Run(output: "> 1/b -> 2/b\n", exitCode: 1))
    let rows = try Tool.shell("outline-tool diff --rows \(arguments)", in: directory)
    #expect(rows == Run(output: "moved\tsection\t1/b\t2/b\n", exitCode: 1))
    let sets = try Tool.shell("outline-tool diff --ignore-order \(arguments)", in: directory)
    #expect(sets == Run(output: "", exitCode: 0))
  }

  @Test func unreadableInputsAndWrongUsageAreReported() throws {
    let directory = try TemporaryDirectory(["a": "A\n", "b": "A\n  B\n\tC\n"])
    let run = try Tool.shell("outline-tool diff a missing", in: directory)
    #expect(run == .failure("missing: No such file or directory"))
    let warned = try Tool.shell("outline-tool diff b b", in: directory)
    #expect(warned.exitCode == 0 && warned.output == "" && warned.messages.contains("mixed tabs"))
    for arguments in [
      "diff", "diff a", "diff a b a", "-U1 a b", "diff -U x a b", "diff --by=x a b",
      "diff --with a b", "diff a b --with", "diff --with", "diff a --with b --with a",
    ] {
      let run = try Tool.shell("outline-tool \(arguments)", in: directory)
      #expect(run.exitCode == 2 && run.output == "", "\(arguments)")
    }
    #expect(
      try Tool.shell("outline-tool diff -q a b", in: directory) == Run(output: "", exitCode: 1))
  }

  @Test func rowsWithAnIdentityMatchByIt() throws {
    let old = #"[{"id":1,"name":"A","children":[{"id":2,"name":"B"},{"id":3,"name":"C"}]}]"#
    let new = #"[{"id":1,"name":"A","children":[{"id":3,"name":"B"}]},{"id":2,"name":"D"}]"#
    #expect(
      try diff(old, new, as: "json") == """
          ├── A
        ~ │   └── B (was 'C')
        > └── D (was 'B', from A)

        """)
    #expect(try diff(old, new, "--by text --rows", as: "json").contains("removed\t1.2\t\tC\t\n"))
    // No identity is on both sides, so they do not count.
    let renumbered = #"[{"id":7,"name":"A","children":[{"id":8,"name":"B"},{"id":9,"name":"C"}]}]"#
    #expect(try diff(old, renumbered, "--stat", as: "json").contains("0 inserted, 0 removed"))
    #expect(try diff(old, renumbered, "--stat --by id", as: "json").contains("3 inserted"))
    let table = "ref,parent,name\n1,,A\n2,1,B\n"
    let other = "ref,parent,name\n1,,A\n2,1,C\n"
    #expect(
      try diff(table, other, "--id ref --by id -U0", as: "csv")
        == "  └── A\n~     └── C (was 'B')\n")
  }

  /// Regression: the attributes that make the text of a row were listed as changed, too.
  @Test func attributesThatMakeATextAreNoOtherChange() throws {
    func opml(_ attributes: String) -> String {
      "<opml><body><outline \(attributes)/></body></opml>"
    }
    func change(_ old: String, _ new: String) throws -> String {
      try diff(opml(old), opml(new), as: "opml")
    }
    let done = "text=\"C\" _complete=\"true\""
    #expect(try change(done, "text=\"D\" _complete=\"true\"") == "~ └── [x] D (was '[x] C')\n")
    #expect(try change(done, "text=\"C\" _complete=\"\"") == "~ └── C (was '[x] C')\n")
    #expect(try change("text=\"C\"", "text=\"C\" complete=\"false\"") == "")
    #expect(
      try change("title=\"C\" url=\"x\" checked=\"true\"", "title=\"C\" url=\"y\"")
        == "~ └── C (was '[x] C', url: 'x' -> 'y')\n")
    #expect(
      try change("text=\"C\"", "text=\"C\" _status=\"indeterminate\"")
        == "~ └── C (_status: none -> 'indeterminate')\n")
    #expect(
      try change("text=\"&lt;i>C&lt;/i>\"", "text=\"&lt;b>C&lt;/b>\"")
        == "~ └── C (text: '<i>C</i>' -> '<b>C</b>')\n")
    #expect(
      try diff(opml(done), opml("text=\"D\""), "--rows", as: "opml")
        == "renamed\t1\t1\t[x] C\tD\n")
  }

  @Test func changedAttributesAreShown() throws {
    func opml(_ attributes: String) -> String {
      "<opml><body><outline text=\"A\" \(attributes)/></body></opml>"
    }
    #expect(
      try diff(opml("url=\"x\" b=\"1\""), opml("url=\"y\" c=\"&amp;\""), as: "opml")
        == "~ └── A (url: 'x' -> 'y', b: '1' -> none, c: none -> '&')\n")
    #expect(try diff(opml("a=\"1\" b=\"2\""), opml("b='2'  a='1'"), as: "opml") == "")
    #expect(
      try diff("* A\n", "* A\nDEADLINE: <2026-01-01>\n:PROPERTIES:\n:X: 1\n:END:\n", as: "org")
        == "~ └── A (DEADLINE: none -> '<2026-01-01>', X: none -> '1')\n")
    #expect(
      try diff("- [a](x)\n", "- [a](y)\n", as: "md") == "~ └── a (url: 'x' -> 'y')\n")
    #expect(
      try diff(
        "id,parent,name,n\n1,,A,1\n2,1,B,\n", "id,parent,name,n\n1,,A,2\n2,1,B,\n", as: "csv")
        == "~ └── A (n: '1' -> '2')\n")
    #expect(
      try diff(#"{"a":{"b":[1,{"c":3}]}}"#, #"{"a":{"b":[1,{"c":4}]}}"#, as: "json")
        .hasSuffix("└── c: 4 (was 'c: 3')\n"))
  }
}
