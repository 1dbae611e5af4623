/// What is not well-formed in a file of XML or HTML, and was taken as it was meant.
enum MarkupFault {
  /// An `&` that begins none of the references that are known.
  case looseAmpersand
  /// A `<` that begins no tag.
  case looseLessThan
  /// A quote within a quoted value.
  case looseQuote
  /// Bytes within a tag that are no attribute.
  case noAttribute
  /// A value without quotes.
  case unquotedValue
  /// A tag, a comment or a value that does not end.
  case unfinished
  /// An end tag for something that was not begun.
  case looseEnd
  /// Elements that do not end, those of rows.
  case missingEnd
  /// Others that do not end.
  case openElement
  /// A zero byte.
  case zeroByte
}
