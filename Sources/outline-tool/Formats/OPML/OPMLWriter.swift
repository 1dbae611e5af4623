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
  /// meaning for the text or the state of a row.
  fileprivate var isNameOfOPML: Bool {
    let reserved = ["text", "outline", "collapse", "collapsed", "_note"] + OPMLWriter.taskNames
    guard !isEmpty, firstIndexAfterName(from: 0) == count, !self[0].isASCIIDigit,
      !"-.".utf8.contains(self[0]), firstIndex(of: UInt8(ascii: ":"), from: 0) == nil
    else { return false }
    // A valid name has only whole characters.
    return firstInvalidUTF8Index(from: 0) == count && !reserved.contains { equals($0) }
  }
}
