import Testing

@Suite("Notes in diff")
struct DiffNoteTests {
  private func diff(
    _ old: String, _ new: String, _ options: String = "-U0", as name: String = "md"
  ) throws -> Run {
    let directory = try TemporaryDirectory(["a.\(name)": old, "b.\(name)": new])
    return try Tool.shell("outline-tool diff \(options) a.\(name) b.\(name)", in: directory)
  }

  @Test(arguments: [
    ("# A\n\nold\n", "# A\n\nnew\n", "md"),
    ("# A\n\n```\nold\n```\n", "# A\n\n```\nnew\n```\n", "md"),
    ("* A\nold\n", "* A\nnew\n", "org"),
    ("A\n\t: old\n", "A\n\t: new\n", "otl"),
    (
      "<opml><body><outline text='A' _note='old'/></body></opml>",
      "<opml><body><outline text='A' _note='new'/></body></opml>", "opml"
    ),
    (
      "<map><node TEXT='A'><richcontent TYPE='NOTE'><p>old</p></richcontent></node></map>",
      "<map><node TEXT='A'><richcontent TYPE='NOTE'><p>new</p></richcontent></node></map>", "mm"
    ),
    (
      #"[{"name":"A","note":"old","children":[]}]"#, #"[{"name":"A","note":"new","children":[]}]"#,
      "json"
    ),
  ])
  func aChangedNoteIsADifference(old: String, new: String, name: String) throws {
    let header = "a.\(name) -> b.\(name)\n"
    #expect(
      try diff(old, new, as: name) == Run(output: header + "~ └── A (note changed)\n", exitCode: 1))
    #expect(try diff(old, new, "-q", as: name).exitCode == 1)
    #expect(try diff(old, new, "--ignore-notes", as: name) == "")
    #expect(try diff(old, new, "--stat", as: name).output.hasSuffix("0 moved, 1 changed\n"))
    #expect(try diff(old, new, "--rows", as: name).output == "note\t1\t1\tA\tA\n")
    let shown = try diff(old, new, "--notes", as: name).output
    #expect(shown.contains("\n-     ") && shown.contains("old\n") && shown.contains("\n+     "))
    #expect(try diff(old, old, as: name) == "")
  }

  /// Regression: notes were compared, although the attribute that they are was ignored.
  @Test(arguments: [
    ("# A\n\nb\n", "# A\n\nc\n", "md", "note"),
    ("id,parent,name,Notes\n1,,A,b\n", "id,parent,name,Notes\n1,,A,c\n", "csv", "Notes"),
    (
      "<opml><body><outline text='A' _note='b'/></body></opml>",
      "<opml><body><outline text='A' _note='c'/></body></opml>", "opml", "_note"
    ),
  ])
  func notesAreIgnoredByTheirNames(old: String, new: String, format: String, name: String) throws {
    for option in ["--ignore-notes", "--ignore-attribute note", "--ignore-attribute \(name)"] {
      #expect(try diff(old, new, option, as: format) == "", "\(option)")
      #expect(try diff(old, new, "\(option) --attribute note", as: format) == "", "\(option)")
    }
  }

  /// Regression: only notes that are no attributes matched rows.
  @Test func attributesThatAreNotesMatchRows() throws {
    func file(_ rows: [(String, String)]) -> String {
      let rows = rows.map { "<outline text='\($0)' _note='\($1)'/>" }
      return "<opml><body>\(rows.joined())</body></opml>"
    }
    let (old, new) = (file([("A", "x"), ("B", "y")]), file([("C", "y"), ("D", "x")]))
    #expect(
      try diff(old, new, "--rows", as: "opml").output
        == "moved,renamed\t2\t1\tB\tC\nrenamed\t1\t2\tA\tD\n")
  }

  /// Regression: the note was also an attribute that had changed.
  @Test func aChangeOfANoteIsToldOnce() throws {
    let (old, new) = ("# A\n\nb\n", "# A\n\nc\n")
    let options = "--attribute note"
    #expect(try diff(old, new, options).output.hasSuffix("A (note changed)\n"))
    #expect(try !diff(old, new, "--json " + options).output.contains("test"))
    // Regression: the lines of both notes followed as an attribute.
    for layout in ["-U0", "--json"] {
      let run = try diff(old, new, "\(layout) --notes")
      #expect(try diff(old, new, "\(layout) --notes \(options)") == run)
    }
  }

  @Test func changedLinesOfNotesAreShown() throws {
    let old = "# A\n\na\nb\nc\nd\ne\n\n## B\n\nx\n\n## C\n\ny\n"
    let new = "# A\n\na\nb\nC\nd\ne\n\n## B\n\n## D\n\nz\n"
    #expect(
      try diff(old, new, "--notes -U1").output == """
        a.md -> b.md
        ~ └── A (note changed)
              b
        -     c
        +     C
              d
        ~     ├── B (note removed)
        -     │   x
        ~     └── D (was 'C', note changed)
        -         y
        +         z

        """)
    let rows = try diff(old, new, "--notes --rows --no-moves --by path").output
    #expect(rows.contains("note\t1\t1\ta\\nb\\nc\\nd\\ne\ta\\nb\\nC\\nd\\ne\n"))
    #expect(rows.contains("removed\t1.2\t\tC\t\nnote\t1.2\t\ty\t\n"))
    #expect(rows.hasSuffix("inserted\t\t1.2\t\tD\nnote\t\t1.2\t\tz\n"))
  }

  /// Regression: all lines from the first to the last changed one were shown on both sides.
  @Test func linesBetweenChangedLinesOfANoteAreNoDifference() throws {
    let old = "# A\n\nl1\nl2\nl3\nl4\nl5\nl6\nl7\n"
    let new = "# A\n\nl1\nL2\nl3\nl4\nl5\nl6\nl7\nl8\n"
    #expect(
      try diff(old, new, "--notes -U0").output == """
        a.md -> b.md
        ~ └── A (note changed)
        -     l2
        +     L2
        +     l8

        """)
    #expect(
      try diff(old, new, "--notes -U1").output
        .hasSuffix("      l1\n-     l2\n+     L2\n      l3\n      l7\n+     l8\n"))
    let lines = (0..<1500).map { "x\($0)\ny" }.joined(separator: "\n")
    let many = try diff(
      "# A\n\nold\n\(lines)\nold\n", "# A\n\nnew\n\(lines)\nnew\n", "--notes -U0")
    #expect(many.output.count { $0 == "\n" } == 2 + 2 * 3002)
  }

  @Test func thePatchHasNotesOnDemand() throws {
    let run = try diff("# A\n\nx\n", "# A\n\ny\n\n## B\n\nz\n", "--json --notes")
    #expect(
      run.output == """
        [
        {"op":"replace","path":"/0/section","value":"b.md"},
        {"op":"replace","path":"/0/children/0/note","value":"y"},
        {"op":"add","path":"/0/children/0/children","value":[]},
        {"op":"add","path":"/0/children/0/children/0","value":{"text":"B","note":"z"}}
        ]

        """)
    #expect(
      try diff("# A\n\nx\n", "# A\n\ny\n", "--json").output.contains(
        #"{"op":"test","path":"/0/children/0/text","value":"A","changes":["note"]}"#))
  }
}
