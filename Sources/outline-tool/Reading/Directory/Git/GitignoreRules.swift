/// The rules of one file, such as `.gitignore`.
struct GitignoreRules {
  private var automaton: Automaton
  /// Whether each rule reverses others.
  private var isNegated: [Bool] = []

  var isEmpty: Bool { isNegated.isEmpty }

  init(_ text: Bytes) {
    var fragments: [Fragment] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = text.dropFirst(text.starts(with: mark) ? mark.count : 0)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let rule = GitignoreRule(line) else { continue }
      fragments.append(rule.fragment)
      isNegated.append(rule.isNegated)
    }
    automaton = Automaton(fragments, readingBytes: true)
  }

  /// Returns whether the rules ignore a path, or `nil` if none applies; a zero follows the path of
  /// a directory.
  mutating func isIgnored(_ path: Span<UInt8>) -> Bool? {
    automaton.match(path).map { !isNegated[$0] }
  }
}

private struct GitignoreRule {
  let fragment: Fragment
  let isNegated: Bool

  init?(_ line: ArraySlice<UInt8>) {
    var line = line
    if line.first == UInt8(ascii: "#") { return nil }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // For git, a line is a C string.
    line = GitignoreRule.withoutTrailingSpaces(line.prefix { $0 != 0 })
    isNegated = line.first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    let isForDirectories = line.last == UInt8(ascii: "/")
    if isForDirectories { line.removeLast() }
    if line.isEmpty { return nil }
    // A slash anchors the rule; otherwise it applies at any depth.
    let isPath = line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    var parser = PatternParser(line.map(UInt32.init)[...], as: isPath ? .path : .fileName)
    let glob = parser.glob()
    let folders = Fragment.run(.path) + .symbol(SymbolSet(UInt32(ascii: "/")))
    let directory = Fragment.symbol(SymbolSet(0))
    fragment =
      [.start] + (isPath ? [] : folders.optional) + glob
      + (isForDirectories ? directory : directory.optional) + [.end]
  }

  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      // A backslash keeps the next space.
      let length = line[index] == UInt8(ascii: "\\") ? 2 : 1
      if length == 2 || line[index] != UInt8(ascii: " ") { end = index + length }
      index += length
    }
    return line[..<min(end, line.endIndex)]
  }
}
