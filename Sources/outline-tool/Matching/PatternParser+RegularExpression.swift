extension PatternParser {
  /// Parses a regular expression, which must match a part of a text.
  ///
  /// The syntax includes `.`, classes such as `[^a-z\d[:alpha:]]`, `\d`, `\w`, `\s` and their
  /// complements, `\b`, `\B`, `\t`, `\n`, `\r`, `\x41`, `\u{1F331}`, groups, `|`, `*`, `+`, `?`,
  /// `{2}`, `{2,}`, `{2,5}`, `^` and `$`. None of it needs backtracking.
  mutating func regularExpression() throws(PatternError) -> Fragment {
    while let symbol = peek() {
      let position = index
      index += 1
      switch symbol {
      case UInt32(ascii: "("):
        try skipGroupKind()
        groups.append(Group(start: position))
      case UInt32(ascii: ")"):
        if groups.count == 1 { throw error(.strayParenthesis, at: position) }
        endGroup()
      case UInt32(ascii: "|"): beginAlternative()
      case UInt32(ascii: "*"): try repeatLast(0, nil, at: position)
      case UInt32(ascii: "+"): try repeatLast(1, nil, at: position)
      case UInt32(ascii: "?"): try repeatLast(0, 1, at: position)
      case UInt32(ascii: "{"):
        if let (least, most) = try counts(from: position) {
          try repeatLast(least, most, at: position)
        } else {
          append(.symbol(SymbolSet(symbol)))
        }
      case UInt32(ascii: "^"): append([.start])
      case UInt32(ascii: "$"): append([.end])
      case UInt32(ascii: "."): append(.symbol(.all))
      case UInt32(ascii: "["): append(.symbol(try bracket(from: position)))
      case UInt32(ascii: "\\") where peek() == UInt32(ascii: "b") || peek() == UInt32(ascii: "B"):
        index += 1
        append([.boundary(isNegated: text[index - 1] == UInt32(ascii: "B"))])
      case UInt32(ascii: "\\"): append(.symbol(cased(try escape(from: position))))
      default: append(.symbol(cased(SymbolSet(symbol))))
      }
    }

    guard groups.count == 1 else {
      throw error(.missingParenthesis, at: groups[groups.count - 1].start)
    }
    return groups[0].whole
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

extension PatternParser {
  /// The maximum number of steps of a repetition with counts, whose states are expensive.
  private static let repetitionLimit = 2_000

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
    groups[last].removeLast(from: start)
    append(most.map { fragment.repeated(least...$0) } ?? fragment.repeated(least...))
    guard groups[last].sequence.count <= Self.sizeLimit else { throw .tooLarge }
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
      number = min((number ?? 0) * 10 + Int(symbol - 0x30), Self.sizeLimit)
      index += 1
    }
    return number
  }
}

// MARK: - Escapes

extension PatternParser {
  /// Parses the rest of an escape.
  mutating func escape(from position: Int) throws(PatternError) -> SymbolSet {
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
