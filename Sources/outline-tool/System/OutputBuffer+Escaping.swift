extension OutputBuffer {
  /// Appends untrusted text so that terminals do not interpret it.
  ///
  /// Controls, line separators and characters that change the direction of text become `\t`, `\n`,
  /// `\r` or `\u{1B}`; invalid UTF-8 becomes `\xFF`. Other text is unchanged, including
  /// backslashes. If the locale is not UTF-8, a terminal would misinterpret other characters, so
  /// they become `\u{15B}`. On request, a backslash becomes `\\`, so that the text is unambiguous.
  ///
  /// - Complexity: O(`text.count`)
  mutating func appendEscaped(_ text: Span<UInt8>, withBackslashes: Bool) {
    var start = 0
    while withBackslashes, let index = text.firstIndex(of: UInt8(ascii: "\\"), from: start) {
      appendEscaped(text.extracting(start..<index))
      append("\\\\")
      start = index + 1
    }
    appendEscaped(text.extracting(start...))
  }

  /// Appends untrusted text so that terminals do not interpret it, with backslashes unchanged.
  mutating func appendEscaped(_ text: Span<UInt8>) {
    var start = 0
    while true {
      let index =
        isASCIIOnly
        ? text.firstIndexOfUnprintable(from: start) : text.firstHarmfulIndex(from: start)
      append(text.extracting(start..<index))
      if index == text.count { return }
      let character = DecodedCharacter(in: text, at: index)
      appendEscape(for: character)
      start = index + character.length
    }
  }

  private mutating func appendEscape(for character: DecodedCharacter) {
    switch character {
    case .scalar(0x09, _):
      append("\\t")
    case .scalar(0x0A, _):
      append("\\n")
    case .scalar(0x0D, _):
      append("\\r")
    case .scalar(let value, _):
      append("\\u{")
      appendHexadecimal(value)
      append("}")
    case .invalidByte(let byte):
      hasInvalidBytes = true
      append("\\x")
      appendHexadecimal(UInt32(byte))
    }
  }

  mutating func appendQuoted(_ text: Bytes) {
    append("'")
    appendEscaped(text.span)
    append("'")
  }

  private mutating func appendHexadecimal(_ value: UInt32) {
    var digits = max(1, (35 - value.leadingZeroBitCount) / 4)
    while digits > 0 {
      digits -= 1
      let digit = UInt8(truncatingIfNeeded: value >> (4 * UInt32(digits))) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}
