/// The links and images in a text of Markdown, such as `[text](address)`, and addresses as they are.
///
/// Emphasis of a whole link belongs to it. A link in the text of another one is a link as well.
///
/// - Complexity: O(`text.count`)
struct InlineLinks {
  /// What is not shown, in the order of its ends.
  private var hidden: [Range<Int>] = []
  /// Where the address of the first link is.
  private(set) var address: Range<Int>?
  /// The brackets before texts that have not ended, and whether they are those of images.
  private var openings: [(start: Int, isImage: Bool)] = []
  /// The lengths of the runs of backticks that are known not to come again.
  private var missingRuns: Set<Int> = []
  private let text: Range<Int>
  /// Whether addresses may have blanks in them, as those of files have in summaries.
  private let allowsBlanks: Bool

  init(in text: Range<Int>, of bytes: Span<UInt8>, allowingBlanks: Bool) {
    self.text = text
    allowsBlanks = allowingBlanks
    let bytes = bytes.extracting(..<text.upperBound)
    var index = text.lowerBound
    while index < text.upperBound { index = read(index, in: bytes) }
  }

  /// Returns the pieces of the text that are shown; `nil` where that is all of it.
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

  /// Whether the text is a link and nothing else.
  var isOneLink: Bool {
    guard let shown, shown.count == 1 else { return false }
    return shown[0].lowerBound > text.lowerBound && shown[0].upperBound < text.upperBound
  }
}

extension InlineLinks {
  /// Reads what begins at `index`, and returns where that ends.
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
      // An address in the text of a link is none of its own.
      if !isImage && (address.map { $0.lowerBound > start } ?? true) { address = target.address }
      return target.end
    default:
      break
    }
    return index + 1
  }

  /// Hides all of a link but its text.
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

  /// Returns where the code ends that one or two backticks begin, or where these end if they begin
  /// none.
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

/// What stands in parentheses behind the text of a link: an address, and perhaps a title.
///
/// No search passes more than a few places where another one begins, so that all of them take
/// linear time: what is in brackets or quotes ends where the next brackets or quotes do, and an
/// address has no more than 32 parentheses open, as in the reference implementation of CommonMark.
private struct LinkTarget {
  let address: Range<Int>
  /// The place behind the parenthesis.
  let end: Int

  /// Reads what is behind the first parenthesis; `nil` where that does not end or is something
  /// else.
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
  /// Returns the place behind an address of the web that begins at `start`: all up to a bracket, or
  /// else, as on GitHub, without signs that end a sentence and a parenthesis that it did not open.
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

  /// Returns the place behind the sign that ends what another one opens, unless that comes again.
  fileprivate func end(of sign: UInt8, openedAt start: Int) -> Int? {
    var index = start + 1
    while index < count {
      if self[index] == sign { return index + 1 }
      if self[index] == self[start] { return nil }
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Returns the place of the parenthesis, or of the blank, that ends an address.
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

  /// Returns the place behind the last parenthesis, before which there may be a title.
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

  /// Whether the sign is no part of an address that it is the last of.
  fileprivate var endsSentence: Bool { "?!.,:;*_~'\"`|".utf8.contains(self) }
}
