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
