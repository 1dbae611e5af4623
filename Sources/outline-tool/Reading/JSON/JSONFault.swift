/// What is not well-formed in a file of JSON, and was taken as it was meant.
enum JSONFault {
  /// A backslash that begins no escape.
  case badEscape
  /// Half of a character that is written as two.
  case loneSurrogate
  /// A control character within a text.
  case rawControl
  /// A quote within a text.
  case looseQuote
  /// A text that does not end.
  case unfinishedText
  /// Something without quotes that is no number, `true`, `false` or `null`.
  case badWord
  /// A key without quotes.
  case unquotedKey
  /// A member without a key.
  case missingKey
  /// A key, a comma or a colon where a value should be.
  case missingValue
  case missingColon
  case looseColon
  case missingComma
  /// A comma behind the last value, or two of them.
  case looseComma
  /// Two members of an object with the same key.
  case repeatedKey
  case comment
  /// A bracket that ends nothing.
  case looseEnd
  /// A bracket that ends what another was to end.
  case missingEnd
  /// The file ends within an array or an object.
  case unfinished
  /// Something before or behind the values of the file.
  case junk

  /// Whether a text in which this comes first is hardly meant to be JSON.
  var isUnlikely: Bool {
    switch self {
    case .junk, .badWord, .unquotedKey, .missingKey, .missingValue, .missingColon, .looseColon: true
    default: false
    }
  }
}
