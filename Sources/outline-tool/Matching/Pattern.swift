/// What the text of a row has to be like: a glob for the whole of it, or a regular expression
/// between slashes, which may be followed by an `i` for ignoring case.
///
/// It is an object since it learns from each text, and tells at the end whether any matched.
final class Pattern {
  /// The pattern as it was written.
  let source: Bytes
  private(set) var hasMatched = false
  // Nothing is called back while a text is matched, so that no other access can come in between.
  @exclusivity(unchecked) private var automaton: Automaton

  init(_ source: Bytes, ignoringCase: Bool = false) throws(PatternError) {
    self.source = source
    let text = source.span.symbols
    let slash = UInt32(ascii: "/")
    let fragment: Fragment
    if text.first == slash, let end = text.dropFirst().lastIndex(of: slash),
      text.count - end == 1 || text[(end + 1)...] == [UInt32(ascii: "i")]
    {
      fragment = try RegexParser.parse(
        text[1..<end], ignoringCase: ignoringCase || text.count - end > 1)
    } else {
      fragment = Pattern.wholeText(text, ignoringCase: ignoringCase)
    }
    guard fragment.count <= RegexParser.sizeLimit else { throw .tooLarge }
    unsafe automaton = Automaton([fragment])
  }

  /// What matches a glob from start to end; where it begins or ends with `*`, that need not be
  /// looked at.
  private static func wholeText(_ glob: [UInt32], ignoringCase: Bool) -> Fragment {
    let star = UInt32(ascii: "*")
    var inner = glob.drop { $0 == star }
    let isOpenAtStart = inner.count < glob.count
    let length = inner.count
    while inner.last == star && inner.dropLast().last != UInt32(ascii: "\\") { inner.removeLast() }
    let isOpenAtEnd = inner.count < length || inner.isEmpty && isOpenAtStart
    return (isOpenAtStart ? [] : [.start])
      + GlobParser.parse(Array(inner), ignoringCase: ignoringCase) + (isOpenAtEnd ? [] : [.end])
  }

  /// Whether a text matches.
  ///
  /// - Complexity: O(`text.count`) for a given pattern
  func matches(_ text: Span<UInt8>) -> Bool {
    let isMatch = unsafe automaton.match(text) != nil
    if isMatch { hasMatched = true }
    return isMatch
  }
}

extension [Pattern] {
  /// Whether a text matches any of the patterns.
  func match(_ text: Span<UInt8>) -> Bool {
    var isMatch = false
    // Every one is tried, so that it is known which ones match nothing.
    for pattern in self where pattern.matches(text) { isMatch = true }
    return isMatch
  }
}

/// What keeps a regular expression from being one; the place is counted in characters, from 1.
enum PatternError: Error {
  case missingParenthesis(at: Int)
  case strayParenthesis(at: Int)
  case missingBracket(at: Int)
  case nothingToRepeat(at: Int)
  case badRepetition(at: Int)
  case badRange(at: Int)
  case unknownEscape(at: Int)
  case unknownGroup(at: Int)
  /// So many repetitions that it would take too much memory.
  case tooLarge
}
