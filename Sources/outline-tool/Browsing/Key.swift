/// A key, or an action of the mouse.
enum Key: Hashable {
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, tab, escape, backspace, delete, help
  case character(Unicode.Scalar)
  /// A letter with the Control key.
  case control(Unicode.Scalar)
  case click(row: Int, column: Int)
  case wheelUp, wheelDown

  /// The name in the help.
  var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "ctrl-\(letter)"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .help: "F1"
    case .wheelUp, .wheelDown: "wheel"
    default: String(describing: self)
    }
  }
}

extension Key {
  /// The longest sequence that a terminal sends for a key.
  private static let sequenceLimit = 64

  /// Removes the bytes of complete keys from the start of some input, and returns the keys.
  ///
  /// What remains is the start of a key. Unknown sequences and invalid UTF-8 are no keys.
  static func parse(_ input: inout Bytes) -> [Key] {
    var keys: [Key] = []
    var start = 0
    while start < input.count {
      let rest = input.span.extracting(start...)
      guard let length = length(ofFirstKeyIn: rest) else { break }
      if let key = Key(rest.extracting(first: length)) { keys.append(key) }
      start += length
    }
    input.removeFirst(start)
    return keys
  }

  /// Returns the number of bytes of the first key, or `nil` if some are missing.
  private static func length(ofFirstKeyIn input: Span<UInt8>) -> Int? {
    guard input[0] == 0x1B else {
      if input[0] < 0xC2 { return 1 }
      let count = min((~input[0]).leadingZeroBitCount, 4)
      // An invalid character ends before the next byte that continues none.
      for index in 1..<count {
        if index == input.count { return nil }
        if input[index] & 0xC0 != 0x80 { return index }
      }
      return count
    }
    guard input.count > 1 else { return nil }
    switch input[1] {
    case UInt8(ascii: "O"):
      return input.count > 2 ? 3 : nil
    case UInt8(ascii: "["):
      // Old terminals report the mouse by three bytes, which can be letters.
      if input.count > 2 && input[2] == UInt8(ascii: "M") { return input.count < 6 ? nil : 6 }
      // Parameters and intermediate bytes precede a final byte.
      for index in 2..<min(input.count, sequenceLimit) where !(0x20..<0x40 ~= input[index]) {
        return index + 1
      }
      return input.count < sequenceLimit ? nil : sequenceLimit
    default:
      return 1
    }
  }

  /// Creates the key of a complete sequence.
  private init?(_ input: Span<UInt8>) {
    if input.count == 1 || input[0] != 0x1B {
      self.init(character: input)
      return
    }
    let parameters = input.extracting(2..<input.count - 1)
    switch (input[input.count - 1], parameters.count == 1 ? parameters[0] : 0) {
    case (UInt8(ascii: "A"), _): self = .up
    case (UInt8(ascii: "B"), _): self = .down
    case (UInt8(ascii: "C"), _): self = .right
    case (UInt8(ascii: "D"), _): self = .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")),
      (UInt8(ascii: "~"), UInt8(ascii: "7")):
      self = .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")),
      (UInt8(ascii: "~"), UInt8(ascii: "8")):
      self = .end
    case (UInt8(ascii: "~"), UInt8(ascii: "3")): self = .delete
    case (UInt8(ascii: "~"), UInt8(ascii: "5")): self = .pageUp
    case (UInt8(ascii: "~"), UInt8(ascii: "6")): self = .pageDown
    case (UInt8(ascii: "P"), _): self = .help
    case (UInt8(ascii: "~"), _) where parameters.equals("11"): self = .help
    case (UInt8(ascii: "M"), _): self.init(mouse: parameters)
    default: return nil
    }
  }

  private init?(character input: Span<UInt8>) {
    switch input[0] {
    case 0x0D: self = .enter
    case 0x09: self = .tab
    case 0x1B: self = .escape
    case 0x08, 0x7F: self = .backspace
    case 0x01...0x1A: self = .control(Unicode.Scalar(input[0] + 0x60))
    case 0..<0x20: return nil
    default:
      guard case .scalar(let value, _) = DecodedCharacter(in: input, at: 0),
        let character = Unicode.Scalar(value)
      else { return nil }
      self = .character(character)
    }
  }

  /// Creates the action of a mouse report such as `<0;12;5`: button, column and row.
  private init?(mouse report: Span<UInt8>) {
    guard report.count > 1, report[0] == UInt8(ascii: "<") else { return nil }
    let numbers = Bytes(copying: report.extracting(1...)).split(separator: UInt8(ascii: ";"))
      .compactMap(\.number)
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    switch numbers[0] {
    case 0: self = .click(row: numbers[2] - 1, column: numbers[1] - 1)
    case 64: self = .wheelUp
    case 65: self = .wheelDown
    default: return nil
    }
  }
}
