/// Walks over the lines of a file, without byte order mark, line ends and trailing blanks.
struct TextLines {
  /// Where the next line begins.
  private(set) var position: Int

  init(_ bytes: Span<UInt8>) {
    position = bytes.starts(with: "\u{FEFF}", ignoringCase: false) ? 3 : 0
  }

  /// Returns where the next line is, or `nil` after the last one.
  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    position = end + 1
    while end > start && bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
