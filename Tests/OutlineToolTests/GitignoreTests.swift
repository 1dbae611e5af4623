import Foundation
import Testing

@Suite("Files that git ignores")
struct GitignoreTests {
  private func expect(
    _ rows: String, ofFiles files: [String: String], after script: String = ":",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let directory = try TemporaryDirectory(files)
    let run = try Tool.shell(
      "export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; \(script) >&2; outline-tool --gitignore top",
      in: directory)
    #expect(run.description(of: rows) == rows, sourceLocation: sourceLocation)
    #expect(run.messages == "", sourceLocation: sourceLocation)
  }

  @Test func excludesFileOfTheUserIsRead() throws {
    let files = [
      "top/.git/config": "[core]\n", "top/a": "", "top/b": "", "top/c": "",
      ".config/git/ignore": "a\n", "rules ;": "b\n",
    ]
    try expect("b c", ofFiles: files)
    let settings = "[core]\n[CORE] excludesFile = \"~/rules ;\" # rules\n[user]\n\tname = c\n"
    try expect(
      "a c", ofFiles: files.merging([".gitconfig": settings]) { $1 })
  }

  @Test func linkedWorkingTreeSharesExcludedFiles() throws {
    try expect(
      "b",
      ofFiles: [
        "top/.git": "gitdir: ../main/.git/worktrees/top\n", "top/a": "", "top/b": "",
        "main/.git/worktrees/top/commondir": "../..\n", "main/.git/info/exclude": "a\n",
      ])
  }

  @Test func workingTreeInsideAnotherHasItsOwnRules() throws {
    try expect(
      "a(inner(b)) c",
      ofFiles: [
        "top/.git/info/exclude": "b\n", "top/b": "", "top/a/b": "", "top/c": "",
        "top/a/inner/.git/info/exclude": "c\n", "top/a/inner/b": "", "top/a/inner/c": "",
      ])
  }

  @Test(
    .enabled(if: Tool.systemHas("/usr/bin/git"), "needs /usr/bin/git"), arguments: [2, 4])
  func trackedFilesAreShown(version: Int) throws {
    try expect(
      "a(b(c)) d",
      ofFiles: [
        "top/.gitignore": "a\nd\ne\n", "top/a/b/c": "", "top/a/b/x": "", "top/a/x": "", "top/d": "",
        "top/e/x": "",
      ],
      after: """
        cd top; git init -q .; git config index.version \(version)
        git add -f a/b/c d; cd ..
        """)
  }
}
