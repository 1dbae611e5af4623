/// Something wrong with an input, as a fact; `Messages.swift` has the sentences.
struct Problem: Error {
  enum Fact {
    case failed(SystemError)
    /// The input has more bytes than are read.
    case tooLarge(limit: Int)
    /// There is an input, but nothing in it that this format makes a row of.
    case noRows(Format)
    /// Some rows are indented by tabs and others by spaces; a tab was taken for so many columns.
    case mixedIndents(tabWidth: Int)
    /// A row is more than one tab deeper than the row it belongs to.
    case skippedLevel
  }

  /// The input, or the directory in it, as messages name it.
  let path: Bytes
  var place: Place?
  let fact: Fact
}

/// A place in a file: line and column counted from 1, the column in bytes.
struct Place {
  let line: Int
  let column: Int

  /// Finds the line and column of the byte at `position`.
  init(of position: Int, in bytes: Span<UInt8>) {
    var line = 1
    var lineStart = 0
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: lineStart), end < position {
      line += 1
      lineStart = end + 1
    }
    self.line = line
    column = position - lineStart + 1
  }
}
