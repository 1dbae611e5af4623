enum MarkupProblem: String, FormatProblem {
  /// A `&` that begins no known reference.
  case strayAmpersand = "stray '&'; write '&amp;'"
  /// A `<` that begins no tag.
  case strayLessThan = "stray '<'; write '&lt;'"
  case strayQuote = "quote in a quoted value; write '&quot;'"
  case strayText = "text between tags; ignored"
  case strayEndTag = "end tag without a start tag; ignored"
  case invalidAttribute = "invalid attribute; ignored"
  case unquotedValue = "value without quotes"
  /// A tag, a comment or a value that does not end.
  case unterminated = "unterminated markup"
  /// An element other than a row that does not end.
  case unclosedElement = "unclosed element"
  case zeroByte = "zero byte"

  var isWarning: Bool {
    switch self {
    case .unterminated, .unclosedElement: true
    default: false
    }
  }
}

struct UnclosedRow: FormatProblem {
  let element: String

  var message: String { "unclosed \(element)" }
  var isWarning: Bool { true }
}

extension TagScanner {
  /// Reports invalid characters in a text or a value; returns whether it has references or
  /// whitespace to resolve.
  mutating func reportProblems(inText range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var isEncoded = false
    var index = bytes.firstIndexOfMarkup(from: range.lowerBound, to: range.upperBound)
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        isEncoded = true
        if dialect == .xml && CharacterReference(in: bytes, at: index) == nil {
          report(.strayAmpersand, at: index)
        }
      case UInt8(ascii: "<"):
        report(.strayLessThan, at: index)
      case let byte:
        isEncoded = true
        if byte == 0 { report(.zeroByte, at: index) }
      }
      index = bytes.firstIndexOfMarkup(from: index + 1, to: range.upperBound)
    }
    return isEncoded
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a quote can end a value, according to the next byte.
  @inline(__always)
  func endsValue(at quote: Int) -> Bool { quote + 1 == count || self[quote + 1].followsValue }
}

extension UInt8 {
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

  var endsUnquotedValue: Bool { isWhitespace || self == UInt8(ascii: ">") }
}
