/// The number of terminal columns of a text, as it is printed.
struct DisplayWidth {
  private(set) var columns = 0
  /// The number of bytes within the column limit.
  private(set) var length = 0

  init(of text: Span<UInt8>, isASCIIOnly: Bool, limit: Int = .max) {
    var last: UInt32 = 0
    var lastWidth = 0
    var index = 0

    while index < text.count {
      let start = index
      while index < text.count && columns < limit && 0x20..<0x7F ~= text[index] {
        columns += 1
        index += 1
      }

      if index > start {
        length = index
        lastWidth = 1
        last = UInt32(text[index - 1])
        continue
      }

      let character = DecodedCharacter(in: text, at: index)
      var width = character.escapedLength
      if character.isHarmless && !isASCIIOnly, case .scalar(let value, _) = character {
        width = Self.width(of: value, after: last, lastWidth: lastWidth)
        last = Self.isRegional(value) && Self.isRegional(last) ? 0 : value
        if width > 0 { lastWidth = width }
      } else {
        last = 0
        lastWidth = width
      }

      // Combining marks stay with their base character.
      if columns + width > limit { return }
      columns += width
      index += character.length
      length = index
    }
  }

  /// Returns the columns that a character adds to the preceding ones.
  private static func width(of value: UInt32, after last: UInt32, lastWidth: Int) -> Int {
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    if value == 0xFE0F { return lastWidth == 1 ? 1 : 0 }  // makes a sign an emoji
    if isRegional(value) { return isRegional(last) ? 0 : 2 }
    if last == 0x200D && value >= 0x2190 { return 0 }  // joined to an emoji
    if 0x1F3FB...0x1F3FF ~= value && last >= 0x261D { return 0 }  // a skin tone
    switch value {
    case 0x370...0x482, 0x48A...0x590: return 1  // Greek and Cyrillic, without marks
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return 2  // Han and Hangul
    default: break
    }
    guard let properties = Unicode.Scalar(value)?.properties else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if 0x1160...0x11FF ~= value { return 0 }  // vowels and finals of Hangul
    return properties.isEmojiPresentation || isWide(value) ? 2 : 1
  }

  private static func isRegional(_ value: UInt32) -> Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Returns whether the character is wide or fullwidth according to UAX #11.
  private static func isWide(_ value: UInt32) -> Bool {
    wideRanges.contains { $0.contains(value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x3040...0xA4CF, 0xAC00...0xD7A3, 0x1100...0x115F, 0x2E80...0x303E, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0xA960...0xA97C, 0xFE10...0xFE19,
    0x2329...0x232A, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}

extension DecodedCharacter {
  fileprivate var escapedLength: Int {
    switch self {
    case .invalidByte: return 4
    case .scalar(0x09, _), .scalar(0x0A, _), .scalar(0x0D, _): return 2
    case .scalar(let value, _): return 4 + max(1, (35 - value.leadingZeroBitCount) / 4)
    }
  }
}
