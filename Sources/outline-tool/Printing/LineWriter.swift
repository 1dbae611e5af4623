/// The style of a piece of a line on a terminal.
enum Style: String {
  case plain = ""
  case header = "1"
  case folder = "1;34"
  case lines = "2"
  case mark = "33"
  case inserted = "32"
  case removed = "31"
  case moved = "36"
}

/// Writes the pieces of a line, or measures them, or writes those that fit.
struct LineWriter {
  private enum Mode {
    case writing
    case measuring
    /// Writing up to a number of columns.
    case cutting(Int)
    /// Writing lines of up to a number of columns.
    case wrapping(Int)
  }

  /// The end of a link on a terminal.
  static let linkEnd = Bytes("\u{1B}]8;;\u{1B}\\".utf8)

  let usesColor: Bool
  let isASCIIOnly: Bool
  private var mode = Mode.writing
  private(set) var columns = 0
  private var indent: LineIndent?
  /// The start of the current link.
  private var link = Bytes()

  init(usesColor: Bool, isASCIIOnly: Bool) {
    self.usesColor = usesColor
    self.isASCIIOnly = isASCIIOnly
  }

  /// Begins a line that is only measured.
  mutating func measure() {
    mode = .measuring
    columns = 0
  }

  /// Begins a line of at most this number of columns.
  mutating func write(columns: Int?) {
    mode = columns.map { .cutting($0) } ?? .writing
  }

  /// Begins lines of at most this number of columns.
  mutating func wrap(columns: Int) {
    mode = .wrapping(columns)
  }

  var isWrapping: Bool { if case .wrapping = mode { true } else { false } }

  mutating func setIndent(_ indent: LineIndent) {
    guard case .wrapping(let limit) = mode else { return }
    self.indent = indent
    // Deep rows also have some space for text.
    mode = .wrapping(max(limit, indent.columns + 20))
  }

  mutating func write(
    _ text: Span<UInt8>, as style: Style = .plain, to output: inout OutputBuffer
  ) {
    switch mode {
    case .measuring:
      columns += DisplayWidth(of: text, isASCIIOnly: isASCIIOnly).columns
    case .writing:
      print(in: style, to: &output) { $0.appendEscaped(text) }
    case .cutting(let left):
      let width = DisplayWidth(of: text, isASCIIOnly: isASCIIOnly, limit: left)
      print(in: style, to: &output) { $0.appendEscaped(text.extracting(..<width.length)) }
      mode = .cutting(width.length < text.count ? 0 : left - width.columns)
    case .wrapping(let limit):
      wrap(text, as: style, at: limit, to: &output)
    }
  }

  /// Writes text, and breaks lines between words or within long words.
  private mutating func wrap(
    _ text: Span<UInt8>, as style: Style, at limit: Int, to output: inout OutputBuffer
  ) {
    let whole = DisplayWidth(of: text, isASCIIOnly: isASCIIOnly, limit: limit - columns)
    if whole.length == text.count {
      columns += whole.columns
      print(in: style, to: &output) { $0.appendEscaped(text) }
      return
    }

    var start = 0
    var index = 0
    // The end of the word at the index.
    var end = 0
    while index < text.count {
      let word = text.firstText(in: index..<text.count)
      if index == end { end = (word..<text.count).first { text[$0].isBlank } ?? text.count }
      let piece = DisplayWidth(
        of: text.extracting(index..<end), isASCIIOnly: isASCIIOnly, limit: limit - columns)

      if word == text.count || piece.length == end - index {
        columns += piece.columns
        index = end
      } else if columns > indent?.columns ?? 0 {
        print(in: style, to: &output) { $0.appendEscaped(text.extracting(start..<index)) }
        beginLine(in: &output)
        start = word
        index = word
      } else {
        index += max(piece.length, DecodedCharacter(in: text, at: index).length)
        columns = limit
      }
    }
    print(in: style, to: &output) { $0.appendEscaped(text.extracting(start...)) }
  }

  private mutating func beginLine(in output: inout OutputBuffer) {
    if !link.isEmpty { output.append(Self.linkEnd.span) }
    output.append("\n")
    if let indent { print(in: .lines, to: &output) { $0.append(indent.text.span) } }
    output.append(link.span)
    columns = indent?.columns ?? 0
  }

  /// Writes trusted bytes, whole or not at all.
  mutating func writeGlyphs(
    _ glyphs: Span<UInt8>, columns width: Int, as style: Style, to output: inout OutputBuffer
  ) {
    switch mode {
    case .measuring:
      columns += width
    case .writing, .wrapping:
      columns += width
      print(in: style, to: &output) { $0.append(glyphs) }
    case .cutting(let left):
      if width <= left { print(in: style, to: &output) { $0.append(glyphs) } }
      mode = .cutting(width <= left ? left - width : 0)
    }
  }

  /// Begins a link to an address, or ends the link.
  mutating func setLink(_ address: Bytes?, in output: inout OutputBuffer) {
    if case .measuring = mode { return }
    link = address.map { "\u{1B}]8;;".utf8 + $0 + "\u{1B}\\".utf8 } ?? []
    let sequence = address == nil ? Self.linkEnd : link
    output.append(sequence.span)
  }

  // Inlined, since most output has no styles.
  @inline(__always)
  private func print(
    in style: Style, to output: inout OutputBuffer, _ write: (inout OutputBuffer) -> Void
  ) {
    let isStyled = usesColor && style != .plain
    if isStyled { output.append("\u{1B}[\(style.rawValue)m") }
    write(&output)
    if isStyled { output.append("\u{1B}[0m") }
  }
}

/// The text before each continuation line of a wrapped row, in parts, because few rows need it.
struct LineIndent {
  /// The columns of the mark of a difference.
  let margin: Int
  let lines: ArraySlice<UInt8>
  let lastLine: Bytes
  let lineColumns: Int
  let disclosure: Int

  var columns: Int { margin + lineColumns + disclosure }

  var text: Bytes {
    repeatElement(UInt8(ascii: " "), count: margin) + lines + lastLine
      + repeatElement(UInt8(ascii: " "), count: disclosure)
  }
}
