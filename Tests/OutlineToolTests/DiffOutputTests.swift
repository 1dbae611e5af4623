import Testing

@Suite("Output of diff")
struct DiffOutputTests {
  private let old = "A\n\tB\n\tC\nD\n\tE one\nG\n\tX\n"
  private let new = "A\n\tC\nD\n\tE two\n\tX\n\t\tY\nG\n"

  @Test func rowsHaveTheirChangesAndNumbers() throws {
    let directory = try TemporaryDirectory(["a": old, "b": new, "c": "\u{1B}\n"])
    let run = try Tool.shell("outline-tool diff --rows a b", in: directory)
    #expect(
      run.output == """
        removed\t1.1\t\tB\t
        renamed\t2.1\t2.1\tE one\tE two
        moved\t3.1\t2.2\tX\tX
        inserted\t\t2.2.1\t\tY

        """)
    let header = "-\tsection\ta\t\n-\tsection\t\tb\n"
    let sections = try Tool.shell("outline-tool diff --rows a --with b c", in: directory)
    #expect(sections.output.hasPrefix(header + "moved\t1\t1\tA\tA\nremoved\t1.1\t\tB\t\n"))
    #expect(sections.output.hasSuffix("-\tsection\t\tc\ninserted\t\t1\t\t\\u{1B}\n"))
  }

  @Test func statisticsCountRows() throws {
    let directory = try TemporaryDirectory(["1/a": old, "2/a": new, "2/c": "C\n"])
    let run = try Tool.shell("outline-tool diff --stat 1/a 2/a", in: directory)
    #expect(run.output == "2/a: 1 inserted, 1 removed, 1 moved, 1 changed\n")
    let sections = try Tool.shell("outline-tool diff --stat 1/a --with 2/a 2/c", in: directory)
    #expect(sections.output.hasSuffix("in all: 2 inserted, 1 removed, 1 moved, 1 changed\n"))
  }

  @Test func rowsHaveColors() throws {
    let directory = try TemporaryDirectory(["a": "A\nB\n", "b": "A\nC\nD\n"])
    let run = try Tool.shell("outline-tool diff -U0 --color always a b", in: directory)
    let red = "\u{1B}[31m- \u{1B}[0m\u{1B}[2m├── \u{1B}[0m\u{1B}[31mB\u{1B}[0m\n"
    #expect(run.output.contains(red) && run.output.contains("\u{1B}[32mD\u{1B}[0m"))
  }
}
