extension Span where Element == UInt8 {
  /// Returns the index of the first byte in a range that is not blank, or the end of the range.
  func firstText(in range: Range<Int>) -> Int {
    var start = range.lowerBound
    while start < range.upperBound && self[start].isBlank { start += 1 }
    return start
  }

  /// Returns a range without the blanks at its ends.
  @inline(__always)
  func trimming(_ range: Range<Int>, where isBlank: (UInt8) -> Bool) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end && isBlank(self[start]) { start += 1 }
    while end > start && isBlank(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the ranges of words between blanks.
  func words(in line: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = line.lowerBound
    for end in line.lowerBound...line.upperBound
    where end == line.upperBound || self[end].isBlank {
      if end > start { words.append(start..<end) }
      start = end + 1
    }
    return words
  }

  func equals(_ text: String) -> Bool {
    count == text.utf8.count && starts(with: text, ignoringCase: false)
  }

  /// Returns whether the bytes equal a lowercase text, ignoring case.
  func equalsIgnoringCase(_ text: String) -> Bool {
    count == text.utf8.count && starts(with: text, ignoringCase: true)
  }

  /// Returns the index after the next occurrence of a text.
  func end(of text: String, from start: Int) -> Int? {
    guard let first = text.utf8.first else { return start }
    var index = start
    while let found = firstIndex(of: first, from: index) {
      if extracting(found...).starts(with: text, ignoringCase: false) {
        return found + text.utf8.count
      }
      index = found + 1
    }
    return nil
  }

  func equals(_ other: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] {
      if !ignoringCase || self[index].lowercased != other[index].lowercased { return false }
    }
    return true
  }

  /// Returns whether the bytes begin with a text, which must be lowercase if case is ignored.
  @inline(__always)
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
  /// A Boolean value that indicates whether the byte is a space, a tab, or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// A Boolean value that indicates whether the byte is whitespace in XML and JSON.
  var isWhitespace: Bool {
    // For most bytes, one comparison is enough.
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D)
  }

  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var lowercased: UInt8 { isASCIILetter ? self | 0x20 : self }

  /// Returns the value of a decimal or hexadecimal digit, or `nil` for another byte.
  func digit(radix: UInt32) -> UInt32? {
    if isASCIIDigit { return UInt32(self - UInt8(ascii: "0")) }
    let letter = UInt32(lowercased &- UInt8(ascii: "a"))
    return radix == 16 && isASCIILetter && letter < 6 ? letter + 10 : nil
  }
}

extension Collection<UInt8> {
  var lowercasedText: String { String(decoding: map(\.lowercased), as: UTF8.self) }

  /// The number with these decimal digits.
  var number: Int? {
    allSatisfy(\.isASCIIDigit) ? Int(String(decoding: self, as: UTF8.self)) : nil
  }
}

extension Bytes {
  func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// Returns the Levenshtein distance to another text.
  func editDistance(to other: Bytes) -> Int {
    var row = [Int](0...other.count)
    for byte in self {
      var diagonal = row[0]
      row[0] += 1
      for column in other.indices {
        let replacing = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replacing, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}

// MARK: - Paths and addresses

extension Bytes {
  /// Returns this path, relative to the directory of `file` unless it is absolute.
  func relative(toDirectoryOf file: Bytes) -> Bytes {
    if first == UInt8(ascii: "/") { return self }
    return file[..<((file.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)] + self
  }

  /// Returns the text with percent-encoding for all bytes that do not satisfy a predicate.
  func percentEscaped(keeping isKept: (UInt8) -> Bool) -> Bytes {
    var result = Bytes()
    for byte in self {
      if isKept(byte) {
        result.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
      }
    }
    return result
  }

  /// The address with percent-encoding, or `nil` if it is not safe to follow.
  var followableAddress: Bytes? {
    let isSafe = ["https://", "http://", "mailto:"].contains {
      span.starts(with: $0, ignoringCase: true)
    }
    return isSafe ? percentEscaped(keeping: \.isInAddress) : nil
  }

  /// The text without percent-encoding.
  var withoutPercentEscapes: Bytes {
    var result = Bytes()
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let byte = UInt8(String(decoding: self[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}

extension Bytes {
  /// Returns the text without sequences that color it on a terminal, such as `ESC [01;34m`.
  consuming func withoutColors() -> Bytes {
    let escape: UInt8 = 0x1B
    if span.firstIndex(of: escape, from: 0) == nil { return self }
    var result = Bytes()
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      guard self[index] == escape, index + 1 < count, self[index + 1] == UInt8(ascii: "[") else {
        result.append(self[index])
        index += 1
        continue
      }
      var end = index + 2
      while end < count && (self[end].isASCIIDigit || self[end] == UInt8(ascii: ";")) { end += 1 }
      if end < count && (self[end] == UInt8(ascii: "m") || self[end] == UInt8(ascii: "K")) {
        index = end + 1
      } else {
        result.append(escape)
        index += 1
      }
    }
    return result
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte stands for itself in an encoded address.
  var isInAddress: Bool { self > 0x20 && self < 0x7F }
}
