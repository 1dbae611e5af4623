import Foundation
import Testing

@Suite("Directories")
struct DirectoryTests {
  private func makeTree() throws -> TemporaryDirectory {
    try TemporaryDirectory([
      "top/b/c/deep": "", "top/b/x": "", "top/a": "", "top/B": "", "top/empty/": "",
      "top/.hidden/y": "", "top/é": "",
    ])
  }

  @Test func entriesAreShownInTheOrderOfTheirBytes() throws {
    let directory = try makeTree()
    #expect(
      try Tool.shell("outline-tool top", in: directory) == """
        top
        ├── B
        ├── a
        ├── b
        │   ├── c
        │   │   └── deep
        │   └── x
        ├── empty
        └── é

        """)
  }

  @Test func hiddenEntriesAreShownOnRequest() throws {
    let directory = try makeTree()
    let run = try Tool.shell("outline-tool -a --collapse b top/", in: directory)
    #expect(
      run == """
        top/
        ├── .hidden
        │   └── y
        ├── B
        ├── a
        ├── ▸ b
        ├── empty
        └── é

        """)
  }

  @Test func directoriesBelowTheDepthAreMarkedAndNotRead() throws {
    let directory = try makeTree()
    // With so few descriptors, the tool can only read `top`.
    let run = try Tool.shell("ulimit -n 4; outline-tool -L1 top", in: directory)
    #expect(run == "top\n├── B\n├── a\n├── ▸ b\n├── ▸ empty\n└── é\n")
  }

  @Test func linksAreShownAndNotFollowed() throws {
    let directory = try TemporaryDirectory(["top/b/c": ""])
    let run = try Tool.shell(
      """
      ln -s .. top/b/up; ln -s b top/a; ln -s 'no\u{7}where' top/z; ln -s top link
      outline-tool link
      """, in: directory)
    #expect(
      run == """
        link
        ├── a -> b
        ├── b
        │   ├── c
        │   └── up -> ..
        └── z -> no\\u{7}where

        """)
    // A path ends at the name of a link.
    #expect(
      try Tool.shell("outline-tool --to paths top", in: directory) == "a\nb\nb/c\nb/up\nz\n")
  }

  @Test func namesNeedNotBeUTF8() throws {
    let directory = try TemporaryDirectory()
    let run = try Tool.shell(
      """
      name=$(printf 'a\\377'); mkdir "$name"; touch "$name/$(printf '\\033[31m\\nb')"
      outline-tool "$name"
      """, in: directory)
    #expect(run == "a\\xFF\n└── \\u{1B}[31m\\nb\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every directory"))
  func unreadableDirectoriesAreReported() throws {
    let directory = try TemporaryDirectory(["top/a/b/c": "", "top/d": ""])
    let run = try Tool.shell(
      "chmod 0 top/a/b; outline-tool top; code=$?; chmod 700 top/a/b; exit $code", in: directory)
    let output = "top\n├── a\n│   └── ▸ b\n└── d\n"
    let message = "outline-tool: top/a/b: Permission denied\n"
    #expect(run == Run(output: output, messages: message, exitCode: 1))
  }

  @Test func directoriesThatCannotBeOpenedAreReported() throws {
    let directory = try TemporaryDirectory(["top/a/b/c/d": "", "top/e/f": ""])
    let run = try Tool.shell("ulimit -n 6; outline-tool top", in: directory)
    let output = "top\n├── a\n│   └── b\n│       └── ▸ c\n└── e\n    └── f\n"
    let message = "outline-tool: top/a/b/c: Too many open files\n"
    #expect(run == Run(output: output, messages: message, exitCode: 1))
  }

  @Test(
    .enabled(if: Tool.systemHas("/usr/bin/strace"), "faults are injected by strace"),
    arguments: [(1, "top: Input/output error", 2), (3, "top/a: Input/output error", 1)])
  func directoryThatCannotBeReadIsReported(call: Int, message: String, exitCode: Int32) throws {
    let directory = try TemporaryDirectory(["top/a/b": ""])
    let run = try Tool.shell(
      "strace -qq -o trace -e inject=getdents64:error=EIO:when=\(call) outline-tool top",
      in: directory)
    #expect(run.output == (call == 1 ? "top\n" : "top\n└── a\n"))
    #expect(run.messages == "outline-tool: \(message)\n" && run.exitCode == exitCode)
  }

  @Test func treesCanExceedThePathLimit() throws {
    let directory = try TemporaryDirectory()
    // A path can only name so many levels at once.
    let steps = (1...100).map { String(repeating: "deeper-down/", count: $0) }
    let levels = 6 * steps.count
    _ = try Tool.shell(
      """
      for _ in 1 2 3 4 5 6; do
        mkdir -p \(steps.map { $0 + "../sibling" }.joined(separator: " ")); cd -P \(steps[99])
      done
      """, in: directory)
    let run = try Tool.shell("ulimit -n 64; outline-tool --charset ascii .", in: directory)
    var expected = ".\n"
    for level in 0..<levels {
      expected += String(repeating: "|   ", count: level) + "|-- deeper-down\n"
    }
    for level in (0..<levels).reversed() {
      expected += String(repeating: "|   ", count: level) + "`-- sibling\n"
    }
    #expect(run == Run(output: expected))
  }
}
