/// A character that JSON writes as an escape, such as `\n` or `\u00E9`.
enum JSONEscape {
  case scalar(Unicode.Scalar, length: Int)
  case loneSurrogate
  case none

  init(in bytes: Span<UInt8>, at start: Int) {
    guard start + 1 < bytes.count else {
      self = .none
      return
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "u"): self = JSONEscape.unicode(in: bytes, at: start)
    case UInt8(ascii: "n"): self = .scalar("\n", length: 2)
    case UInt8(ascii: "t"): self = .scalar("\t", length: 2)
    case UInt8(ascii: "r"): self = .scalar("\r", length: 2)
    case UInt8(ascii: "b"): self = .scalar("\u{8}", length: 2)
    case UInt8(ascii: "f"): self = .scalar("\u{C}", length: 2)
    case let byte where "\"\\/".utf8.contains(byte):
      self = .scalar(Unicode.Scalar(byte), length: 2)
    default: self = .none
    }
  }

  private static func unicode(in bytes: Span<UInt8>, at start: Int) -> JSONEscape {
    guard let first = unit(in: bytes, at: start) else { return .none }
    if let scalar = Unicode.Scalar(first) { return .scalar(scalar, length: 6) }
    guard first < 0xDC00, let second = unit(in: bytes, at: start + 6), second >> 10 == 0x37,
      let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
    else { return .loneSurrogate }
    return .scalar(scalar, length: 12)
  }

  /// Reads `\u` and four digits.
  private static func unit(in bytes: Span<UInt8>, at start: Int) -> UInt32? {
    guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
      bytes[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for index in start + 2..<start + 6 {
      guard let digit = bytes[index].digit(radix: 16) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

extension Bytes {
  /// Appends a string with its escapes resolved; invalid escapes remain, and lone surrogates become
  /// U+FFFD.
  mutating func appendUnescaped(_ text: Span<UInt8>) {
    var start = 0
    while let backslash = text.firstIndex(of: UInt8(ascii: "\\"), from: start) {
      append(text.extracting(start..<backslash))
      switch JSONEscape(in: text, at: backslash) {
      case .scalar(let scalar, let length):
        append(contentsOf: UTF8.encode(scalar) ?? .init())
        start = backslash + length
      case .loneSurrogate:
        append(contentsOf: "\u{FFFD}".utf8)
        start = backslash + 6
      case .none:
        append(UInt8(ascii: "\\"))
        start = backslash + 1
      }
    }
    append(text.extracting(start...))
  }
}
