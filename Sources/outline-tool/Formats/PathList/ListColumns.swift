/// The columns of a list around its paths.
enum ListColumns {
  /// Columns that tabs separate, as `du -a` prints them before the paths and `find -printf
  /// '%p\t%s\n'` after them; `size` is the number of the one with sizes, which is negative if it
  /// counts from the end.
  case tabs(before: Int, after: Int, size: Int?)
  /// The details of a file that begin with its mode, as `find -ls` and `tar -tv` print them.
  case details

  /// Recognizes the columns that all of the first lines have.
  ///
  /// Before zero bytes, names can contain tabs, and only sizes are a column.
  init?(in list: Span<UInt8>) {
    var entries = PathEntries(list)
    var lines: [Range<Int>] = []
    while lines.count < 20, let entry = entries.next(in: list) {
      if !entry.isEmpty { lines.append(entry) }
    }
    if lines.isEmpty { return nil }
    if lines.allSatisfy({ FileDetails(of: $0, in: list) != nil }) {
      self = .details
      return
    }

    func tabs(in line: Range<Int>) -> [Int] { line.filter { list[$0] == UInt8(ascii: "\t") } }
    let fewest = lines.map { tabs(in: $0).count }.min() ?? 0
    let slash = UInt8(ascii: "/")
    let first = lines.first { $0.contains { list[$0] == slash } } ?? lines[0]
    let start = first.first { list[$0] == slash } ?? first.upperBound
    let end = first.last { list[$0] == slash } ?? first.upperBound
    let before = tabs(in: first).count { $0 < start }
    if fewest < before { return nil }
    func isSize(_ number: Int) -> Bool {
      list.field(number, in: first).map { list.extracting($0).isSize } ?? false
    }
    var after = min(tabs(in: first).count { $0 > end }, fewest - before)
    // Otherwise, the tabs are in texts, such as the lines that `grep` prints after paths.
    let isUniform = lines.allSatisfy { tabs(in: $0).count == fewest }
    if !isUniform && !(-after..<0).contains(where: isSize) { after = 0 }
    if before + after == 0 { return nil }

    // The last column of names without slashes can be anything.
    let others = Array(0..<before) + (-after..<0)
    let size = (start < first.upperBound ? others : [0]).first(where: isSize)
    if size == nil && entries.areEndedByZeros { return nil }
    self = .tabs(before: before, after: after, size: size)
  }

  var attributeNames: [Bytes] {
    switch self {
    case .tabs(_, _, let size): size == nil ? [] : [Bytes("size".utf8)]
    case .details: ["size", "mode", "modified"].map { Bytes($0.utf8) }
    }
  }

  /// Returns the attributes in a line; none if the line has other columns.
  func attributes(in line: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>] {
    switch self {
    case .tabs(_, _, let size):
      guard let field = size.flatMap({ bytes.field($0, in: line) }),
        path(in: line, of: bytes) != line
      else { return [] }
      return bytes.extracting(field).isSize ? [field] : []
    case .details:
      return FileDetails(of: line, in: bytes).map { [$0.size, $0.mode, $0.time] } ?? []
    }
  }

  /// Returns the path in a line.
  ///
  /// Without sizes, the columns are those of git, which quotes names with tabs, and prints the old
  /// name of a renamed file before the new one.
  func path(in line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    guard case .tabs(let before, let after, let size) = self else {
      return FileDetails(of: line, in: bytes)?.path ?? line
    }
    guard let first = bytes.field(before, in: line) else { return line }
    let rest = first.lowerBound..<line.upperBound
    // Most lists have no columns after the paths.
    if after == 0 && size != nil { return rest }
    guard let last = bytes.field(-after - 1, in: rest) else { return line }
    return size == nil ? last : rest.lowerBound..<last.upperBound
  }
}

/// The details of a file in a line that contains its mode, such as `-rw-r--r--`, and before its
/// path the time of its last change.
private struct FileDetails {
  let mode: Range<Int>
  let size: Range<Int>
  let time: Range<Int>
  /// The path without the target of a link.
  private(set) var path: Range<Int>

