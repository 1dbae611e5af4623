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
