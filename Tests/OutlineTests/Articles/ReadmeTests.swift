import Foundation
import Outline
import Testing

@Suite struct ReadmeTests {
  @Test func exampleDoesWhatItSays() throws {
    // The code of README.md's example.
    var outline = SectionSnapshot<String>()
    try outline.append(["Fruit", "Tools"])
    try outline.append(["Apple", "Pear"], to: "Fruit")
    try outline.append(["Saw", "Plane"], to: "Tools")
    outline.expand(["Fruit"])

    let before = outline  // A copy is free, and stays as it is.
    try outline.move("Pear", before: "Apple")
    try outline.insert(["Twine"], after: "Tools")
    outline.collapse(["Fruit"])
    outline.reveal("Saw")
    // The end of the example, but for what it shows.

    #expect(Array(before.visibleItems) == ["Fruit", "Apple", "Pear", "Tools"])
    #expect(Array(outline.visibleItems) == ["Fruit", "Tools", "Saw", "Plane", "Twine"])
    #expect(outline.difference(from: before).description == "1-2 2+3 0~2")
  }

  @Test func exampleIsTheOneOfTheReadme() throws {
    let source = URL(filePath: #filePath)
    let readme = source.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
    let example = try #require(
      String(contentsOf: readme, encoding: .utf8)
        .text(between: "```swift\nimport Outline\n", and: "```"))
    let code = try #require(
      String(contentsOf: source, encoding: .utf8)
        .text(between: "example.\n", and: "    // The end"))
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    #expect(
      example == """

        \(lines.joined(separator: "\n"))
        Array(before.visibleItems)  // ["Fruit", "Apple", "Pear", "Tools"]
        Array(outline.visibleItems)  // ["Fruit", "Tools", "Saw", "Plane", "Twine"]

        """)
  }
}

extension String {
  /// The text between the first `start` and the next `end`.
  fileprivate func text(between start: String, and end: String) -> String? {
    guard let first = range(of: start), let last = self[first.upperBound...].range(of: end) else {
      return nil
    }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
