/// The parts of lines that are not part of a drawing, and the direction in which it grows.
struct DrawingStyle {
  /// The sign of a comment or a quote before each drawing, or the word in brackets that Maven
  /// prints; empty if there is none.
  private var prefix = 0..<0
  /// The offset of the commands in the output of `ps`; 0 for other texts.
  private(set) var offset = 0
  /// Whether children are on the line of their parent, as in the output of `pstree`.
  private(set) var isHorizontal = false
  /// Whether the text is certainly a tree.
  private(set) var isTree = false

  /// The number of lines that may precede the first branch.
  private(set) var maximalHeader = 2

  init(of bytes: Span<UInt8>) {
    // A sample is enough.
    let sample = bytes.extracting(first: min(bytes.count, 1 << 14))
    var lines = TextLines(sample)
    guard let first = lines.next(in: sample), !first.isEmpty else { return }
    var others = lines
    if let second = others.next(in: sample), let sign = sample.prefix(of: first, and: second) {
      prefix = sign
      if sample[sign.lowerBound] == UInt8(ascii: "[") { maximalHeader = 200 }
    } else if let start = sample.startOfCommands(in: first) {
      while let next = lines.next(in: sample), !isTree {
        // A tree has branches or indents.
        isTree = start + 1 < next.count && sample[next.lowerBound + start].isBlank
      }
      offset = isTree ? start : 0
    } else if let next = lines.next(in: sample) {
      let branch = DrawnLine(next, in: sample)
      isHorizontal = branch.hasBranch && sample.forks(in: first).contains(branch.column)
      isTree = isHorizontal
    }
  }

  /// Returns the part of a line with the drawing and the text.
  func drawing(on line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    if offset > 0 { return min(line.lowerBound + offset, line.upperBound)..<line.upperBound }
    let isPrefixed =
      line.count >= prefix.count
      && bytes.extracting(line.prefix(prefix.count)).equals(bytes.extracting(prefix))
    if prefix.isEmpty || !isPrefixed { return line }
    return line.dropFirst(prefix.count + (line.count > prefix.count ? 1 : 0))
  }
}

extension Span where Element == UInt8 {
  /// Returns the start of two lines up to a sign such as `//` or `[INFO]` that both begin with.
  fileprivate func prefix(of first: Range<Int>, and second: Range<Int>) -> Range<Int>? {
    guard let word = words(in: first).first,
      extracting(word).equals("[INFO]") || word.allSatisfy({ "#/*>;-".utf8.contains(self[$0]) })
    else { return nil }
    let prefix = first.lowerBound..<word.upperBound
    let isCommon = extracting(second.prefix(prefix.count)).equals(extracting(prefix))
    return isCommon ? prefix : nil
  }

  /// Returns the offset of the last column if the line is a header that `ps` prints.
  fileprivate func startOfCommands(in line: Range<Int>) -> Int? {
    let words = words(in: line)
    guard let last = words.last, words.count > 1,
      extracting(last).equals("COMMAND") || extracting(last).equals("CMD"),
      words.contains(where: { extracting($0).equals("PID") })
    else { return nil }
    return last.lowerBound - line.lowerBound
  }

  /// Returns the columns of the forks in a line, such as `─┬─` or `-+-` between texts.
  fileprivate func forks(in line: Range<Int>) -> [Int] {
    ["─┬─", "-+-"].flatMap { fork in
      var columns: [Int] = []
      var column = 0
      var start = line.lowerBound
      var position = line.lowerBound + 1
      while position < line.upperBound,
        let end = extracting(..<line.upperBound).end(of: fork, from: position),
        end < line.upperBound
      {
        column += self.columns(of: start..<end - fork.utf8.count)
        columns.append(column + 1)
        start = end - fork.utf8.count
        position = end
      }
      return columns
    }
  }

  func columns(of range: Range<Int>) -> Int {
    range.count { self[$0] & 0xC0 != 0x80 }
  }
}
