import Foundation

/// Returns whether an article of the documentation shows the code between `// begin` and `// end`
/// of a test's source file, as a code block of its own.
public func article(_ name: String, shows testFile: String) throws -> Bool {
  let source = try String(contentsOfFile: testFile, encoding: .utf8)
  guard let start = source.range(of: "\n// begin\n"),
    let end = source.range(of: "\n// end\n")
  else { return false }
  let code = source[start.upperBound..<end.lowerBound]
  let root = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL
  let text = try String(
    contentsOf: root.appendingPathComponent("Sources/Outline/Outline.docc/\(name).md"),
    encoding: .utf8)
  return text.contains("```swift\nimport Outline\n\n\(code)\n```")
}
