/// The links and images in a Markdown text, such as `[text](address)`, and bare addresses.
///
/// Emphasis around a whole link belongs to the link. Links can be nested.
///
/// - Complexity: O(`text.count`)
struct InlineLinks {
  /// The hidden ranges, ordered by their ends.
  private var hidden: [Range<Int>] = []
  /// The address of the first link.
  private(set) var address: Range<Int>?
  private var openings: [(start: Int, isImage: Bool)] = []
  /// The lengths of backtick runs that do not occur again.
  private var missingRuns: Set<Int> = []
  private let text: Range<Int>
  /// Whether addresses can contain spaces, as the file names in summaries do.
  private let allowsBlanks: Bool

  init(in text: Range<Int>, of bytes: Span<UInt8>, allowingBlanks: Bool) {
    self.text = text
    allowsBlanks = allowingBlanks
    let bytes = bytes.extracting(..<text.upperBound)
    var index = text.lowerBound
    while index < text.upperBound { index = read(index, in: bytes) }
  }

  /// The visible pieces of the text; `nil` if all of it is visible.
  var shown: [Range<Int>]? {
    if hidden.isEmpty { return nil }
    var pieces: [Range<Int>] = []
    var start = text.lowerBound
    for part in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if part.lowerBound > start { pieces.append(start..<part.lowerBound) }
      start = max(start, part.upperBound)
    }
    if start < text.upperBound { pieces.append(start..<text.upperBound) }
    return pieces
  }

  /// Whether the text is a single link.
  var isOneLink: Bool {
    guard let shown, shown.count == 1 else { return false }
    return shown[0].lowerBound > text.lowerBound && shown[0].upperBound < text.upperBound
  }
}

extension InlineLinks {
  /// Reads the syntax at `index` and returns its end.
  private mutating func read(_ index: Int, in bytes: Span<UInt8>) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      return index + 2
    case UInt8(ascii: "`"):
      return endOfCode(at: index, in: bytes)
    case UInt8(ascii: "!"):
      guard bytes.has(UInt8(ascii: "["), at: index + 1) else { break }
      openings.append((index + 1, true))
      return index + 2
    case UInt8(ascii: "["):
      openings.append((index, false))
    case UInt8(ascii: "<"):
      guard let end = bytes.endOfBareAddress(from: index + 1, untilBracket: true),
        bytes.has(UInt8(ascii: ">"), at: end)
      else { break }
      address = address ?? index + 1..<end
      hidden += [index..<index + 1, end..<end + 1]
      return end + 1
    case UInt8(ascii: "h") where index == text.lowerBound || !bytes[index - 1].isASCIILetter:
      guard let end = bytes.endOfBareAddress(from: index, untilBracket: false) else { break }
      address = address ?? index..<end
      return end
    case UInt8(ascii: "]"):
      guard let (start, isImage) = openings.popLast(), index > start + 1,
        bytes.has(UInt8(ascii: "("), at: index + 1),
        let target = LinkTarget(in: bytes, from: index + 2, allowingBlanks: allowsBlanks)
      else { break }
      addLink(from: isImage ? start - 1 : start, text: start + 1..<index, target, in: bytes)
      // An address in the text of a link is not the address of the link.
      if !isImage && (address.map { $0.lowerBound > start } ?? true) { address = target.address }
      return target.end
    default:
      break
    }
    return index + 1
  }

  /// Hides a link except for its text.
  private mutating func addLink(
    from start: Int, text linkText: Range<Int>, _ target: LinkTarget, in bytes: Span<UInt8>
  ) {
    var (before, behind) = (start, target.end)
    while before > text.lowerBound && behind < text.upperBound
      && bytes[before - 1] == bytes[behind] && bytes[behind].isEmphasis
      && !isEscaped(before - 1, in: bytes)
    {
      before -= 1
      behind += 1
    }
    hidden += [before..<linkText.lowerBound, linkText.upperBound..<behind]
  }

  private func isEscaped(_ index: Int, in bytes: Span<UInt8>) -> Bool {
    var start = index
    while start > text.lowerBound && bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return !(index - start).isMultiple(of: 2)
  }

  /// Returns the end of the inline code at one or two backticks, or the end of the backticks.
  private mutating func endOfCode(at start: Int, in bytes: Span<UInt8>) -> Int {
    let startEnd = endOfBackticks(at: start, in: bytes)
    let length = startEnd - start
    guard length <= 2, !missingRuns.contains(length) else { return startEnd }
    var index = startEnd
    while let next = bytes.firstIndex(of: UInt8(ascii: "`"), from: index) {
      index = endOfBackticks(at: next, in: bytes)
      if index - next == length { return index }
    }
    missingRuns.insert(length)
    return startEnd
  }

  private func endOfBackticks(at start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while bytes.has(UInt8(ascii: "`"), at: end) { end += 1 }
    return end
  }
}

