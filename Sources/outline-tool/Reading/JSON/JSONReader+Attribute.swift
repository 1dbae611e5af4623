extension JSONReader {
  /// Returns the text of a member of the object that begins at `start`; `nil` where it has none.
  static func attribute(_ name: Bytes, at start: Int, in bytes: Span<UInt8>) -> Bytes? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    var depth = 0
    var index = start
    /// The text that came last, which is a key if a colon follows.
    var key = 0..<0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let end = bytes.endOfText(from: index + 1)
        key = index + 1..<end
        index = end
      case UInt8(ascii: ":") where depth == 1 && bytes.extracting(key).equals(name.span):
        return bytes.value(at: index + 1)
      default: break
      }
      if depth == 0 { return nil }
      index += 1
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Returns the place of the quote that ends a text.
  fileprivate func endOfText(from start: Int) -> Int {
    var index = firstIndexOfQuote(from: start)
    while index < count && self[index] != UInt8(ascii: "\"") {
      index = firstIndexOfQuote(from: index + (self[index] == UInt8(ascii: "\\") ? 2 : 1))
    }
    return Swift.min(index, count)
  }

  /// Returns the text or word that is at `start` or behind blanks; `nil` for anything else.
  fileprivate func value(at start: Int) -> Bytes? {
    var start = start
    while start < count && self[start].isMarkupBlank { start += 1 }
    guard start < count else { return nil }
    var text = Bytes()
    if self[start] == UInt8(ascii: "\"") {
      text.appendUnescaped(extracting(start + 1..<Swift.max(start + 1, endOfText(from: start + 1))))
      return text
    }
    var end = start
    while end < count && !self[end].endsWord { end += 1 }
    if end == start { return nil }
    text.append(extracting(start..<end))
    return text
  }
}
