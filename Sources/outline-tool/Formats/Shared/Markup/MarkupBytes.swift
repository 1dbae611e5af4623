/// The language of a file of tags, which determines its syntax and its entities.
enum MarkupDialect {
  case xml
  case html
}

extension Span where Element == UInt8 {
  /// Returns whether a quote can end a value, according to the next byte.
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

  /// Whether the byte can follow the closing quote of a value.
  fileprivate var followsValue: Bool {
    isWhitespace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
      || self == UInt8(ascii: "?")
  }

  /// Whether the byte ends an unquoted value.
  var endsUnquotedValue: Bool { isWhitespace || self == UInt8(ascii: ">") }
}
