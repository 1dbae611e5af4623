extension TextEncoding {
  /// Returns what is wrong with a text that had so many bytes in this encoding, if anything is but
  /// bytes that are not UTF-8.
  func problem(
    in text: Span<UInt8>, ofBytes length: Int, format: any Format, name: Bytes
  ) -> Problem? {
    switch self {
    case .windows1252:
      return nil
    case .utf16:
      if length.isMultiple(of: 2) { return nil }
      return Problem(
        path: name, location: SourceLocation(of: text.count, in: text), kind: .incompleteUTF16)
    case .utf8:
      let start = text.extracting(first: min(text.count, 8_000))
      if !format.allowsZeroBytes, let zero = start.firstIndex(of: 0, from: 0) {
        return Problem(path: name, location: SourceLocation(of: zero, in: text), kind: .binary)
      }
      return nil
    }
  }
}

extension Problem {
  /// Tells of bytes that are not UTF-8, if a text has any.
  ///
  /// - Complexity: O(`text.count`)
  init?(invalidUTF8In text: Span<UInt8>, of name: Bytes) {
    guard let (first, count) = text.invalidUTF8Bytes() else { return nil }
    self.init(
      path: name, location: SourceLocation(of: first, in: text), kind: .notUTF8(count: count))
  }
}

extension Span where Element == UInt8 {
  /// Returns the place of the first byte that is in no character of UTF-8, and how many there are.
  fileprivate func invalidUTF8Bytes() -> (first: Int, count: Int)? {
    let first = firstInvalidUTF8Index(from: 0)
    if first == count { return nil }
    var found = 0
    var index = first
    while index < count {
      found += 1
      index = firstInvalidUTF8Index(from: index + 1)
    }
    return (first, found)
  }
}
