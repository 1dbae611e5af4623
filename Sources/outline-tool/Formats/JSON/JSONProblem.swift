/// A violation of JSON syntax.
enum JSONProblem: FormatProblem {
  /// A backslash that begins no escape.
  case invalidEscape
  /// One half of a surrogate pair.
  case loneSurrogate
  /// A control character within a string.
  case unescapedControl
  /// A quote within a string.
  case strayQuote
  /// A string that does not end.
  case unterminatedString
  /// An unquoted value other than a number, `true`, `false` or `null`.
  case invalidLiteral
  case unquotedKey
  case missingKey
  /// A key without a value.
  case missingValue
  case missingColon
  case strayColon
  case missingComma
  /// A comma after the last value, or two in a row.
  case strayComma
  /// Two members of an object with the same key.
  case duplicateKey
  case comment
  /// A closing bracket without an opening one.
  case strayBracket
  /// An array or an object that ends with the bracket of the enclosing one.
  case missingBracket
  /// The file ends within an array or an object.
  case unterminated
  /// Text before or after the values of the file.
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

  /// Whether a text that has this problem first is probably not JSON.
  var isUnlikely: Bool {
    switch self {
    case .strayCharacters, .invalidLiteral, .unquotedKey, .missingKey, .missingValue, .missingColon,
      .strayColon:
      true
    default: false
    }
  }
}
