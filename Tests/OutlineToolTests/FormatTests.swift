import Foundation
import OutlineTestSupport
import Testing

@testable import outline_tool

@Suite("Formats")
struct FormatTests {
  struct Seed: Sendable, CustomTestStringConvertible {
    let format: String
    let text: String
    var name = ""
    var attributes: [String] = []
    var rowKinds: [RowKinds?] = [nil]

    var testDescription: String { format }
  }

  @Test(arguments: [
    Seed(
      format: "bookmarks",
      text: "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3 FOLDED>A&amp;</H3>\n<DD>x<DL><p>"
        + "<DT><A HREF=\"b&c\">B <b>C</b><!--x--></A><HR></DL>\n<DT><A HREF=''></A></DL>",
      attributes: ["HREF"]),
    Seed(
      format: "freemind",
      text: "<map version=\"1\"><node TEXT=\"A&amp;\" FOLDED=\"true\"><hook><x/></hook>"
        + "<node><richcontent TYPE=\"NODE\"><p>B</p><!--x--></richcontent></node></node></map>"),
    Seed(
      format: "json",
      text: #"{"name":"A","children":[{"name":"\u00e9","id":1,"collapsed":true,"#
        + #""items":[{"b":[]}]}]}"#, attributes: ["name"]),
    Seed(
      format: "json",
      text: #"[{"id":1,"name":"A"},{"id":"x","parent":1,"t":null},{"id":3,"parent":"x"}]"#,
      attributes: ["name"]),
    Seed(
      format: "json",
      text: #"{"nodes":[{"id":1,"children":[2,3]},{"id":2,"children":[]},"#
        + #"{"id":3,"title":"\ud800"}]}"#, attributes: ["name"]),
    Seed(
      format: "json",
      text: #"{"dependencies":{"a":{"dependencies":{"b":{}}},"c":1}}"#
        + "\n[{\"a\":-1.5e3},true]\n", attributes: ["name"]),
    Seed(
      format: "markdown",
      text: """
        ---
        markmap:
          foldLevel: 2
        ---
        # A <!-- markmap: foldAll -->
        [B](b)
        ## Topics
        - <doc:C>
          id:: 1
          d
        - [E](e)
        """,
      name: "SUMMARY.md", rowKinds: [.headings, .lists, .both]),
    Seed(
      format: "org",
      text: "#+STARTUP: show2levels\n* A :ARCHIVE:\nCLOSED: [1]\n:PROPERTIES:\n:VISIBILITY: all\n"
        + ":END:\n*** [#A] [[a][B]] [[c]]  :x:\n",
      attributes: ["TAGS", "PRIORITY", "url", "CLOSED"]),
    Seed(
      format: "org",
      text: "#+STARTUP: content\n- x\n  - y\n* A :ARCHIVE:\n:PROPERTIES:\n:VISIBILITY: children\n"
        + ":END:\n- [@1] [[a][B]]\n\t1) c\n#+begin_c\n- d\n#+end_c\n\n\n * e\n",
      attributes: ["url"], rowKinds: [.lists, .both]),
    Seed(format: "paths", text: "/a/b\n./a//c\nd e/\na/c\n"),
    Seed(format: "paths", text: "a/b\0c\0"),
    Seed(
      format: "csv", text: "id,parent,name\n1,,\"A, \"\"a\"\"\"\n2,1,B\n3,2,\"C\nc\"\n"),
    Seed(format: "csv", text: "Tier 1;Tier 2\nA;\nA;B\nC;D\n"),
    Seed(format: "csv", text: "path,size\na/b,1\na/c/d,2\n/e,3\n"),
    Seed(format: "taskpaper", text: "A:\n\t- b\n\t\t: c\n  d\n\t|e\n"),
    Seed(format: "otl", text: "A:\n\t- b\n\t\t: c\n  d\n\t|e\n"),
    Seed(
      format: "tree",
      text: "a\n├── b\n│\u{A0}\u{A0} `-- c\n|   └── d\n\n1 directory, 1 file\n"),
  ])
  func damagedFilesGiveOutlines(seed: Seed) throws {
    let format = try #require(Formats.named(seed.format))
    for kinds in seed.rowKinds {
      var options = ReaderOptions()
      options.rowKinds = kinds
      options.attributeNames = seed.attributes.map { Bytes($0.utf8) }
      for bytes in damaged(Bytes(seed.text.utf8)) {
        let file = format.read(bytes, name: Bytes(seed.name.utf8), options: options)
        check(file)
        for (text, start) in zip(file.texts, file.starts) {
          for name in options.attributeNames {
            _ = format.attribute(name, text: text, start: Int(start), in: file.bytes.span)
          }
        }
      }
    }
  }

  private func damaged(_ bytes: Bytes) -> [Bytes] {
    var results = bytes.indices.map { Bytes(bytes[..<$0]) }
    let others = Bytes("\"\\,:;{}[]/*#'0-\n\r\t a".utf8) + [0, 0x7F, 0x80, 0xFF]
    let interval = TestEffort.choose(quick: 8, full: 1, long: 1)
    for index in bytes.indices {
      let replacements =
        (others + [bytes[index] ^ 1, bytes[index] ^ 0x80]).map { [$0] }
        + [[], [bytes[index], bytes[index]]]
      for number in stride(from: index % interval, to: replacements.count, by: interval) {
        results.append(bytes)
        results[results.count - 1].replaceSubrange(index...index, with: replacements[number])
      }
    }
    return results
  }

  /// Checks all rows: each level is at most one deeper than the one before, each text in the
  /// file.
  private func check(_ file: ParsedFile) {
    var isOutline = file.texts.count == file.levels.count
    var deepest = 0
    for level in file.levels {
      if level < 0 || level > deepest { isOutline = false }
      deepest = level + 1
    }
    for range in file.texts where range.upperBound > file.bytes.count { isOutline = false }
    guard isOutline else {
      Issue.record("No outline: \(String(decoding: file.bytes, as: UTF8.self))")
      return
    }
    _ = Document(file, format: PlainTextFormat(), expansion: .stored)
  }

  struct Repetition: Sendable, CustomTestStringConvertible {
    let name: String
    var start = ""
    var end = ""
    var options = "-L1"
    let count: Int
    let pieces: [String]

    var testDescription: String { "\(name), \(start)" }
  }

  static let nodePieces = [
    "<node>", "</node>", "<hook>", "<hook><stylenode>", "<richcontent TYPE='NODE'>",
    "<node><hook></node>", "<node><richcontent TYPE='NODE'>A", "<richcontent TYPE='NODE'><!--",
    "<node><richcontent TYPE='NODE'>A<b></richcontent>", "<hook></stylenode>", "<hook><node>",
  ]
  static let valuePieces = [
    "[", "{", #"{"a":"#, #"{"name":"#, #"{"children":["#, #"{"a":1,"children":[{"#, "]", "}", "[]",
    "[[],", "\"", "\"\n", "\\\"\n", #""a"b"#, "a ", "a\n", ",", ":", "/*", "//", "#", #""\"#,
    #""\ud800"#, #"{"a":{},"b":"#, #"{"a":1,"a":"#, "\"a\n\\\"", "x\\\"\n", "{\"a\":\"\n", "1,",
    "\" \" ", #"{"id":1,"parent":1},"#, #"{"id":1,"children":[1]},"#,
  ]
  static let fieldPieces = [
    "\"", "\"\n", "\"\"", "\"\"\n", "\"\"\"\n", "\"a\"b", "\"a\nb\"c", ",", ";\t|,", "\n", "\r",
    "a,\"", "1,1\n", "a/", "a.b\n", "\"a\"\"\n", "\"a\n\"\"", "    \"  ",
  ]

  @Test(arguments: [
    Repetition(
      name: "a.html", start: "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", count: 30_000,
      pieces: [
        "<DL>", "<H3>A</H3><DL>", "</DL>", "<A>", "<A><!--", "<A><b>", "<A HREF='", "<A><b x=\"",
        "<DD>", "<A>&", "<A> \n", "<A><![CDATA[", "<A><style>", "<A>A</A><DD><A>",
      ]),
    Repetition(name: "a.mm", start: "<map version='1'>", count: 30_000, pieces: nodePieces),
    Repetition(
      name: "a.mm", start: "<map version='1'>", end: "</hook>", count: 30_000, pieces: nodePieces),
    Repetition(name: "a.json", count: 5_000, pieces: valuePieces),
    Repetition(name: "a.json", start: "[", count: 5_000, pieces: valuePieces),
    Repetition(
      name: "a.opml", start: "<opml>", count: 300_000,
      pieces: [
        "<!--", "<![CDATA[", "<!a[", "<?a ", "<a b=\"x>", "<a b='x>", "<a b=\"c=\"d", "<outline>",
        "</outline>", "<outline a=", "&#1", "<outline text='&#'/>", "<", "<a =", "<a b=\"x>c=\"d",
      ]),
    Repetition(
      name: "a.org", start: "* ", end: ":\n", options: "--attribute PRIORITY", count: 100_000,
      pieces: ["[[", "[[a][", "[[a]", "[[a][b]]", "[#", ":a"]),
    Repetition(
      name: "a.txt", options: "--from paths -L1", count: 200_000,
      pieces: ["a/", "/", "./", "../", "a\n", "a/b\n", "\0"]),
    Repetition(name: "a.csv", count: 5_000, pieces: fieldPieces),
    Repetition(name: "a.csv", start: "id,parent\n1,\"", count: 5_000, pieces: fieldPieces),
  ])
  func repeatedPiecesAreReadInLinearTime(file: Repetition) throws {
    for piece in file.pieces {
      let text = file.start + String(repeating: piece, count: largeCount(file.count)) + file.end
      let run = try Tool.show(text, as: file.name, options: file.options)
      #expect(run.exitCode == 0 || run.exitCode == 1, "\(piece)")
    }
  }

  @Test(
    arguments: [
      (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf16LittleEndian, []), (.utf16BigEndian, []), (.utf8, [0xEF, 0xBB, 0xBF]),
    ] as [(String.Encoding, [UInt8])],
    [#"{"é":"👩"}"#, "<opml><outline text='é: 👩'/></opml>"])
  func encodingsAreDetected(mark: (String.Encoding, [UInt8]), text: String) throws {
    let directory = try TemporaryDirectory()
    let bytes = text.data(using: mark.0) ?? Data()
    try (Data(mark.1) + bytes).write(to: directory.url("a"))
    #expect(try Tool.shell("outline-tool a", in: directory) == "a\n└── é: 👩\n")
  }

  /// Regression: texts from a pipe were read as plain text or as a table.
  @Test(arguments: [
    ("# A\n\n## B\ntext\n", "markdown"), ("# A\nSome text\n\n## B\nMore\n\n## C\nx\n", "markdown"),
    ("# Settings\n## Net\nport=80\n", "text"), ("# a\nkey: 1\n# b\nkey: 2\n", "text"),
    ("# One\nalpha beta\n# Two\ngamma\n", "text"),
    ("# A\n\n## B\nSee [c](d/e).\n\n## C\n1. d\n", "markdown"),
    ("A\n===\n\nThe first sentence has six words.\n\nB\n---\n\nc\n", "markdown"),
    ("A\n===\n\nThe first sentence has six words::\n\n  b\n", "text"),
    ("\"\"\"\nA\n===\n\nThe first sentence has six words.\n", "text"),
    ("# A\n\n```\n#+title: x\n* B\n** C\n```\n\n## D\n", "markdown"),
    ("~~~\n- [b](c)\n~~~\n", "text"), ("# A\n## B\n## C\n", "markdown"),
    ("# A\n# B\n## C\n", "text"), ("# A\n\n- [ ] b\n- [x] c\n", "markdown"),
    ("# A\n\n- b\n- c\n", "text"), ("# A\n\n1. b\n2. c\n", "markdown"),
    ("# A\n\n| b | c |\n|---|---|\n| 1 | 2 |\n", "markdown"),
    ("# A\n\n|b|c|\n", "text"), ("A\n===\n\nb\n\nC\n---\n", "markdown"),
    ("A\n===\n\nb\n\nC\n===\n", "text"), ("# 見出し\n\n日本語の文章です。\n", "markdown"),
    ("# A\nThis is a sentence with seven words.\n", "markdown"), ("# A\nb\n", "text"),
    ("* A [1/2]\n* B\n", "org"), ("* A [50%]\n* B\n", "org"), ("* A [x/2]\n* B [1]\n", "text"),
    ("* A <2026-01-02 Fri>\n* B\n", "org"), ("* A <b>\n* B\n", "text"),
    ("A:\n- b @today\n- c @due(2026-01-01)\n", "taskpaper"), ("A:\n- b @ c\n", "text"),
    ("A:\n\t- b\n", "taskpaper"), ("A: @x\n\t- b @due(1)\n\t\tnote\n", "taskpaper"),
    ("A:\n- b\n", "text"), ("A:\n  - b\n", "text"), ("A\n\t- b\n", "text"),
    ("* A\n:PROPERTIES:\n:ID: 1\n:END:\n| id | parent |\n| 1 | |\n| 2 | 1 |\n", "org"),
    ("* A\n\n| id | parent |\n|----+--------|\n| 1 | |\n| 2 | 1 |\n* B\n", "org"),
    ("# A\n\n## B\n\n| id | parent |\n|---|---|\n| 1 | |\n| 2 | 1 |\n", "markdown"),
    ("id,parent\n1,\n2,1\n", "csv"), ("id|parent|name\n1||a\n2|1|b\n", "csv"),
    ("src\n|\n+-- app\n|   |\n|   +-- x\n|\n+-- lib\n", "tree"),
    ("    app\n    ├── a\n    │   └── b\n    └── c\n", "tree"),
    ("Process(add)\n    └── Process(b)\n            └── c\n", "tree"),
    ("root\n|-- a\n|   '-- b\n'-- c\n", "tree"),
    ("┌──┬──┐\n│ a │ b │\n├──┼──┤\n│ c │ d │\n└──┴──┘\n", "text"),
  ])
  func formatsAreDetectedInPipes(text: String, format: String) throws {
    let messages = try Tool.run("-v", input: text).messages
    #expect(messages.contains("read as \(format),"), "\(text)")
  }

  @Test func drawingsCanHaveMarginsAndColors() throws {
    for (text, rows) in [
      ("    app\n    ├── a\n    │   └── b\n    └── c\n", "app(a(b) c)"),
      ("A(add)\n    └── B(b)\n            └── c\n", "A(add)(B(b)(c))"),
      ("root\n|-- a\n|   '-- b\n'-- c\n", "root(a(b) c)"),
      ("src\n|\n+-- app\n|   |\n|   +-- x\n|\n+-- lib\n", "src(app(x) lib)"),
      ("\u{1B}[01;34m.\u{1B}[0m\n├── \u{1B}[01;34ma\u{1B}[0m\n│   └── b\n", ".(a(b))"),
    ] {
      #expect(try Tool.run("--from", "tree", input: text).rows == rows)
    }
  }
}
