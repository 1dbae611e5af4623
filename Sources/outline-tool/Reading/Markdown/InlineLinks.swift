/// The links and images in a text of Markdown, such as `[text](address)`.
///
/// Emphasis of a whole link belongs to it. A link in the text of another one is a link as well.
///
/// - Complexity: O(`text.count`)
struct InlineLinks {
  private enum Opening {
    /// The bracket before a text.
    case text(Int)
    /// The end of a text and the parenthesis behind it, with the bracket before.
    case address(Int, textEnd: Int)
    /// A parenthesis in an address.
    case parenthesis
  }

  /// What is not shown, in the order of its ends.
  private var hidden: [Range<Int>] = []
  /// Where the address of the first link is.
  private(set) var address: Range<Int>?
  private var openings: [Opening] = []
  private var openAddresses = 0
  private var lastBlank = -1
  /// The lengths of the runs of backticks that are known not to come again.
  private var missingRuns: Set<Int> = []
  private let text: Range<Int>
  /// Whether addresses may have blanks in them, as those of files have in summaries.
  private let allowsBlanks: Bool

  init(in text: Range<Int>, of bytes: Span<UInt8>, allowingBlanks: Bool) {
    self.text = text
    allowsBlanks = allowingBlanks
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
    case UInt8(ascii: "["):
      openings.append(.text(index))
    case UInt8(ascii: "]"):
      guard case .text(let start) = openings.last else { break }
      openings.removeLast()
      guard index + 1 < text.upperBound, bytes[index + 1] == UInt8(ascii: "("), index > start + 1
      else { break }
      openings.append(.address(start, textEnd: index))
      openAddresses += 1
      return index + 2
    case UInt8(ascii: "(") where openAddresses > 0:
      openings.append(.parenthesis)
    case UInt8(ascii: ")") where openAddresses > 0:
      closeParenthesis(at: index, in: bytes)
    case let byte where byte.isBlank:
      lastBlank = index
    default:
      break
    }
    return index + 1
  }

  private mutating func closeParenthesis(at index: Int, in bytes: Span<UInt8>) {
    while let opening = openings.popLast() {
      switch opening {
      case .text: continue
      case .parenthesis: return
      case .address(let start, let textEnd):
        openAddresses -= 1
        if isAddress(textEnd + 2..<index, in: bytes) {
          addLink(from: start, textEnd: textEnd, to: index, in: bytes)
        }
        return
      }
    }
  }

  /// Whether an address has no blanks in it but before its title.
  private func isAddress(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    if lastBlank < range.lowerBound || allowsBlanks { return true }
    let last = bytes[range.upperBound - 1]
    return bytes[range.lowerBound] == UInt8(ascii: "<") || last == UInt8(ascii: "\"")
      || last == UInt8(ascii: "'")
  }

  /// Hides all of a link but its text.
  private mutating func addLink(
    from start: Int, textEnd: Int, to end: Int, in bytes: Span<UInt8>
  ) {
    let isImage = start > text.lowerBound && bytes[start - 1] == UInt8(ascii: "!")
    var (before, behind) = (isImage ? start - 1 : start, end + 1)
    while before > text.lowerBound && behind < text.upperBound
      && bytes[before - 1] == bytes[behind] && bytes[behind].isEmphasis
    {
      before -= 1
      behind += 1
    }
    hidden += [before..<start + 1, textEnd..<behind]
    if address == nil && !isImage { address = place(ofAddressIn: textEnd + 2..<end, in: bytes) }
  }

  /// Returns where an address is without a title and angle brackets.
  private func place(ofAddressIn range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let isBracketed = !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "<")
    let start = isBracketed ? range.lowerBound + 1 : range.lowerBound
    var end = start
    while end < range.upperBound
      && (isBracketed ? bytes[end] != UInt8(ascii: ">") : !bytes[end].isBlank)
    {
      end += 1
    }
    return start..<end
  }

  /// Returns where the code ends that one or two backticks begin, or where these end if they begin
  /// none.
  private mutating func endOfCode(at start: Int, in bytes: Span<UInt8>) -> Int {
    let startEnd = endOfBackticks(at: start, in: bytes)
    let length = startEnd - start
    guard length <= 2, !missingRuns.contains(length) else { return startEnd }
    var index = startEnd
    while let next = bytes.extracting(..<text.upperBound).firstIndex(of: 0x60, from: index) {
      index = endOfBackticks(at: next, in: bytes)
      if index - next == length { return index }
    }
    missingRuns.insert(length)
    return startEnd
  }

  private func endOfBackticks(at start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while end < text.upperBound && bytes[end] == UInt8(ascii: "`") { end += 1 }
    return end
  }
}

extension UInt8 {
  fileprivate var isEmphasis: Bool { self == UInt8(ascii: "*") || self == UInt8(ascii: "_") }
}
