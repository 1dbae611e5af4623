import Foundation
import OutlineTestSupport
import Testing

extension OptionTests {
  @Test func numberedRowsHaveTheirPosition() throws {
    let collapsed = "--collapse Beds --collapse Herbs --collapse Orchard --collapse Shed"
    #expect(
      try garden("--numbered -L3 \(collapsed)") == """
        ├── 1 Kitchen garden
        │   ├── 1.1 South wall
        │   │   ├── ▸ 1.1.1 Tomatoes
        │   │   └── 1.1.2 Figs
        │   ├── ▸ 1.2 Beds
        │   └── ▸ 1.3 Herbs
        ├── ▸ 2 Orchard
        └── ▸ 3 Shed

        """)
  }

  private var feeds: String {
    """
    <opml><body><outline text="A &amp; B" type="folder">
      <outline text="C" type="rss" xmlUrl="https://example.org/a b?c&amp;d=é"/>
      <outline text="D" url="javascript:alert(1)" x="1&#9;2"/>
    </outline></body></opml>
    """
  }

  @Test func attributesFollowTheText() throws {
    #expect(
      try Tool.show(feeds, as: "a.opml", options: "--attribute type --attribute x").output == """
        a.opml
        └── A & B [type: folder]
            ├── C [type: rss]
            └── D [x: 1\\t2]

        """)
    #expect(
      try Tool.show(feeds, as: "a.opml", options: "--rows -c --attribute type --attribute x -L1 x")
        .fields == "-\tsection\ta.opml\n0\tcollapsed\tA & B\t2\tfolder\t\n")
  }

  @Test(arguments: ["a.csv", "a.md", "a.taskpaper", "a.otl", "a.txt", "a.opml", "a.json", "."])
  func unknownAttributesAreReported(input: String) throws {
    let directory = try TemporaryDirectory([
      "a.csv": "name,y\nA,1\n", "a.md": "# A\n", "a.taskpaper": "A:\n", "a.otl": "A\n",
      "a.txt": "A\n", "a.opml": feeds, "a.json": #"{"name":"A","children":[]}"#,
    ])
    let expected = "outline-tool: --attribute: no row has 'y z'\n"
    let run = try Tool.shell("outline-tool -L1 --attribute 'y z' \(input)", in: directory)
    #expect(run.messages == expected && run.exitCode == 1)
    // An attribute exists if any input has it, or if an input was not read.
    let others = try Tool.shell("outline-tool -L1 --attribute url \(input) a.opml", in: directory)
    #expect(others.messages == "" && others.exitCode == 0)
    let unread = try Tool.shell("outline-tool --attribute 'y z' \(input) missing", in: directory)
    #expect(!unread.messages.contains("--attribute"))
  }

  @Test func rowsPrintsOneLineForEachRow() throws {
    #expect(
      try garden("--rows --expand none") == """
        1\t0\tcollapsed\tKitchen garden\tKitchen garden
        2\t0\tcollapsed\tOrchard\tOrchard
        3\t0\tcollapsed\tShed\tShed

        """)
    let run = try Tool.run("--rows", "-", input: "A\u{1B}\tB\n\tC\n")
    #expect(run.fields == "0\texpanded\tA\\u{1B}\\tB\n1\tleaf\tC\n")
  }

  @Test func rowsHaveUnambiguousPaths() throws {
    let text = "A/B\n\tC\tD\n\tE\\\nA\n\tB\n"
    #expect(
      try Tool.run("--rows", input: text).output == #"""
        1\#t0\#texpanded\#tA\/B\#tA/B
        1.1\#t1\#tleaf\#tA\/B/C\tD\#tC\tD
        1.2\#t1\#tleaf\#tA\/B/E\\\#tE\\
        2\#t0\#texpanded\#tA\#tA
        2.1\#t1\#tleaf\#tA/B\#tB

        """#)
    let deep = (0..<1_001).map { String(repeating: "\t", count: $0) + "A\n" }.joined()
    #expect(try Tool.run("--rows", input: deep).output.hasSuffix("\n\t1000\tleaf\t\tA\n"))
  }

  @Test func numbersOfDeepRowsTakeNoQuadraticSpace() throws {
    let count = TestEffort.choose(quick: 1_500, full: 3_000, long: 3_000)
    let deep = (0..<count).map { String(repeating: "\t", count: $0) + "A\n" }.joined()
    let run = try Tool.run("--numbered", input: deep)
    #expect(run.output.hasSuffix("\n(level \(count - 1)) └── A\n"))
    let json = try Tool.run("--numbered", "--json", input: deep)
    #expect(json.output.contains("\n{\"text\":\"A\"}]}"))
    #expect(json.output.utf8.count < 2_000 * count)
  }

  @Test func jsonNestsChildren() throws {
    let text = "A \"\\\u{1}\u{202E}é\n\tB\n\t\tC\n\t\t\tD\n\tE\n\tF\n\tG\nH\n"
    let run = try Tool.run("--json", "-c", "-L3", "-", input: text)
    #expect(
      run.output == #"""
        [
        {"section":"standard input","children":[
        {"text":"A \"\\\u0001\u202eé","children":[
        {"text":"B","children":[
        {"text":"C","collapsed":true,"hidden":1}]},
        {"text":"E"},
        {"text":"F"},
        {"text":"G"}]},
        {"text":"H"}]}
        ]

        """#)
    #expect(try Tool.run("--json", "-", input: "").output.contains("\"children\":[]"))
    #expect(try Tool.run("--json", "missing").output == "[]\n")
    let bytes = try Tool.shell("printf 'A\\377\\n' | LC_ALL=de_DE outline-tool --json - é")
    #expect(bytes.output.contains("{\"text\":\"A\\uFFFD\"}"))
  }

  @Test(arguments: [".", "./", "a"])
  func pathsOfDirectoriesBeginWithTheirNames(name: String) throws {
    let directory = try TemporaryDirectory(["a/b/c": "", "a/d": ""])
    let rows = try Tool.shell("outline-tool --rows \(name) | cut -f4", in: directory)
    #expect(rows.output.contains(name == "a" ? "a/b/c\n" : "./a/b/c\n"))
  }

  @Test func lastValueOfAnOptionTakesEffect() throws {
    #expect(try Tool.run("--to=json", "--to=rows", "-", input: "A\n").fields == "0\tleaf\tA\n")
    #expect(try Tool.run("--to=rows", "--to=json", "-", input: "A\n").output.hasPrefix("[\n"))
  }

  @Test func jsonIsValidAndAgreesWithTheTree() throws {
    struct Row: Decodable {
      let text: String
      let children: [Row]?

      func lines(level: Int) -> [String] {
        ["\(level)\t\(text)"] + (children ?? []).flatMap { $0.lines(level: level + 1) }
      }
    }
    struct Section: Decodable {
      let children: [Row]
    }
    let samples = "--sort natural Samples/garden.txt Samples/bread.txt Samples/walk.md"
    let json = try Tool.shell("outline-tool --json \(samples)").output
    let sections = try JSONDecoder().decode([Section].self, from: Data(json.utf8))
    let lines = sections.flatMap(\.children).flatMap { $0.lines(level: 0) }
    let rows = try Tool.shell("outline-tool --rows \(samples) | cut -f2,5 | grep -v '^-'").output
    #expect(lines == rows.split(separator: "\n").map(String.init))
  }

  @Test func longRowsWrapWithAHangingIndent() throws {
    let text = "A long row of several words\n\tdeeper words,  日本語 too\nthe last row\n"
    #expect(
      try Tool.run("--width", "28", "-", input: text + "\tAn" + String(repeating: "o", count: 30))
        .output == """
          standard input
          ├── A long row of several
          │   words
          │   └── deeper words,
          │       日本語 too
          └── the last row
              └── Anoooooooooooooooooo
                  oooooooooooo

          """)
    let escapes = try Tool.run("--width", "20", "-", input: "ab \u{1} \u{1} \u{1} cd\n")
    #expect(escapes.output == "standard input\n└── ab \\u{1} \\u{1} \\u{1}\n    cd\n")
    let collapsed = try Tool.run("--width=24", "--expand=none", "-c", input: text)
    #expect(
      collapsed.output
        == "standard input\n├── ▸ A long row of\n│     several words (1)\n└── the last row\n")
    let never = try Tool.run("--width=16", "--wrap=never", "--expand=none", input: text)
    #expect(never.output == "standard input\n├── ▸ A long row of several words\n└── the last row\n")
  }

  @Test func widthTruncatesRows() throws {
    let text =
      "short\nsomewhat longer\n\tdeeper\n日本語テキスト\ne\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}\n👩‍🌾👩🏽‍🌾🇩🇪🇫🇷ab\n"
    let run = try Tool.run("--wrap", "cut", "--width", "12", "-", input: text)
    #expect(
      run.output == """
        standard in…
        ├── short
        ├── somewha…
        │   └── dee…
        ├── 日本語…
        ├── e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}
        └── 👩‍🌾👩🏽‍🌾🇩🇪…

        """)
    let deep = (0..<9).map { String(repeating: "\t", count: $0) + "A\n" }.joined()
    let lines = try Tool.run("--wrap=cut", "--width=10", "-", input: deep).output.split(
      separator: "\n")
    #expect(lines.last == "        …")
    #expect(lines[2] == "    └── A")
    let ascii = try Tool.shell(
      "printf 'abcdefghij\\n' | LC_ALL=de_DE outline-tool --wrap cut --width 9")
    #expect(ascii.output == "standa...\n`-- ab...\n")
    #expect(try Tool.run("--wrap", "cut", "--width", "1", "-", input: "A\n").output == "…\n…\n")
    #expect(
      try Tool.run("--wrap=cut", "--width=2", "--charset=ascii", "--from=Text", "-", input: "A\n")
        .output
        == "..\n..\n")
  }
}
