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
    ("repeated directories", "a/b\nc/d\na/e\nc/d/f\n", "a(b e) c(d(f))"),
    ("directories after their contents", "a/b/c\na/b\na\n", "a(b(c))"),
    ("doubled slashes", "a//b\na///c/\n/d//e\n", "a(b c) /(d(e))"),
    ("dots in a path", "a/./b\na/../c/d\n", "a(b ..(c(d)))"),
    ("slash after directories", "a/\na/b\nc/\n", "a(b) c"),
    ("names with blanks", "a b/c d\na b/e\n", "a b(c d e)"),
    ("same names elsewhere", "a/b\nb/a\na/a/a\n", "a(b a(a)) b(a)"),
    ("name that is a prefix of another", "a/b\na/bc\nab/c\n", "a(b bc) ab(c)"),
    ("Windows line ends", "a/b\r\n\r\na/c\r\n", "a(b c)"),
    ("no final newline", "a/b\na/c", "a(b c)"),
    ("colors", "\u{1B}[35md/\u{1B}[0ma/b\n\u{1B}[35md/\u{1B}[0mc\n", "d(a(b) c)"),
  ])
  func pathsAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.txt", toHaveRows: rows, label)
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "" && run.exitCode == 0, "\(label)")
  }

  @Test func zeroBytesEndPaths() throws {
    let run = try Tool.shell("printf './a\\nb/c\\0./a\\nb/d \\0./e\\tf\\0' | outline-tool")
    #expect(run == "standard input\n├── a\\nb\n│   ├── c\n│   └── d \n└── e\\tf\n")
  }

  /// Regression: one such name made the list a binary file.
  @Test func namesBeforeZeroBytesCanHaveEscapes() throws {
    let run = try Tool.shell("printf './a\\033[31mb\\0./c\\0' | outline-tool")
    #expect(run.rows == "a\\u{1B}[31mb c" && run.messages == "")
  }

  @Test func namesWithoutSlashesAreAListIfTheyEndWithZeroBytes() throws {
    #expect(try Tool.shell("printf 'a b\\0c.d\\0' | outline-tool").rows == "a b c.d")
  }

  @Test func quotesOfGitAreResolved() throws {
    let text = "a/b\n\"a/c \\303\\244\\\"\\t.d\"\na/e\n"
    #expect(try Tool.run(input: text).rows == "a(b c ä\"\\t.d e)")
  }

  @Test(arguments: [
    ("du -a", "4\t./a/b\n8.5K\t./a\n", "a(b)", "8.5K 4"),
    ("du with a tab in a name", "4\t./a/b\tc\n8\t./a\n", "a(b\\tc)", "8 4"),
    ("du with a name in quotes", "4\t\"a/b\"\n8\ta\n", "a(b)", "8 4"),
    // Regression: columns after a path were a part of its name.
    ("find -printf", "a\t4096\na/b\t12\n", "a(b)", "4096 12"),
    ("find -printf with a tab in a name", "./a/b\tc\t8\n./a\t4\n", "a(b\\tc)", "4 8"),
    ("sizes after times", "a/b\t10:00\t4\na/c\t11:00\t5\n", "a(b c)", "a 4 5"),
    ("sizes after types and paths", "d\ta\t4\nf\ta/b\t5\n", "a(b)", "4 5"),
    ("sizes before zero bytes", "a/b\t4\u{0}a/c\td\t5\u{0}", "a(b c\\td)", "a 4 5"),
    ("du --time", "4\t2024-01-01 10:00\ta/b\n12\t2024-01-02 11:00\ta\n", "a(b)", "12 4"),
    ("find -printf '%s %p'", "4096 .\n12 ./a\n7 ./a/1 b\n", "a(1 b)", "12 7"),
    ("find DIR -printf '%s %p'", "4096 a\n4096 a/b\n5 a/b/c\n", "a(b(c))", "4096 4096 5"),
    ("stat", "  40 /a/b\n   5 /a/c\n   5 /a/d\n", "/(a(b c d))", "/ a 40 5 5"),
    ("directories", "4096 .\n4096 ./a\n4096 ./b\n", "a b", "4096 4096"),
  ])
  func sizesAreAttributes(label: String, text: String, rows: String, values: String) throws {
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "", "\(label)")
    let columns = try Tool.run("--rows", "--attribute", "size", input: text)
    let found = columns.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
    #expect(found.joined(separator: " ") == values, "\(label)")
  }

  @Test(arguments: [
    (
      "git ls-tree -r", "100644 blob 0123abc\ta/b\n100755 blob 4567def\t\"a/\\303\\244\"\n",
      "a(b ä)"
    ),
    ("git diff --name-status", "M\ta/b\nA\ta/c\n", "a(b c)"),
    ("renamed files", "M\ta/b\nR090\tc/d\ta/c\n", "a(b c)"),
    ("find -printf with users", "a\troot\na/b\troot\na/c\troot\n", "a(b c)"),
    ("a tab in the first name", "a\tb/c\nd/e\n", "a\\tb(c) d(e)"),
    ("tabs in names before zero bytes", "a\tb/c\0d\te\0", "a\\tb(c) d\\te"),
    // Numbers and dates are parts of names.
    ("amounts", "200 g/7 oz a\n100 g/4 oz b\n", "200 g(7 oz a) 100 g(4 oz b)"),
    ("dates", "2026-11-28 A/B: x\n2026-11-29 A/B: x\n", "2026-11-28 A(B: x) 2026-11-29 A(B: x)"),
    ("a log", "2026-11-28 200 /a\n2026-11-29 200 /a\n", "2026-11-28 200 (a) 2026-11-29 200 (a)"),
    ("years in names", "2019 a/b\n2019 a/c\n2020 a/b\n2020 a/c\n", "2019 a(b c) 2020 a(b c)"),
    ("numbers of names", "1 a/b\n2 c/d\n3 e/f\n", "1 a(b) 2 c(d) 3 e(f)"),
    ("words before paths", "my docs/a\nyour docs/b\n", "my docs(a) your docs(b)"),
  ])
  func otherColumnsAreNotPartsOfPaths(label: String, text: String, rows: String) throws {
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "", "\(label)")
  }

  /// Regression: these messages were directories and files.
  @Test(arguments: [
    "4\ta/b\nfind: 'a/c': No access\n8\ta\n", "find: 'a/c': No access\n4 ./a/b\n8 ./a\n",
    "a/b\t4\nfind: 'a/c': No access\na\t8\n",
  ])
  func messagesBetweenColumnsAreReported(text: String) throws {
    let run = try Tool.run("--attribute", "size", input: text)
    #expect(run.rows == "a [size: 8](b [size: 4])")
    #expect(run.messages.hasSuffix(": message of a program; not shown\n") && run.exitCode == 1)
  }

  @Test func linesWithoutColumnsAreReported() throws {
    let run = try Tool.run("--attribute", "size", input: "4\ta/b\nx\n8\ta\n")
    #expect(run.rows == "a [size: 8](b [size: 4])" && run.exitCode == 1)
    #expect(run.messages.contains(":2:1: no path in the columns of the other lines"))
  }

  /// Regression: a text about commands was a list.
  @Test func aTextCanBeginLikeMessages() throws {
    let text = "ls: list a/b\nfind: search\ntar: archive\ndu: usage\na/b\nc/d\n"
    let run = try Tool.run(input: text)
    #expect(run.messages == "" && run.rows.hasPrefix("ls: list a/b find: search"))
  }

  /// Regression: a name was taken for a message.
  @Test func namesBeforeZeroBytesAreNoMessages() throws {
    let run = try Tool.run(input: "find: z\0./x\0./y\0")
    #expect(run.rows == "find: z x y" && run.messages == "")
  }

  /// Regression: the texts after the tabs were columns.
  @Test func tabsInTextsAfterPathsAreNoColumns() throws {
    let run = try Tool.run(input: "a/b:1:\tx\na/c:2:\t\ty\n")
    #expect(run.rows == "a(b:1:\\tx c:2:\\t\\ty)")
  }

  /// Regression: the path of the last line, which is empty, was read.
  @Test func aPathCanBeEmpty() throws {
    let text = "1 ./a\n2 ./b\n3 ./c\nlrwxrwxrwx 1 a b 5 10:00  -> x\n"
    #expect(try Tool.run(input: text).rows.hasPrefix("a b c"))
  }

  /// Regression: the tool showed these columns nowhere.
  @Test(arguments: [
    ("08:00\ta/b\n09:00\ta/c\n", "a(b [column1: 08:00] c [column1: 09:00])"),
    ("M\ta/b\nR090\tc/d\ta/c\n", "a(b [column1: M] c [column1: R090\\tc/d])"),
    ("3\t1\ta/b\n4\t2\ta/c\n", "a(b [column2: 1] [size: 3] c [column2: 2] [size: 4])"),
    ("a/b\tx\na/c\ty\n", "a(b [column2: x] c [column2: y])"),
  ])
  func columnsBetweenTabsAreAttributes(text: String, rows: String) throws {
    let options = ["column1", "column2", "size"].map { "--attribute \($0)" }
    let run = try Tool.shell("outline-tool -q \(options.joined(separator: " "))", input: text)
    #expect(run.rows == rows)
  }

  /// Regression: the column was lost without a message.
  @Test func columnsBesideEmptyPathsAreReported() throws {
    let run = try Tool.run(input: "8:00\ta/b\tx\n9:00\ta/c\ty\n10:00\t\tz\n")
    #expect(run.messages.contains("3:1: no path in the columns") && run.exitCode == 1)
  }

  /// Regression: the paths were reported as lines without the columns.
  @Test func lastColumnsCanBeEmpty() throws {
    let run = try Tool.run("--attribute", "column3", input: "a\t8\t\na/b\t4\tx\na/c\t5\t\r\n")
    #expect(run.rows == "a(b [column3: x] c)" && run.messages == "" && run.exitCode == 0)
    #expect(try Tool.run(input: "a/b\t\n\t\nc/d\ne/f\n").rows == "a(b) c(d) e(f)")
    #expect(try Tool.run(input: "1\ta\t\n2\ta/b\tc\t\n3\ta/d\t\n").rows == "a(b\\tc d)")
  }

  /// Regression: `ls -l` prints no escapes, but the tool resolved them.
  @Test(arguments: [
    ("-rw-r--r-- 1 a b 5 Nov  9 22:56 ", "x\\303\\244(y z)"),
    ("total 4\n9 4 -rw-r--r-- 1 a b 5 Nov  9 22:56 ", "x\\303\\244(y z)"),
    ("-rw-r--r-- a/b 5 2026-11-29 22:56 ", "xä(y z)"),
    ("9 4 -rw-r--r-- 1 a b 5 Nov  9 22:56 ", "xä(y z)"),
    ("-rw-r--r--  0 a b 5 Nov  9 22:56 ", "xä(y z)"),
  ])
  func onlySomeProgramsPrintEscapes(details: String, rows: String) throws {
    let lines = ["y", "z"].map { "\(details)x\\303\\244/\($0)\n" }
    #expect(try Tool.run(input: lines.joined()).rows == rows)
  }

  /// Regression: the lines of these lists were rows, or their first words were directories.
  @Test(arguments: [
    (
      "find -ls",
      """
       52  4 drwxr-xr-x   3 root  staff   4096 Nov 29 22:56 .
       53 12 -rw-r--r--   1 root  staff  11634 Jan  2  2020 ./a\\ b/c\\303\\244
       54  0 lrwxrwxrwx   1 root  staff      3 Nov 29 22:56 ./d -> ../e/f
        3  0 crw-rw-rw-   1 root  staff   1, 3 Nov 28 02:26 ./g

      """, "a b(cä) d g",
      [
        "", "11634 -rw-r--r-- Jan  2  2020", "3 lrwxrwxrwx Nov 29 22:56",
        "3 crw-rw-rw- Nov 28 02:26",
      ]
    ),
    (
      "tar -tv",
      """
      drwxr-xr-x root/root         0 2026-11-29 22:56 a/
      -rw-r--r-- root/root     17003 2026-11-29 22:57 a/b c
      hrw-r--r-- root/root         0 2026-11-29 22:58 a/d link to a/b c
      lrwxrwxrwx root/root         0 2026-11-29 22:59 a/e -> b c

      """, "a(b c d e)",
      [
        "0 drwxr-xr-x 2026-11-29 22:56", "17003 -rw-r--r-- 2026-11-29 22:57",
        "0 hrw-r--r-- 2026-11-29 22:58", "0 lrwxrwxrwx 2026-11-29 22:59",
      ]
    ),
    (
      "a group without a name",
      """
       52 4 drwxr-xr-x 3 root 20 4096 Nov 29 22:56 a/b
       53 4 -rw-r--r-- 1 root 5 2048 Jan  2  2020 a/c

      """, "a(b c)", ["", "4096 drwxr-xr-x Nov 29 22:56", "2048 -rw-r--r-- Jan  2  2020"]
    ),
    (
      "a day before the month",
      "-rw-r--r-- 1 a b 512 30 Nov 09:30 x/y\n-rw-r--r-- 1 a b 6  1 Jan  2024 x/z\n", "x(y z)",
      ["", "512 -rw-r--r-- 30 Nov 09:30", "6 -rw-r--r-- 1 Jan  2024"]
    ),
    (
      "a time zone",
      "-rw-r--r-- 1 a b 5 2026-11-29 22:56:00.0 +0100 x/y\n-rw-r--r-- 1 a b 6 2026-11-29 22:57:00.0 +0100 x/z\n",
      "x(y z)",
      ["", "5 -rw-r--r-- 2026-11-29 22:56:00.0 +0100", "6 -rw-r--r-- 2026-11-29 22:57:00.0 +0100"]
    ),
    (
      "a mode without permissions",
      "---------- 1 a b 5 Nov  9 22:56 x/y\n---------- 1 a b 6 Nov  9 22:56 x/z\n", "x(y z)",
      ["", "5 ---------- Nov  9 22:56", "6 ---------- Nov  9 22:56"]
    ),
  ])
  func detailsOfFilesAreAttributes(
    label: String, text: String, rows: String, values: [String]
  ) throws {
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "", "\(label)")
    let options = ["size", "mode", "modified"].map { "--attribute \($0)" }.joined(separator: " ")
    let columns = try Tool.shell("outline-tool --rows \(options)", input: text)
    let found = columns.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(5)
        .joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }
    #expect(found == values, "\(label)")
  }

  /// Regression: the lines were those of a list without quotes and colors.
  @Test(arguments: [
    ("quotes", "\"a/\\303\\244\\303\\244\"\n\nb/c\nb/d\n", "a 1 b 3 4"),
    ("colors", "\u{1B}[35md/\u{1B}[0ma\n\u{1B}[35md/\u{1B}[0mc\n", "d 1 2"),
    ("a colored tree", "\u{1B}[34ma\u{1B}[0m\n├── \u{1B}[34mb\u{1B}[0m\n└── c\n", "1 2 3"),
  ])
  func linesAreThoseOfTheFile(label: String, text: String, lines: String) throws {
    let run = try Tool.run("--rows", "--line", input: text)
    let found = run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
    #expect(found.joined(separator: " ") == lines, "\(label)")
  }

  /// Regression: the escapes in the message were those of the next name.
  @Test func messagesBetweenEscapedNamesAreNoNames() throws {
    let details = "9 4 -rw-r--r-- 1 a b 5 Nov  9 22:56 "
    let text = "\(details)a/b\\ c\nfind: a\\ d: No access\n\(details)a/e\\ f\n"
    #expect(try Tool.run("-q", input: text).rows == "a(b c e f)")
  }

  @Test(arguments: [
    ("total 8\n-rw-r--r-- 1 a b 5 Nov  9 22:56 x\n-rw-r--r-- 1 a b 6 Nov  9 22:56 y z\n", "x y z"),
    (
      """
      .:
      total 8
      drwxr-xr-x 2 a b 4096 Nov  9 22:56 c
      -rw-r--r-- 1 a b 5 Nov  9 22:56 x

      ./c:
      total 0
      -rw-r--r-- 1 a b 6 Nov  9 22:56 y

      """, "c(y) x"
    ),
  ])
  func directoriesOfLsAreRows(text: String, rows: String) throws {
    let run = try Tool.run(input: text)
    #expect(run.rows == rows && run.messages == "" && run.exitCode == 0)
    #expect(try Tool.run("--where", "size=6", input: text).output.contains(" y"))
  }

  /// Regression: the reader took the numbers for columns.
  @Test func writtenNumbersAreNoColumns() throws {
    let text = "1 a\n  b\n2 a\n  c\n3 .d\n"
    let written = try Tool.run("--to", "paths", input: text).output
    #expect(written == "./1 a\n./1 a/b\n./2 a\n./2 a/c\n./3 .d\n")
    #expect(try Tool.run("--from", "paths", input: written).rows == "1 a(b) 2 a(c) 3 .d")
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

  /// Regression: the exit status did not indicate that the second size was lost.
  @Test func otherColumnsOfDuplicatesAreReported() throws {
    let run = try Tool.run("--attribute", "size", input: "4\ta/b\n8\ta\n4\ta/b/\n9\ta\n")
    #expect(run.rows == "a [size: 8](b [size: 4])" && run.exitCode == 1)
    #expect(
      run.messages == """
        outline-tool: standard input:3:3: duplicate path; shown once
        outline-tool: standard input:4:3: duplicate path with other values; only the first ones are shown

        """)
  }

  /// Regression: the messages were rows in lists without columns.
  @Test func messagesOfProgramsAreReported() throws {
    let text = "find: 'a/c': No access\na/b\ntar: Removing leading `/' from member names\n"
    let run = try Tool.run(input: text + "a/c\n")
    #expect(run.rows == "a(b c)" && run.exitCode == 1)
    #expect(run.messages.contains("3:1: message of a program; not shown"))
    let written = try Tool.run("--from", "text", "--to", "paths", input: "ls: a\n  b\n").output
    #expect(written == "./ls: a\n./ls: a/b\n")
  }

  @Test func listsWithoutPathsAreReported() throws {
    let run = try Tool.run("--from", "paths", input: ".\n./\n")
    #expect(run.messages == "outline-tool: standard input: no rows: no paths found\n")
  }

  @Test(arguments: [
    "a/b\n", "a/b\n\tc/d\n", "a\nb\nc/d\n", "- a/b\n- c/d\n", "# a/b\n\nc/d\n", "// a/b\n// c\n",
    "a\t4\t10:00\nb\t5\t10:00\n", "https://a/b\nhttps://c/d\n", "<a/>\n<b/>\n", "> a/b\n> c/d\n",
    "a/b\n c/d\n", "a\0b\0c/d\n", "01234567012345670123456701234567 *",
    "01234567012345670123456701234567 *./a\n01234567012345670123456701234567 *\n",
  ])
  func otherLinesAreNotPaths(text: String) {
    let bytes = Bytes(text.utf8)
    #expect(Formats.detect(path: Bytes("a.txt".utf8), bytes.span).format.name == "text")
    #expect(Formats.detect(path: nil, bytes.span).format.name != "paths")
  }

  @Test(arguments: [("find Sources", "-print"), ("find Sources -type d", "-print0")])
  func everyPathOfFindHasARow(command: String, action: String) throws {
    let run = try Tool.shell("\(command) | wc -l; \(command) \(action) | outline-tool")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count - 2 == Int(lines[0].filter(\.isNumber)))
    #expect(run.messages.isEmpty)
  }
}
