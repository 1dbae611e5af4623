import Foundation
import Testing

@Suite("Options")
struct OptionTests {
  /// Shows `Samples/garden.txt` and returns its rows, with tree lines and marks.
  private func garden(_ options: String) throws -> String {
    let run = try Tool.shell("outline-tool \(options) Samples/garden.txt")
    #expect(run.messages == "", "\(options)")
    #expect(run.exitCode == 0, "\(options)")
    let header = "Samples/garden.txt\n"
    #expect(run.output.hasPrefix(header) || !run.output.contains("─"), "\(options)")
    return String(
      run.output.hasPrefix(header) ? run.output.dropFirst(header.count) : run.output[...])
  }

  @Test func expand() throws {
    #expect(try garden("--expand none") == "├── ▸ Kitchen garden\n├── ▸ Orchard\n└── ▸ Shed\n")
    #expect(try garden("--expand 1") == garden("-L2"))
    #expect(try garden("--expand 9") == garden("--expand all"))
    #expect(try garden("--expand stored") == garden(""))
    #expect(try garden("--expand 3 -L2") == garden("-L2"))
  }

  @Test func collapse() throws {
    let shown = """
      ├── ▸ Kitchen garden
      ├── Orchard
      │   ├── ▸ Apples
      │   ├── Quinces
      │   └── Medlar, grafted on hawthorn
      └── Shed
          ├── ▸ Tools
          ├── Twine
          └── Seed tins

      """
    #expect(try garden("--collapse 'K*' --collapse '/^(Apple|Tool)s$/'") == shown)
    #expect(try garden("--collapse '{kitchen*,apples,tools}' --ignore-case") == shown)
    #expect(try garden("--ignore-case --collapse '{kitchen*,apples,tools}'") == shown)
  }

