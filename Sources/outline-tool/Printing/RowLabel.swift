/// Writes the label of a row: its number, text, attributes and hidden count.
struct RowLabel {
  private let options: PrintingOptions
  private let hasLinks: Bool
  /// Whether labels consist of text only, which is the common case.
  let isTextOnly: Bool
  private var numbers = LevelPrefix()

  init(options: PrintingOptions, hasLinks: Bool) {
    self.options = options
    self.hasLinks = hasLinks
    isTextOnly =
      !(hasLinks || options.isNumbered || options.countsHidden || options.showsLines)
      && options.attributes.isEmpty
  }

  mutating func enter(_ row: PrintedRow) {
    if !options.isNumbered || row.isDeep { return }
    numbers.set(Bytes("\(row.childIndex + 1).".utf8), level: row.level)
  }

  private func writeText(
    of row: PrintedRow, in document: Document, with line: inout LineWriter,
    to output: inout OutputBuffer
  ) {
    if options.isNumbered && !row.isDeep {
      line.write(numbers.bytes.span.extracting(numbers.range(above: row.level)), to: &output)
      line.write(Bytes("\(row.childIndex + 1) ".utf8).span, to: &output)
    }
    line.write(
      document.file.bytes.span.extracting(document.range(of: row.node)),
      as: document.style(of: row),
      to: &output)
  }

  /// Writes the whole label of a row.
  ///
  /// Mutating, because a nonmutating method would copy the label for each call.
  mutating func write(
    _ row: PrintedRow, of document: Document, with line: inout LineWriter,
    to output: inout OutputBuffer
  ) {
    if isTextOnly {
      writeText(of: row, in: document, with: &line, to: &output)
      return
    }

    if hasLinks, let address = document.address(of: row.node) {
      line.setLink(address, in: &output)
      writeText(of: row, in: document, with: &line, to: &output)
      line.setLink(nil, in: &output)
    } else {
      writeText(of: row, in: document, with: &line, to: &output)
    }

    if let hidden = row.hidden {
      line.write(Bytes(" (\(hidden))".utf8).span, as: .lines, to: &output)
    }
    if options.showsLines, let number = document.line(of: row.node) {
      line.write(Bytes(" [line: \(number)]".utf8).span, as: .lines, to: &output)
    }
    for attribute in document.attributes(
      named: options.attributes, of: row.node, omittingNote: options.showsNotes)
    {
      let text: Bytes = " [".utf8 + attribute.name + ": ".utf8 + attribute.value + "]".utf8
      line.write(text.span, as: .lines, to: &output)
    }
  }
}

extension Document {
  @inline(__always)
  fileprivate func style(of row: PrintedRow) -> Style {
    if !marks.isEmpty && marks[Int(row.node.number)] != .none {
      return marks[Int(row.node.number)].style
    }
    return row.state == .leaf ? .plain : .folder
  }
}
