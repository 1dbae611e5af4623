/// Parses a regular expression, which must match a part of a text.
///
/// The syntax includes `.`, classes such as `[^a-z\d[:alpha:]]`, `\d`, `\w`, `\s` and their
/// complements, `\b`, `\B`, `\t`, `\n`, `\r`, `\x41`, `\u{1F331}`, groups, `|`, `*`, `+`, `?`,
/// `{2}`, `{2,}`, `{2,5}`, `^` and `$`. None of it needs backtracking.
struct RegexParser {
  /// The maximum number of steps, more than any practical pattern needs.
  static let sizeLimit = 20_000
  /// The maximum number of steps of a repetition with counts, whose states are expensive.
  private static let repetitionLimit = 2_000

  private struct Group {
    let start: Int
    var alternatives: [Fragment] = []
    var sequence: Fragment = []
    /// The start of the last repeatable element in the sequence.
    var lastStart: Int?

    mutating func append(_ fragment: Fragment) {
      lastStart = sequence.count
      sequence += fragment
    }

    var whole: Fragment { Fragment.any(of: alternatives + [sequence]) }
  }

  private let text: ArraySlice<UInt32>
  private let ignoresCase: Bool
  private var index: Int
  private var groups: [Group] = []

  static func parse(
    _ text: ArraySlice<UInt32>, ignoringCase: Bool
  ) throws(PatternError) -> Fragment {
    var parser = RegexParser(text: text, ignoresCase: ignoringCase, index: text.startIndex)
    return try parser.parse()
  }

  private mutating func parse() throws(PatternError) -> Fragment {
    groups = [Group(start: index)]
    while let symbol = peek() {
      let position = index
      index += 1
      switch symbol {
      case UInt32(ascii: "("):
        try skipGroupKind()
        groups.append(Group(start: position))
      case UInt32(ascii: ")"):
        let group = groups.removeLast()
        guard !groups.isEmpty else { throw error(.strayParenthesis, at: position) }
        groups[groups.count - 1].append(group.whole)
      case UInt32(ascii: "|"):
        let last = groups.count - 1
        groups[last].alternatives.append(groups[last].sequence)
        groups[last].sequence = []
        groups[last].lastStart = nil
      case UInt32(ascii: "*"): try repeatLast(0, nil, at: position)
      case UInt32(ascii: "+"): try repeatLast(1, nil, at: position)
      case UInt32(ascii: "?"): try repeatLast(0, 1, at: position)
      case UInt32(ascii: "{"):
        if let (least, most) = try counts(from: position) {
          try repeatLast(least, most, at: position)
        } else {
          append(SymbolSet(symbol))
        }
      case UInt32(ascii: "^"): groups[groups.count - 1].append([.start])
      case UInt32(ascii: "$"): groups[groups.count - 1].append([.end])
      case UInt32(ascii: "."): append(.all)
      case UInt32(ascii: "["): append(try bracket(from: position))
      case UInt32(ascii: "\\") where peek() == UInt32(ascii: "b") || peek() == UInt32(ascii: "B"):
        index += 1
        groups[groups.count - 1].append([
          .boundary(isNegated: text[index - 1] == UInt32(ascii: "B"))
        ])
      case UInt32(ascii: "\\"): append(cased(try escape(from: position)))
      default: append(cased(SymbolSet(symbol)))
      }
    }

    guard groups.count == 1 else {
      throw error(.missingParenthesis, at: groups[groups.count - 1].start)
    }
    return groups[0].whole
  }

  private func peek() -> UInt32? { index < text.endIndex ? text[index] : nil }

  private func error(_ error: PatternError.SyntaxError, at position: Int) -> PatternError {
    .syntax(error, at: position - text.startIndex + 1)
  }

  private mutating func append(_ set: SymbolSet) {
    groups[groups.count - 1].append([.symbol(set)])
  }

  /// Returns a symbol with its other case if case is ignored; classes contain both.
  private func cased(_ set: SymbolSet) -> SymbolSet {
    ignoresCase && set.single != nil ? set.ignoringCase : set
  }

  /// Skips `?:`, since groups do not capture.
  private mutating func skipGroupKind() throws(PatternError) {
    guard peek() == UInt32(ascii: "?") else { return }
    guard index + 1 < text.endIndex, text[index + 1] == UInt32(ascii: ":") else {
      throw error(.unknownGroup, at: index - 1)
    }
    index += 2
  }
}

// MARK: - Repetitions