  @Test func focus() throws {
    #expect(
      try garden("--focus 'Fi*' --focus /spade/i") == """
        ├── Kitchen garden
        │   ├── South wall
        │   │   ├── ▸ Tomatoes
        │   │   └── Figs
        │   ├── ▸ Beds
        │   └── ▸ Herbs
        ├── ▸ Orchard
        └── Shed
            ├── Tools
            │   ├── Spade
            │   └── Hoe
            ├── Twine
            └── Seed tins

        """)
    #expect(try garden("--focus Figs -L1") == garden("-L1"))
  }

  @Test func matchKeepsAncestors() throws {
    let shown = """
      ├── Kitchen garden
      │   └── Beds
      │       └── Legumes
      │           └── Sugar peas
      └── Orchard
          └── Medlar, grafted on hawthorn

      """
    #expect(try garden("-P '/(peas|thorn)$/'") == shown)
    #expect(try garden("--match '*peas' -P '*thorn' --prune ancestors") == shown)
    #expect(try garden("--match '*PEAS' -P '*Thorn' --ignore-case") == shown)
  }

  @Test func pruneSaysWhatIsKeptBesideMatches() throws {
    #expect(
      try garden("-P Roots -P Beds -P Tools --prune both") == """
        ├── Kitchen garden
        │   └── Beds
        │       ├── Legumes
        │       │   ├── Broad beans
        │       │   └── Sugar peas
        │       └── Roots
        │           ├── Beetroot
        │           └── Parsnips
        └── Shed
            └── Tools
                ├── Spade
                └── Hoe

        """)
    #expect(
      try garden("-P Roots -P Tools --prune subtree") == """
        ├── Roots
        │   ├── Beetroot
        │   └── Parsnips
        └── Tools
            ├── Spade
            └── Hoe

        """)
    #expect(
      try garden("-P Beds -P Herbs --prune subtree -L2") == """
        ├── Beds
        │   ├── ▸ Legumes
        │   └── ▸ Roots
        └── Herbs
            ├── Thyme
            └── Sorrel

        """)
  }

  @Test func ignoreLeavesOutSubtrees() throws {
    #expect(
      try garden("-I 'Kitchen*' --ignore Apples -I '*s'") == """
        ├── Orchard
        │   └── Medlar, grafted on hawthorn
        └── Shed
            └── Twine

        """)
    #expect(try garden("-I '[KO]*' -P Hoe").contains("Hoe"))
  }

  @Test func patternThatNothingMatchesIsTold() throws {
    let run = try Tool.run("--match", "x*", "--focus", "/y/", "--ignore", "z", "-", input: "A\n")
    #expect(
      run
        == Run(
          output: "standard input\n",
          messages: """
            outline-tool: --match: no row matches 'x*'
            outline-tool: --focus: no row matches '/y/'

            """, exitCode: 1))
    let quiet = try Tool.run("-q", "--match", "x*", "-", input: "A\n")
    #expect(quiet == Run(output: "standard input\n", exitCode: 1))
  }

  @Test func maxChildren() throws {
    #expect(
      try garden("--max-children 1") == """
        ├── Kitchen garden
        │   ├── South wall
        │   │   ├── Tomatoes
        │   │   │   ├── Black Krim
        │   │   │   └── … 1 more
        │   │   └── … 1 more
        │   └── … 2 more
        └── … 2 more

        """)
    #expect(try garden("--max-children 3") == garden(""))
    let run = try Tool.run("--max-children=2", "--charset=ascii", "-", input: "A\nB\nC\nD\n")
    #expect(run.output == "standard input\n|-- A\n|-- B\n`-- ... 2 more\n")
  }

  @Test func count() throws {
    #expect(
      try garden("-c -L2 --collapse Orchard") == """
        ├── Kitchen garden
        │   ├── ▸ South wall (4)
        │   ├── ▸ Beds (6)
        │   └── ▸ Herbs (2)
        ├── ▸ Orchard (5)
        └── Shed
            ├── ▸ Tools (2)
            ├── Twine
            └── Seed tins

        """)
    #expect(try garden("--count --expand none").hasSuffix("└── ▸ Shed (5)\n"))
  }

  @Test func compactShowsChainsInOneRow() throws {
    let text = "A\n\tB\n\t\tC\n\t\t\tD\n\t\t\tE\n\t\t\t\tF\nG\n\tH\n\t\tI\nJ\n\tK\n\tL\n"
    #expect(
      try Tool.run("--compact", "-", input: text).output == """
        standard input
        ├── A/B/C
        │   ├── D
        │   └── E/F
        ├── G/H/I
        └── J
            ├── K
            └── L

        """)
    #expect(
      try Tool.run("--compact", "--collapse", "H", "-L3", "-c", "-", input: text).output == """
        standard input
        ├── ▸ A/B/C (3)
        ├── ▸ G/H (1)
        └── J
            ├── K
            └── L

        """)
  }

  @Test func sort() throws {
    let text = "b10\n\tz\n\ty\nB9\nb9\na\n\tx\nb 1\n"
    let sorted = [
      "text": "B9 a(x) b 1 b10(y z) b9", "natural": "a(x) b 1 B9 b9 b10(y z)",
      "folders": "a(x) b10(y z) b 1 B9 b9", "none": "b10(z y) B9 b9 a(x) b 1",
    ]
    for (order, rows) in sorted {
      #expect(try Tool.run("--sort", order, "-", input: text).rows == rows, "\(order)")
    }
  }

  @Test func sectionShowsOnlyInputsNamedSo() throws {
    let inputs = ["Samples/bread.txt", "missing", "Samples/garden.txt"]
    let run = try Tool.shell(
      "outline-tool -L1 --section '*bread*' --section x \(inputs.joined(separator: " "))")
    #expect(
      run
        == Run(
          output: "Samples/bread.txt\n└── ▸ Sourdough\n",
          messages: "outline-tool: --section: no input matches 'x'\n", exitCode: 1))
  }

  @Test func numbered() throws {
    #expect(
      try garden("--numbered --focus Figs -L3") == """
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

  @Test func path() throws {
    #expect(
      try garden("--path -P Figs -P Hoe") == """
        ├── Kitchen garden
        │   └── Kitchen garden/South wall
        │       └── Kitchen garden/South wall/Figs
        └── Shed
            └── Shed/Tools
                └── Shed/Tools/Hoe

        """)
    let directory = try TemporaryDirectory(["top/a/b": ""])
    let run = try Tool.shell("outline-tool --path --rows top/", in: directory)
    #expect(run.output == "0\texpanded\ttop/a\n1\tleaf\ttop/a/b\n")
  }

  private let feeds = """
    <opml><body><outline text="A &amp; B" type="folder">
      <outline text="C" type="rss" xmlUrl="https://example.org/a b?c&amp;d=é"/>
      <outline text="D" url="javascript:alert(1)" x="1&#9;2"/>
    </outline></body></opml>
    """

  @Test func attribute() throws {
    #expect(
      try Tool.show(feeds, as: "a.opml", options: "--attribute type --attribute x").output == """
        a.opml
        └── A & B [type: folder]
            ├── C [type: rss]
            └── D [x: 1\\t2]

        """)
    #expect(
      try Tool.show(feeds, as: "a.opml", options: "--rows -c --attribute type --attribute x -L1 x")
        .output == "-\tsection\ta.opml\n0\tcollapsed\tA & B\t2\tfolder\t\n")
  }

  @Test(arguments: ["a.csv", "a.md", "a.taskpaper", "a.otl", "a.txt", "a.opml", "a.json", "."])
  func attributeThatNoRowHasIsTold(input: String) throws {
    let directory = try TemporaryDirectory([
      "a.csv": "name,y\nA,1\n", "a.md": "# A\n", "a.taskpaper": "A:\n", "a.otl": "A\n",
      "a.txt": "A\n", "a.opml": feeds, "a.json": #"{"name":"A","children":[]}"#,
    ])
    let told = "outline-tool: --attribute: no row has 'y z'\n"
    let run = try Tool.shell("outline-tool -L1 --attribute 'y z' \(input)", in: directory)
    #expect(run.messages == told && run.exitCode == 1)
    // What one input has, hidden or not, is there; so may be what could not be read.
    let others = try Tool.shell("outline-tool -L1 --attribute url \(input) a.opml", in: directory)
    #expect(others.messages == "" && others.exitCode == 0)
    let unread = try Tool.shell("outline-tool --attribute 'y z' \(input) missing", in: directory)
    #expect(!unread.messages.contains("--attribute"))
  }

  @Test func rows() throws {
    #expect(
      try garden("--rows --collapse Tools --focus Hoe --max-children 2") == """
        0\tcollapsed\tKitchen garden
        0\tcollapsed\tOrchard
        0\tmore\t1

        """)
    let run = try Tool.run("--rows", "-", input: "A\u{1B}\tB\n\tC\n")
    #expect(run.output == "0\texpanded\tA\\u{1B}\\tB\n1\tleaf\tC\n")
  }

  @Test func json() throws {
    let text = "A \"\\\u{1}\u{202E}é\n\tB\n\t\tC\n\t\t\tD\n\tE\n\tF\n\tG\nH\n"
    let run = try Tool.run("--json", "-c", "-L3", "--max-children", "2", "-", input: text)
    #expect(
      run.output == #"""
        [
        {"section":"standard input","children":[
        {"text":"A \"\\\u0001\u202eé","children":[
        {"text":"B","children":[
        {"text":"C","collapsed":true,"hidden":1}]},
        {"text":"E"}],"more":2},
        {"text":"H"}]}
        ]

        """#)
    #expect(try Tool.run("--json", "-", input: "").output.contains("\"children\":[]"))
    #expect(try Tool.run("--json", "missing").output == "[]\n")
    let bytes = try Tool.shell("printf 'A\\377\\n' | LC_ALL=de_DE outline-tool --json - é")
    #expect(bytes.output.contains("{\"text\":\"A\\uFFFD\"}"))
  }

  @Test(.enabled(if: Tool.systemHas("/usr/bin/python3")))
  func jsonIsReadByPythonAndSaysTheSameAsTheTree() throws {
    let script = """
      import json, sys
      def show(rows, depth):
          for row in rows:
              print(depth, row["text"], sep="\\t"); show(row.get("children", []), depth + 1)
      for section in json.load(sys.stdin):
          show(section["children"], 0)
      """
    let directory = try TemporaryDirectory(["show.py": script])
    let samples = "Samples/garden.txt Samples/bread.txt Samples/walk.md"
    let json = try Tool.shell(
      "outline-tool --json --sort natural \(samples) | python3 \(directory.path)/show.py")
    let rows = try Tool.shell(
      "outline-tool --rows --sort natural \(samples) | grep -v '^-' | cut -f1,3")
    #expect(json == rows)
  }

  @Test func width() throws {
    let text =
      "short\nsomewhat longer\n\tdeeper\n日本語テキスト\ne\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}\n👩‍🌾👩🏽‍🌾🇩🇪🇫🇷ab\n"
    let run = try Tool.run("--width", "12", "-", input: text)
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
    let lines = try Tool.run("--width=10", "-", input: deep).output.split(separator: "\n")
    #expect(lines.last == "        …")
    #expect(lines[2] == "    └── A")
    let ascii = try Tool.shell("printf 'abcdefghij\\n' | LC_ALL=de_DE outline-tool --width 9")
    #expect(ascii.output == "standa...\n`-- ab...\n")
    #expect(try Tool.run("--width", "1", "-", input: "A\n").output == "…\n…\n")
    #expect(
      try Tool.run("--width=2", "--charset=ascii", "--from=Text", "-", input: "A\n").output
        == "..\n..\n")
  }
}
