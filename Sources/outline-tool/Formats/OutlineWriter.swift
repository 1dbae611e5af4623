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
  /// A Boolean value that indicates whether the writer can write links around parts of texts.
  var holdsTextLinks: Bool { get }
  /// The signs of tasks at the start of texts, or `nil` to keep those of other formats.
  var taskSigns: TaskSigns? { get }
  /// The requirement for texts, for the message about other texts.
  var textRule: String { get }
  /// A Boolean value that indicates whether the text before all rows lists their attributes.
  var listsAttributes: Bool { get }

  /// Writes the text before all rows, and returns what the format could not hold of the head.
  ///
  /// The name of the input stands for a missing title. The names of attributes are empty unless the
  /// writer lists them.
  mutating func begin(
    _ head: DocumentHead, name: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer
  ) -> WritingLoss

  /// Writes a row, and returns what the format could not hold.
  mutating func write(
    _ row: WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer
  ) -> WritingLoss

  mutating func end(to output: inout OutputBuffer)
}

extension OutlineWriter {
  /// The limit of formats with indents or paths, which would take quadratic space.
  var levelLimit: Int { 1000 }
  var holdsExpansion: Bool { false }
  var holdsTextLinks: Bool { false }
  var taskSigns: TaskSigns? { nil }
  var listsAttributes: Bool { false }

  mutating func begin(
    _ head: DocumentHead, name: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer
  ) -> WritingLoss {
    head.loss
  }

  mutating func end(to output: inout OutputBuffer) {}
}

/// A row to write, without its text.
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

  /// The attributes other than the address of a link.
  var otherAttributes: [RowAttribute] { attributes.filter { $0 != link } }
}

/// The signs of tasks at the start of texts, with the space after them.
struct TaskSigns {
  let toDo: String
  let done: String

  static let boxes = TaskSigns(toDo: "[ ] ", done: "[x] ")
  static let keywords = TaskSigns(toDo: "TODO ", done: "DONE ")
}

/// The parts of a row or of a head that are lost in a format.
struct WritingLoss: ExpressibleByArrayLiteral {
  private(set) var parts: LostParts = []
  private(set) var attributeNames: [Bytes] = []

  init(arrayLiteral parts: LostParts...) {
    self.parts = LostParts(parts)
  }

  mutating func insert(_ part: LostParts) {
    parts.insert(part)
  }

  mutating func insert(_ attributes: [RowAttribute]) {
    if attributes.isEmpty { return }
    parts.insert(.attributes)
    attributeNames += attributes.map(\.name)
  }

  mutating func insert(head attributes: [RowAttribute]) {
    if attributes.isEmpty { return }
    parts.insert(.head)
    attributeNames += attributes.map(\.name)
  }
}

/// The parts of a row or of a head that a format cannot hold.
struct LostParts: OptionSet {
  let rawValue: Int

  static let all = [
    row, text, attributes, link, otherLinks, note, noteText, hiddenRows, head, textOutsideOfRows,
  ]

  /// The row itself.
  static let row = LostParts(rawValue: 1)
  /// Some characters of the text.
  static let text = LostParts(rawValue: 2)
  static let attributes = LostParts(rawValue: 4)
  static let link = LostParts(rawValue: 8)
  /// Links in the text after the first one.
  static let otherLinks = LostParts(rawValue: 16)
  static let note = LostParts(rawValue: 32)
  /// Some characters of the note.
  static let noteText = LostParts(rawValue: 64)
  /// The rows that a collapsed row hides.
  static let hiddenRows = LostParts(rawValue: 128)
  /// The title or other attributes of the head.
  static let head = LostParts(rawValue: 256)
  static let textOutsideOfRows = LostParts(rawValue: 512)
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
