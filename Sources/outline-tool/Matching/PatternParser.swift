/// Parses a glob or a regular expression.
struct PatternParser {
  enum Syntax {
    case regularExpression
    case glob
    /// A rule of git for the name of a file.
    case fileName
    /// A rule of git for a path, in which `**` matches any number of directories.
    case path
  }

  /// The maximum number of steps, more than any practical pattern needs.
  static let sizeLimit = 20_000

  /// A group that is not closed, or the whole pattern.
  struct Group {
    let start: Int
    private var alternatives: [Fragment] = []
    private(set) var sequence: Fragment = []
    /// The start of the last repeatable element in the sequence.
    private(set) var lastStart: Int?

    init(start: Int) { self.start = start }

    mutating func append(_ fragment: Fragment) {
      lastStart = sequence.count
      sequence += fragment
    }

    mutating func removeLast(from start: Int) { sequence.removeSubrange(start...) }

    mutating func beginAlternative() {
      alternatives.append(sequence)
      sequence = []
      lastStart = nil
    }

    var whole: Fragment { Fragment.any(of: alternatives + [sequence]) }
  }

  let text: ArraySlice<UInt32>
  let syntax: Syntax
  let ignoresCase: Bool
  var index: Int
  /// The groups that are not closed, with the whole pattern first.
  var groups: [Group]

  init(_ text: ArraySlice<UInt32>, ignoringCase: Bool = false, as syntax: Syntax) {
    self.text = text
    self.syntax = syntax
    ignoresCase = ignoringCase
    index = text.startIndex
    groups = [Group(start: index)]
  }

  var isRule: Bool { syntax == .fileName || syntax == .path }

  /// The symbols that the wildcards of globs match.
  var wildcard: SymbolSet { isRule ? .fileName : .all }

  func peek() -> UInt32? { index < text.endIndex ? text[index] : nil }

  func error(_ error: PatternError.SyntaxError, at position: Int) -> PatternError {
    .syntax(error, at: position - text.startIndex + 1)
  }

  mutating func append(_ fragment: Fragment) {
    groups[groups.count - 1].append(fragment)
  }

  mutating func beginAlternative() {
    groups[groups.count - 1].beginAlternative()
  }

  mutating func endGroup() {
    append(groups.removeLast().whole)
  }

  /// Returns a symbol with its other case if case is ignored.
  func cased(_ set: SymbolSet) -> SymbolSet {
    ignoresCase && set.single != nil ? set.ignoringCase : set
  }
}

// MARK: - Sets in brackets

extension PatternParser {
  /// Parses the rest of a set such as `[^a-z[:digit:]]`.
  mutating func bracket(from start: Int) throws(PatternError) -> SymbolSet {
    let isNegated =
      peek() == UInt32(ascii: "^") || syntax != .regularExpression && peek() == UInt32(ascii: "!")
    if isNegated { index += 1 }
    let first = index

    var ranges: [ClosedRange<UInt32>] = []
    while let symbol = peek() {
      let position = index
      if symbol == UInt32(ascii: "]") && position > first {
        index += 1
        let set = ignoresCase ? SymbolSet(ranges).ignoringCase : SymbolSet(ranges)
        let result = isNegated ? set.inverted : set
        return isRule ? result.intersection(wildcard) : result
      }

      if let (name, end) = text.posixClass(at: position) {
        guard let posix = SymbolSet.posixClass(name) else {
          throw error(.unknownClass, at: position)
        }
        ranges += posix.ranges
        index = end
        continue
      }

      var set = try element()
      if peek() == UInt32(ascii: "-"), index + 1 < text.endIndex,
        text[index + 1] != UInt32(ascii: "]")
      {
        index += 1
        set = try range(from: set, to: try element(), at: position)
      }
      ranges += set.ranges
    }
    throw error(.missingBracket, at: start)
  }

  /// Parses a symbol or an escape in brackets.
  private mutating func element() throws(PatternError) -> SymbolSet {
    let position = index
    index += 1
    if text[position] != UInt32(ascii: "\\") { return SymbolSet(text[position]) }
    if syntax == .regularExpression { return try escape(from: position) }
    guard let symbol = peek() else { throw error(.missingBracket, at: position) }
    index += 1
    return SymbolSet(symbol)
  }

  private func range(
    from low: SymbolSet, to high: SymbolSet, at position: Int
  ) throws(PatternError) -> SymbolSet {
    guard let first = low.single, let last = high.single,
      first <= last || syntax != .regularExpression
    else { throw error(.badRange, at: position) }
    // In git, the start of an empty range stands for itself.
    return first <= last ? SymbolSet([first...last]) : isRule ? low : .none
  }
}

extension SymbolSet {
  /// The only symbol of the set, or `nil`.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