  init?(of line: Range<Int>, in bytes: Span<UInt8>) {
    let words = bytes.words(in: line)
    guard let first = words.prefix(3).firstIndex(where: { bytes.extracting($0).isMode }),
      // At most nine words: links, owner, group, size, another number of a device, and the time.
      let last = words.indices.dropLast().dropFirst(first + 3).prefix(6).first(where: { index in
        bytes.extracting(words[index]).isClock
          || index > first + 4 && bytes.isYear(index, of: words)
      })
    else { return nil }
    // The name of a month precedes the day.
    let hasMonth = bytes.extracting(words[last - 1]).isShortNumber
    let date = hasMonth ? last - 2 : last - 1
    // The size is between the mode and the date.
    if date - 1 <= first { return nil }
    mode = words[first]
    size = words[date - 1]
    time = words[date].lowerBound..<words[last].upperBound

    path = words[last].upperBound + 1..<line.upperBound
    let links: [UInt8: String] = [UInt8(ascii: "l"): " -> ", UInt8(ascii: "h"): " link to "]
    if let sign = links[bytes[mode.lowerBound]],
      let end = bytes.extracting(..<path.upperBound).end(of: sign, from: path.lowerBound)
    {
      path = path.lowerBound..<end - sign.utf8.count
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a path has escapes: in the quotes of git, or in a list of details.
  func isEscapedName(_ path: Range<Int>, in columns: ListColumns?) -> Bool {
    if case .details? = columns {
      return extracting(path).firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
    }
    return extracting(path).isQuotedName
  }

  /// A Boolean value that indicates whether the quotes of git are around a name.
  var isQuotedName: Bool {
    count > 2 && self[0] == UInt8(ascii: "\"") && self[count - 1] == UInt8(ascii: "\"")
  }

  /// Returns a field of a line between tabs, counted from the end if the number is negative.
  fileprivate func field(_ number: Int, in line: Range<Int>) -> Range<Int>? {
    let tab = UInt8(ascii: "\t")
    var field = line
    for _ in 0..<(number < 0 ? -number - 1 : 0) {
      guard let start = field.last(where: { self[$0] == tab }) else { return nil }
      field = field.lowerBound..<start
    }
    if number < 0 {
      return field.dropFirst(field.last { self[$0] == tab }.map { $0 - field.lowerBound + 1 } ?? 0)
    }
    let bytes = extracting(..<line.upperBound)
    for _ in 0..<number {
      guard let end = bytes.firstIndex(of: tab, from: field.lowerBound) else { return nil }
      field = end + 1..<line.upperBound
    }
    return field.lowerBound..<(bytes.firstIndex(of: tab, from: field.lowerBound) ?? line.upperBound)
  }

  /// A Boolean value that indicates whether this is a size such as `4096` or `4.0K`.
  fileprivate var isSize: Bool {
    guard !isEmpty, self[0].isASCIIDigit else { return false }
    return (0..<count - 1).allSatisfy { self[$0].isASCIIDigit || self[$0] == UInt8(ascii: ".") }
  }

  /// A Boolean value that indicates whether this is the mode of a file such as `drwxr-xr-x`.
  fileprivate var isMode: Bool {
    guard 10...11 ~= count, "-bcdhlps".utf8.contains(self[0]) else { return false }
    return (1..<10).allSatisfy { "-rwxsStT".utf8.contains(self[$0]) }
  }

  /// A Boolean value that indicates whether this is a time such as `09:30`.
  fileprivate var isClock: Bool {
    firstIndex(of: UInt8(ascii: ":"), from: 0) != nil
      && indices.allSatisfy { self[$0].isASCIIDigit || ":.".utf8.contains(self[$0]) }
  }

  fileprivate var isShortNumber: Bool {
    1...2 ~= count && indices.allSatisfy { self[$0].isASCIIDigit }
  }

  /// Returns whether a word is a year after the name of a month and a day.
  fileprivate func isYear(_ index: Int, of words: [Range<Int>]) -> Bool {
    words[index].count == 4 && words[index].allSatisfy { self[$0].isASCIIDigit }
      && extracting(words[index - 1]).isShortNumber
      && !self[words[index - 2].lowerBound].isASCIIDigit
  }
}

extension Bytes {
  /// Appends a name with its escapes resolved, such as `\303\244` and `\t`.
  mutating func appendUnescapedName(_ text: Span<UInt8>) {
    let controls: [UInt8: UInt8] = [
      0x61: 0x07, 0x62: 0x08, 0x74: 0x09, 0x6E: 0x0A, 0x76: 0x0B, 0x66: 0x0C, 0x72: 0x0D,
    ]
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        append(text[index])
        index += 1
        continue
      }
      let digits = text.extracting(index + 1..<Swift.min(index + 4, text.count))
      if digits.count == 3, digits.indices.allSatisfy({ 0x30...0x37 ~= digits[$0] }) {
        let value = digits.indices.reduce(UInt32(0)) { $0 << 3 | UInt32(digits[$1] - 0x30) }
        append(UInt8(truncatingIfNeeded: value))
        index += 4
      } else {
        append(controls[text[index + 1]] ?? text[index + 1])
        index += 2
      }
    }
  }
}
