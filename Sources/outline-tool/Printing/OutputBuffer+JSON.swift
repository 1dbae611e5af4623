extension OutputBuffer {
  /// Appends a text as a JSON string; invalid UTF-8 becomes U+FFFD.
  mutating func appendJSON(_ text: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    var runStart = 0
    var index = 0
    while index < text.count {
      let character = DecodedCharacter(in: text, at: index)
      let isPlain =
        character.isHarmless && (character.length == 1 || !isASCIIOnly)
        && text[index] != UInt8(ascii: "\"") && text[index] != UInt8(ascii: "\\")
      if !isPlain {
        append(text.extracting(runStart..<index))
        appendJSONEscape(of: character)
        runStart = index + character.length
      }
      index += character.length
    }
    append(text.extracting(runStart..<index))
    append(UInt8(ascii: "\""))
  }

  /// Appends attributes as a JSON object.
  mutating func appendJSON(_ attributes: [RowAttribute]) {
    var separator = "{"
    for attribute in attributes {
      append(separator)
      appendJSON(attribute.name.span)
      append(":")
      appendJSON(attribute.value.span)
      separator = ","
    }
    append("}")
  }

  private mutating func appendJSONEscape(of character: DecodedCharacter) {
    guard case .scalar(let value, _) = character, let scalar = Unicode.Scalar(value) else {
      hasInvalidBytes = true
      append("\\uFFFD")
      return
    }

    let short: UInt8? =
      switch scalar {
      case "\"", "\\": UInt8(value)
      case "\n": UInt8(ascii: "n")
      case "\r": UInt8(ascii: "r")
      case "\t": UInt8(ascii: "t")
      default: nil
      }
    if let short {
      append(UInt8(ascii: "\\"))
      append(short)
      return
    }

    for unit in UTF16.encode(scalar) ?? .init() {
      let digits = String(unit, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
  }
}
