/// The columns before the paths of a list, which are attributes.
enum ListColumns: CaseIterable {
  /// The mode, type and hash of an object, and a tab, as `git ls-tree` prints them.
  case object
  /// A size and a tab, as `du -a` prints them.
  case size
  /// The columns of `tar tvf`.
  case archive

  /// Recognizes the columns by the first line.
  init?(of line: Span<UInt8>) {
    guard let found = Self.allCases.first(where: { $0.length(in: line) > 0 }) else { return nil }
    self = found
  }

  var names: [String] {
    switch self {
    case .object: ["mode", "type", "object", "size"]
    case .size: ["size"]
    case .archive: ["mode", "owner", "size", "date", "time"]
    }
  }

  /// Returns the length of the columns in a line, or 0 if the line does not have them.
  func length(in line: Span<UInt8>) -> Int {
    let start = line.extracting(first: min(line.count, 256))
    let tab = start.firstIndex(of: UInt8(ascii: "\t"), from: 0)
    let words = start.words(in: 0..<(self == .archive ? start.count : tab ?? 0))
    guard let first = words.first else { return 0 }
    switch self {
    case .object:
      let types = ["blob", "tree", "commit"]
      guard first.count == 6, first.allSatisfy({ start[$0].isASCIIDigit }), words.count > 2,
        types.contains(where: { start.extracting(words[1]).equals($0) })
      else { return 0 }
      return (tab ?? 0) + 1
    case .size:
      let isSize = first.dropLast().allSatisfy { start[$0].isASCIIDigit || start[$0] == 0x2E }
      return words.count == 1 && isSize && start[first.lowerBound].isASCIIDigit ? (tab ?? 0) + 1 : 0
    case .archive:
      guard words.count > 5, first.count >= 10, "-dlhbcps".utf8.contains(start[0]),
        first.dropFirst().allSatisfy({ "-rwxsStT+.@".utf8.contains(start[$0]) }),
        start.extracting(words[1]).firstIndex(of: UInt8(ascii: "/"), from: 0) != nil
      else { return 0 }
      return words[5].lowerBound
    }
  }

  /// Returns the fields of a line, in the order of the names.
  func fields(of line: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
    bytes.words(in: line.prefix(length(in: bytes.extracting(line))))
  }

  /// Returns the path in a line without the target of a link.
  func path(in line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    let text = bytes.extracting(line)
    let length = length(in: text)
    guard length > 0, self == .archive,
      let sign = ["l": " -> ", "h": " link to "].first(where: {
        text.starts(with: $0.key, ignoringCase: false)
      }), let end = text.end(of: sign.value, from: length)
    else { return line.dropFirst(length) }
    return line.lowerBound + length..<line.lowerBound + end - sign.value.utf8.count
  }
}

extension Bytes {
  /// Returns a list without the quotes of git around names, with a zero byte after each line.
  func withoutQuotedNames() -> Bytes {
    var result = Bytes()
    var lines = TextLines(span)
    while let line = lines.next(in: span) {
      let text = span.extracting(line)
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
  /// The offset of the quote before the name in a line, or `nil` if the name is not quoted.
  var startOfQuotedName: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: "\"") else { return nil }
    let start = ListColumns(of: self)?.length(in: self) ?? 0
    return start < count - 1 && self[start] == UInt8(ascii: "\"") ? start : nil
  }
}
