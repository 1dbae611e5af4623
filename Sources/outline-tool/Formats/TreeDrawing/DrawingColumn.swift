/// The column of a text with the drawing: the whole lines, or the commands in the output of `ps`.
struct DrawingColumn {
  /// The offset of the commands in a line; 0 for other texts.
  let offset: Int

  init(of bytes: Span<UInt8>) {
    // A sample is enough.
    let sample = bytes.extracting(first: min(bytes.count, 1 << 14))
    var lines = TextLines(sample)
    guard let header = lines.next(in: sample), let start = sample.startOfCommands(in: header)
    else {
      offset = 0
      return
    }
    // A tree has branches or indents.
    var isTree = false
    while let line = lines.next(in: sample), !isTree {
      isTree = start + 1 < line.count && sample[line.lowerBound + start].isBlank
    }
    offset = isTree ? start : 0
  }

  /// Returns the part of a line with the drawing and the text.
  func part(of line: Range<Int>) -> Range<Int> {
    min(line.lowerBound + offset, line.upperBound)..<line.upperBound
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset of the last column if the line is a header that `ps` prints.
  fileprivate func startOfCommands(in line: Range<Int>) -> Int? {
    let words = words(in: line)
    guard let last = words.last, words.count > 1,
      extracting(last).equals("COMMAND") || extracting(last).equals("CMD"),
      words.contains(where: { extracting($0).equals("PID") })
    else { return nil }
    return last.lowerBound - line.lowerBound
  }
}
