/// Writes the rows of outlines in a format, from the top.
///
/// A format with writers lists them in `Format.writers`. A copy of a writer is a new one.
protocol OutlineWriter: Sendable {
  /// The value of `--to` that selects the writer.
  var name: String { get }
  /// The line about the writer in the help.
  var help: String { get }
  /// The number of levels that the format can hold.
  var levelLimit: Int { get }
  /// A Boolean value that indicates whether the format has a place for collapsed rows.
  var holdsExpansion: Bool { get }
  /// A Boolean value that indicates whether the format has a place for attributes.
  var holdsAttributes: Bool { get }
  /// A Boolean value that indicates whether texts are names, without the targets of links.
  var writesNames: Bool { get }
  /// The signs of tasks at the start of texts, or `nil` to keep those that all formats have.
  var taskSigns: TaskSigns? { get }
  /// The states of tasks that the head in the output declares.
  var declaredStates: [TaskState] { get }
  /// The requirement for texts, for the message about other texts; `nil` if a format holds all.
  var textRule: String? { get }
  /// A Boolean value that indicates whether the text before all rows lists their attributes.
  var listsAttributes: Bool { get }

  /// Writes the text before all rows, and removes from the head what the format holds.
  ///
  /// The name of the input stands for a missing title. The columns are empty unless the writer
  /// lists attributes.
  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer)

  /// Writes a row, and removes from it what the format holds.
  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer)

  mutating func end(to output: inout OutputBuffer)

  /// Returns the part of a text that becomes a link to the address of its row, or `nil` if the
  /// format has no links in texts.
  func linkedPart(of text: Span<UInt8>) -> Range<Int>?
}

extension OutlineWriter {
  /// The limit of formats with indents or paths, which would take quadratic space.
  var levelLimit: Int { 1000 }
  var holdsExpansion: Bool { false }
  var holdsAttributes: Bool { false }
  /// A Boolean value that indicates whether texts can be links.
  var holdsLinks: Bool { linkedPart(of: Bytes("x".utf8).span) != nil }
  var writesNames: Bool { false }
  var taskSigns: TaskSigns? { nil }
  var declaredStates: [TaskState] { [] }
  var textRule: String? { nil }
  var listsAttributes: Bool { false }

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {}

  mutating func end(to output: inout OutputBuffer) {}

  func linkedPart(of text: Span<UInt8>) -> Range<Int>? { nil }
}

/// The attributes of all rows.
struct AttributeColumns {
  var names: [Bytes] = []
  /// The one that identifies each row, if there is one.
  var identity: Bytes?
}

/// A row to write, without its text.
///
/// A writer removes what its format holds. All that remains is lost.
struct WrittenRow {
  let level: Int
  /// A Boolean value that indicates whether the next row is a child of this one.
  var hasChildren = false
  var isCollapsed = false
  var note: Bytes?
  var attributes: [RowAttribute] = []
  /// The attribute with the address of a link.
  var link: RowAttribute?

  /// The links in the text, in ascending order; a link precedes those within its text.
  var links: [TextLink] = []

  /// The text with all markup, for the writers of the same format.
  var source: Bytes?
  /// A Boolean value that indicates whether the text and the links lack a part of the markup.
  var hidesMarkup = false
  /// A Boolean value that indicates whether the format changes the text.
  var changesText = false
  /// A Boolean value that indicates whether the format changes a note that it holds.
  var changesNote = false
}

extension WrittenRow {
  /// Removes all that a text with all markup holds.
  mutating func removeMarkup() {
    remove(links)
    hidesMarkup = false
  }

  /// Adds a link to the address of the row, unless the text has one: around the first address in
  /// the text if it is the same, and otherwise around a part of the text.
  mutating func addLink(around part: Range<Int>, of text: Span<UInt8>) {
    guard let address = link?.value, !part.isEmpty,
      !links.contains(where: { $0.address == address })
    else { return }
    let bare = text.firstBareAddress.flatMap { text.extracting($0).equals(address.span) ? $0 : nil }
    links.append(TextLink(range: bare ?? part, address: address))
    links.sort {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
  }

  /// Returns the links to try to write: all, or else that of the row around a part of the text, or
  /// else none.
  func linkChoices(around part: Range<Int>) -> [[TextLink]] {
    if links.isEmpty { return [[]] }
    guard let link, !part.isEmpty else { return [links, []] }
    return [links, [TextLink(range: part, address: link.value)], []]
  }

  /// Removes links that are written, and the attribute with the address of one of them.
  mutating func remove(_ written: [TextLink]) {
    if let link, written.contains(where: { $0.address == link.value }) {
      attributes.removeAll { $0 == link }
    }
    if written == links {
      links = []
    } else if !written.isEmpty {
      let addresses = Set(written.map(\.address))
      links.removeAll { addresses.contains($0.address) }
    }
  }

  /// The lost parts, with the names of attributes.
  func losses(of text: Span<UInt8>) -> [(part: LostPart, names: [Bytes])] {
    var losses: [(LostPart, [Bytes])] = changesText ? [(.text, [])] : []
    // An empty attribute holds nothing.
    let others = attributes.filter { $0 != link && !$0.value.isEmpty }
    if !others.isEmpty { losses.append((.attributes, others.map(\.name))) }
    if let link, attributes.contains(link) { losses.append((.link, [])) }
    // An address in the text is not lost.
    let isLost = links.contains {
      $0.address != link?.value && !text.extracting($0.range).equals($0.address.span)
    }
    if isLost { losses.append((link == nil ? .link : .otherLinks, [])) }
    if hidesMarkup { losses.append((.markup, [])) }
    if note != nil { losses.append((changesNote ? .noteText : .note, [])) }
    return losses
  }
}

/// The signs of tasks at the start of texts, with the space after them.
struct TaskSigns {
  let toDo: String
  let done: String

  func sign(isDone: Bool) -> Bytes { Bytes((isDone ? done : toDo).utf8) }

  static let boxes = TaskSigns(toDo: "[ ] ", done: "[x] ")
  static let keywords = TaskSigns(toDo: "TODO ", done: "DONE ")
}

/// A part of a row or of a head that a format cannot hold.
enum LostPart {
  /// The row itself.
  case row
  /// Some characters of the text.
  case text
  case attributes
  case link
  /// Links in the text other than that of the row.
  case otherLinks
  /// Titles of links, HTML and comments in the text.
  case markup
  case note
  /// Some characters of the note.
  case noteText
  /// The rows that a collapsed row hides.
  case hiddenRows
  /// The rows that the input stores as collapsed.
  case expansion
  /// The title or other attributes of the head.
  case head
  case textOutsideOfRows
  /// Some characters of the text outside of the rows.
  case exactTextOutsideOfRows
  /// Comments and lines between rows.
  case comments
  case separators
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this is one line without blanks at its ends.
  var isTrimmedLine: Bool {
    if isEmpty { return true }
    return !self[0].isBlank && !self[count - 1].isBlank
      && firstIndex(of: UInt8(ascii: "\n"), from: 0) == nil
  }

  /// The text with spaces in place of line ends, and without blanks at its ends.
  var trimmedLine: Bytes {
    var line = Bytes(copying: extracting(trimming(0..<count, where: \.isWhitespace)))
    for index in line.indices where line[index] == UInt8(ascii: "\n") { line[index] = 0x20 }
    return line
  }
}
