extension Bytes {
  /// Returns the text with all bytes percent-encoded that do not satisfy a predicate.
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
