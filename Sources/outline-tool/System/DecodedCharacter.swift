/// A Unicode scalar in UTF-8 text, or a byte that belongs to none.
enum DecodedCharacter {
  case scalar(UInt32, length: Int)
  case invalidByte(UInt8)

  /// Decodes the character at `index`.
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
    // Reject surrogates, values beyond Unicode and overlong forms.
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

  /// A Boolean value that indicates whether terminals display the character and do nothing else
  /// with it.
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
