struct ATXHeading {
  let level: Int
  let text: Range<Int>

  init?(in bytes: Span<UInt8>, at start: LineCursor) {
    var cursor = start
    while cursor.peek(bytes) == UInt8(ascii: "#") { cursor.advance(by: 1) }
    level = cursor.position - start.position
    guard (1...6).contains(level), cursor.peek(bytes).isBlank else { return nil }
    cursor.skipBlanks(bytes)
    text = cursor.position..<ATXHeading.end(of: cursor, in: bytes)
  }

  /// Returns the end of the text, before closing `#` signs that follow a blank.
  private static func end(of cursor: LineCursor, in bytes: Span<UInt8>) -> Int {
    var end = cursor.end
    while end > cursor.position && bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    if end == cursor.position { return end }
    guard bytes[end - 1].isBlank else { return cursor.end }
    while end > cursor.position && bytes[end - 1].isBlank { end -= 1 }
    return end
  }
}

/// The opening fence of a code block: three or more backticks or tildes.
struct CodeFence {
  private let character: UInt8
  private let length: Int

  init?(in bytes: Span<UInt8>, at start: LineCursor) {
    character = start.peek(bytes)
    guard character == UInt8(ascii: "`") || character == UInt8(ascii: "~") else { return nil }
    length = CodeFence.length(of: character, in: bytes, at: start)
    guard length >= 3 else { return nil }
    // A line of backticks that contains more backticks is inline code.
    let info = bytes.extracting(start.position + length..<start.end)
    if character == UInt8(ascii: "`"), info.firstIndex(of: character, from: 0) != nil { return nil }
  }

  func isClosed(by bytes: Span<UInt8>, at start: LineCursor) -> Bool {
    let closing = CodeFence.length(of: character, in: bytes, at: start)
    return closing >= length && start.position + closing == start.end
  }

  private static func length(
    of character: UInt8, in bytes: Span<UInt8>, at start: LineCursor
  ) -> Int {
    var position = start.position
    while position < start.end && bytes[position] == character { position += 1 }
    return position - start.position
  }
}

/// The metadata at the start of a document, between two lines `---`.
enum FrontMatter {
  /// Returns the start of the document after the front matter.
  ///
  /// Without a closing line, the first line is a thematic break.
  static func end(in bytes: Span<UInt8>) -> TextLines {
    let start = TextLines(bytes)
    var lines = start
    guard let first = lines.next(in: bytes), isFence(bytes, first) else { return start }
    while let line = lines.next(in: bytes) {
      let isClosing = bytes.extracting(line).equals("...")
      if isClosing || isFence(bytes, line) { return lines }
    }
    return start
  }

  static func isFence(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    bytes.extracting(line).equals("---")
  }
}

/// A position in a line and its column; tab stops are multiples of four.
struct LineCursor {
  private(set) var position: Int
  private(set) var column = 0
  let end: Int

  init(_ line: Range<Int>) {
    position = line.lowerBound
    end = line.upperBound
  }

  var isAtEnd: Bool { position == end }

  var rest: Range<Int> { position..<end }

  /// Returns the next byte, or a space at the end of the line.
  func peek(_ bytes: Span<UInt8>) -> UInt8 {
    position < end ? bytes[position] : 0x20
  }

  /// Skips bytes that are one column wide.
  mutating func advance(by length: Int) {
    position += length
    column += length
  }

  mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while position < end && bytes[position].isBlank {
      column = bytes[position] == UInt8(ascii: "\t") ? (column / 4 + 1) * 4 : column + 1
      position += 1
    }
  }
}
