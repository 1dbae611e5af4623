import OutlineTestSupport
import Testing

/// Large inputs in shapes whose cost once grew with the square of their size.
///
/// A run that takes as long as the square of its size exceeds the limit of processor time that
/// `within` sets by far.
@Suite("Growth")
struct GrowthTests {
  /// Runs lines of shell in a directory with files, with a limit of processor time.
  private func run(
    _ script: String, seconds: Int = 15, on files: [String: String]
  ) throws -> Run {
    try Tool.shell("ulimit -t \(seconds); \(script)", in: try TemporaryDirectory(files))
  }

  /// Regression: each row of a list of paths searched the whole file for a zero byte.
  @Test func attributesOfPathListsAreFoundOnce() throws {
    let count = largeCount(5_000_000)
    let list = (0..<count).map { "\($0)\t./d\($0 % 97)/\($0)\n" }.joined()
    let condition = "outline-tool --where 'size>\(count - 3)' --attribute size --rows du.txt"
    let result = try run(condition, on: ["du.txt": list])
    #expect(result.exitCode == 0)
    #expect(
      result.output.split(separator: "\n").last?.hasSuffix("\t\(count - 1)\t\(count - 1)") == true)
  }

  /// Regression: each line searched for the end of the word again.
  @Test func oneLongWordIsWrappedOnce() throws {
    let count = largeCount(25_000_000)
    let picture = String(repeating: "A1b2", count: count / 4)
    let result = try run("outline-tool --width 80 a.txt", on: ["a.txt": picture])
    #expect(result.exitCode == 0)
    #expect(result.output.utf8.count > count)
  }

  /// Regression: each attribute of a row was looked up among all others.
  @Test func rowsWithManyAttributesAreComparedOnce() throws {
    let count = largeCount(500_000)
    func attributes(_ format: (Int) -> String) -> String { (0..<count).map(format).joined() }
    for (name, old, new) in [
      (
        "opml",
        "<opml><body><outline text='a' " + attributes { "a\($0)='\($0)' " } + "/></body></opml>",
        "<opml><body><outline text='a' " + attributes { "a\($0)='\($0 / 9)' " } + "/></body></opml>"
      ),
      (
        "org", "* a\n:PROPERTIES:\n" + attributes { ":a\($0): \($0)\n" } + ":END:\n",
        "* a\n:PROPERTIES:\n" + attributes { ":a\($0): \($0 / 9)\n" } + ":END:\n"
      ),
    ] {
      let result = try run(
        "outline-tool diff 1.\(name) 2.\(name)", on: ["1.\(name)": old, "2.\(name)": new])
      #expect(result.exitCode == 1, "\(name)")
      #expect(result.output.contains("a\(count - 1): '\(count - 1)' -> '\((count - 1) / 9)'"))
    }
  }

  /// Regression: each icon copied those before it.
  @Test func nodesMayHaveManyIcons() throws {
    let count = largeCount(1_000_000)
    let icons = (0..<count).map { "<icon BUILTIN='i\($0)'/>" }.joined()
    let result = try run(
      "outline-tool --where icon:i\(count - 1) a.mm",
      on: ["a.mm": "<map version='1'><node TEXT='a'>\(icons)</node></map>"])
    #expect(result == "a.mm\n└── a\n")
  }

  /// Regression: each column was looked up among all others.
  @Test func tablesMayHaveManyColumns() throws {
    let count = largeCount(1_000_000)
    let numbers = (0..<count).map(String.init)
    let names = numbers.map { "Tier \($0)" }.joined(separator: ",")
    let cells = numbers.joined(separator: ",")
    let result = try run("outline-tool --depth 1 a.csv", on: ["a.csv": names + "\n" + cells + "\n"])
    #expect(result == "a.csv\n└── ▸ 0\n")
  }
}
