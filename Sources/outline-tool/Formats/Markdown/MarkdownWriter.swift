/// Writes rows as the items of a list or, on request, the first six levels as headings.
///
/// Numbers and check boxes at the start of texts remain Markdown syntax, as do emphasis and code;
/// backslashes precede all other signs. Notes are paragraphs, or indented code if the reader would
/// not take them for paragraphs. A comment of markmap folds collapsed rows.
struct MarkdownWriter: OutlineWriter {
  let name: String
  let help: String
  let holdsExpansion = true
  let taskSigns: TaskSigns? = .boxes
  let textRule: String? = "no blanks at the ends"

  private let headingLevels: Int
  /// The columns of the texts of the open items.
  private var columns: [Int] = []
  private var state = State.start
  private var definitions: [Bytes] = []

  /// The end of the output so far.
  private enum State {
    case start
    case heading
    case item
    case emptyItem
    case blankLine
  }

  init(hasHeadings: Bool) {
    name = hasHeadings ? "headings" : "markdown"
    help =
      hasHeadings
      ? "Markdown with six levels of headings, and lists below them."
      : "A list. Numbers and check boxes remain Markdown syntax."
    headingLevels = hasHeadings ? 6 : 0
  }

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {
    definitions = head.definitions
    let frontMatter = FrontMatter.text(of: &head)
    output.appendText(frontMatter.span)
    if let note = head.note {
      // A list interrupts a paragraph, but an empty line ends it.
      let sample = note + "\n\n".utf8 + (headingLevels > 0 ? "# y\n" : "- y\n").utf8
      var options = ReaderOptions()
      options.findsNotes = true
      let parsed = MarkdownReader.read(sample, name: [], options: options)
      if parsed.texts.count == 1 && parsed.head.note == note && parsed.notes.isEmpty
        && parsed.head.allAttributes.isEmpty
      {
        output.appendLines(note.span, indent: 0)
        output.append("\n")
        state = .blankLine
        head.note = nil
      }
    }
  }

  mutating func end(to output: inout OutputBuffer) {
    if definitions.isEmpty { return }
    output.append("\n")
    output.appendLines(Bytes(definitions.joined(separator: "\n".utf8)).span, indent: 0)
  }

  func linkedPart(of text: Span<UInt8>) -> Range<Int>? {
    let visible = text.trimming(0..<text.count, where: \.isBlank)
    return visible.dropFirst(text.extracting(visible).lengthOfListSigns)
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    let visible = text.trimming(0..<text.count, where: \.isBlank)
    row.changesText = visible.count < text.count

    let text = text.extracting(visible)
    if row.level < headingLevels {
      if state != .start && state != .blankLine { output.append("\n") }
      columns.removeAll()
      state = .heading
      output.append(UInt8(ascii: "#"), count: row.level + 1)
      if !text.isEmpty || row.isCollapsed { output.append(" ") }
    } else {
      beginItem(row, text, to: &output)
    }

    if let source = row.source, isRead(source, as: row, text) {
      output.appendText(source.span)
      row.removeMarkup()
    } else if row.links.isEmpty && !text.mayNeedEscapes {
      output.appendText(text)
    } else {
      let isItem = row.level >= headingLevels
      let signs = isItem ? text.lengthOfListSigns : 0
      let rest = text.extracting(signs...)
      let sign =
        !isItem ? rest.closingSign : signs == text.lengthOfOrdinal ? rest.signOfBlock : nil
      row.links = row.links.within(visible).within(signs..<text.count)
      var line = MarkdownLine()
      row.remove(line.append(rest, row.linkChoices(around: 0..<rest.count), sign: sign))
      output.appendText(text.extracting(..<signs))
      output.appendText(line.escaped.span)
    }
    if row.isCollapsed {
      output.append(text.isEmpty ? "<!-- markmap: fold -->" : " <!-- markmap: fold -->")
    }
    output.append("\n")

    writeNote(of: &row, to: &output)
  }

