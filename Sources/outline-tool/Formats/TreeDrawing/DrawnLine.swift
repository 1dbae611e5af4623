struct DrawnLine {
  /// The column of the branch, or of the text if there is no branch.
  private(set) var column = 0
  private(set) var hasBranch = false
  /// Whether the line has a vertical line before its branch or text.
  private(set) var hasVerticalLine = false
  private(set) var text: Range<Int>

  var isDrawn: Bool { hasBranch || column > 0 }

  init(_ line: Range<Int>, in bytes: Span<UInt8>) {
    text = line
    let bytes = bytes.extracting(..<line.upperBound)
    while !text.isEmpty {
      let piece = DrawingPiece(in: bytes, at: text.lowerBound)
      switch piece {
      case .blank(let length), .verticalLine(let length):
        if case .verticalLine = piece { hasVerticalLine = true }
        text = (text.lowerBound + length)..<text.upperBound
        column += 1
      case .branch(let length):
        hasBranch = true
        text = (text.lowerBound + length)..<text.upperBound
        while case .blank(let length) = DrawingPiece(in: bytes, at: text.lowerBound) {
          text = (text.lowerBound + length)..<text.upperBound
        }
        return
      case .text:
        return
      }
    }
  }
}

/// A piece of a drawing, with its length in bytes.
private enum DrawingPiece {
  case blank(Int)
  case verticalLine(Int)
  case branch(Int)
  case text

  init(in bytes: Span<UInt8>, at start: Int) {
    guard start < bytes.count else {
      self = .text
      return
    }
    switch bytes[start] {
    case let byte where byte.isBlank:
      self = .blank(1)
    case 0xC2 where start + 1 < bytes.count && bytes[start + 1] == 0xA0:
      self = .blank(2)
    case 0xE2:
      self = DrawingPiece(drawnIn: bytes, at: start)
    case UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "'"), UInt8(ascii: "+"),
      UInt8(ascii: "\\"):
      self = DrawingPiece(typedIn: bytes, at: start)
    default:
      self = .text
    }
  }

  /// Recognizes box-drawing characters, U+2500 to U+257F.
  private init(drawnIn bytes: Span<UInt8>, at start: Int) {
    switch bytes.scalar(at: start) {
    case "│", "┃", "║", "┆", "┊":
      self = .verticalLine(3)
    case "├", "└", "╰", "┣", "┗", "╠", "╚", "┝", "┕":
      var end = start + 3
      while let scalar = bytes.scalar(at: end), scalar.isBranchLine { end += 3 }
      self = end == start + 3 ? .text : .branch(end - start)
    default:
      self = .text
    }
  }

  /// Recognizes ASCII drawings: `|-- `, `` `-- ``, `+- `, `\--- `, `+---`, `\_ ` and `|`, and `|-`
  /// or `` `- `` before a name.
  private init(typedIn bytes: Span<UInt8>, at start: Int) {
    var end = start + 1
    while end < bytes.count && bytes[end] == UInt8(ascii: "-") { end += 1 }
    let dashes = end - start - 1
    let next = end < bytes.count ? bytes[end] : 0x20
    let isVerticalLine = bytes[start] == UInt8(ascii: "|")
    if dashes == 0 && bytes[start] == UInt8(ascii: "\\") && next == UInt8(ascii: "_") {
      self = end + 1 < bytes.count && bytes[end + 1].isBlank ? .branch(2) : .text
    } else if dashes == 0 {
      self = isVerticalLine && (next.isBlank || next == 0xC2) ? .verticalLine(1) : .text
    } else if bytes[start] == UInt8(ascii: "'") {
      self = dashes > 1 && next.isBlank ? .branch(end - start) : .text
    } else if next.isBlank {
      self = .branch(end - start)
    } else {
      // Some programs, such as clang, print no blank after a branch. Code is in two backticks.
      let isCode = bytes[start] == UInt8(ascii: "`") && bytes.firstIndex(of: 0x60, from: end) != nil
      let isBacktick = bytes[start] == UInt8(ascii: "`")
      let isBranch =
        dashes == 1 ? isVerticalLine || isBacktick && !isCode : dashes == 2 && !isBacktick
      let beginsName =
        isBranch && (next.isASCIILetter || "<({".utf8.contains(next) || bytes.hasCount(at: end))
      // On Windows, `tree` prints no blank after a branch.
      let isWindows = dashes == 3 && !isVerticalLine && next != UInt8(ascii: "+")
      self = isWindows || beginsName ? .branch(end - start) : .text
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a number of equal processes begins at `start`, such as `3*[sh]` of `pstree`.
  fileprivate func hasCount(at start: Int) -> Bool {
    let name = (start..<count).first { !self[$0].isASCIIDigit } ?? count
    return name > start && extracting(name...).starts(with: "*[", ignoringCase: false)
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character continues a branch.
  fileprivate var isBranchLine: Bool {
    switch self {
    case "─", "━", "═", "┬", "┳", "╦", "╴", "╸": true
    default: false
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a box-drawing character begins at `start`, as in the borders of tables.
  func isDrawnLine(at start: Int) -> Bool { scalar(at: start) != nil }

  /// Returns the box-drawing character at `start`, or `nil`.
  fileprivate func scalar(at start: Int) -> Unicode.Scalar? {
    guard start + 2 < count, self[start] == 0xE2, self[start + 1] & 0xFE == 0x94 else {
      return nil
    }
    return Unicode.Scalar(
      0x2000 | UInt32(self[start + 1] & 0x3F) << 6 | UInt32(self[start + 2] & 0x3F))
  }
}
