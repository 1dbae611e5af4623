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
  }

  let usesColor: Bool
  let isASCIIOnly: Bool
  private let escapesBackslashes: Bool
  private var mode = Mode.writing
  private(set) var columns = 0

  init(usesColor: Bool, isASCIIOnly: Bool, escapesBackslashes: Bool = false) {
    self.escapesBackslashes = escapesBackslashes
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

  mutating func write(
    _ text: Span<UInt8>, as style: Style = .plain, to output: inout OutputBuffer
  ) {
    switch mode {
    case .measuring:
      columns += DisplayWidth(of: text, isASCIIOnly: isASCIIOnly).columns
    case .writing:
      print(in: style, to: &output) {
        $0.appendEscaped(text, withBackslashes: escapesBackslashes)
      }
    case .cutting(let left):
      let width = DisplayWidth(of: text, isASCIIOnly: isASCIIOnly, limit: left)
      print(in: style, to: &output) { $0.appendEscaped(text.extracting(..<width.length)) }
      mode = .cutting(width.length < text.count ? 0 : left - width.columns)
    }
  }

  /// Writes trusted bytes, whole or not at all.
  mutating func writeGlyphs(
    _ glyphs: Span<UInt8>, columns width: Int, as style: Style, to output: inout OutputBuffer
  ) {
    switch mode {
    case .measuring:
      columns += width
    case .writing:
      print(in: style, to: &output) { $0.append(glyphs) }
    case .cutting(let left):
      if width <= left { print(in: style, to: &output) { $0.append(glyphs) } }
      mode = .cutting(width <= left ? left - width : 0)
    }
  }

  /// Writes bytes without columns, such as the address of a link.
  func writeUnseen(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    if case .measuring = mode { return }
    output.append(text)
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
