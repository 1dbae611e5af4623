enum JSONProblem: String, FormatProblem {
  case invalidEscape = "invalid escape"
  case loneSurrogate = "unpaired surrogate; replaced by U+FFFD"
  case unescapedControl = "unescaped control character in a string"
  case strayQuote = "unescaped quote in a string"
  case unterminatedString = "unterminated string"
  /// An unquoted value other than a number, `true`, `false` or `null`.
  case invalidLiteral = "invalid literal; read as a string"
  case unquotedKey = "unquoted key"
  case missingKey = "member without a key"
  case missingValue = "key without a value"
  case missingColon = "missing ':'"
  case strayColon = "stray ':'; ignored"
  case missingComma = "missing ','"
  /// A comma after the last value, or two in a row.
  case strayComma = "stray ','; ignored"
  case duplicateKey = "duplicate key; both members are kept"
  case comment = "comment in JSON; ignored"
  case strayBracket = "stray closing bracket; ignored"
  /// An array or an object that ends with the bracket of the enclosing one.
  case missingBracket = "missing closing bracket"
  case unterminated = "unclosed array or object"
  case strayCharacters = "text outside a value; ignored"

  var isWarning: Bool {
    switch self {
    case .unterminated, .unterminatedString: true
    default: false
    }
  }

  /// A Boolean value that indicates whether a text that has this problem first is probably not
  /// JSON.
  var isUnlikely: Bool {
    switch self {
    case .strayCharacters, .invalidLiteral, .unquotedKey, .missingKey, .missingValue, .missingColon,
      .strayColon:
      true
    default: false
    }
  }
}