  /// Returns whether a text with all markup is read again as the text of a row with its links.
  private func isRead(_ source: Bytes, as row: WrittenRow, _ text: Span<UInt8>) -> Bool {
    let isItem = row.level >= headingLevels
    if source.span.equals(text) && row.links.isEmpty && !text.mayNeedEscapes { return false }
    let bullet = !isItem ? "# " : text.lengthOfOrdinal > 0 ? "" : "- "
    var options = ReaderOptions()
    options.findsLinks = true
    let parsed = MarkdownReader.read(bullet.utf8 + source, name: [], options: options)
    return parsed.texts.count == 1 && parsed.bytes.span.extracting(parsed.texts[0]).equals(text)
      && parsed.links[0] ?? [] == row.links && parsed.storedExpansion == nil
  }

  /// Writes the indent and the bullet of an item; a number is a part of its text.
  private mutating func beginItem(
    _ row: WrittenRow, _ text: Span<UInt8>, to output: inout OutputBuffer
  ) {
    let depth = row.level - headingLevels
    let isFirstChild = columns.count == depth
    columns.removeLast(columns.count - depth)
    let column = columns.last ?? 0
    let numberLength = text.lengthOfOrdinal
    // The next line of a text continues it, unless it begins with another bullet or with 1.
    let continues =
      numberLength > 0 ? numberLength > 3 || text[0] != UInt8(ascii: "1") : text.isEmpty
    if continues && isFirstChild && state == .item { output.append("\n") }
    output.append(UInt8(ascii: " "), count: column)
    if numberLength == 0 { output.append(text.isEmpty && !row.isCollapsed ? "-" : "- ") }
    columns.append(column + (numberLength == 0 ? 2 : numberLength))
    state = text.isEmpty ? .emptyItem : .item
  }

  private mutating func writeNote(of row: inout WrittenRow, to output: inout OutputBuffer) {
    // An item without a text ends at an empty line.
    guard let original = row.note, state != .emptyItem else { return }
    let note = original.withoutTrailingBlanks
    let column = columns.last ?? 0
    for indent in [column, column + 4] {
      let (isSafe, isExact) = checkNote(note, indent: indent, inItemAt: columns.last)
      guard isExact || isSafe && indent > column else { continue }
      output.append("\n")
      output.appendLines(note.span, indent: indent)
      output.append("\n")
      state = .blankLine
      row.changesNote = true
      if isExact && note == original { row.note = nil }
      return
    }
  }

  /// Reads a note between two rows, and returns whether they stay, and whether the note does.
  private func checkNote(
    _ note: Bytes, indent: Int, inItemAt column: Int?
  ) -> (isSafe: Bool, isExact: Bool) {
    // Tab stops are multiples of four.
    let margin = column.map { ($0 + 2) % 4 } ?? 0
    let start = column == nil ? 0 : margin + 2
    let spaces = { Bytes(repeating: 0x20, count: $0) }
    var sample = column == nil ? Bytes("# x\n\n".utf8) : spaces(margin) + "- x\n\n".utf8
    for line in note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !line.isEmpty { sample += spaces(start + indent - (column ?? 0)) + Bytes(line) }
      sample.append(UInt8(ascii: "\n"))
    }
    sample += Bytes("\n".utf8)
    sample += column == nil ? Bytes("## y\n".utf8) : spaces(start) + "- y\n".utf8

    var options = ReaderOptions()
    options.findsNotes = true
    let parsed = MarkdownReader.read(sample, name: [], options: options)
    let texts = parsed.texts.map { Bytes(parsed.bytes[$0]) }
    let isSafe =
      texts == ["x", "y"].map { Bytes($0.utf8) } && parsed.levels == [0, 1]
      && parsed.notes[1] == nil
    return (isSafe, isSafe && parsed.notes[0] == note)
  }
}

/// The text of a heading or an item with escapes and links.
private struct MarkdownLine {
  private(set) var escaped = Bytes()