/// The parentheses after the text of a link, with an address and an optional title.
///
/// Each search stops soon after the start of the next target, so that all searches together take
/// linear time. As in the reference implementation of CommonMark, an address has at most 32 open
/// parentheses.
private struct LinkTarget {
  let address: Range<Int>
  /// The offset after the closing parenthesis.
  let end: Int

  /// Reads the text after the opening parenthesis; returns `nil` for anything but a target.
  init?(in bytes: Span<UInt8>, from start: Int, allowingBlanks: Bool) {
    let first = bytes.firstText(in: start..<bytes.count)
    if bytes.has(UInt8(ascii: "<"), at: first) {
      guard let close = bytes.end(of: UInt8(ascii: ">"), openedAt: first) else { return nil }
      address = first + 1..<close - 1
      guard let end = bytes.endOfTarget(from: close) else { return nil }
      self.end = end
    } else if let close = bytes.endOfAddress(from: first, allowingBlanks: false),
      let end = bytes.endOfTarget(from: close)
    {
      address = first..<close
      self.end = end
    } else if allowingBlanks, let close = bytes.endOfAddress(from: first, allowingBlanks: true) {
      address = first..<close
      end = close + 1
    } else {
      return nil
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the end of the web address at `start`: at a bracket or, as on GitHub, before the
  /// punctuation that ends a sentence and an unmatched parenthesis.
  fileprivate func endOfBareAddress(from start: Int, untilBracket: Bool) -> Int? {
    let rest = extracting(Swift.min(start, count)...)
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { rest.starts(with: $0, ignoringCase: true) }) else {
      return nil
    }
    var end = start + scheme.utf8.count
    let first = end
    var open = 0
    while end < count, self[end] > 0x20, self[end] != UInt8(ascii: "<"),
      self[end] != UInt8(ascii: ">"), self[end] != UInt8(ascii: "]") || untilBracket
    {
      if self[end] == UInt8(ascii: "(") { open += 1 }
      if self[end] == UInt8(ascii: ")") { open -= 1 }
      if open < 0 && !untilBracket { break }
      end += 1
    }
    while !untilBracket && end > first && self[end - 1].endsSentence { end -= 1 }
    return end > first ? end : nil
  }

  fileprivate func has(_ byte: UInt8, at index: Int) -> Bool {
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

  /// Returns the offset after the closing parenthesis, which may follow a title.
  fileprivate func endOfTarget(from addressEnd: Int) -> Int? {
    var index = firstText(in: addressEnd..<count)
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
      }
    }
    return has(UInt8(ascii: ")"), at: index) ? index + 1 : nil
  }
}

extension UInt8 {
  fileprivate var isEmphasis: Bool { self == UInt8(ascii: "*") || self == UInt8(ascii: "_") }

  /// Whether the character ends a sentence rather than an address.
  fileprivate var endsSentence: Bool { "?!.,:;*_~'\"`|".utf8.contains(self) }
}
