/// The parentheses after the text of a link, with an address and an optional title.
///
/// Each search stops soon after the start of the next target, so that all searches together take
/// linear time. As in the reference implementation of CommonMark, an address has at most 32 open
/// parentheses.
struct LinkTarget {
  let address: Range<Int>
  let end: Int
  var hasTitle = false

  init(address: Range<Int>, end: Int) {
    self.address = address
    self.end = end
  }

  /// Reads the text after the opening parenthesis; returns `nil` for anything but a target.
  init?(in bytes: Span<UInt8>, from start: Int, allowingBlanks: Bool) {
    let first = bytes.firstText(in: start..<bytes.count)
    if bytes.has(UInt8(ascii: "<"), at: first) {
      guard let close = bytes.end(of: UInt8(ascii: ">"), openedAt: first) else { return nil }
      address = first + 1..<close - 1
      guard let (end, hasTitle) = bytes.endOfTarget(from: close) else { return nil }
      self.end = end
      self.hasTitle = hasTitle
    } else if let close = bytes.endOfAddress(from: first, allowingBlanks: false),
      let (end, hasTitle) = bytes.endOfTarget(from: close)
    {
      address = first..<close
      self.end = end
      self.hasTitle = hasTitle
    } else if allowingBlanks, let close = bytes.endOfAddress(from: first, allowingBlanks: true) {
      address = first..<close
      end = close + 1
    } else {
      return nil
    }
  }
}

extension Span where Element == UInt8 {
  func has(_ byte: UInt8, at index: Int) -> Bool {
    index < count && self[index] == byte
  }

  /// Returns the offset after a closing delimiter, or `nil` if the opening one occurs again first.
  fileprivate func end(of sign: UInt8, openedAt start: Int) -> Int? {
    var index = start + 1
    while index < count {
      if self[index] == sign { return index + 1 }
      if self[index] == self[start] { return nil }
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Returns the offset of the parenthesis or the blank that ends an address.
  fileprivate func endOfAddress(from start: Int, allowingBlanks: Bool) -> Int? {
    var open = 0
    var index = start
    while index < count {
      switch self[index] {
      case UInt8(ascii: "("):
        open += 1
        if open > 32 { return nil }
      case UInt8(ascii: ")"):
        if open == 0 { return index }
        open -= 1
      case UInt8(ascii: "\\"):
        index += 1
      case let byte where byte.isBlank && !allowingBlanks:
        return open == 0 ? index : nil
      default:
        break
      }
      index += 1
    }
    return nil
  }

  /// Returns the offset after the closing parenthesis, and whether it follows a title.
  fileprivate func endOfTarget(from addressEnd: Int) -> (end: Int, hasTitle: Bool)? {
    var index = firstText(in: addressEnd..<count)
    var hasTitle = false
    if index > addressEnd && index < count {
      let close: UInt8? =
        switch self[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): self[index]
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: nil
        }
      if let close {
        guard let end = end(of: close, openedAt: index) else { return nil }
        index = firstText(in: end..<count)
        hasTitle = true
      }
    }
    return has(UInt8(ascii: ")"), at: index) ? (index + 1, hasTitle) : nil
  }
}

/// The addresses of links by labels, such as `[label]: address`.
struct LinkReferences {
  /// The length of the longest label in CommonMark.
  fileprivate static let maximalLabel = 999

  private var addresses: [Bytes: Range<Int>] = [:]
  private var lines: [Bytes: Range<Int>] = [:]

  var isEmpty: Bool { addresses.isEmpty }

  /// Records a line that defines a label, and returns whether it does; the first definition counts.
  mutating func add(_ line: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let bytes = bytes.extracting(..<line.upperBound)
    let start = line.lowerBound + 1
    guard bytes[line.lowerBound] == UInt8(ascii: "["), let end = bytes.endOfLabel(from: start),
      end > start, bytes[start] != UInt8(ascii: "^"), bytes.has(UInt8(ascii: ":"), at: end + 1)
    else { return false }

    let first = bytes.firstText(in: end + 2..<bytes.count)
    guard first < bytes.count else { return false }
    var address = first..<(bytes.endOfAddress(from: first, allowingBlanks: false) ?? bytes.count)
    if bytes[first] == UInt8(ascii: "<") {
      guard let close = bytes.end(of: UInt8(ascii: ">"), openedAt: first) else { return false }
      address = first + 1..<close - 1
    }

    let title = bytes.firstText(in: min(address.upperBound + 1, bytes.count)..<bytes.count)
    guard title == bytes.count || "\"'(".utf8.contains(bytes[title]) else { return false }

    let label = label(start..<end, in: bytes)
    if addresses[label] == nil { (addresses[label], lines[label]) = (address, line) }
    return true
  }

  /// Returns the lines that define labels in texts.
  func definitions(in texts: some Sequence<Bytes>, of bytes: Span<UInt8>) -> [Bytes] {
    var used: Set<Range<Int>> = []
    for text in texts where !isEmpty {
      var index = 0
      while let bracket = text.span.firstIndex(of: UInt8(ascii: "["), from: index) {
        index = bracket + 1
        guard let end = text.span.endOfLabel(from: index) else { continue }
        if let line = lines[label(index..<end, in: text.span)] { used.insert(line) }
      }
    }
    return used.sorted { $0.lowerBound < $1.lowerBound }.map {
      Bytes(copying: bytes.extracting($0))
    }
  }

  func address(of text: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard text.count <= Self.maximalLabel,
      bytes.endOfLabel(from: text.lowerBound) == text.upperBound
    else { return nil }
    return addresses[label(text, in: bytes)]
  }

  /// Returns a label in lowercase with single spaces.
  private func label(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bytes {
    var label = Bytes()
    for index in bytes.trimming(range, where: \.isBlank) {
      let byte = bytes[index].isBlank ? 0x20 : bytes[index].lowercased
      if byte != 0x20 || label.last != 0x20 { label.append(byte) }
    }
    return label
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset of the bracket that ends a label, or `nil` if another one comes first.
  func endOfLabel(from start: Int) -> Int? {
    var index = start
    while index < Swift.min(count, start + LinkReferences.maximalLabel + 1) {
      switch self[index] {
      case UInt8(ascii: "]"): return index
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }
}