  /// Appends a text with the first choice of links that are read again, and returns them.
  ///
  /// The sign is the index of a character that would not be text.
  mutating func append(_ text: Span<UInt8>, _ choices: [[TextLink]], sign: Int?) -> [TextLink] {
    for links in choices {
      escaped.removeAll()
      if append(text, links, sign: sign) || links.isEmpty { return links }
    }
    return []
  }

  /// Appends a text with its links, and returns whether they are read again.
  private mutating func append(_ text: Span<UInt8>, _ links: [TextLink], sign: Int?) -> Bool {
    var open: [TextLink] = []
    var next = 0
    var index = 0
    while true {
      // The links end in the reverse order of their starts.
      let end = min(
        open.last?.range.upperBound ?? text.count,
        next < links.count ? links[next].range.lowerBound : text.count)
      guard end >= index else { return false }
      let isSigned = open.isEmpty && sign.map { index <= $0 && $0 < end } ?? false
      append(text.extracting(index..<end), sign: isSigned ? sign.map { $0 - index } : nil)
      index = end
      if let link = open.last, link.range.upperBound == index {
        open.removeLast()
        if link.isBare(in: text) { continue }
        guard let target = link.address.linkTarget else { return false }
        escaped += "](".utf8 + target + ")".utf8
      } else if next < links.count {
        let link = links[next]
        open.append(link)
        next += 1
        if !link.isBare(in: text) { escaped += (link.isImage ? "![" : "[").utf8 }
      } else {
        break
      }
    }

    let inline = InlineText(in: 0..<escaped.count, of: escaped.span, allowingBlanks: false)
    var shown = Bytes()
    let read = inline.writeLinked(to: &shown, from: escaped.span)
    // The first address is that of the row, and all others are in the text.
    return shown.span.equals(text) && Set(read).isSuperset(of: links)
      && read.first { !$0.isImage }.map(links.contains) ?? true
  }

  /// Appends a text with a backslash before each character that would be a sign of Markdown, among
  /// them the one at `sign`.
  private mutating func append(_ text: Span<UInt8>, sign: Int?) {
    var code = CodeSpans()
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : nil
      var isEscaped = index == sign
      switch byte {
      case UInt8(ascii: "`"):
        var (end, isCode) = code.end(at: index, in: text)
        // References to line ends would be code.
        if isCode, (index..<end).contains(where: { text[$0] == 0x0A || text[$0] == 0x0D }) {
          isCode = false
          end = (index..<end).first { text[$0] != byte } ?? end
        }
        for position in index..<end {
          if !isCode { escaped.append(UInt8(ascii: "\\")) }
          escaped.append(text[position])
        }
        index = end
        continue
      case UInt8(ascii: "h") where index == 0 || !text[index - 1].isASCIILetter:
        if let end = text.endOfBareAddress(from: index, untilBracket: false) {
          let isBare = text.mayFollowAddress(from: end)
          if !isBare { escaped.append(UInt8(ascii: "<")) }
          escaped.append(text.extracting(index..<end))
          if !isBare { escaped.append(UInt8(ascii: ">")) }
          index = end
          continue
        }
      case 0x0A, 0x0D:
        escaped += "&#\(byte);".utf8
        index += 1
        continue
      case UInt8(ascii: "\\"):
        isEscaped = next.map { $0.isASCIIPunctuation || $0 == 0x0A || $0 == 0x0D } ?? true
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        isEscaped = true
      case UInt8(ascii: "<"):
        isEscaped = next.map { $0.isASCIILetter || "/!?".utf8.contains($0) } ?? false
      case UInt8(ascii: "&"):
        isEscaped = CharacterReference(in: text, at: index, dialect: .html) != nil
      case UInt8(ascii: ">"):
        // Otherwise, a comment at the end of the text would fold the row.
        isEscaped = isEscaped || next == nil
      default:
        break
      }
      if isEscaped { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
      index += 1
    }
  }
}

extension TextLink {
  /// Returns whether the text of the link is an address that Markdown takes for a link.
  fileprivate func isBare(in text: Span<UInt8>) -> Bool {
    !isImage && text.extracting(range).equals(address.span)
      && text.endOfBareAddress(from: range.lowerBound, untilBracket: false) == range.upperBound
  }
}

