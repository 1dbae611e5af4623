extension PatternParser {
  /// Parses a glob, which must match a whole text: `*`, `?`, `[a-z]`, `[!a]`, `[[:digit:]]`,
  /// `{a,b}`.
  ///
  /// A backslash escapes the next character. In texts, unterminated syntax such as `[` stands for
  /// itself, so every text is a valid glob. In git's rules, it matches nothing.
  mutating func glob() -> Fragment {
    let braces = isRule ? [] : pairedBraces()
    while let symbol = peek() {
      let position = index
      index += 1
      switch symbol {
      case UInt32(ascii: "{") where braces.contains(position):
        groups.append(Group(start: position))
      case UInt32(ascii: ",") where groups.count > 1: beginAlternative()
      // A bracket may have consumed either end of the pair.
      case UInt32(ascii: "}") where groups.count > 1 && braces.contains(position): endGroup()
      case UInt32(ascii: "*"):
        while peek() == UInt32(ascii: "*") { index += 1 }
        let isAnyPath = syntax == .path && index - position > 1
        append(isAnyPath ? folders(from: position) : .run(wildcard))
      case UInt32(ascii: "?"): append(.symbol(wildcard))
      case UInt32(ascii: "["):
        let set = try? bracket(from: position)
        if set == nil { index = position + 1 }
        append(.symbol(set ?? (isRule ? .none : SymbolSet(symbol))))
      case UInt32(ascii: "\\") where isRule || peek() != nil:
        append(.symbol(peek().map { cased(SymbolSet($0)) } ?? .none))
        index = min(index + 1, text.endIndex)
      default: append(.symbol(cased(SymbolSet(symbol))))
      }
    }

    while groups.count > 1 { endGroup() }
    return groups[0].whole
  }

  /// Parses `**`, which matches directories if it is a whole component, and otherwise equals `*`.
  private mutating func folders(from start: Int) -> Fragment {
    let slash = UInt32(ascii: "/")
    // As in git, the first wildcard is a component even after a name.
    let isFirst = !text[..<start].contains { "?[\\*".unicodeScalars.map(\.value).contains($0) }
    guard isFirst || text[start - 1] == slash else { return .run(wildcard) }
    if index == text.endIndex { return .run(.path) }
    if text[index] == slash {
      index += 1
      return (Fragment.run(.path) + .symbol(SymbolSet(slash))).optional
    }
    let isBeforeSlash = text[index...].starts(with: [UInt32(ascii: "\\"), slash])
    return .run(isBeforeSlash ? .path : wildcard)
  }

  /// The positions of paired braces.
  private func pairedBraces() -> Set<Int> {
    var pairs: Set<Int> = []
    var open: [Int] = []
    var position = text.startIndex
    while position < text.endIndex {
      switch text[position] {
      case UInt32(ascii: "\\"): position += 1
      case UInt32(ascii: "{"): open.append(position)
      case UInt32(ascii: "}"):
        if let start = open.popLast() { pairs.formUnion([start, position]) }
      default: break
      }
      position += 1
    }
    return pairs
  }
}
