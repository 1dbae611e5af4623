/// Texts that a reader appends to the bytes of a file, because the file lacks them in one piece.
struct AppendedTexts {
  /// The texts, which begin on a new line.
  private(set) var bytes: Bytes = []

  /// Returns the range of the text that some pieces of the file make.
  mutating func range(of pieces: [Range<Int>], in source: Span<UInt8>) -> Range<Int> {
    if pieces.count == 1 { return pieces[0] }
    beginLine()
    let start = source.count + bytes.count
    for piece in pieces { bytes.append(source.extracting(piece)) }
    return start..<source.count + bytes.count
  }

  /// Appends a text and returns its range.
  mutating func range(of text: Bytes, after source: Span<UInt8>) -> Range<Int> {
    beginLine()
    bytes += text
    let end = source.count + bytes.count
    return end - text.count..<end
  }

  private mutating func beginLine() {
    if bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
  }
}
