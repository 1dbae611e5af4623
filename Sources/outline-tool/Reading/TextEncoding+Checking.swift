extension TextEncoding {
  /// Returns a problem with a text that had `length` bytes in this encoding, other than invalid
  /// UTF-8.
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
  /// Creates a problem if a text contains invalid UTF-8.
  ///
  /// - Complexity: O(`text.count`)
  init?(invalidUTF8In text: Span<UInt8>, of name: Bytes) {
    guard let (first, count) = text.invalidUTF8Bytes() else { return nil }
    self.init(
      path: name, location: SourceLocation(of: first, in: text), kind: .notUTF8(count: count))
  }
}

extension Span where Element == UInt8 {
  /// Returns the first byte of invalid UTF-8 and the number of such bytes.
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
