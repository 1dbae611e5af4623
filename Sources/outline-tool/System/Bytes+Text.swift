extension Span where Element == UInt8 {
  /// Returns the index of the first byte in a range that is not blank, or the end of the range.
  func firstText(in range: Range<Int>) -> Int {
    var start = range.lowerBound
    while start < range.upperBound && self[start].isBlank { start += 1 }
    return start
  }

  /// Returns whether the bytes equal a text.
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

  /// Returns whether the bytes equal others.
  func equals(_ other: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] {
      if !ignoringCase || self[index].lowercased != other[index].lowercased { return false }
    }
    return true
  }

  /// Returns whether the bytes begin with a text, which must be lowercase if case is ignored.
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
  /// Whether the byte is a space, a tab, or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// Whether the byte is whitespace in XML and JSON.
  var isWhitespace: Bool {
    // For most bytes, one comparison is enough.
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D)
  }

  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var lowercased: UInt8 { isASCIILetter ? self | 0x20 : self }
}

extension Bytes {
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
