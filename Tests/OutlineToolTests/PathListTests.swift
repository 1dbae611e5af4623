import Foundation
import Testing

@testable import outline_tool

@Suite("Lists of paths")
struct PathListTests {
  @Test(arguments: [
    ("git ls-files", "a\nb/c\nb/d/e\nb/d/f\ng/h\n", "a b(c d(e f)) g(h)"),
    ("find", ".\n./a\n./a/b\n./c\n", "a(b) c"),
    ("find with a name", "a\na/b\na/b/c\na/d\n", "a(b(c) d)"),
    ("absolute", "/a\n/a/b\n/c/d\n", "/(a(b) c(d))"),
    ("absolute and relative", "/a/b\na/b\n./a/c\n", "/(a(b)) a(b c)"),
    ("directories come back", "a/b\nc/d\na/e\nc/d/f\n", "a(b e) c(d(f))"),
    ("directories behind what is in them", "a/b/c\na/b\na\n", "a(b(c))"),
    ("doubled slashes", "a//b\na///c/\n/d//e\n", "a(b c) /(d(e))"),
    ("dots within", "a/./b\na/../c/d\n", "a(b ..(c(d)))"),
    ("slash behind directories", "a/\na/b\nc/\n", "a(b) c"),
    ("names with blanks", "a b/c d\na b/e\n", "a b(c d e)"),
    ("same names elsewhere", "a/b\nb/a\na/a/a\n", "a(b a(a)) b(a)"),
    ("name that begins another", "a/b\na/bc\nab/c\n", "a(b bc) ab(c)"),
    ("Windows line ends", "a/b\r\n\r\na/c\r\n", "a(b c)"),
    ("no final newline", "a/b\na/c", "a(b c)"),
  ])
  func rows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.txt", toHaveRows: rows, label)
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "" && run.exitCode == 0, "\(label)")
  }

  @Test func zeroBytesEndPaths() throws {
    let run = try Tool.shell("printf './a\\nb/c\\0./a\\nb/d \\0./e\\0' | outline-tool")
    #expect(run == "standard input\n├── a\\nb\n│   ├── c\n│   └── d \n└── e\n")
  }

  @Test func fromOptionOverridesTheContents() throws {
    let run = try Tool.run("--from", "paths", input: "a\nb\nhttp://c/d\n")
    #expect(run.rows == "a b http:(c(d))")
  }

  @Test func duplicatePathsAreReported() throws {
    let text = "a/b\na\n./a/b\nc/d\na/\n"
    let run = try Tool.show(text, as: "a.txt")
    #expect(run.rows == "a(b) c(d)")
    #expect(
      run.messages == """
        outline-tool: a.txt:3:1: duplicate path; shown once
        outline-tool: a.txt:5:1: duplicate path; shown once

        """)
    #expect(run.exitCode == 0)
    #expect(try Tool.show(text, as: "a.txt", options: "--strict").exitCode == 2)
  }

  @Test func listsWithoutPathsAreReported() throws {
    let run = try Tool.run("--from", "paths", input: ".\n./\n")
    #expect(run.messages == "outline-tool: standard input: no rows: no paths found\n")
  }

  @Test(arguments: [
    "a/b\n", "a/b\n\tc/d\n", "a\nb\nc/d\n", "- a/b\n- c/d\n", "# a/b\n\nc/d\n", "// a/b\n// c\n",
    "https://a/b\nhttps://c/d\n", "<a/>\n<b/>\n", "> a/b\n> c/d\n", "a/b\n c/d\n", "a\0b\0c/d\n",
  ])
  func otherLinesAreNoPaths(text: String) {
    let bytes = Bytes(text.utf8)
    #expect(Format.detect(path: Bytes("a.txt".utf8), bytes.span).name == "text")
    #expect(Format.detect(path: nil, bytes.span).name != "paths")
  }

  /// Checks that each path of `find` has a row.
  @Test(arguments: [("find Sources", "-print"), ("find Sources -type d", "-print0")])
  func listsOfFind(command: String, action: String) throws {
    let run = try Tool.shell("\(command) | wc -l; \(command) \(action) | outline-tool")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count - 2 == Int(lines[0].filter(\.isNumber)))
    #expect(run.messages.isEmpty)
  }
}
