enum TextEncoding {
  case utf8
  case utf16(isBigEndian: Bool)
  /// ISO-8859-1, with the characters of windows-1252 in place of C1 controls, as in browsers.
  case windows1252

  /// Detects the encoding by the byte order mark or the XML declaration.
  ///
  /// Unknown encodings count as UTF-8, so that invalid bytes become visible.
  init(of bytes: Span<UInt8>) {
    guard bytes.count > 1 else {
      self = .utf8
      return
    }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): self = .utf16(isBigEndian: false)
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true)
    case (let first, 0) where first.beginsFile: self = .utf16(isBigEndian: false)
    case (0, let second) where second.beginsFile: self = .utf16(isBigEndian: true)
    default: self = TextEncoding.declared(in: bytes)
    }
  }

  private static func declared(in bytes: Span<UInt8>) -> TextEncoding {
    let start = bytes.extracting(first: min(bytes.count, 256))
    guard let declaration = start.end(of: "<?xml", from: 0),
      let end = start.end(of: "?>", from: declaration),
      var index = start.extracting(..<end).end(of: "encoding", from: declaration)
    else { return .utf8 }
    while index < end, !start[index].isASCIILetter { index += 1 }
    let begin = index
    while index < end, start[index] != UInt8(ascii: "\""), start[index] != UInt8(ascii: "'") {
      index += 1
    }

    let name = start.extracting(begin..<index)
    let single = ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "windows-1252", "cp1252"]
    return single.contains { name.equalsIgnoringCase($0) } ? .windows1252 : .utf8
  }

  /// Returns the text in UTF-8 without a byte order mark.
  ///
  /// Unpaired surrogates become U+FFFD.
  ///
  /// - Complexity: O(`bytes.count`); O(1) for UTF-8 without a mark
  func utf8(_ bytes: consuming Bytes) -> Bytes {
    switch self {
    case .utf8:
      if bytes.starts(with: "\u{FEFF}".utf8) { bytes.removeFirst(3) }
      return bytes
    case .utf16(let isBigEndian):
      return TextEncoding.decodeUTF16(bytes.span, isBigEndian: isBigEndian)
    case .windows1252:
      if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
      var text = Bytes()
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else {
          let index = Int(byte) - 0x80
          let high = TextEncoding.windows1252High
          let scalar = index < high.count ? high[index] : Unicode.Scalar(byte)
          text.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      }
      return text
    }
  }

  /// Returns a text whose lines end in carriage returns alone with line feeds in their place.
  ///
  /// - Complexity: O(length of the first line)
  static func endingLines(_ bytes: consuming Bytes) -> Bytes {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    // Zero bytes end the paths of some lists.
    if bytes.span.firstIndex(of: lineFeed, from: 0) != nil || bytes.contains(0) { return bytes }
    var start = 0
    while let end = bytes.span.firstIndex(of: carriageReturn, from: start) {
      bytes[end] = lineFeed
      start = end + 1
    }
    return bytes
  }

  private static func decodeUTF16(_ bytes: Span<UInt8>, isBigEndian: Bool) -> Bytes {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    var text = Bytes()
    text.reserveCapacity(units.count + units.count / 8)
    _ = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false
    ) { text.append($0) }
    return text
  }

  /// The characters 0x80 to 0x9F of windows-1252, as in the Encoding Standard.
  private static let windows1252High: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]
}

extension UInt8 {
  /// A Boolean value that indicates whether XML or JSON can begin with the byte, so that a zero
  /// byte beside it indicates UTF-16.
  fileprivate var beginsFile: Bool {
    self == UInt8(ascii: "<") || self == UInt8(ascii: "{") || self == UInt8(ascii: "[")
  }
}

extension TextEncoding {
  /// Returns a problem with a text that had `length` bytes in this encoding, other than invalid
  /// UTF-8.
  func problem(
    in text: Span<UInt8>, ofBytes length: Int, format: some Format, name: Bytes
  ) -> Problem? {
    let start = text.extracting(first: min(text.count, 8_000))
    if !format.allowsZeroBytes, let zero = start.firstIndex(of: 0, from: 0) {
      return Problem(path: name, location: SourceLocation(of: zero, in: text), kind: .binary)
    }
    guard case .utf16 = self, !length.isMultiple(of: 2) else { return nil }
    return Problem(
      path: name, location: SourceLocation(of: text.count, in: text), kind: .incompleteUTF16)
  }
}

extension Problem {
  /// Creates a problem if a text contains invalid UTF-8.
  ///
  /// - Complexity: O(`text.count`)
  init?(invalidUTF8In text: Span<UInt8>, of name: Bytes) {
    let first = text.firstInvalidUTF8Index(from: 0)
    if first == text.count { return nil }
    var count = 0
    var index = first
    while index < text.count {
      count += 1
      index = text.firstInvalidUTF8Index(from: index + 1)
    }
    self.init(
      path: name, location: SourceLocation(of: first, in: text), kind: .notUTF8(count: count))
  }
}
