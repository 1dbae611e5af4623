/// The lines on the screen of a terminal.
///
/// The screen remembers each line, and only writes those that changed.
struct Screen: ~Copyable {
  /// The most bytes of a text that the screen shows, since characters without a width need no
  /// columns.
  private static let textLimit = 8192

  private var output: OutputBuffer
  private let usesColor: Bool
  private let glyphs: TreeGlyphs
  private var painted: [Bytes] = []
  private(set) var rows = 0
  private(set) var columns = 0

  init(_ descriptor: Int32, appearance: Appearance) {
    output = OutputBuffer(descriptor: descriptor, isASCIIOnly: appearance.isASCIIOnly)
    usesColor = appearance.usesColor
    glyphs = TreeGlyphs(appearance.charset)
  }

  /// Begins an empty screen of a size.
  mutating func clear(_ size: (rows: Int, columns: Int)) {
    (rows, columns) = (max(1, size.rows), max(1, size.columns))
    painted = []
    output.append("\u{1B}[0m\u{1B}[2J")
  }

  /// Returns a line that a closure writes, cut at the right edge.
  ///
  /// The closure runs twice, because the line is measured first.
  ///
  /// - Parameter isHighlighted: Whether to show the whole line in reverse video.
  mutating func line(
    isHighlighted: Bool = false, _ write: (inout LineWriter, inout OutputBuffer) -> Void
  ) -> Bytes {
    let isASCIIOnly = output.isASCIIOnly
    var writer = LineWriter(usesColor: usesColor && !isHighlighted, isASCIIOnly: isASCIIOnly)
    let before = output.takePending()
    let ellipsis = glyphs.ellipsis
    writer.measure()
    write(&writer, &output)
    let width = writer.columns
    if isHighlighted { output.append("\u{1B}[7m") }
    writer.write(columns: width > columns ? columns - glyphs.ellipsisColumns : columns)
    write(&writer, &output)
    if width > columns {
      writer.write(columns: glyphs.ellipsisColumns)
      writer.writeGlyphs(
        ellipsis.span, columns: glyphs.ellipsisColumns, as: .lines, to: &output)
    }
    if isHighlighted {
      for _ in 0..<max(0, columns - width) { output.append(UInt8(ascii: " ")) }
      output.append("\u{1B}[0m")
    }
    let line = output.takePending()
    output.append(before.span)
    return line
  }

  /// Returns some lines of text, wrapped at words if they are longer than the screen is wide.
  func wrapped(_ paragraphs: [Bytes]) -> [Bytes] {
    var lines: [Bytes] = []
    for paragraph in paragraphs {
      var rest = paragraph[...]
      while true {
        let fitting = DisplayWidth(
          of: rest.span, isASCIIOnly: output.isASCIIOnly, limit: columns
        ).length
        if fitting == rest.count { break }
        let blank = rest.prefix(fitting + 1).lastIndex { $0.isBlank }
        // A line has at least one character.
        let end = blank.map { $0 + 1 } ?? rest.startIndex + max(fitting, 1)
        lines.append(Bytes(rest[..<end]))
        rest = rest[end...]
      }
      lines.append(Bytes(rest))
    }
    return lines
  }

  /// Shows some lines, and nothing below them.
  mutating func paint(_ lines: [Bytes]) throws(SystemError) {
    for row in 0..<rows {
      let line = row < lines.count ? lines[row] : []
      if row < painted.count && painted[row] == line { continue }
      output.append("\u{1B}[\(row + 1);1H")
      output.append(line.span)
      output.append("\u{1B}[K")
    }
    painted = lines
    try output.flush()
  }

  /// Copies a text to the clipboard of a terminal that allows it.
  mutating func copy(_ text: Bytes) throws(SystemError) {
    output.append("\u{1B}]52;c;")
    output.appendBase64(text.span)
    output.append("\u{7}")
    try output.flush()
  }

  /// Returns the start of a text that the screen can show.
  static func visiblePart(of text: ArraySlice<UInt8>) -> Bytes {
    if text.count <= textLimit { return Bytes(text) }
    var end = text.startIndex + textLimit
    while end > text.startIndex && text[end] & 0xC0 == 0x80 { end -= 1 }
    return Bytes(text[..<end])
  }
}

extension OutputBuffer {
  fileprivate mutating func appendBase64(_ bytes: Span<UInt8>) {
    let digits = Bytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes.extracting(start..<min(start + 3, bytes.count))
      var word = 0
      for index in 0..<3 { word = word << 8 | Int(index < group.count ? group[index] : 0) }
      for index in 0..<4 {
        let digit = digits[word >> (18 - 6 * index) & 0x3F]
        append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
  }
}
