/// Something wrong with an input, as a fact; `Messages.swift` has the sentences.
struct Problem: Error {
  enum Fact {
    case failed(SystemError)
    /// The input has more bytes than are read.
    case tooLarge(limit: Int)
    /// So many bytes are not UTF-8, which all others are.
    case notUTF8(count: Int)
    /// The last byte of a file of UTF-16 is half a character.
    case halfCharacter
    /// There are zero bytes where text is expected.
    case binary
    /// There is an input, but nothing in it that this format makes a row of.
    case noRows(Format)
    /// Only items of lists are asked for, and there are none.
    case noItems
    /// Some rows are indented by tabs and others by spaces; a tab was taken for so many columns.
    case mixedIndents(tabWidth: Int)
    /// A row is more than one tab deeper than the row it belongs to.
    case skippedLevel
    /// A link leads to a directory that it is in.
    case linkLoop
    /// A link leads to a directory that another link led to.
    case repeatedLink
    /// An outline includes one that includes it.
    case includeLoop
    /// An outline includes a file with something wrong about it.
    indirect case include(Problem)
    /// An outline includes something that is no local file.
    case notLocal(Bytes)
    /// Something is not well-formed, and was taken as it was meant.
    case malformed(MarkupFault)
    case malformedJSON(JSONFault)
    case malformedTable(TableFault)
    /// Rows are not where they say they are.
    case link(LinkFault)
    /// No member or column has a name that an option gives; those that have the likest names.
    case noField(Bytes, likest: [Bytes])
    /// An option names a column of parents, but none tells which record is meant.
    case noIdentity
    /// A list has a path that it has above, too.
    case repeatedPath
    /// There are so many more faults of that kind.
    case moreMalformed(Int)
  }

  /// The input, or the directory in it, as messages name it.
  let path: Bytes
  var place: Place?
  let fact: Fact

  /// Whether the input was shown in another way than it may have been meant.
  var isDoubtful: Bool {
    switch fact {
    // What ends too early has lost something.
    case .malformed(.unfinished), .malformed(.missingEnd), .malformed(.openElement): true
    case .malformedJSON(.unfinished), .malformedJSON(.unfinishedText): true
    case .malformedTable(.unfinishedField): true
    case .malformed, .malformedJSON, .malformedTable, .repeatedPath, .moreMalformed, .notUTF8:
      false
    case .link, .noField, .noIdentity: true
    case .failed, .tooLarge, .halfCharacter, .binary, .noRows, .noItems, .mixedIndents,
      .skippedLevel, .linkLoop, .repeatedLink, .includeLoop, .include, .notLocal:
      true
    }
  }
}

extension Listing {
  /// Tells of what a scanner found that is not well-formed.
  mutating func note(_ scanner: TagScanner, in name: Bytes) {
    let bytes = self.bytes
    for (fault, position) in scanner.faults {
      let place = Place(of: position, in: bytes.span)
      problems.append(Problem(path: name, place: place, fact: .malformed(fault)))
    }
    let further = scanner.faultCount - scanner.faults.count
    if further > 0 { problems.append(Problem(path: name, fact: .moreMalformed(further))) }
  }
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
