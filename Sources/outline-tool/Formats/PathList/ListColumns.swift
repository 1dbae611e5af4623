/// The columns before the paths of a list, each with a tab after it, as `du -a` prints them.
struct ListColumns {
  /// A Boolean value that indicates whether the first column has sizes, which are attributes.
  let hasSizes: Bool
  let count: Int

  /// Recognizes the columns of a line.
  init?(of line: Span<UInt8>) {
    let end = line.firstIndex(of: UInt8(ascii: "/"), from: 0) ?? line.count
    count = (0..<end).count { line[$0] == UInt8(ascii: "\t") }
    if count == 0 { return nil }
    hasSizes = line.size != nil
  }

  /// Returns the path in a line.
  ///
  /// Without sizes, the columns are those of git, which quotes names with tabs, and prints the old
  /// name of a renamed file before the new one.
  func path(in line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    let text = bytes.extracting(line)
    if !hasSizes {
      let tab = text.indices.last { text[$0] == UInt8(ascii: "\t") }
      return line.dropFirst(tab.map { $0 + 1 } ?? 0)
    }
    var start = 0
    for _ in 0..<count {
      guard let tab = text.firstIndex(of: UInt8(ascii: "\t"), from: start) else { return line }
      start = tab + 1
    }
    return line.dropFirst(start)
  }
}

extension Bytes {
  /// Returns a list without the quotes of git around names and without columns other than sizes,
  /// with a zero byte after each line.
  func withoutQuotedNames(after columns: ListColumns?) -> Bytes {
    let omitted = columns?.hasSizes == false ? columns : nil
    var result = Bytes()
    var lines = TextLines(span)
    while let line = lines.next(in: span) {
      let text = span.extracting(omitted?.path(in: line, of: span) ?? line)
      if text.isEmpty { continue }
      if let start = text.startOfQuotedName {
        result.append(text.extracting(..<start))
        result.appendUnquoted(text.extracting(start + 1..<text.count - 1))
      } else {
        result.append(text)
      }
      result.append(0)
    }
    return result
  }

  /// Appends a name with the escapes of git resolved, such as `\303\244` and `\t`.
  private mutating func appendUnquoted(_ text: Span<UInt8>) {
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

extension Span where Element == UInt8 {
  /// The size such as `4096` or `4.0K` in the first column of a line.
  var size: Range<Int>? {
    guard let tab = firstIndex(of: UInt8(ascii: "\t"), from: 0), tab > 0, self[0].isASCIIDigit
    else { return nil }
    let isSize = (0..<tab - 1).allSatisfy { self[$0].isASCIIDigit || self[$0] == UInt8(ascii: ".") }
    return isSize ? 0..<tab : nil
  }

  /// The offset of the quote before the name in a line, or `nil` if the name is not quoted.
  var startOfQuotedName: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: "\"") else { return nil }
    let path = ListColumns(of: self)?.path(in: indices, of: self) ?? indices
    let start = path.lowerBound
    return start < count - 1 && self[start] == UInt8(ascii: "\"") ? start : nil
  }
}
