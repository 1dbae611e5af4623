/// A violation of XML or HTML syntax.
enum MarkupProblem: FormatProblem {
  /// A `&` that begins no known reference.
  case strayAmpersand
  /// A `<` that begins no tag.
  case strayLessThan
  /// A quote within a quoted value.
  case strayQuote
  /// Text where only elements can be.
  case strayText
  /// An end tag without a start tag.
  case strayEndTag
  /// Bytes within a tag that are no attribute.
  case invalidAttribute
  case unquotedValue
  /// A tag, a comment or a value that does not end.
  case unterminated
  /// An element of a row that does not end.
  case unclosedRow(String)
  /// Another element that does not end.
  case unclosedElement
  case zeroByte

  var message: String {
    switch self {
    case .strayAmpersand: "stray '&'; write '&amp;'"
    case .strayLessThan: "stray '<'; write '&lt;'"
    case .strayQuote: "quote in a quoted value; write '&quot;'"
    case .strayText: "text between tags; ignored"
    case .invalidAttribute: "invalid attribute; ignored"
    case .unquotedValue: "value without quotes"
    case .unterminated: "unterminated markup"
    case .strayEndTag: "end tag without a start tag; ignored"
    case .unclosedRow(let element): "unclosed \(element)"
    case .unclosedElement: "unclosed element"
    case .zeroByte: "zero byte"
    }
  }

  var isWarning: Bool {
    switch self {
    case .unterminated, .unclosedRow, .unclosedElement: true
    default: false
    }
  }
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
