import Foundation
import Testing

@Suite("Notes")
struct NoteTests {
  /// The notes of rows, each after the number of its row.
  private func notes(_ text: String, as name: String, options: String = "") throws -> String {
    let run = try Tool.show(text, as: name, options: "--rows --notes \(options)")
    var number = ""
    var notes: [String] = []
    for line in run.output.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if fields[2] == "note" {
        notes.append("\(number): \(fields[4])")
      } else {
        number = String(fields[0])
      }
    }
    return notes.joined(separator: "; ")
  }

  @Test(arguments: [
    (
      "x\n\n# A\n\na\nb\n\n- B\n  c\n\n  d\n\ne\n\nF\n===\nf\n\n> g\n\n    h\n", "a.md",
      "1: a\\nb\\n\\ne; 1.1: d; 2: f\\n\\n> g\\n\\n    h"
    ),
    (
      "# A\n```\n# x\n\n- y\n```\n---\n<div>\nz\n</div>\n", "a.md",
      "1: ```\\n# x\\n\\n- y\\n```\\n<div>\\nz\\n</div>"
    ),
    ("# A\n- B\n  ```\n    x\n  ```\n- C\n\tid:: 1\n", "a.md", "1.1: ```\\n  x\\n```"),
    // Regression: drawers were lost.
    (
      "- A\n  :LOGBOOK:\n  CLOCK: [1]\n  :END:\n  id:: 1\n  - B\n", "a.md",
      "1: :LOGBOOK:\\nCLOCK: [1]\\n:END:"
    ),
    ("- ```\n  a\n  ```\n- ```\n  b\n\n  c\n  ```\n  d\n", "a.md", "2: c\\nd"),
    (
      "x\n* A\nSCHEDULED: <2026-01-01>\n:PROPERTIES:\n:ID: 1\n:END:\n\n a\n  b\n\n** B\n- c\n* C\n",
      "a.org",
      "1: a\\n b; 1.1: - c"
    ),
    ("A\n\t: b\n\t| c |\n\tD\n\t\t| e |\n", "a.otl", "1: b\\n| c |; 1.1: | e |"),
    (
      "<opml><body><outline text='A' _note='b&#10;c'/><outline text='B' _note=''/></body></opml>",
      "a.opml", "1: b\\nc"
    ),
    (
      "<map version='1'><node TEXT='A'><richcontent TYPE='NOTE'><html><body><p>b</p></body></html></richcontent></node></map>",
      "a.mm", "1: b"
    ),
    (
      "{\"name\":\"A\",\"note\":\"b\",\"children\":[{\"name\":\"B\",\"note\":null}]}", "a.json",
      "1: b"
    ),
    ("id,parent,name,Notes\n1,,A,b\n", "a.csv", "1: b"), ("A\n\tB\n", "a.txt", ""),
  ])
  func everyFormatHasNotes(text: String, name: String, notes: String) throws {
    #expect(try self.notes(text, as: name) == notes)
  }

  /// Regression: plain notes of Freeplane were a single line.
  @Test(arguments: [
    ("<text>a\n\n  b\n</text>", "a\\n\\n  b"),
    ("<text>\r\na &amp;\r\nb<![CDATA[\n<c]]></text>", "a &\\nb\\n<c"),
    ("<p>a  b</p><pre>\nc <b>d</b>\n  e\n\n</pre>f\ng", "a b\\nc d\\n  e\\nf g"),
    ("<pre>a<br/> b</pre>", "a\\n b"), ("<pre>a</pre><pre> b</pre>", "a\\n b"),
    ("<pre>a\n b\n", "a\\n b"), ("<pre>\n</pre>", ""), ("a\nb<textarea/>", "a b"),
  ])
  func preformattedNotesKeepTheirLines(markup: String, note: String) throws {
    let text =
      "<map version='1'><node TEXT='A'><richcontent TYPE='NOTE'>\(markup)</richcontent></node></map>"
    #expect(try notes(text, as: "a.mm") == (note.isEmpty ? "" : "1: \(note)"))
  }

  /// Regression: for rows with both, the attribute was another value than the note.
  @Test(arguments: [
    ("<opml><body><outline text='A' note='x' _note='b'/></body></opml>", "a.opml", "b"),
    ("- A\n  note:: x\n\n  b\n", "a.md", "b"),
    ("* A\n:PROPERTIES:\n:note: x\n:END:\nb\n", "a.org", "b"),
    ("id,parent,name,Notes\n1,,A,b\n", "a.csv", "b"),
    ("# A\n\nb\n", "a.md", "b"),
  ])
  func theAttributeNoteIsTheNote(text: String, name: String, note: String) throws {
    let directory = try TemporaryDirectory([name: text])
    func run(_ options: String) throws -> Run {
      try Tool.shell("outline-tool \(options)", in: directory)
    }
    #expect(try run("--attribute note \(name)").rows == "A [note: \(note)]")
    #expect(try run("--where note=\(note) --sort note \(name)").rows == "A")
    for format in ["csv", "org", "opml"] {
      for options in ["--to \(format)", "--to \(format) --attribute note"] {
        let written = try run("-q \(options) \(name) -o b.\(format)")
        #expect(written.exitCode == 0)
        #expect(try run("--notes --json b.\(format)").output.contains("\"note\":\"\(note)\""))
        #expect(try run("--attribute note b.\(format)").rows == "A [note: \(note)]", "\(options)")
      }
      #expect(try run("--to \(format) --attribute note \(name)").messages == "", "\(format)")
    }
  }

  /// Regression: an option for each printed the note twice.
  @Test(arguments: [
    ("<opml><body><outline text='A' _note='b'/></body></opml>", "a.opml", "_note"),
    ("<opml><body><outline text='A' _note='b' note='b'/></body></opml>", "a.opml", "note"),
    ("id,parent,name,Notes\n1,,A,b\n", "a.csv", "note"), ("# A\n\nb\n", "a.md", "note"),
  ])
  func aNoteIsShownOnce(text: String, name: String, attribute: String) throws {
    let options = "--notes --attribute \(attribute)"
    let tree = try Tool.show(text, as: name, options: options).output
    #expect(tree == "\(name)\n└── A\n    b\n")
    let json = try Tool.show(text, as: name, options: options + " --json").output
    #expect(json.contains("{\"text\":\"A\",\"note\":\"b\"}"), "\(json)")
  }

  @Test func nullIsNoNote() throws {
    let text = "[{\"name\":\"A\",\"note\":null,\"children\":[]}]"
    #expect(try Tool.show(text, as: "a.json", options: "--where 'note is missing'").rows == "A")
    #expect(try Tool.show(text, as: "a.json", options: "--attribute note").rows == "A")
  }

  @Test func notesOfListsBelongToItems() throws {
    let org = "* A\na\n- B\n  b\n  - C\n    c\n  d\ne\n"
    #expect(try notes(org, as: "a.org", options: "--tree both") == "1: a\\ne; 1.1: b\\nd; 1.1.1: c")
    let markdown = "# A\na\n- B\n  b\n\n  - C\n\n    c\n\n  d\n\ne\n"
    #expect(try notes(markdown, as: "a.md") == "1: a\\n\\ne; 1.1: d; 1.1.1: c")
    #expect(try notes(markdown, as: "a.md", options: "--tree headings") == "1: a\\n\\ne")
    #expect(try notes(markdown, as: "a.md", options: "--tree lists") == "1: d; 1.1: c")
  }

  @Test func notesAreDimmedBelowTheirRows() throws {
    let text = "# A\na\n\nb\n## B\nc\n# C\nd\n"
    let run = try Tool.run("--notes", "--from", "md", "-", input: text)
    #expect(
      run == """
        standard input
        ├── A
        │   a
        │\("   ")
        │   b
        │   └── B
        │       c
        └── C
            d

        """)
    let colored = try Tool.run("--notes", "--color", "always", "--from", "md", "-", input: text)
    #expect(colored.output.contains("\u{1B}[2md\u{1B}[0m"))
    let wrapped = try Tool.run(
      "--notes", "--width", "24", "--from", "md", "-", input: "# A\nbb bb bb bb bb bb bb bb\n")
    #expect(wrapped.output.hasSuffix("└── A\n    bb bb bb bb bb bb bb\n    bb\n"))
    let json = try Tool.run("--notes", "--json", "--from", "md", "-", input: text).output
    #expect(json.contains("{\"text\":\"A\",\"note\":\"a\\n\\nb\",\"children\""))
  }
}
