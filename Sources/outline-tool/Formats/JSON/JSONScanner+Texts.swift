extension JSONScanner {
  /// Reads a string that does not follow a colon.
  @inline(never)
  mutating func readStrayString(in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>) {
    if isAfterEnd(of: values) {
      reportStrayCharacters(at: position)
      _ = skipString(in: bytes)
    } else {
      let key = beginValue(at: position, in: &values)
      readString(for: key, in: bytes, to: &values)
    }
  }

  @inline(__always)
  mutating func readString(
    for key: UInt32, in bytes: Span<UInt8>, to values: inout OutputSpan<JSONValue>
  ) {
    state = .value
    let text = skipString(in: bytes)
    values.append(
      JSONValue(kind: .string, range: text.range, hasEscapes: text.hasEscapes, key: key))
    skipComma(in: bytes)
  }

  /// Skips a string and returns the range within its quotes.
  ///
  /// A quote ends a string only if the next character allows it. A string may span lines only if
  /// its last quote is such a quote; otherwise it ends with its line.
  @inline(__always)
  mutating func skipString(in bytes: Span<UInt8>) -> (range: Range<Int>, hasEscapes: Bool) {
    let start = position + 1
    let end = bytes.firstIndexOfQuote(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), bytes.canEndText(at: end) else {
      return skipString(in: bytes, from: start, seenTo: end)
    }
    position = end + 1
    return (start..<end, false)
  }

  /// Skips a string that contains other than printable characters.
  private mutating func skipString(
    in bytes: Span<UInt8>, from start: Int, seenTo end: Int
  ) -> (range: Range<Int>, hasEscapes: Bool) {
    var index = end
    var hasEscapes = false
    var lineEnd: Int?
    var control: Int?
    scan: while true {
      index = bytes.firstIndexOfQuote(from: index)
      guard index < bytes.count else { break scan }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        if bytes.canEndText(at: index) {
          if let control { report(.unescapedControl, at: control) }
          position = index + 1
          return (start..<index, hasEscapes)
        }
        if lineEnd != nil { break scan }
        report(.strayQuote, at: index)
        index += 1
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index = skipEscape(in: bytes, at: index, reports: lineEnd == nil)
      } else {
        if byte == UInt8(ascii: "\n") && lineEnd == nil {
          lineEnd = index
          if start < unterminatedBefore { break scan }
        }
        if control == nil { control = index }
        index += 1
      }
    }
    report(.unterminatedString, at: start - 1)
    unterminatedBefore = max(unterminatedBefore, index)
    var end = lineEnd ?? bytes.count
    while end > start && bytes[end - 1].isWhitespace { end -= 1 }
    if end > start && lineEnd != nil && bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    position = end
    return (start..<end, hasEscapes)
  }

  private mutating func skipEscape(in bytes: Span<UInt8>, at index: Int, reports: Bool) -> Int {
    switch JSONEscape(in: bytes, at: index) {
    case .scalar(_, let length):
      return index + length
    case .loneSurrogate:
      if reports { report(.loneSurrogate, at: index) }
      return index + 6
    case .none:
      if reports { report(.invalidEscape, at: index) }
      return index + 1
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether the quote at `index` can end a string, according to what follows.
  @inline(__always)
  func canEndText(at index: Int) -> Bool {
    guard index + 1 < count else { return true }
    switch self[index + 1] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "\n"):
      return true
    default:
      return isFollowedByStructure(at: index)
    }
  }

  private func isFollowedByStructure(at index: Int) -> Bool {
    var next = index + 1
    while next < count && (self[next] == UInt8(ascii: " ") || self[next] == UInt8(ascii: "\t")) {
      next += 1
    }
    guard next < count else { return true }
    switch self[next] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "\n"),
      UInt8(ascii: "\r"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "-"):
      return true
    case let byte:
      return byte.isASCIIDigit && next > index + 1
    }
  }
}
