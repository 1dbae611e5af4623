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
  /// The signs of tasks at the start of texts, or `nil` to keep those of other formats.
  var taskSigns: TaskSigns? { get }
  /// The requirement for texts, for the message about other texts.
  var textRule: String { get }
  /// A Boolean value that indicates whether the text before all rows lists their attributes.
  var listsAttributes: Bool { get }

  /// Writes the text before all rows; the names are empty unless the writer lists them.
  mutating func begin(
    title: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer)

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
  var taskSigns: TaskSigns? { nil }
  var listsAttributes: Bool { false }

  mutating func begin(
    title: Bytes, attributeNames: [Bytes], to output: inout OutputBuffer
  ) {}

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

  /// A Boolean value that indicates whether any attribute is not the address of a link.
  var hasOtherAttributes: Bool { attributes.contains { $0 != link } }
}

/// The signs of tasks at the start of texts, with the space after them.
struct TaskSigns {
  let toDo: String
  let done: String

  static let boxes = TaskSigns(toDo: "[ ] ", done: "[x] ")
  static let keywords = TaskSigns(toDo: "TODO ", done: "DONE ")
}

/// The parts of a row that a format cannot hold.
struct WritingLoss: OptionSet {
  let rawValue: Int

  static let all = [row, text, attributes, link, note, noteText, hiddenRows]

  /// The row itself.
  static let row = WritingLoss(rawValue: 1)
  /// Some characters of the text.
  static let text = WritingLoss(rawValue: 2)
  static let attributes = WritingLoss(rawValue: 4)
  static let link = WritingLoss(rawValue: 8)
  static let note = WritingLoss(rawValue: 16)
  /// Some characters of the note.
  static let noteText = WritingLoss(rawValue: 32)
  /// The rows that a collapsed row hides.
  static let hiddenRows = WritingLoss(rawValue: 64)
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
