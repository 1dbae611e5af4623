enum MarkupProblem: String, FormatProblem {
  /// A `&` that begins no known reference.
  case strayAmpersand = "stray '&'; write '&amp;'"
  /// A `<` that begins no tag.
  case strayLessThan = "stray '<'; write '&lt;'"
  case strayQuote = "unescaped quote in a quoted value; write '&quot;'"
  case strayText = "text between tags; ignored"
  case strayEndTag = "end tag without a start tag; ignored"
  case invalidAttribute = "invalid attribute; ignored"
  case unquotedValue = "unquoted value"
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
