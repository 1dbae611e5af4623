extension Span where Element == UInt8 {
  /// Returns the place behind the next occurrence of `text`.
  func end(of text: String, from start: Int) -> Int? {
    guard let first = text.utf8.first else { return start }
    var index = start
    while let found = firstIndex(of: first, from: index) {
      if extracting(found...).starts(with: text, ignoringCase: false) {
        return found + text.utf8.count
      }
      index = found + 1
    }
    return nil
  }

  /// Whether what stands behind a quote lets it end a value.
  @inline(__always)
  func endsValue(at quote: Int) -> Bool { quote + 1 == count || self[quote + 1].followsValue }
}

extension UInt8 {
  /// Whether XML takes the byte for white space.
  var isMarkupBlank: Bool {
    // Of most bytes, one comparison tells.
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D)
  }

  /// Whether a name can begin with the byte.
  var beginsName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  /// Whether the byte can stand behind the quote that ends a value.
  fileprivate var followsValue: Bool {
    isMarkupBlank || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
      || self == UInt8(ascii: "?")
  }

  /// Whether the byte ends a value without quotes.
  var endsUnquotedValue: Bool { isMarkupBlank || self == UInt8(ascii: ">") }
}
