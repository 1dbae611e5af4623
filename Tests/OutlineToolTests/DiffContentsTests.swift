import Foundation
import Testing

@Suite("Contents of files in diff")
struct DiffContentsTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory([
      "1/same": "x", "1/size": "a", "1/sub/bytes": "ab", "1/kind": "", "1/gone": "x",
      "2/same": "x", "2/size": "ab", "2/sub/bytes": "ac", "2/kind/": "", "2/come": "yy",
    ])
    _ = try Tool.shell(
      "ln -s same 1/link; ln -s same 2/link; ln -s /dev/zero 1/zero; ln -s /dev/zero 2/zero; mkfifo 1/pipe 2/pipe",
      in: directory)
    return directory
  }

  @Test func otherBytesAreADifferenceOnDemand() throws {
    let directory = try directory()
    #expect(
      try Tool.shell("outline-tool diff --contents --no-moves --by path -U0 1 2", in: directory)
        == Run(
          output: """
            1 -> 2
            - ├── gone
            + ├── come
            ~ ├── kind (other contents)
            ~ ├── size (other contents)
              └── sub
            ~     └── bytes (other contents)

            """, exitCode: 1))
    #expect(
      try Tool.shell("outline-tool diff --contents --rows 1/sub 2/sub", in: directory)
        == Run(output: "contents\t1\t1\tbytes\tbytes\n", exitCode: 1))
    #expect(
      try Tool.shell("outline-tool diff --contents --stat 1/sub 2/sub", in: directory).output
        == "2/sub: 0 inserted, 0 removed, 0 moved, 1 changed\n")
    #expect(
      try Tool.shell("outline-tool diff --contents -q 1/sub 2/sub", in: directory).exitCode == 1)
    #expect(
      try Tool.shell("outline-tool diff --contents --json 1/sub 2/sub", in: directory).output
        .contains(
          #"{"op":"test","path":"/0/children/0/text","value":"bytes","changes":["contents"]}"#))
    #expect(try Tool.shell("outline-tool diff 1/sub 2/sub", in: directory) == "")
    #expect(try Tool.shell("outline-tool diff --contents 1 1", in: directory) == "")
  }

  @Test func longFilesAreComparedToTheEnd() throws {
    let text = String(repeating: "x", count: 300_000)
    let directory = try TemporaryDirectory([
      "1/a": text + "1", "2/a": text + "2", "1/b": text, "2/b": text,
    ])
    #expect(
      try Tool.shell("outline-tool diff --contents --rows 1 2", in: directory).output
        == "contents\t1\t1\ta\ta\n")
  }

  @Test func contentsWithoutDirectoriesAreReported() throws {
    let directory = try TemporaryDirectory(["a": "A\n"])
    #expect(
      try Tool.shell("outline-tool diff --contents a a", in: directory)
        == Run(
          output: "", messages: "outline-tool: --contents: no effect without directories\n"))
  }

  @Test(.enabled(if: getuid() != 0, "the superuser can read all files"))
  func unreadableFilesAndDirectoriesAreErrors() throws {
    let directory = try TemporaryDirectory(["1/a": "A", "2/a": "B", "1/b": "A", "2/b": "B"])
    let message = "outline-tool: 1/a: Permission denied\n"
    let run = try Tool.shell(
      "chmod 0 1/a; outline-tool diff --contents --rows 1 2", in: directory)
    #expect(
      run == Run(output: "contents\t2\t2\tb\tb\n", messages: message, exitCode: 2))
    let closed = try TemporaryDirectory(["1/a/b": "", "2/a/b": ""])
    let other = try Tool.shell("chmod 0 1/a; outline-tool diff -q 1 2; chmod 700 1/a", in: closed)
    #expect(other.messages == message)
  }

  @Test func attributesCanBeIgnored() throws {
    let (old, new) = (
      "<opml><body><outline text='a' m='1' n='1'/></body></opml>",
      "<opml><body><outline text='a' m='2' n='2'/></body></opml>"
    )
    #expect(
      try diff(old, new, "-U0 --ignore-attribute m", as: "opml") == "~ └── a (n: '1' -> '2')\n")
    #expect(try diff(old, new, "--ignore-attribute m --ignore-attribute n", as: "opml") == "")
    #expect(
      try diff(old, new, "--ignore-order --ignore-attribute m --ignore-attribute n", as: "opml")
        == "")
  }

  /// Regression: only this option was strict about the case of names in Org.
  @Test func ignoredNamesMatchInAnyCaseOnlyInOrg() throws {
    func org(_ value: Int) -> String { "* a\n:PROPERTIES:\n:Effort: \(value)\n:END:\n" }
    #expect(try diff(org(1), org(2), "--ignore-attribute EFFORT", as: "org") == "")
    func table(_ values: String) -> String { "id,parent,name,Size,size\n1,,a,\(values)\n" }
    let options = "-U0 --ignore-attribute size"
    #expect(
      try diff(table("1,3"), table("2,3"), options, as: "csv")
        == "~ └── a (Size: '1' -> '2')\n")
    #expect(try diff(table("3,3"), table("3,4"), options, as: "csv") == "")
  }
}
