/// Finds the items of plain lists and their depths.
///
/// The parent of an item is the nearest item above it with a smaller indent. A list ends at two
/// empty lines, at a headline, and at other text that is indented no more than the bullets. Drawers
/// and blocks contain no items. Without an end, they are ordinary text.
///
/// - Complexity: O(*n*) for the lines of a file of *n* bytes
struct OrgLists {
  /// The columns of the bullets of open items, ascending.
  private var columns: [Int] = []
  private var isBelowEmptyLine = false
  /// The lowercase line that ends the open drawer or block.
  private var awaitedEnd: Bytes?
  /// The last positions of lines that end drawers and blocks before the next headline, by lowercase
  /// line; computed on first use.
  private var lastEnds: [Bytes: Int]?

  /// The number of open items.
  var depth: Int { columns.count }

  mutating func endAll() {
    columns.removeAll(keepingCapacity: true)
    isBelowEmptyLine = false
    awaitedEnd = nil
    lastEnds = nil
  }

  /// Reads a line other than a headline, and returns the item that begins there.
  mutating func read(
    _ line: Range<Int>, in bytes: Span<UInt8>
  ) -> (item: OrgItem, depth: Int)? {
    let start = bytes.firstText(in: line)
    let text = bytes.extracting(start..<line.upperBound)
    if let end = awaitedEnd {
      if text.equals(end.span, ignoringCase: true) { awaitedEnd = nil }
      return nil
    }

    if text.isEmpty {
      if isBelowEmptyLine { columns.removeAll(keepingCapacity: true) }
      isBelowEmptyLine = true
      return nil
    }

    isBelowEmptyLine = false
    let column = Indent(of: line, in: bytes, tabWidth: 8).width
    while let last = columns.last, last >= column { columns.removeLast() }

    if let item = OrgItem(in: bytes, at: line) {
      columns.append(column)
      return (item, columns.count - 1)
    }

    if let end = text.orgEnd, isEnded(by: end, after: line, in: bytes) { awaitedEnd = end }
    return nil
  }

  /// Returns whether a drawer or a block ends before the next headline.
  private mutating func isEnded(
    by end: Bytes, after line: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    let ends = lastEnds ?? OrgLists.lastEnds(after: line.upperBound, in: bytes)
    lastEnds = ends
    return ends[end].map { $0 > line.lowerBound } ?? false
  }

  private static func lastEnds(after start: Int, in bytes: Span<UInt8>) -> [Bytes: Int] {
    let rest = bytes.extracting(start...)
    var lines = TextLines(rest)
    var ends: [Bytes: Int] = [:]
    while let line = lines.next(in: rest) {
      if let headline = OrgHeadline(in: rest, at: line), headline.stars <= OrgFolds.usualStars {
        break
      }
      let text = rest.extracting(rest.firstText(in: line)..<line.upperBound)
      if text.starts(with: "#+end", ignoringCase: true) || text.equalsIgnoringCase(":end:") {
        ends[text.lowercasedBytes] = start + line.lowerBound
      }
    }
    return ends
  }
}

/// An item of a plain list, after a bullet `-` or `+`, a number with `.` or `)`, or an indented
/// star.
struct OrgItem {
  /// The text after the bullet and an optional counter such as `[@5]`.
  let text: Range<Int>

  init?(in bytes: Span<UInt8>, at line: Range<Int>) {
    let start = bytes.firstText(in: line)
    var position = start
    while position < line.upperBound && bytes[position].isASCIIDigit { position += 1 }
    guard position < line.upperBound else { return nil }

    let isBullet =
      switch bytes[position] {
      case UInt8(ascii: "."), UInt8(ascii: ")"): position > start
      case UInt8(ascii: "-"), UInt8(ascii: "+"): position == start
      case UInt8(ascii: "*"): position == start && start > line.lowerBound
      default: false
      }

    position += 1
    guard isBullet, position == line.upperBound || bytes[position].isBlank else { return nil }

    let content = bytes.firstText(in: position..<line.upperBound)..<line.upperBound
    let counterEnd = bytes.endOfOrgCounter(in: content) ?? content.lowerBound
    text = bytes.firstText(in: counterEnd..<line.upperBound)..<line.upperBound
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset after the counter at the start of an item, if there is one.
  fileprivate func endOfOrgCounter(in range: Range<Int>) -> Int? {
    let bytes = extracting(..<range.upperBound)
    let sign = "[@"
    let keyword = "start:"
    guard bytes.extracting(range.lowerBound...).starts(with: sign, ignoringCase: false) else {
      return nil
    }

    var start = range.lowerBound + sign.utf8.count
    if bytes.extracting(start...).starts(with: keyword, ignoringCase: true) {
      start += keyword.utf8.count
    }

    var end = start
    while end < bytes.count && bytes[end].isASCIIDigit { end += 1 }
    if end == start && end < bytes.count && bytes[end].isASCIILetter { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "]") else { return nil }
    return end + 1
  }

  /// The lowercase line that ends the drawer or block that begins with this line.
  fileprivate var orgEnd: Bytes? {
    let begin = "#+begin"
    if starts(with: begin, ignoringCase: true) {
      var end = begin.utf8.count
      while end < count && !self[end].isBlank { end += 1 }
      return "#+end".utf8 + extracting(begin.utf8.count..<end).lowercasedBytes
    }
    guard count > 2, self[0] == UInt8(ascii: ":"), self[count - 1] == UInt8(ascii: ":"),
      !equalsIgnoringCase(":end:")
    else { return nil }
    for index in 1..<count - 1 where !self[index].isOfOrgName { return nil }
    return Bytes(":end:".utf8)
  }

  fileprivate var lowercasedBytes: Bytes { Bytes(Bytes(copying: self).lazy.map(\.lowercased)) }
}

extension UInt8 {
  /// A Boolean value that indicates whether the name of a drawer can contain the byte.
  fileprivate var isOfOrgName: Bool {
    isASCIILetter || isASCIIDigit || self > 0x7F || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
