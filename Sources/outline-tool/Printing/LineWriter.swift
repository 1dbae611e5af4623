/// The style of a piece of a line on a terminal.
enum Style: String {
  case plain = ""
  case header = "1"
  case folder = "1;34"
  case lines = "2"
  case mark = "33"
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
  private var mode = Mode.writing
  private(set) var columns = 0

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

  /// Writes untrusted text.
  mutating func write(
    _ text: Span<UInt8>, as style: Style = .plain, to output: inout OutputBuffer
  ) {
    switch mode {
    case .measuring:
      columns += DisplayWidth(of: text, isASCIIOnly: isASCIIOnly).columns
    case .writing:
      begin(style, in: &output)
      output.appendEscaped(text)
      end(style, in: &output)
    case .cutting(let left):
      let width = DisplayWidth(of: text, isASCIIOnly: isASCIIOnly, limit: left)
      begin(style, in: &output)
      output.appendEscaped(text.extracting(..<width.length))
      end(style, in: &output)
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
      begin(style, in: &output)
      output.append(glyphs)
      end(style, in: &output)
    case .cutting(let left):
      if width <= left {
        begin(style, in: &output)
        output.append(glyphs)
        end(style, in: &output)
      }
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
  private func begin(_ style: Style, in output: inout OutputBuffer) {
    if usesColor { output.begin(style) }
  }

  @inline(__always)
  private func end(_ style: Style, in output: inout OutputBuffer) {
    if usesColor { output.end(style) }
  }
}

extension OutputBuffer {
  fileprivate mutating func begin(_ style: Style) {
    if style != .plain { append("\u{1B}[\(style.rawValue)m") }
  }

  fileprivate mutating func end(_ style: Style) {
    if style != .plain { append("\u{1B}[0m") }
  }
}
