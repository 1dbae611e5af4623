extension OutputBuffer {
  /// Appends a text with references in place of special characters.
  ///
  /// U+FFFD replaces invalid UTF-8 and the characters that the dialect does not allow.
  ///
  /// - Returns: Whether all characters are allowed.
  mutating func appendMarkup(_ text: Span<UInt8>, dialect: MarkupDialect) -> Bool {
    var isExact = true
    var runStart = 0
    var index = 0
    while true {
      index = text.firstIndex(from: index, to: text.count) { bytes in
        (bytes &- each(0x20) .>= each(0x5F)) .| (bytes .== each(UInt8(ascii: "&")))
          .| (bytes .== each(UInt8(ascii: "<"))) .| (bytes .== each(UInt8(ascii: ">")))
          .| (bytes .== each(UInt8(ascii: "\"")))
      }
      if index == text.count { break }
      let character = DecodedCharacter(in: text, at: index)
      let replacement = character.reference(in: dialect)
      if let replacement {
        append(text.extracting(runStart..<index))
        append(replacement)
        runStart = index + character.length
        if replacement == DecodedCharacter.replacement { isExact = false }
        if case .invalidByte = character { hasInvalidBytes = true }
      }
      index += character.length
    }
    append(text.extracting(runStart..<text.count))
    return isExact
  }
}

extension DecodedCharacter {
  fileprivate static let replacement = "\u{FFFD}"

  /// Returns the text to write in place of the character, or `nil` for the character itself.
  fileprivate func reference(in dialect: MarkupDialect) -> String? {
    guard case .scalar(let value, _) = self else { return Self.replacement }
    switch value {
    case 0x26: return "&amp;"
    case 0x3C: return "&lt;"
    case 0x3E: return "&gt;"
    case 0x22: return "&quot;"
    case 0x09, 0x0A, 0x0D: return "&#\(value);"
    case 0..<0x20, 0xFFFE, 0xFFFF: return Self.replacement
    // HTML takes references to these controls for other characters.
    case 0x7F...0x9F where dialect == .html: return Self.replacement
    default: return isHarmless ? nil : "&#\(value);"
    }
  }
}
