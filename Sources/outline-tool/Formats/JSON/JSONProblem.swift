/// What is not well-formed in a file of JSON, and was taken as it was meant.
enum JSONProblem: FormatProblem {
  /// A backslash that begins no escape.
  case invalidEscape
  /// Half of a character that is written as two.
  case loneSurrogate
  /// A control character within a text.
  case unescapedControl
  /// A quote within a text.
  case strayQuote
  /// A text that does not end.
  case unterminatedString
  /// Something without quotes that is no number, `true`, `false` or `null`.
  case invalidLiteral
  /// A key without quotes.
  case unquotedKey
  /// A member without a key.
  case missingKey
  /// A key, a comma or a colon where a value should be.
  case missingValue
  case missingColon
  case strayColon
  case missingComma
  /// A comma behind the last value, or two of them.
  case strayComma
  /// Two members of an object with the same key.
  case duplicateKey
  case comment
  /// A bracket that ends nothing.
  case strayBracket
  /// A bracket that ends what another was to end.
  case missingBracket
  /// The file ends within an array or an object.
  case unterminated
  /// Something before or behind the values of the file.
  case strayCharacters

  var message: String {
    switch self {
    case .invalidEscape: "a '\\' that begins no escape; taken as it is"
    case .loneSurrogate: "half of a character; U+FFFD stands for it"
    case .unescapedControl: "a control character within a text; taken as it is"
    case .strayQuote: "a quote within a text; taken as it is"
    case .unterminatedString: "a text begins here and does not end"
    case .invalidLiteral: "neither a number nor 'true', 'false' or 'null'; taken as a text"
    case .unquotedKey: "a key without quotes; taken as it is"
    case .missingKey: "a member without a key; taken as it is"
    case .missingValue: "a key without a value; taken for an empty one"
    case .missingColon: "a ':' is missing before this"
    case .strayColon: "a ':' that follows no key; passed over"
    case .missingComma: "a ',' is missing before this"
    case .strayComma: "a ',' with no value behind or before it; passed over"
    case .duplicateKey: "a member whose key another has, too; both are kept"
    case .comment: "a comment; passed over"
    case .strayBracket: "a bracket that ends nothing; passed over"
    case .missingBracket: "a bracket for what begins further out; what is within it ends here, too"
    case .unterminated: "the file ends within an array or an object; ended with it"
    case .strayCharacters: "something that is no part of a value; passed over"
    }
  }

  var isWarning: Bool {
    switch self {
    case .unterminated, .unterminatedString: true
    default: false
    }
  }

  /// Whether a text in which this comes first is hardly meant to be JSON.
  var isUnlikely: Bool {
    switch self {
    case .strayCharacters, .invalidLiteral, .unquotedKey, .missingKey, .missingValue, .missingColon,
      .strayColon:
      true
    default: false
    }
  }
}
