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
  case unclosedRow
  /// Another element that does not end.
  case unclosedElement
  case zeroByte

  var message: String {
    switch self {
    case .strayAmpersand: "a '&' that begins no reference; taken as it is"
    case .strayLessThan: "a '<' that begins no tag; taken as it is"
    case .strayQuote: "a quote within a quoted value; taken as it is"
    case .strayText: "a text between tags; passed over"
    case .invalidAttribute: "no attribute; passed over"
    case .unquotedValue: "a value without quotes; taken up to the next blank"
    case .unterminated: "something begins here and does not end"
    case .strayEndTag: "an end without a beginning; passed over"
    case .unclosedRow: "an outline that does not end; ended with the file"
    case .unclosedElement: "an element that does not end"
    case .zeroByte: "a zero byte; taken as it is"
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
