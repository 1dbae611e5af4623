/// Parses a glob, which must match a whole text: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}`.
///
/// A backslash escapes the next character. Unterminated syntax such as `[` stands for itself, so
/// every text is a valid glob.
struct GlobParser {
  private let text: [UInt32]
  private let ignoresCase: Bool
  /// Whether the glob is a path, in which `**` matches any number of directories.
  private let isPath: Bool
  private var index = 0

  /// The symbols that `*` and `?` match.
  private var wildcard: SymbolSet { isPath ? SymbolSet.all.subtracting(UInt32(ascii: "/")) : .all }

  static func parse(
    _ text: [UInt32], ignoringCase: Bool = false, isPath: Bool = false
  ) -> Fragment {
    var parser = GlobParser(text: text, ignoresCase: ignoringCase, isPath: isPath)
    return parser.parse()
  }

  private mutating func parse() -> Fragment {
    // The alternatives of each open brace, and the sequence of the current one.
    var open: [[Fragment]] = []
    var sequence: Fragment = []
    var outer: [Fragment] = []
    let braces = pairedBraces()
    while index < text.count {
      let position = index
      switch text[position] {
      case UInt32(ascii: "{") where !isPath && braces.contains(position):
        outer.append(sequence)
        open.append([])
        sequence = []
        index += 1
      case UInt32(ascii: ",") where !open.isEmpty:
        open[open.count - 1].append(sequence)
        sequence = []
        index += 1
      // A bracket may have consumed either end of the pair.
      case UInt32(ascii: "}") where !open.isEmpty && braces.contains(position):
        let alternatives = open.removeLast() + [sequence]
        sequence = outer.removeLast() + Fragment.any(of: alternatives)
        index += 1
      default:
        sequence += atom()
      }
    }
    while let alternatives = open.popLast() {
      sequence = outer.removeLast() + Fragment.any(of: alternatives + [sequence])
    }
    return sequence
  }

  /// Parses an element that matches one symbol or a run of symbols.
  private mutating func atom() -> Fragment {
    let symbol = text[index]
    index += 1
    switch symbol {
    case UInt32(ascii: "*"):
      let start = index - 1
      while index < text.count && text[index] == UInt32(ascii: "*") { index += 1 }
      return isPath && index - start == 2 ? folders(from: start) : .run(wildcard)
    case UInt32(ascii: "?"):
      return .symbol(wildcard)
    case UInt32(ascii: "["):
      return .symbol(bracket() ?? SymbolSet(symbol))
    case UInt32(ascii: "\\") where index < text.count:
      index += 1
      return .symbol(literal(text[index - 1]))
    default:
      return .symbol(literal(symbol))
    }
  }

  private func literal(_ symbol: UInt32) -> SymbolSet {
    ignoresCase ? SymbolSet(symbol).ignoringCase : SymbolSet(symbol)
  }

  /// Returns what `**` matches: directories if it is a whole component, otherwise the same as `*`.
  private mutating func folders(from start: Int) -> Fragment {
    let slash = UInt32(ascii: "/")
    guard start == 0 || text[start - 1] == slash else { return .run(wildcard) }
    // At the end, it matches the contents of a directory, but not the directory.
    if index == text.count { return Fragment.symbol(.all) + .run(.all) }
    guard text[index] == slash else { return .run(wildcard) }
    index += 1
    return (Fragment.run(.all) + .symbol(SymbolSet(slash))).optional
  }

  /// Parses the rest of `[a-z]`; returns `nil` and consumes nothing if it does not end.
  private mutating func bracket() -> SymbolSet? {
    var position = index
    let isNegated = position < text.count && [0x21, 0x5E].contains(text[position])
    if isNegated { position += 1 }
    let first = position
    var ranges: [ClosedRange<UInt32>] = []
    while position < text.count {
      if text[position] == UInt32(ascii: "]") && position > first {
        index = position + 1
        let set = ignoresCase ? SymbolSet(ranges).ignoringCase : SymbolSet(ranges)
        let result = isNegated ? set.inverted : set
        return isPath ? result.subtracting(UInt32(ascii: "/")) : result
      }
      guard let low = bracketed(at: &position) else { return nil }
      var high = low
      if position + 1 < text.count, text[position] == UInt32(ascii: "-"),
        text[position + 1] != UInt32(ascii: "]")
      {
        position += 1
        guard let end = bracketed(at: &position) else { return nil }
        high = end
      }
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }

  private func bracketed(at position: inout Int) -> UInt32? {
    if text[position] == UInt32(ascii: "\\") { position += 1 }
    guard position < text.count else { return nil }
    defer { position += 1 }
    return text[position]
  }

  /// The positions of paired braces.
  private func pairedBraces() -> Set<Int> {
    var pairs: Set<Int> = []
    var open: [Int] = []
    var position = 0
    while position < text.count {
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
