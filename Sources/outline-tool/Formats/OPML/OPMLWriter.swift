/// Writes OPML, with notes in `_note`, done tasks with `_complete`, and collapsed rows with
/// `collapse`.
struct OPMLWriter: OutlineWriter {
  let name = "opml"
  let help = "Attributes, notes (_note), done tasks and collapsed rows."
  let levelLimit = Int.max
  let holdsExpansion = true
  let holdsAttributes = true
  let taskSigns: TaskSigns? = .boxes
  let textRule: String? =
    "UTF-8 without control characters, and not empty beside a title or an address"

  fileprivate static let taskNames = ["complete", "_complete", "checked", "_status"]
  fileprivate static let reservedNames =
    ["text", "outline", "collapse", "collapsed", "_note", "xmlns"] + taskNames

  private var openCount = 0

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    head.comments.removeAll { comment in
      // A hyphen could end the comment.
      if comment.last == UInt8(ascii: "-") || comment.span.end(of: "--", from: 0) != nil {
        return false
      }
      output.append("<!--")
      output.appendText(comment.span)
      output.append("-->\n")
      return true
    }
    output.append("<opml version=\"2.0\">\n<head>\n<title>")
    let title = head.title ?? name
    if output.appendMarkup(title.span, dialect: .xml) { head.title = nil }
    output.append("</title>\n")
    head.attributes.removeAll { attribute in
      guard attribute.name.span.isNameOfOPML, !attribute.value.isEmpty else { return false }
      output.append("<")
      output.append(attribute.name.span)
      output.append(">")
      defer {
        output.append("</")
        output.append(attribute.name.span)
        output.append(">\n")
      }
      return output.appendMarkup(attribute.value.span, dialect: .xml)
    }
    output.append("</head>\n<body>\n")
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    close(to: row.level, in: &output)
    let done = TaskSigns.boxes.done
    let isDone = text.starts(with: done, ignoringCase: false)
    output.append("<outline text=\"")
    let rest = isDone ? text.extracting(done.utf8.count...) : text
    row.changesText = !write(rest, of: row, to: &output)
    output.append("\"")
    if isDone { output.append(" _complete=\"true\"") }
    if row.isCollapsed { output.append(" collapse=\"true\"") }

    var names: Set<Bytes> = []
    row.attributes = row.attributes.filter { attribute in
      if attribute.isNamed("text") { return false }
      let isNew = names.insert(attribute.name).inserted
      let isHeld = attribute.name.span.isNameOfOPML || !isDone && attribute.isOpenTaskOfOPML
      guard isNew, isHeld else { return true }
      output.append(" ")
      output.append(attribute.name.span)
      output.append("=\"")
      defer { output.append("\"") }
      return !output.appendMarkup(attribute.value.span, dialect: .xml)
    }

    if let note = row.note {
      output.append(" _note=\"")
      row.changesNote = !output.appendMarkup(note.span, dialect: .xml)
      output.append("\"")
      if !row.changesNote { row.note = nil }
    }
    if row.hasChildren {
      output.append(">\n")
      openCount += 1
    } else {
      output.append("/>\n")
    }
  }

  mutating func end(to output: inout OutputBuffer) {
    close(to: 0, in: &output)
    output.append("</body>\n</opml>\n")
  }

  private mutating func close(to level: Int, in output: inout OutputBuffer) {
    while openCount > level {
      output.append("</outline>\n")
      openCount -= 1
    }
  }

  /// Writes a text, and returns whether it is read again as it is.
  private func write(
    _ text: Span<UInt8>, of row: WrittenRow, to output: inout OutputBuffer
  ) -> Bool {
    if text.isEmpty {
      // The reader prefers other attributes to an empty text.
      let others = ["title", "url", "xmlUrl"].map { Bytes($0.utf8) }
      return !row.attributes.contains { others.contains($0.name) && !$0.value.isEmpty }
        && output.appendMarkup(text, dialect: .xml)
    }
    // The text of an OPML file can contain HTML, which the text of the row does not show.
    if let source = row.attributes.first(where: { $0.isNamed("text") }),
      source.value.span.hasElements, source.value.textOfMarkup.span.equals(text)
    {
      return output.appendMarkup(source.value.span, dialect: .xml)
    }
    guard text.hasElements else { return output.appendMarkup(text, dialect: .xml) }

    // Programs would take the text for HTML, so it becomes HTML that shows this text.
    var markup = Bytes("<span>".utf8)
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "&"): markup += "&amp;".utf8
      case UInt8(ascii: "<"): markup += "&lt;".utf8
      case let byte: markup.append(byte)
      }
    }
    markup += "</span>".utf8
    return output.appendMarkup(markup.span, dialect: .xml)
      && markup.textOfMarkup.span.equals(text)
  }
}

extension Bytes {
  fileprivate var textOfMarkup: Bytes {
    var text = Bytes()
    text.appendText(of: span)
    return text
  }
}

extension RowAttribute {
  /// A Boolean value that indicates whether the attribute marks a task as open.
  fileprivate var isOpenTaskOfOPML: Bool {
    value.span.isFalse && OPMLWriter.taskNames.contains { isNamed($0) }
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether an attribute can have this name, and the name has no
  /// meaning for XML, or for the text or the state of a row.
  fileprivate var isNameOfOPML: Bool {
    var index = 0
    while index < count {
      let character = DecodedCharacter(in: self, at: index)
      guard character.isInXMLName(isFirst: index == 0) else { return false }
      index += character.length
    }
    return !isEmpty && !OPMLWriter.reservedNames.contains { equals($0) }
  }
}

extension DecodedCharacter {
  /// Returns whether a name without a colon can have the character, by the rules for `Name` in the
  /// fifth edition of [XML](https://www.w3.org/TR/xml/#NT-Name).
  fileprivate func isInXMLName(isFirst: Bool) -> Bool {
    guard case .scalar(let value, _) = self else { return false }
    // By earlier editions, which many parsers follow, names have only letters, marks and digits.
    if value >= 0x80 && Unicode.Scalar(value)?.properties.isIDContinue != true { return false }
    return switch value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
      true
    case 0x2D...0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    default: false
    }
  }
}