extension RegexParser {
  private mutating func repeatLast(
    _ least: Int, _ most: Int?, at position: Int
  ) throws(PatternError) {
    let last = groups.count - 1
    guard let start = groups[last].lastStart else {
      throw error(.nothingToRepeat, at: position)
    }
    let fragment = Fragment(groups[last].sequence[start...])
    // Lazy repetition does not affect whether a text matches.
    if peek() == UInt32(ascii: "?") { index += 1 }
    let count = max(least + 1, most ?? 0)
    // Copies of a single symbol have few states.
    let limit = fragment.count > 1 && count > 1 ? Self.repetitionLimit : Self.sizeLimit
    guard (fragment.count + 2) * count <= limit else { throw .tooLarge }
    groups[last].sequence.removeSubrange(start...)
    groups[last].append(most.map { fragment.repeated(least...$0) } ?? fragment.repeated(least...))
    guard groups[last].sequence.count <= RegexParser.sizeLimit else { throw .tooLarge }
  }

  /// Parses `2}`, `2,}` or `2,5}`; returns `nil` and consumes nothing for other text.
  private mutating func counts(
    from position: Int
  ) throws(PatternError) -> (least: Int, most: Int?)? {
    let start = index
    let least = number()
    var most = least
    if peek() == UInt32(ascii: ",") {
      index += 1
      most = number()
    }
    guard let least, peek() == UInt32(ascii: "}") else {
      index = start
      return nil
    }
    index += 1
    if let most, most < least { throw error(.badRepetition, at: position) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let symbol = peek(), SymbolSet.digits.contains(symbol) {
      number = min((number ?? 0) * 10 + Int(symbol - 0x30), RegexParser.sizeLimit)
      index += 1
    }
    return number
  }
}

// MARK: - Classes and escapes

extension RegexParser {
  private mutating func bracket(from start: Int) throws(PatternError) -> SymbolSet {
    let isNegated = peek() == UInt32(ascii: "^")
    if isNegated { index += 1 }
    let first = index

    var set = SymbolSet([])
    while let symbol = peek() {
      let position = index
      index += 1
      if symbol == UInt32(ascii: "]") && position > first {
        if ignoresCase { set = set.ignoringCase }
        return isNegated ? set.inverted : set
      }

      if let (name, end) = text.posixClass(at: position) {
        guard let posix = SymbolSet.posixClass(name) else {
          throw error(.unknownClass, at: position)
        }
        set = set.union(posix)
        index = end
        continue
      }

      let low = symbol == UInt32(ascii: "\\") ? try escape(from: position) : SymbolSet(symbol)
      set = set.union(low)

      guard peek() == UInt32(ascii: "-"), index + 1 < text.endIndex,
        text[index + 1] != UInt32(ascii: "]")
      else { continue }

      index += 2
      let end = text[index - 1]
      let high = end == UInt32(ascii: "\\") ? try escape(from: index - 1) : SymbolSet(end)
      guard let from = low.single, let to = high.single, from <= to else {
        throw error(.badRange, at: position)
      }
      set = set.union(SymbolSet([from...to]))
    }
    throw error(.missingBracket, at: start)
  }

  private mutating func escape(from position: Int) throws(PatternError) -> SymbolSet {
    guard let symbol = peek(), let scalar = Unicode.Scalar(symbol) else {
      throw error(.unknownEscape, at: position)
    }
    index += 1
    switch scalar {
    case "d": return .digits
    case "D": return SymbolSet.digits.inverted
    case "w": return .wordCharacters
    case "W": return SymbolSet.wordCharacters.inverted
    case "s": return .blanks
    case "S": return SymbolSet.blanks.inverted
    case "t": return SymbolSet(0x09)
    case "n": return SymbolSet(0x0A)
    case "r": return SymbolSet(0x0D)
    case "x": return try hexadecimal(digits: 2, from: position)
    case "u" where peek() == UInt32(ascii: "{"):
      index += 1
      let set = try hexadecimal(digits: nil, from: position)
      guard peek() == UInt32(ascii: "}") else {
        throw error(.unknownEscape, at: position)
      }
      index += 1
      return set
    case "u": return try hexadecimal(digits: 4, from: position)
    case "a"..."z", "A"..."Z", "0"..."9": throw error(.unknownEscape, at: position)
    default: return SymbolSet(symbol)
    }
  }

  /// Parses a hexadecimal number with this number of digits, or with up to six.
  private mutating func hexadecimal(
    digits: Int?, from position: Int
  ) throws(PatternError) -> SymbolSet {
    let start = index
    var value: UInt32 = 0
    while index - start < digits ?? 6, let symbol = peek(), let scalar = Unicode.Scalar(symbol),
      let digit = Character(scalar).hexDigitValue
    {
      value = value * 16 + UInt32(digit)
      index += 1
    }
    guard index > start, index - start == digits ?? (index - start),
      Unicode.Scalar(value) != nil
    else { throw error(.unknownEscape, at: position) }
    return SymbolSet(value)
  }
}

extension SymbolSet {
  /// The only symbol of the set, or `nil`.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
