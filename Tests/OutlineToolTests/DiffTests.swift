import Testing

@Suite("Diff")
struct DiffTests {
  /// Compares two files of indented text and returns the rows of the output.
  private func diff(
    _ old: String, _ new: String, _ options: String = "-U0", as name: String = "txt"
  ) throws -> String {
    let directory = try TemporaryDirectory(["a.\(name)": old, "b.\(name)": new])
    let run = try Tool.shell("outline-tool diff \(options) a.\(name) b.\(name)", in: directory)
    #expect(run.messages == "" && run.exitCode == (run.output.isEmpty ? 0 : 1))
    let header = "a.\(name) -> b.\(name)\n"
    #expect(run.output.isEmpty || run.output.hasPrefix(header))
    return String(run.output.dropFirst(header.count))
  }

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

  @Test func aRemovedRowIsInItsOldPlace() throws {
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
    // A parent and its child exchange their places.
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

  @Test func troubleIsReported() throws {
    let directory = try TemporaryDirectory(["a": "A\n", "b": "A\n  B\n\tC\n"])
    let run = try Tool.shell("outline-tool diff a missing", in: directory)
    #expect(run == .failure("missing: No such file or directory"))
    let warned = try Tool.shell("outline-tool diff b b", in: directory)
    #expect(warned.exitCode == 0 && warned.output == "" && warned.messages.contains("mixed tabs"))
    for arguments in [
      "diff", "diff a", "diff a b a", "-U1 a b", "diff -U x a b", "diff --by=x a b",
    ] {
      let run = try Tool.shell("outline-tool \(arguments)", in: directory)
      #expect(run.exitCode == 2 && run.output == "", "\(arguments)")
    }
    #expect(
      try Tool.shell("outline-tool diff -q a b", in: directory) == Run(output: "", exitCode: 1))
  }
}
