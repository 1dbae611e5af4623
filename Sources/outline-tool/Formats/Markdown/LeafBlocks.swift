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
