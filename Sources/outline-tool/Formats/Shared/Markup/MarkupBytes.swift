/// What a file of tags is written in, which decides what is well-formed and which names are known.
enum MarkupDialect {
  case xml
  case html
}

extension Span where Element == UInt8 {
  /// Whether what stands behind a quote lets it end a value.
  @inline(__always)
  func endsValue(at quote: Int) -> Bool { quote + 1 == count || self[quote + 1].followsValue }
}

extension UInt8 {
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
    isWhitespace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
      || self == UInt8(ascii: "?")
  }

  /// Whether the byte ends a value without quotes.
  var endsUnquotedValue: Bool { isWhitespace || self == UInt8(ascii: ">") }
}
