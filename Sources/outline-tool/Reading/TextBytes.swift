extension Span where Element == UInt8 {
  /// Returns the place of the first byte of a range that is no blank, or its end.
  func firstText(in range: Range<Int>) -> Int {
    var start = range.lowerBound
    while start < range.upperBound && self[start].isBlank { start += 1 }
    return start
  }

  /// Whether these are the bytes of `text`.
  func holds(_ text: String) -> Bool {
    count == text.utf8.count && starts(with: text, ignoringCase: false)
  }

  /// Whether these are the bytes of `text`, which is in lower case, in capital or small letters.
  func lowercasedHolds(_ text: String) -> Bool {
    count == text.utf8.count && starts(with: text, ignoringCase: true)
  }

  /// Whether these are the same bytes as others.
  func equals(_ other: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] {
      if !ignoringCase || self[index].lowercased != other[index].lowercased { return false }
    }
    return true
  }

  /// Whether the bytes begin with `text`, which is in lower case if case is ignored.
  func starts(with text: String, ignoringCase: Bool) -> Bool {
    guard text.utf8.count <= count else { return false }
    var index = 0
    for expected in text.utf8 {
      let byte = ignoringCase ? self[index].lowercased : self[index]
      if byte != expected { return false }
      index += 1
    }
    return true
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab, or the carriage return of a Windows line end.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var lowercased: UInt8 { isASCIILetter ? self | 0x20 : self }
}
