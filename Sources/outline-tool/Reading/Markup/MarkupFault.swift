/// What is not well-formed in a file of XML or HTML, and was taken as it was meant.
enum MarkupFault {
  /// An `&` that begins none of the references that are known.
  case looseAmpersand
  /// A `<` that begins no tag.
  case looseLessThan
  /// A quote within a quoted value.
  case looseQuote
  /// A text where only elements can be.
  case looseText
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

extension TagScanner {
  /// Notes what cannot be in a text or a value; returns whether anything in it stands for something
  /// else.
  mutating func noteFaults(inText range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var isEncoded = false
    var index = bytes.firstIndexOfMarkup(from: range.lowerBound, to: range.upperBound)
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        isEncoded = true
        if dialect == .xml && CharacterReference(in: bytes, at: index) == nil {
          note(.looseAmpersand, at: index)
        }
      case UInt8(ascii: "<"):
        note(.looseLessThan, at: index)
      case let byte:
        isEncoded = true
        if byte == 0 { note(.zeroByte, at: index) }
      }
      index = bytes.firstIndexOfMarkup(from: index + 1, to: range.upperBound)
    }
    return isEncoded
  }
}
