extension TextEncoding {
  /// Returns what is wrong with a text that had so many bytes in this encoding, if anything is but
  /// bytes that are not UTF-8.
  func problem(
    in text: Span<UInt8>, ofBytes length: Int, format: Format, name: Bytes
  ) -> Problem? {
    switch self {
    case .windows1252:
      return nil
    case .utf16:
      if length.isMultiple(of: 2) { return nil }
      return Problem(path: name, place: Place(of: text.count, in: text), fact: .halfCharacter)
    case .utf8:
      let start = text.extracting(first: min(text.count, 8_000))
      if format.isOfLines, let zero = start.firstIndex(of: 0, from: 0) {
        return Problem(path: name, place: Place(of: zero, in: text), fact: .binary)
      }
      return nil
    }
  }
}

extension Problem {
  /// Tells of bytes that are not UTF-8, if a text has any.
  ///
  /// - Complexity: O(`text.count`)
  init?(bytesBesideUTF8In text: Span<UInt8>, of name: Bytes) {
    guard let (first, count) = text.bytesBesideUTF8() else { return nil }
    self.init(path: name, place: Place(of: first, in: text), fact: .notUTF8(count: count))
  }
}

extension Format {
  /// Whether rows are lines as they stand, so that zero bytes tell of a file that is no text.
  fileprivate var isOfLines: Bool {
    switch self {
    case .opml, .bookmarks, .freemind, .json, .pathList: false
    case .table, .org, .treeDrawing, .markdown, .taskPaper, .vimOutliner, .indentedText: true
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the place of the first byte that is in no character of UTF-8, and how many there are.
  fileprivate func bytesBesideUTF8() -> (first: Int, count: Int)? {
    let first = firstIndexBesideUTF8(from: 0)
    if first == count { return nil }
    var found = 0
    var index = first
    while index < count {
      found += 1
      index = firstIndexBesideUTF8(from: index + 1)
    }
    return (first, found)
  }
}
