/// Texts of rows that stand in a file in pieces, with something between them that is not shown.
struct JoinedTexts {
  /// The texts, which are to stand behind the bytes of the file: on a line of their own, where no
  /// line of the file goes on with them.
  private(set) var bytes: Bytes = []

  /// Returns where the text of some pieces of the file is.
  mutating func place(of pieces: [Range<Int>], in source: Span<UInt8>) -> Range<Int> {
    if pieces.count == 1 { return pieces[0] }
    beginLine()
    let start = source.count + bytes.count
    for piece in pieces { bytes.append(source.extracting(piece)) }
    return start..<source.count + bytes.count
  }

  /// Adds a text that the file does not keep, and returns where it is.
  mutating func place(of text: Bytes, behind source: Span<UInt8>) -> Range<Int> {
    beginLine()
    bytes += text
    let end = source.count + bytes.count
    return end - text.count..<end
  }

  private mutating func beginLine() {
    if bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
  }
}