extension Bytes {
  /// The address as the target of a link, in angle brackets if necessary, or `nil` if no link can
  /// have it.
  fileprivate var linkTarget: Bytes? {
    for target in [self, "<".utf8 + self + ">".utf8] where !contains(0x0A) {
      let text = target + ")".utf8
      guard let read = LinkTarget(in: text.span, from: 0, allowingBlanks: false) else { continue }
      if !isEmpty && read.end == text.count && self[...] == text[read.address] { return target }
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether any byte may be a sign of Markdown.
  fileprivate var mayNeedEscapes: Bool {
    guard let last, !"#>".utf8.contains(last) else { return !isEmpty }
    if self[0].isASCIIDigit || "-+*_=~>#:".utf8.contains(self[0]) { return true }
    return firstIndex(from: 0, to: count) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "`")))
        // The brackets and the backslash between them.
        .| (bytes &- each(UInt8(ascii: "[")) .< each(3)) .| (bytes .== each(UInt8(ascii: "<")))
        .| (bytes .== each(UInt8(ascii: "&"))) .| (bytes .== each(UInt8(ascii: ":")))
    } < count
  }

  /// The length of a number and a check box at the start of the text of an item, with the spaces
  /// after them.
  fileprivate var lengthOfListSigns: Int {
    let ordinal = lengthOfOrdinal
    let rest = extracting(ordinal...)
    let boxes = [TaskSigns.boxes.toDo, TaskSigns.boxes.done, "[X] "]
    guard boxes.contains(where: { rest.starts(with: $0, ignoringCase: false) }) else {
      return ordinal
    }
    return firstText(in: ordinal + 4..<count)
  }

  /// The length of a number such as `1.` at the start of the text of an item, with the space after
  /// it, or 0.
  fileprivate var lengthOfOrdinal: Int {
    guard let marker = ListMarker(in: self, at: LineCursor(0..<count), inParagraph: false),
      marker.isNumber, !marker.content.isAtEnd, self[marker.contentColumn - 1] == 0x20,
      marker.content.position == marker.contentColumn, !self[marker.contentColumn - 2].isBlank
    else { return 0 }
    return marker.contentColumn
  }

  /// The index of the character that makes the text of an item another block or a property.
  fileprivate var signOfBlock: Int? {
    guard let first = isEmpty ? nil : self[0] else { return nil }
    let cursor = LineCursor(0..<count)
    switch first {
    case UInt8(ascii: ">"): return 0
    case UInt8(ascii: "#"): return ATXHeading(in: self, at: cursor) == nil ? nil : 0
    case UInt8(ascii: "~"): return CodeFence(in: self, at: cursor) == nil ? nil : 0
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "="):
      let isMarker = ListMarker(in: self, at: cursor, inParagraph: false) != nil
      return isMarker || indices.allSatisfy { self[$0] == first || self[$0].isBlank } ? 0 : nil
    case let digit where digit.isASCIIDigit:
      let isMarker = ListMarker(in: self, at: cursor, inParagraph: false) != nil
      return isMarker ? indices.first { !self[$0].isASCIIDigit } : nil
    default:
      guard isProperty(0..<count) else { return nil }
      if first == UInt8(ascii: ":") { return 0 }
      return firstIndex(of: UInt8(ascii: ":"), from: 0).map { $0 + 1 }
    }
  }

  /// Returns whether the text from `start` on cannot become a part of the address before it by an
  /// escape.
  fileprivate func mayFollowAddress(from start: Int) -> Bool {
    var index = start
    while index < count && self[index].endsSentence && self[index] != UInt8(ascii: "`") {
      index += 1
    }
    return index == count || !"`]<>\n\r".utf8.contains(self[index])
  }

  /// The index of the last sign if it would close a heading.
  fileprivate var closingSign: Int? { last == UInt8(ascii: "#") ? count - 1 : nil }
}
