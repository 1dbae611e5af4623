extension Span where Element == UInt8 {
  func beginsComment(at position: Int) -> Bool {
    guard position + 1 < count else { return false }
    return self[position + 1] == UInt8(ascii: "/") || self[position + 1] == UInt8(ascii: "*")
  }

  var jsonBoolean: Bool? {
    @inline(never) get { equals("true") ? true : equals("false") ? false : nil }
  }

  var isJSONLiteral: Bool {
    switch self[0] {
    case UInt8(ascii: "t"): equals("true")
    case UInt8(ascii: "f"): equals("false")
    case UInt8(ascii: "n"): equals("null")
    default: isJSONNumber
    }
  }

  private var isJSONNumber: Bool {
    var index = 0
    func passDigits(_ index: inout Int) -> Int {
      let start = index
      while index < count && self[index].isASCIIDigit { index += 1 }
      return index - start
    }
    if self[0] == UInt8(ascii: "-") { index += 1 }
    let first = index
    let digits = passDigits(&index)
    if digits == 0 || digits > 1 && self[first] == UInt8(ascii: "0") { return false }
    if index < count && self[index] == UInt8(ascii: ".") {
      index += 1
      if passDigits(&index) == 0 { return false }
    }
    if index < count && self[index].lowercased == UInt8(ascii: "e") {
      index += 1
      if index < count && (self[index] == 0x2B || self[index] == 0x2D) { index += 1 }
      if passDigits(&index) == 0 { return false }
    }
    return index == count
  }
}

extension UInt8 {
  /// Whether the byte cannot be part of a literal.
  var endsLiteral: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
