import Outline

extension Browser {
  /// Shows the rows or a text, and the status line.
  func draw() throws(SystemError) {
    var lines: [Bytes]
    if case .text(let text, let top) = mode {
      lines = screen.wrapped(text.paragraphs).dropFirst(top).prefix(pageSize).map { text in
        screen.line { $0.write(text.span, to: &$1) }
      }
    } else {
      lines = rowsOnScreen.map { line(of: $0) }
    }
    while lines.count < pageSize { lines.append([]) }
    if screen.rows > 1 { lines.append(statusLine()) }
    try screen.paint(lines)
  }

  /// The space before the mark of a row, or the number of its level if the space would take half of
  /// the screen.
  func indent(of row: SectionSnapshot<Node>.Row) -> (text: Bytes, columns: Int) {
    let level = row.level - (root.flatMap { outline.level(of: $0) } ?? 0)
    let text =
      4 * level > screen.columns
      ? Bytes("(level \(row.level)) ".utf8) : Bytes(repeating: UInt8(ascii: " "), count: 2 * level)
    return (text, text.count)
  }

  private func line(of row: SectionSnapshot<Node>.Row) -> Bytes {
    let indent = indent(of: row)
    let isParent = canExpand(row.item)
    let mark =
      !isParent
      ? Bytes("  ".utf8)
      : isLoading(row.item)
        ? glyphs.loadingMark : row.isExpanded ? glyphs.openDisclosure : glyphs.disclosure
    let text = Screen.visiblePart(of: document.text(of: row.item))
    return screen.line(isHighlighted: row.item == selected) { line, output in
      line.writeGlyphs(indent.text.span, columns: indent.columns, as: .lines, to: &output)
      line.writeGlyphs(mark.span, columns: 2, as: .mark, to: &output)
      line.write(text.span, as: isParent ? .folder : .plain, to: &output)
    }
  }

  // MARK: Status

  private func statusLine() -> Bytes {
    switch mode {
    case .text(let text, let top):
      let count = screen.wrapped(text.paragraphs).count
      guard count > pageSize else {
        return status(text.title, Bytes("press a key to return".utf8))
      }
      let position = "\(text.title) \(min(top + pageSize, count))/\(count)"
      return status(position, Bytes("j and k scroll, other keys return".utf8))
    case .prompt(let prompt):
      let label = prompt.purpose == .search ? "/" : "filter: "
      return screen.line { [message] line, output in
        line.write(Bytes(label.utf8).span, as: .header, to: &output)
        line.write(prompt.text.span, to: &output)
        if !message.isEmpty { line.write(Bytes("  ".utf8) + message, to: &output) }
      }
    case .rows:
      let rows = visibleRows
      let row = selected.flatMap { outline.row(of: $0) } ?? rows.lowerBound
      let count = rows.isEmpty ? "no rows" : "\(row - rows.lowerBound + 1)/\(rows.count)"
      let position = isIncomplete ? count + " so far" : count
      if !message.isEmpty { return status(position, message) }
      if rows.isEmpty { return status(position, reasonForNoRows) }
      if let loadingFailure { return status(position, loadingFailure) }
      return status(position, breadcrumbs(columns: screen.columns - position.count - 2))
    }
  }

  private func status(_ position: String, _ text: Bytes) -> Bytes {
    let filter = filter.map { Bytes("  filter: ".utf8) + $0.text } ?? []
    return screen.line(isHighlighted: true) { line, output in
      line.write(Bytes(position.utf8), to: &output)
      line.write(filter, to: &output)
      line.write(Bytes("  ".utf8) + text, to: &output)
    }
  }

  /// Whether more of a slow input follows.
  private var isIncomplete: Bool {
    arriving.map { !$0.isAtEnd || reading != .none } ?? false
  }

  /// The reason why the screen is empty.
  private var reasonForNoRows: Bytes {
    let arrangement = options.arrangement
    let reason =
      if let format = document.format {
        if isIncomplete {
          "waiting for standard input"
        } else if document.file.texts.isEmpty {
          document.file.bytes.isEmpty ? "the input is empty" : "no \(format.rowNoun) found"
        } else {
          "no row satisfies the options"
        }
      } else if arrangement.filters || !arrangement.ignored.isEmpty || !arrangement.selected.isEmpty
      {
        "no entry satisfies the options"
      } else {
        options.directories.showsHiddenFiles
          ? "the directory is empty" : "no entries; -a also shows those that begin with a dot"
      }
    return Bytes(reason.utf8)
  }

  /// The name of the input and the ancestors of the selected row, as far as they fit.
  private func breadcrumbs(columns: Int) -> Bytes {
    let separator = Bytes((glyphs.ellipsisColumns == 1 ? " › " : " > ").utf8)
    var texts: [Bytes] = []
    var width = 0
    var node = selected.flatMap { outline.parent(of: $0) }
    while let next = node {
      let text = Screen.visiblePart(of: document.file.bytes[document.name(of: next)])
      width += DisplayWidth(of: text.span, isASCIIOnly: false).columns + 3
      if width > columns && !texts.isEmpty { break }
      texts.append(text)
      node = outline.parent(of: next)
    }
    texts.append(node == nil ? input.displayName : glyphs.ellipsis)
    return Bytes(texts.reversed().joined(separator: separator))
  }
}

extension LineWriter {
  fileprivate mutating func write(_ text: Bytes, to output: inout OutputBuffer) {
    write(text.span, to: &output)
  }
}

extension TreeGlyphs {
  /// The mark of a directory whose entries are on their way.
  fileprivate var loadingMark: Bytes { Bytes((ellipsisColumns == 1 ? "… " : ". ").utf8) }

  /// The mark of an expanded row.
  fileprivate var openDisclosure: Bytes { Bytes((ellipsisColumns == 1 ? "▾ " : "- ").utf8) }
}
