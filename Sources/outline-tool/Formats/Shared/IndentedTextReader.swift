/// Reads text whose lines are indented by tabs or spaces.
///
/// The parent of a row is the nearest row above it with a smaller indent. This rule also covers
/// ragged indents and an indented first line. If a file mixes tabs and spaces, a tab advances to
/// the next multiple of the smallest indent by spaces, or of 8 if that indent is not 2, 4 or 8.
///
/// - Complexity: O(`bytes.count`)
struct IndentedTextReader {
  private var parsed: ParsedFile
  /// The offset of the first row that is more than one column deeper than its parent.
  private var firstSkip: Int?
  private let dialect: Dialect

  /// The rules in which formats of indented text differ.
  struct Dialect {
    /// Whether spaces do not indent in a file with tabs.
    var indentsByTabsOnly = false
    /// Whether `*` and `+` are bullets, as `-` and the typographic ones are.
    var hasStarBullets = true
    /// The characters at the start of body text, which is not a row.
    var bodySigns = ""
    /// Whether body text is the note of a row.
    var findsNotes = false
  }

  static func read(
    _ bytes: consuming Bytes, name: Bytes, dialect: Dialect = Dialect()
  ) -> ParsedFile {
    var reader = IndentedTextReader(parsed: ParsedFile(bytes: bytes), dialect: dialect)

    // Most files need no second pass.
    let statistics = reader.findRows(tabWidth: 1)
    if dialect.indentsByTabsOnly && statistics.usesTabs {
      reader.findRows(tabWidth: 1, takesSpaces: false)
    } else if let position = statistics.firstMixed {
      reader.findRows(tabWidth: statistics.tabWidth)
      reader.report(.mixedIndents(tabWidth: statistics.tabWidth), at: position, in: name)
    } else if let position = reader.firstSkip, statistics.usesTabs {
      reader.report(.skippedLevel, at: position, in: name)
    }
    return reader.parsed
  }

  /// Finds all rows and returns statistics about their indents.
  @discardableResult
  private mutating func findRows(tabWidth: Int, takesSpaces: Bool = true) -> IndentStatistics {
    let source = parsed.bytes
    let bytes = source.span
    parsed.levels.removeAll(keepingCapacity: true)
    parsed.texts.removeAll(keepingCapacity: true)
    parsed.reserveRows(bytes.count / 32)
    firstSkip = nil

    var statistics = IndentStatistics()
    var openIndents: [Int] = []
    var noteLines = NoteLines()
    let hasBody = !dialect.bodySigns.isEmpty
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }

      var indent = Indent(of: line, in: bytes, tabWidth: tabWidth)
      statistics.add(indent, lineStart: line.lowerBound)
      let text = (line.lowerBound + indent.length)..<line.upperBound
      if !takesSpaces { indent.width = indent.tabs }

      if hasBody && dialect.bodySigns.utf8.contains(bytes[text.lowerBound]) {
        if dialect.findsNotes && !parsed.texts.isEmpty {
          let hasBlank = text.count > 1 && bytes[text.lowerBound + 1].isBlank
          // The bar is a part of a table.
          let isTable = bytes[text.lowerBound] == UInt8(ascii: "|")
          let line = text.dropFirst(isTable ? 0 : hasBlank ? 2 : 1)
          noteLines.append(line, to: parsed.texts.count - 1)
        }
        continue
      }

      while let last = openIndents.last, last >= indent.width { openIndents.removeLast() }
      if firstSkip == nil, let parent = openIndents.last, indent.width > parent + 1 {
        firstSkip = text.lowerBound
      }

      parsed.levels.append(openIndents.count)
      parsed.texts.append(dialect.withoutBullet(text, in: bytes))
      openIndents.append(indent.width)
    }

    parsed.notes = noteLines.notes(in: bytes)
    return statistics
  }

  private mutating func report(_ problem: IndentProblem, at offset: Int, in name: Bytes) {
    let location = SourceLocation(of: offset, in: parsed.bytes.span)
    parsed.problems.append(Problem(path: name, location: location, kind: .inFormat(problem)))
  }
}

extension IndentedTextReader.Dialect {
  fileprivate func withoutBullet(_ text: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let length = bulletLength(in: bytes, at: text)
    if length == 0 { return text }
    var start = text.lowerBound + length
    while start < text.upperBound && bytes[start].isBlank { start += 1 }
    return start..<text.upperBound
  }

  /// Returns the length of the bullet at the start of a text, or 0.
  private func bulletLength(in bytes: Span<UInt8>, at text: Range<Int>) -> Int {
    let length =
      switch bytes[text.lowerBound] {
      case UInt8(ascii: "-"): 1
      case UInt8(ascii: "*"), UInt8(ascii: "+"): hasStarBullets ? 1 : 0
      case 0xE2 where bytes.extracting(text).beginsWithTypographicBullet: 3
      default: 0
      }
    if length == 0 { return 0 }
    return text.count == length || bytes[text.lowerBound + length].isBlank ? length : 0
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether a bullet of a word processor begins the text.
  var beginsWithTypographicBullet: Bool {
    ["•", "◦", "▪", "‣"].contains { starts(with: $0, ignoringCase: false) }
  }
}

/// The tabs and spaces before the text of a line; the tab width is a power of two.
struct Indent {
  var width = 0
  private(set) var length = 0
  private(set) var tabs = 0

  init(of line: Range<Int>, in bytes: Span<UInt8>, tabWidth: Int) {
    for position in line {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\t") {
        width = (width | (tabWidth - 1)) + 1
        tabs += 1
      } else if byte == UInt8(ascii: " ") {
        width += 1
      } else {
        return
      }
      length += 1
    }
  }
}

/// Statistics about the indents of a file.
private struct IndentStatistics {
  private var firstByTab: Int?
  private var firstBySpace: Int?
  private var smallestBySpaces: Int?

  mutating func add(_ indent: Indent, lineStart: Int) {
    if indent.length == 0 { return }
    if indent.tabs > 0 && firstByTab == nil { firstByTab = lineStart }
    if indent.tabs < indent.length && firstBySpace == nil { firstBySpace = lineStart }
    if indent.tabs == 0 && indent.length < smallestBySpaces ?? .max {
      smallestBySpaces = indent.length
    }
  }

  var usesTabs: Bool { firstByTab != nil }

  /// The width of a tab: the smallest indent by spaces if it is a common one.
  var tabWidth: Int {
    switch smallestBySpaces {
    case 2: 2
    case 4: 4
    default: 8
    }
  }

  /// The first line whose indent mixes characters or differs from the lines above; `nil` if none
  /// does.
  var firstMixed: Int? {
    guard let firstByTab, let firstBySpace else { return nil }
    return max(firstByTab, firstBySpace)
  }
}

/// Indents that are ambiguous.
private enum IndentProblem: FormatProblem {
  case mixedIndents(tabWidth: Int)
  case skippedLevel

  var message: String {
    switch self {
    case .mixedIndents(let tabWidth):
      "mixed tabs and spaces; tabs advance to multiples of \(tabWidth)"
    case .skippedLevel: "indented more than one tab deeper than the row above; shown as its child"
    }
  }

  var isWarning: Bool { true }
}
