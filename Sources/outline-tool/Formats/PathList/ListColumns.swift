/// The columns before the paths of a list, which are attributes.
enum ListColumns: CaseIterable {
  /// The mode, type and hash of an object, and a tab, as `git ls-tree` prints them.
  case object
  /// The mode, hash and stage of an object, and a tab, as `git ls-files -s` prints them.
  case staged
  /// A letter for the kind of a change, and a tab, as `git diff --name-status` prints them.
  case status
  /// A size and a time, each with a tab, as `du --time` prints them.
  case sizeAndTime
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
    case .staged: ["mode", "object", "stage"]
    case .status: ["status"]
    case .sizeAndTime: ["size", "date", "time"]
    case .size: ["size"]
    case .archive: ["mode", "owner", "size", "date", "time"]
    }
  }

  /// The number of tabs before a path; 0 if spaces separate all columns.
  private var tabCount: Int {
    switch self {
    case .sizeAndTime: 2
    case .object, .staged, .status, .size: 1
    case .archive: 0
    }
  }

  /// Returns the length of the columns in a line, or 0 if the line does not have them.
  func length(in line: Span<UInt8>) -> Int {
    let start = line.extracting(first: min(line.count, 256))
    var end = tabCount == 0 ? start.count : 0
    for _ in 0..<tabCount {
      guard let tab = start.firstIndex(of: UInt8(ascii: "\t"), from: end) else { return 0 }
      end = tab + 1
    }
    let words = start.words(in: 0..<end)
    switch self {
    case .object where words.count > 2:
      let types = ["blob", "tree", "commit"]
      let isObject = types.contains(where: { start.extracting(words[1]).equals($0) })
      return start.isFileMode(words[0]) && isObject ? end : 0
    case .staged where words.count == 3:
      return start.isFileMode(words[0]) && words[1].count >= 40 ? end : 0
    case .status where words.count == 1:
      guard start.isStatus(words[0]) else { return 0 }
      // The old name of a file precedes the new one.
      return line.firstIndex(of: UInt8(ascii: "\t"), from: end).map { $0 + 1 } ?? end
    case .sizeAndTime where 3...4 ~= words.count:
      let isDate = words[1].count == 10 && start[words[1].lowerBound].isASCIIDigit
      return start.isSize(words[0]) && isDate ? end : 0
    case .size where words.count == 1:
      return start.isSize(words[0]) ? end : 0
    case .archive where words.count > 5:
      let hasOwner = start.extracting(words[1]).firstIndex(of: UInt8(ascii: "/"), from: 0) != nil
      return start.isPermissions(words[0]) && hasOwner ? words[5].lowerBound : 0
    default: return 0
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
  fileprivate func isDigits(_ word: Range<Int>) -> Bool {
    word.allSatisfy { self[$0].isASCIIDigit }
  }

  /// Returns whether a word is a mode in octal digits, as git prints it.
  fileprivate func isFileMode(_ word: Range<Int>) -> Bool { word.count == 6 && isDigits(word) }

  /// Returns whether a word is the kind of a change, such as `M`, or `R100` for a renamed file.
  fileprivate func isStatus(_ word: Range<Int>) -> Bool {
    word.count < 5 && "ACDMRTU".utf8.contains(self[word.lowerBound]) && isDigits(word.dropFirst())
  }

  /// Returns whether a word is a number of bytes such as `4096` or `4.0K`.
  fileprivate func isSize(_ word: Range<Int>) -> Bool {
    self[word.lowerBound].isASCIIDigit
      && word.dropLast().allSatisfy { self[$0].isASCIIDigit || self[$0] == UInt8(ascii: ".") }
  }

  /// Returns whether a word is a mode such as `-rw-r--r--`.
  fileprivate func isPermissions(_ word: Range<Int>) -> Bool {
    word.count >= 10 && "-dlhbcps".utf8.contains(self[word.lowerBound])
      && word.dropFirst().allSatisfy { "-rwxsStT+.@".utf8.contains(self[$0]) }
  }

  /// The offset of the quote before the name in a line, or `nil` if the name is not quoted.
  var startOfQuotedName: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: "\"") else { return nil }
    let start = ListColumns(of: self)?.length(in: self) ?? 0
    return start < count - 1 && self[start] == UInt8(ascii: "\"") ? start : nil
  }
}
