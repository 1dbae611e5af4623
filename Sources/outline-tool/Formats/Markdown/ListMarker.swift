/// The marker of a list item: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  let content: LineCursor
  let contentColumn: Int
  let isNumber: Bool

  init?(in bytes: Span<UInt8>, at start: LineCursor, inParagraph: Bool) {
    var cursor = start
    isNumber = cursor.peek(bytes).isASCIIDigit
    switch cursor.peek(bytes) {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      cursor.advance(by: 1)
    case let first where first.isASCIIDigit:
      var digits = 0
      while cursor.peek(bytes).isASCIIDigit && digits < 10 {
        cursor.advance(by: 1)
        digits += 1
      }
      let delimiter = cursor.peek(bytes)
      guard digits < 10, delimiter == UInt8(ascii: ".") || delimiter == UInt8(ascii: ")") else {
        return nil
      }
      // A wrapped line such as "in\n2024. Then" is not a list item.
      if inParagraph && !(digits == 1 && first == UInt8(ascii: "1")) { return nil }
      cursor.advance(by: 1)
    default:
      return nil
    }

    guard cursor.peek(bytes).isBlank else { return nil }
    let markerEnd = cursor.column
    cursor.skipBlanks(bytes)
    if cursor.isAtEnd && inParagraph { return nil }

    content = cursor
    // More than four blanks are one blank and an indented code block. An empty item has one blank.
    let gap = cursor.column - markerEnd
    contentColumn = cursor.isAtEnd || gap > 4 ? markerEnd + 1 : cursor.column
  }
}
