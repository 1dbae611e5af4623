extension OutputBuffer {
  /// Appends text of unknown origin so that no terminal acts on it.
  ///
  /// Control characters, line separators and characters that change the direction of text appear as
  /// `\t`, `\n`, `\r` or `\u{1B}`, bytes that are not UTF-8 as `\xFF`. All other text stays as it
  /// is, backslashes too, unless the locale has another charset than UTF-8: there a terminal would
  /// take the bytes for other characters, some of them controls, and `\u{15B}` appears instead.
  ///
  /// - Complexity: O(`text.count`); runs of ordinary bytes are copied whole.
  mutating func appendEscaped(_ text: Span<UInt8>) {
    var runStart = 0
    var index = 0
    while true {
      index =
        isASCIIOnly
        ? text.firstIndexOfUnprintable(from: index) : text.firstIndexToExamine(from: index)
      if index == text.count { break }
      let end = Swift.min(index + 16, text.count)
      while index < end {
        let character = DecodedCharacter(in: text, at: index)
        if !character.isHarmless || character.length > 1 && isASCIIOnly {
          append(text.extracting(runStart..<index))
          appendEscape(for: character)
          runStart = index + character.length
        }
        index += character.length
      }
    }
    append(text.extracting(runStart..<index))
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

  private mutating func appendHexadecimal(_ value: UInt32) {
    var digits = max(1, (35 - value.leadingZeroBitCount) / 4)
    while digits > 0 {
      digits -= 1
      let digit = UInt8(truncatingIfNeeded: value >> (4 * UInt32(digits))) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}

/// A character of UTF-8 text, or a byte that belongs to none.
enum DecodedCharacter {
  case scalar(UInt32, length: Int)
  case invalidByte(UInt8)

  /// Decodes the character that starts at `index`; a byte that begins no well-formed one is
  /// invalid.
  @inline(__always)
  init(in text: Span<UInt8>, at index: Int) {
    let first = text[index]
    if first < 0x80 {
      self = .scalar(UInt32(first), length: 1)
      return
    }
    self = .invalidByte(first)
    let length = (~first).leadingZeroBitCount
    guard 2...4 ~= length, length <= text.count - index else { return }
    var value = UInt32(first) & (0x7F &>> UInt32(length))
    for offset in 1..<length {
      let byte = text[index + offset]
      guard byte & 0xC0 == 0x80 else { return }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // Neither surrogates, nor what is beyond all characters, nor longer forms than needed.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard value >= least, Unicode.Scalar(value) != nil else { return }
    self = .scalar(value, length: length)
  }

  var length: Int {
    switch self {
    case .scalar(_, let length): length
    case .invalidByte: 1
    }
  }

  /// Whether a terminal shows the character and does nothing else with it.
  var isHarmless: Bool {
    guard case .scalar(let value, _) = self else { return false }
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: return false  // controls
    case 0x061C, 0x200E, 0x200F: return false  // marks of direction
    case 0x2028...0x202E: return false  // line and paragraph separators, embeddings, overrides
    case 0x2066...0x2069: return false  // isolates
    default: return true
    }
  }
}
