/// Parses a glob, which must match a whole text: `*`, `?`, `[a-z]`, `[!a]`, `[[:digit:]]`, `{a,b}`.
///
/// A backslash escapes the next character. In texts, unterminated syntax such as `[` stands for
/// itself, so every text is a valid glob. In git's rules, it matches nothing.
struct GlobParser {
  enum Kind {
    case text
    /// A rule of git for the name of a file.
    case fileName
    /// A rule of git for a path, in which `**` matches any number of directories.
    case path
  }

  private let text: [UInt32]
  private let ignoresCase: Bool
  private let kind: Kind
  private var index = 0

  private var isRule: Bool { kind != .text }

  /// The symbols that `*` and `?` match.
  private var wildcard: SymbolSet { isRule ? .fileName : .all }

  static func parse(
    _ text: [UInt32], ignoringCase: Bool = false, as kind: Kind = .text
  ) -> Fragment {
    var parser = GlobParser(text: text, ignoresCase: ignoringCase, kind: kind)
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
      case UInt32(ascii: "{") where !isRule && braces.contains(position):
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
      return kind == .path && index - start > 1 ? folders(from: start) : .run(wildcard)
    case UInt32(ascii: "?"):
      return .symbol(wildcard)
    case UInt32(ascii: "["):
      return .symbol(bracket() ?? (isRule ? .none : SymbolSet(symbol)))
    case UInt32(ascii: "\\") where index < text.count || isRule:
      guard index < text.count else { return .symbol(.none) }
      index += 1
      return .symbol(literal(text[index - 1]))
    default:
      return .symbol(literal(symbol))
    }
  }

  private func literal(_ symbol: UInt32) -> SymbolSet {
    ignoresCase ? SymbolSet(symbol).ignoringCase : SymbolSet(symbol)
  }

  /// Parses `**`, which matches directories if it is a whole component, and otherwise equals `*`.
  private mutating func folders(from start: Int) -> Fragment {
    let slash = UInt32(ascii: "/")
    // As in git, the first wildcard is a component even after a name.
    let isFirst = !text[..<start].contains { "?[\\*".unicodeScalars.map(\.value).contains($0) }
    guard isFirst || text[start - 1] == slash else { return .run(wildcard) }
    if index == text.count { return .run(.path) }
    if text[index] == slash {
      index += 1
      return (Fragment.run(.path) + .symbol(SymbolSet(slash))).optional
    }
    let isBeforeSlash = text[index...].starts(with: [UInt32(ascii: "\\"), slash])
    return .run(isBeforeSlash ? .path : wildcard)
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
        return isRule ? result.intersection(wildcard) : result
      }

      if let (name, end) = text[...].posixClass(at: position) {
        guard let set = SymbolSet.posixClass(name) else { return nil }
        ranges += set.ranges
        position = end
        continue
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

      // In git, the start of an empty range stands for itself.
      if low <= high || isRule { ranges.append(low...(low <= high ? high : low)) }
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
