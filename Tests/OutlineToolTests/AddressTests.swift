import Foundation
import Testing

@Suite("Options for addresses")
struct AddressTests {
  @Test(arguments: ["1.2.1", "Kitchen garden/Beds/Legumes", "/Kitchen garden/Beds/Legumes/"])
  func atShowsARowWithItsDescendants(address: String) throws {
    let run = try Tool.run("--at", address, "Samples/garden.txt")
    #expect(
      run == """
        Samples/garden.txt
        └── Legumes
            ├── Broad beans
            └── Sugar peas

        """)
  }

  @Test func everyNumberAndPathOfRowsIsAnAddress() throws {
    for options in ["", "--sort natural", "-P '*s'", "-I Beds", "-P Beds --prune subtree"] {
      let all = try Tool.shell("outline-tool --rows \(options) Samples/garden.txt").output
      for line in all.split(separator: "\n") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        let number = try Tool.shell(
          "outline-tool --rows -L1 \(options) --at \(fields[0]) Samples/garden.txt")
        #expect(number.output.hasSuffix("\t\(fields[4])\n"), "\(options) \(fields[0])")
        #expect(number.output.hasPrefix("1\t0\t"), "\(options) \(fields[0])")
      }
    }
    let text = "a/b\n\tc\\d\n\t\t2.1\n"
    for (path, row) in [("a\\/b/c\\\\d", "c\\d(2.1)"), ("a\\/b/c\\d/2.1", "2.1")] {
      #expect(try Tool.run("--at", path, "-", input: text).rows == row, "\(path)")
    }
    #expect(try Tool.run("--at", "/2.1", "-", input: "2.1\n").rows == "2.1")
    let json = #"[{"name":"a\tb\n"},{"name":"\u001B"},{"name":"\\u{41}"}]"#
    for (path, row) in [
      (#"a\tb\n"#, #"a\tb\n"#), (#"\u{1B}"#, #"\u{1B}"#), (#"\\u{41}"#, #"\u{41}"#),
    ] {
      let run = try Tool.run("--at", path, "--label", "name", "-", input: json)
      #expect(run.rows == row, "\(path)")
    }
  }

  @Test(arguments: [
    ("A/*", "B(C) b(B)"), ("**/B", "B(C) B"), ("**/[bB]", "B(C) b(B)"), ("**/A/**/B", "B(C) B"),
    ("?", "A(B(C) b(B))"), ("*/*/C", "C"), ("**/C", "C"), ("x?", "x* xy"), ("x*", "x*"),
    ("x\\*", "x*"),
  ])
  func pathsOfGlobsSelectRows(path: String, rows: String) throws {
    let input = "A\n\tB\n\t\tC\n\tb\n\t\tB\nx*\nxy\n"
    let run = try Tool.run("--at", path, "-", input: input)
    #expect(run.rows == rows && run.exitCode == 0, "\(run)")
    let directory = try TemporaryDirectory([
      "top/A/B/C": "", "top/A/b/B": "", "top/x*": "", "top/xy": "",
    ])
    let read = try Tool.shell("outline-tool --at '\(path)' top", in: directory)
    #expect(read.rows == rows, "\(read)")
  }

  @Test func severalAddressesSelectEachRowOnce() throws {
    let text = "A\n\tB\n\t\tC\nD\nA\n\tB\n\t\tE\n"
    #expect(try Tool.run("--at", "A/B", "-", input: text).rows == "B(C) B(E)")
    let run = try Tool.run("--at", "2", "--at", "1.1", "--at", "1", "-", input: text)
    #expect(run.rows == "A(B(C)) D")
  }

  @Test func depthCountsFromTheSelectedRow() throws {
    let text = "A\n\tB\n\t\tC\n\t\t\tD\n"
    let run = try Tool.run("--at", "A/B", "-L2", "-", input: text)
    #expect(run == "standard input\n└── B\n    └── ▸ C\n")
    #expect(try Tool.run("--at", "1.1", "--expand", "1", "-", input: text) == run)
  }

  @Test func pathsOfSelectedRowsAreComplete() throws {
    let text = "A\n\tB\n\t\tC\n"
    #expect(
      try Tool.shell("outline-tool --at 1.1 - --rows", input: text)
        == "1\t0\texpanded\tA/B\tB\n1.1\t1\tleaf\tA/B/C\tC\n")
    let pruned = try Tool.shell("outline-tool -P C --prune subtree --rows -", input: text)
    #expect(pruned == "1\t0\tleaf\tA/B/C\tC\n")
  }

  @Test func anAddressWithoutARowIsReported() throws {
    for (address, message) in [
      ("3", "number '3'"), ("1.1.2", "number '1.1.2', because '1.1' shows no child '2'"),
      ("B", "path 'B'"), ("A/*/D", "path 'A/*/D', because 'A/*' shows no child 'D'"),
      ("A/C/D", "path 'A/C/D', because 'A' shows no child 'C'"),
      ("A/D", "path 'A/D', because 'A' shows no child 'D'"), ("**/X", "path '**/X'"),
      ("X\\/Y/D", "path 'X\\/Y/D'"),
    ] {
      let run = try Tool.run(
        "--at", address, "--at", "1.1", "--ignore", "D", "-", input: "A\n\tB\n\tD\nX/Y\n")
      let hint = "; 'show --rows' prints numbers and paths"
      let messages = "outline-tool: --at: no row has the \(message)\(hint)\n"
      let output = "standard input\n└── B\n"
      #expect(run == Run(output: output, messages: messages, exitCode: 1), "\(address)")
    }
    #expect(try Tool.run("--at", "", "-").exitCode == 2)
  }

  @Test func entriesOfDirectoriesHaveAddresses() throws {
    let directory = try TemporaryDirectory(["top/a/b/c.txt": "", "top/a/d/": "", "top/e/f": ""])
    for address in ["1.1", "a/b", "top/a/b", "a/b/"] {
      let run = try Tool.shell("outline-tool -L2 --at \(address) top", in: directory)
      #expect(run == "top\n└── b\n    └── c.txt\n", "\(address)")
    }
    let collapsed = try Tool.shell("outline-tool --expand none --at a/b --at 2 top", in: directory)
    #expect(collapsed == "top\n├── ▸ b\n└── ▸ e\n")
    let matched = try Tool.shell("outline-tool -P f --at 1.1 top", in: directory)
    #expect(matched == "top\n└── f\n")
  }

  @Test func directoriesBesideASelectedRowAreNotRead() throws {
    // The tool reports the file if it reads the directory.
    let large = String(repeating: "#\n", count: 1 << 19) + "#"
    let directory = try TemporaryDirectory(["top/a/b/c": "", "top/d/.gitignore": large])
    let run = try Tool.shell("outline-tool --gitignore --at a/b top", in: directory)
    #expect(run == "top\n└── b\n    └── c\n")
    #expect(try Tool.shell("outline-tool --gitignore top", in: directory).exitCode == 1)
  }

  @Test func inputsWithoutTheSelectedRowAreNotPrinted() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n\tB\n", "b.txt": "C\n"])
    let run = try Tool.shell("outline-tool --at A a.txt b.txt", in: directory)
    #expect(run == "a.txt\n└── A\n    └── B\n")
  }

  @Test func addressesIgnoreCaseIfTheUserWantsThat() throws {
    for address in ["a/b", "**/b", "A*/?"] {
      let run = try Tool.run("--ignore-case", "--at", address, "-", input: "A\n\tB\n\t\tC\n")
      #expect(run == "standard input\n└── B\n    └── C\n", "\(address)")
    }
  }

  @Test func diffComparesSelectedRows() throws {
    let directory = try TemporaryDirectory(["a.txt": "A\n\tB\nC\n", "b.txt": "A\n\tD\nE\n"])
    let run = try Tool.shell("outline-tool diff --at A --rows a.txt b.txt", in: directory)
    #expect(run.output == "renamed\t1.1\t1.1\tB\tD\n")
  }
}
