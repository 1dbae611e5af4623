/// A walk over the lines of a file, without byte order mark, line ends and trailing blanks.
struct TextLines {
  private(set) var position: Int

  init(_ bytes: Span<UInt8>, at start: Int = 0) {
    let hasMark = start == 0 && bytes.starts(with: "\u{FEFF}", ignoringCase: false)
    position = hasMark ? 3 : start
  }

  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    position = end + 1
    while end > start && bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
