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
