import Foundation
import Testing

@testable import outline_tool

@Suite("Dialects of indented text")
struct TextDialectTests {
  @Test func tagsOfTaskPaperAreAttributes() throws {
    let text = "A: @due(2026-01-02) @x\n\t- b@due(1) @duet @due\n\t- @due(\n\t- C @due(3 4)(5)\n"
    let options = "--rows --attribute due --attribute x"
    let run = try Tool.show(text, as: "a.taskpaper", options: options)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst(5) }
    #expect(rows == [["2026-01-02"], [], [], ["3 4"]])
    #expect(run.messages == "")
    let queries = "a @q(not @due and \\(@b or @c\\)) @due(1)\n@q(@x @due\n@b\\(c\n"
    let values = try Tool.show(
      queries, as: "a.taskpaper", options: "--rows --attribute due --attribute q --attribute b")
    #expect(
      values.output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst(5) }
        == [["1", "not @due and (@b or @c)"], [], []])
    let other = try Tool.show(text, as: "a.taskpaper", options: "--attribute du")
    #expect(other.messages == "outline-tool: --attribute: no row has 'du'\n")
  }

  @Test func columnsOfProcessesAreAttributes() throws {
    let run = try Tool.run(
      "--rows", "--attribute", "PID", input: "PID TTY CMD\n  1 ?   a\n 22 ?    \\_ b\n")
    #expect(run.fields == "0\texpanded\ta\t1\n1\tleaf\tb\t22\n")
  }

  @Test(arguments: [
    ("tree", ".\n├── a\n│   ├── b\n│   └── c\n└── d\n\n1 directory, 3 files\n", ".(a(b c) d)"),
    (
      "tree with NBSP",
      ".\n├── a\n│\u{A0}\u{A0} └── b c\n└── d\n    └── e\n\n2 directories, 2 files\n",
      ".(a(b c) d(e))"
    ),
    (
      "ASCII", "a\n|-- b\n|   |-- c\n|   `-- d\n`-- e\n    `-- f\n\n3 directories, 3 files\n",
      "a(b(c d) e(f))"
    ),
    ("directories only", "a\n└── b\n\n1 directory\n", "a(b)"),
    ("sizes", "a\n└── [4.0K]  b\n\n  12K used in 0 directories, 1 file\n", "a([4.0K]  b)"),
    (
      "sizes in bytes", "a\n└── [ 9]  b\n\n  9 bytes used in 0 directories, 1 file\n", "a([ 9]  b)"
    ),
    (
      "inodes and modes", "[1 drwxr-xr-x]  a\n└── [2 -rw-r--r--]  b\n",
      "[1 drwxr-xr-x]  a([2 -rw-r--r--]  b)"
    ),
    (
      "sizes and times", "[4096 Nov 29 16:13]  a\n└── [0 Nov 29 16:13]  b\n",
      "[4096 Nov 29 16:13]  a([0 Nov 29 16:13]  b)"
    ),
    // Regression: this drawing was JSON.
    ("inodes and sizes", "[1    4]  a\n└── [2 30]  b\n", "[1    4]  a([2 30]  b)"),
    (
      "tree on Windows with its header",
      "Folder PATH listing for volume X\nVolume serial number is 1-2\nC:.\n├───a\n│   └───b\n",
      "Folder PATH listing for volume X Volume serial number is 1-2 C:.(a(b))"
    ),
    (
      "tree on Windows with a path", "Folder PATH listing\nSerial 1-2\nC:\\A\n+---b\n|   \\---c\n",
      "Folder PATH listing Serial 1-2 C:\\A(b(c))"
    ),
    ("tree /f /a", "C:.\n|   a\n|\n+---b\n|       c\n|\n\\---d\n", "C:.(a b(c) d)"),
    ("two dashes without blanks", "a\n|\n+--b\n|  |\n|  +--c\n|--d\n", "a(b(c) d)"),
    ("comments", "# a\n# ├── b\n# │   └── c\n#\n# └── d\n", "a(b(c) d)"),
    ("a comment block", " * a\n * |-- b\n * |   `-- c\n * `-- d\n", "a(b(c) d)"),
    ("a quote", "> a\n> ├── b\n> └── c\n", "a(b c)"),
    ("comments after slashes", "// ├── a\n// └── b\n", "a b"),
    ("two roots", "a\n└── b\nc\n└── d\n\n2 directories, 2 files\n", "a(b) c(d)"),
    ("no root", "├── a\n│   └── b\n└── c\n", "a(b) c"),
    (
      "title above the tree", "A\n\na\n├── b\n└── 2 directories, 1 file\n",
      "A a(b 2 directories, 1 file)"
    ),
    ("no report", "a\n├── b\n2 directories, 1 file\n", "a(b) 2 directories, 1 file"),
    (
      "no report, either", "a\n└── b\n\nc in 2 directories, 3 files\n",
      "a(b) c in 2 directories, 3 files"
    ),
    ("round corners", "a\n├── b\n╰── c\n", "a(b c)"),
    ("packages of npm", "a\n├─┬ b\n│ ├── c\n│ └─┬ d\n│   └── e\n└── f\n", "a(b(c d(e)) f)"),
    ("packages of Gradle", "a\n+--- b\n|    \\--- c\n\\--- d\n", "a(b(c) d)"),
    (
      "packages of Gradle below a header",
      "> Task :a\n\n---\nProject ':a'\n---\n\nx\n+--- b\n|    +--- c\n|    \\--- d\n+--- e\n+--- f\n\\--- g\n",
      "> Task :a --- Project ':a' --- x(b(c d) e f g)"
    ),
    ("packages of Maven", "a\n+- b\n|  \\- c\n\\- d\n", "a(b(c) d)"),
    (
      "Windows", "C:.\n│   a\n│\n├───b\n│   │   c\n│   └───d\n│           e\n└───f\n",
      "C:.(a b(c d(e)) f)"
    ),
    ("Windows, ASCII", "C:.\n+---b\n|   \\---d\n\\---f\n", "C:.(b(d) f)"),
    ("names with signs", "a\n|-- -b\n|-- |c\n|-- `d`\n`-- +e\n", "a(-b |c `d` +e)"),
    ("link", "a\n└── b -> c/d\n", "a(b -> c/d)"),
    ("log of Maven", "[INFO] a\n[INFO]\n[INFO] b\n[INFO] c\n[INFO] \\- d\n", "a b c(d)"),
    ("syntax tree of clang", "A 0x1\n|-B\n| `-<<<C>>>\n`-D 'e'\n", "A 0x1(B(<<<C>>>) D 'e')"),
    ("processes", "PID COMMAND\n  1 a\n  2  \\_ b\n  3  |   \\_ c\n  4 d\n", "a(b(c)) d"),
    ("indented processes", "PID CMD\n  1 a\n  2   b\n  3     c\n", "a(b(c))"),
    ("pstree", "a─┬─b───c\n  ├─d─┬─e\n  │   └─f\n  └─g\n", "a(b(c) d(e f) g)"),
    ("pstree, ASCII", "a-+-b---c\n  |-d-+-e\n  |   `-f\n  `-g\n", "a(b(c) d(e f) g)"),
    ("pstree with counts", "a-+-3*[b---c]\n  `-2*[{d}]\n", "a(3*[b---c] 2*[{d}])"),
    (
      "pstree with equal subtrees", "a─┬─5*[b───c[0]───d]───e\n  └─g───h\n",
      "a(5*[b───c[0]───d](e) g(h))"
    ),
    ("pstree with a late fork", "a─┬─b─┬─c\n  │   └─d\n  └─e\n", "a(b(c d) e)"),
    ("pstree, cut", "a-+-b---c\n  `-2*[d---e+\n", "a(b(c) 2*[d---e+)"),
    ("pstree with threads", "a-+-{b}\n  `-{c}\n", "a({b} {c})"),
    ("Windows line ends", "a\r\n├── b\r\n│   └── c\r\n\r\n1 directory, 1 file\r\n", "a(b(c))"),
  ])
  func treeDrawingsAreRead(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.txt", toHaveRows: rows, label)
    #expect(try Tool.run(input: text).rows == rows, "\(label)")
  }

  @Test(arguments: [
    "a\n\tb\n└── c\n", "a\nb\nc\n├── d\n", "a\n  ├── b\n", "+---+---+\n| a | b |\n", "| a | b |\n",
    "|--|--|\n", "+-----+\n| a |\n", "a\n├\n", "| a | b |\n| c | d |\n+---+---+\n",
    "--- a\n+++ b\n@@ -1 +1 @@\n+--c\n", "a\n`--b' c\n", "# a\nb\nc\n# ├── d\n",
    "diff --git a/x b/x\nindex 1..3\n--- a/x\n+++ b/x\n@@ -0,0 +1,4 @@\n+- b\n+- c\n+- d\n+- e\n",
    "Q: a\nb\nc\nd\nA: c\n|-- d\ne\nf\ng\nh\ni\n",
    "# a\n\nb\n\nc\n├── d\n├── e\n└── f\n", "a\nb\n```\nc\n├── d\n├── e\n└── f\n```\n",
  ])
  func otherLinesAreNotTreeDrawings(text: String) {
    let bytes = Bytes(text.utf8)
    #expect(Formats.detect(path: Bytes("a.txt".utf8), bytes.span).format.name == "text")
  }

  @Test func markdownContainsDrawings() {
    let text = "A\n===\n\nb\n\nC\n-----\n\n    ├── d\n    ├── e\n    └── f\n"
    let bytes = Bytes(text.utf8)
    #expect(Formats.detect(path: nil, bytes.span).format.name == "markdown")
    #expect(Formats.detect(path: Bytes("a.txt".utf8), bytes.span).format.name == "tree")
  }

  @Test func outlineToolReadsItsOutput() throws {
    let script = "outline-tool Samples/garden.txt | tee /dev/stderr | outline-tool | tail -n +2"
    let run = try Tool.shell(script)
    let first = run.messages.split(separator: "\n")
    #expect(run.output.hasPrefix("└── \(first[0])\n    "))
    #expect(run.output.split(separator: "\n").count == first.count)
    let ascii = try Tool.shell("outline-tool --charset ascii Samples/garden.txt | outline-tool")
    #expect(ascii.output == "standard input\n" + run.output)
  }

  @Test(
    .enabled(if: Tool.systemHas("/usr/bin/tree"), "needs /usr/bin/tree"),
    arguments: ["utf-8", "ascii"])
  func outputOfTreeIsRead(charset: String) throws {
    let run = try Tool.shell(
      """
      tree -J Sources | grep -c '"name"'
      tree --charset \(charset) Sources | outline-tool
      """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count - 2 == Int(lines[0]))
    #expect(run.messages.isEmpty)
  }

  @Test(arguments: [
    (
      "projects, tasks and notes", "A:\n\t- b @done\n\t\tc\n\t* d\n\tE:\n\t\t- f @due(1)\nG:\n",
      "A:(b @done(c) * d E:(f @due(1))) G:"
    ),
    ("empty lines", "A:\n\n\t- b\n\n\n\t- c\n", "A:(b c)"),
    ("spaces and tabs", "A:\n\t- b\n\t  c\n  - d\n\t\te\n", "A:(b c) d(e)"),
    ("only spaces", "A:\n  - [x] b\n    c\n", "A:([x] b(c))"),
    ("extra tab", "A:\n\t\t- b\n\t- c\n", "A:(b c)"),
  ])
  func taskPaperIsRead(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.taskpaper", toHaveRows: rows, label)
  }

  @Test(arguments: [
    (
      "text below headings", "A\n\t: b\n\t: c\n\tD\n\t\t; e\n\t\t| f | g |\n\t\t|| h |\n\tI\n",
      "A(D I)"
    ),
    ("custom signs", "A\n\t> b\n\t< c\n\tD\n", "A(D)"),
    ("boxes", "[_] A\n\t[X] B\n\t[_] 50% C\n", "[_] A([X] B [_] 50% C)"),
    ("text above all headings", ": a\nB\n\tC\n", "B(C)"),
  ])
  func vimOutlinerIsRead(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.otl", toHaveRows: rows, label)
  }

  @Test(arguments: [
    ("A\n\t: b\n\tC\n", true), ("A\n\t[_] b\n\t: C\n\n", true), ("A\n\tb\n\tc: d\n", false),
    ("A\n\t: b\n  c\n", false), (": A\n\t: b\n", false), ("A\n\tb\n\t| c | d |\n", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(text: String, isVimOutliner: Bool) {
    let bytes = Bytes(text.utf8)
    let format = isVimOutliner ? "otl" : "text"
    #expect(Formats.detect(path: nil, bytes.span).format.name == format)
    #expect(Formats.detect(path: Bytes("a.txt".utf8), bytes.span).format.name == format)
  }

  @Test func filesWithoutHeadingsAreReported() throws {
    let message = "outline-tool: a.otl: no rows: no headings found\n"
    #expect(try Tool.show(": a\n", as: "a.otl").messages == message)
  }

  @Test func deepTreeDrawingsAreReadInLinearTime() throws {
    let lines = (0..<2000).map { String(repeating: "│   ", count: $0) + "├── \($0)\n" }
    #expect(try Tool.show(lines.joined(), as: "a.txt", options: "-L1").rows == "▸ 0")
  }
}
