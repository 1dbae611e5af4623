import Foundation
import Testing

/// What Python checks through the built executable, in `Tests/ToolChecks`.
@Suite("Checks by Python", .enabled(if: Tool.hasPython, "python3 is not there"))
struct ToolCheckTests {
  /// Thousands of small files, and some that are deep and wide, though less so than what the script
  /// makes by itself.
  @Test func damagedFilesAreReadAndTold() throws {
    try check("damaged_files.py", "10000 2000")
  }

  @Test(.enabled(if: Tool.systemHas("/usr/bin/tree"), "tree is not there"))
  func otherParsersFindTheSameRows() throws {
    try check("second_opinions.py", Corpus.isThere ? "'\(Corpus.root.path)'" : "")
  }

  private func check(_ script: String, _ arguments: String) throws {
    let run = try Tool.shell(
      "python3 -B Tests/ToolChecks/\(script) \"$(command -v outline-tool)\" \(arguments)")
    #expect(run.output.hasSuffix(" files, 0 faults\n"), "\(run)")
    #expect(run.exitCode == 0)
  }
}
