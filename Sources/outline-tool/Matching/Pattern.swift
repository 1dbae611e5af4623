/// A pattern for the texts of rows.
///
/// It is a glob for a whole text, or a regular expression between slashes. An `i` after the slash
/// ignores case.
///
/// A class, because matching extends the automaton and records whether any text matched.
final class Pattern {
  /// The pattern as the user wrote it.
  let source: Bytes
  private(set) var hasMatched = false
  // Matching calls no closure, so accesses cannot overlap.
  @exclusivity(unchecked) private var automaton: Automaton

  init(_ source: Bytes, ignoringCase: Bool = false) throws(PatternError) {
    self.source = source
    let text = source.span.symbols
    let slash = UInt32(ascii: "/")
    let fragment: Fragment
    if text.first == slash, let end = text.dropFirst().lastIndex(of: slash),
      text.count - end == 1 || text[(end + 1)...] == [UInt32(ascii: "i")]
    {
      var parser = PatternParser(
        text[1..<end], ignoringCase: ignoringCase || text.count - end > 1, as: .regularExpression)
      fragment = try parser.regularExpression()
    } else {
      fragment = Pattern.wholeText(text, ignoringCase: ignoringCase)
    }

    guard fragment.count <= PatternParser.sizeLimit else { throw .tooLarge }
    unsafe automaton = Automaton([fragment])
  }

  /// Returns a fragment that matches a glob from start to end, without a leading or trailing `*`.
  private static func wholeText(_ glob: [UInt32], ignoringCase: Bool) -> Fragment {
    let star = UInt32(ascii: "*")
    var inner = glob.drop { $0 == star }
    let isOpenAtStart = inner.count < glob.count
    let length = inner.count
    while inner.last == star && inner.dropLast().last != UInt32(ascii: "\\") { inner.removeLast() }
    let isOpenAtEnd = inner.count < length || inner.isEmpty && isOpenAtStart
    var parser = PatternParser(inner, ignoringCase: ignoringCase, as: .glob)
    return (isOpenAtStart ? [] : [.start]) + parser.glob() + (isOpenAtEnd ? [] : [.end])
  }

  /// Returns whether a text matches.
  ///
  /// - Complexity: O(`text.count`) for a given pattern
  func matches(_ text: Span<UInt8>) -> Bool {
    let isMatch = unsafe automaton.match(text) != nil
    if isMatch { hasMatched = true }
    return isMatch
  }
}

extension [Pattern] {
  func match(_ text: Span<UInt8>) -> Bool {
    var isMatch = false
    // Try every pattern, so that each records whether it matched.
    for pattern in self where pattern.matches(text) { isMatch = true }
    return isMatch
  }
}

enum PatternError: Error {
  case syntax(SyntaxError, at: Int)
  case tooLarge

  enum SyntaxError: String {
    case missingParenthesis = "unclosed '(' at"
    case strayParenthesis = "unmatched ')' at"
    case missingBracket = "unclosed '[' at"
    case nothingToRepeat = "nothing to repeat before"
    case badRepetition = "invalid counts at"
    case badRange = "invalid range at"
    case unknownEscape = "unknown escape at"
    case unknownClass = "unknown class at"
    case unknownGroup = "unknown kind of group at"
  }

  var sentence: String {
    switch self {
    case .syntax(let error, let character): "\(error.rawValue) character \(character)"
    case .tooLarge: "the pattern is too large; write a shorter one"
    }
  }
}
