/// A file format that the tool reads.
///
/// Each format has a folder with a conforming type and a reader, and an entry in `Formats.all`.
/// No other source names a format.
protocol Format: Sendable {
  /// The value of `--from` that selects the format.
  var name: String { get }
  var fileExtensions: [String] { get }
  /// The lines about the format in the help.
  var help: [String] { get }
  /// The noun for the rows of the format, for the message about a file without rows.
  var rowNoun: String { get }
  /// The noun if the options select list items only.
  var itemNoun: String { get }
  /// The attributes that may hold the address of a row, the preferred one first.
  var addressNames: [String] { get }
  /// The attributes that may identify a row, the preferred one first.
  var identityNames: [String] { get }
  /// A Boolean value that indicates whether zero bytes are valid in a file of the format.
  var allowsZeroBytes: Bool { get }
  /// A Boolean value that indicates whether files named as plain text may have the format.
  var isFoundInTextFiles: Bool { get }
  /// A Boolean value that indicates whether the reader changes or drops bytes of the file.
  var changesBytes: Bool { get }
  /// A Boolean value that indicates whether programs color files of the format for a terminal.
  var hasColors: Bool { get }
  /// The options that this reader uses and most others ignore.
  var options: [String] { get }

  /// Returns whether a text looks like a file of the format; `isNameless` is true for an input
  /// without a file name extension.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile

  /// The writers of the format, the preferred one first.
  var writers: [any OutlineWriter] { get }

  /// Returns an attribute of a row, or `nil` if the row lacks it or the reader collected it.
  ///
  /// The text of the row and the start of its element are offsets in `bytes`.
  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes?

  /// Returns the keywords at the start of a text that tell the state of a task.
  func taskStates(in bytes: Span<UInt8>) -> [TaskState]

  /// Returns texts with the tags that all rows inherit.
  func inheritedTags(in bytes: Span<UInt8>) -> [Bytes]

  /// Returns whether a task without a sign at the start of its text is done; `nil` for other rows.
  func isDone(text: Range<Int>, in bytes: Span<UInt8>) -> Bool?

  /// A Boolean value that indicates whether names of attributes that differ only in case are equal.
  var ignoresCaseOfNames: Bool { get }

  /// Returns the attributes of the element at `start`, without those that are its text or its
  /// state, and the bytes that contain them.
  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute]
  /// Returns these attributes, repeated ones, and one that marks an open task, which the text does
  /// not show.
  func attributesToWrite(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute]
  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int>
}

/// A keyword that tells the state of a task.
struct TaskState: Equatable {
  let keyword: Bytes
  let isDone: Bool
  /// A Boolean value that indicates whether the file declares the keyword, so that no other text
  /// begins with it.
  var isDeclared = false

  /// The keyword with the space after it.
  var sign: Bytes { keyword + " ".utf8 }

  static let standard = [
    TaskState(keyword: Bytes("TODO".utf8), isDone: false),
    TaskState(keyword: Bytes("DONE".utf8), isDone: true),
  ]
}

/// An attribute of a row.
struct RowAttribute: Hashable {
  /// The names of addresses that all formats share, the preferred one first.
  static let addressNames = ["htmlUrl", "url", "xmlUrl"]
  /// The names of notes in all formats, the preferred one first.
  static let noteNames = ["_note", "note", "notes", "Note", "Notes"].map { Bytes($0.utf8) }
  /// The one that also stands for notes of another form.
  static let noteName = noteNames[1]

  let name: Bytes
  var value: Bytes

  func isNamed(_ name: String) -> Bool { self.name.span.equals(name) }
}

extension Format {
  var fileExtensions: [String] { [] }
  var itemNoun: String { rowNoun }
  var addressNames: [String] { RowAttribute.addressNames }
  var identityNames: [String] { [] }
  var allowsZeroBytes: Bool { false }
  var isFoundInTextFiles: Bool { false }
  var changesBytes: Bool { false }
  var hasColors: Bool { false }
  var options: [String] { [] }
  var writers: [any OutlineWriter] { [] }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool { false }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    nil
  }

  func taskStates(in bytes: Span<UInt8>) -> [TaskState] { TaskState.standard }

  func inheritedTags(in bytes: Span<UInt8>) -> [Bytes] { [] }

  func isDone(text: Range<Int>, in bytes: Span<UInt8>) -> Bool? { nil }

  var ignoresCaseOfNames: Bool { false }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] { [] }

  func attributesToWrite(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    attributes(at: start, in: bytes)
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> { 0..<0 }
}

extension Format {
  /// The help, with a line about the attributes that identify rows.
  var allHelp: [String] {
    if identityNames.isEmpty { return help }
    return help + ["Attributes that identify a row: \(identityNames.joined(separator: ", "))."]
  }

  /// Reads a file without its colors and, if the options ask for them, finds the lines of its rows.
  func readWithLines(
    _ bytes: consuming Bytes, name: Bytes, options: ReaderOptions
  ) -> ParsedFile {
    // Zero bytes end names that programs print as they are.
    if hasColors && bytes.span.firstIndex(of: 0, from: 0) == nil { bytes = bytes.withoutColors() }
    guard options.findsLines else { return read(bytes, name: name, options: options) }
    // Some readers move bytes.
    let source = copy bytes
    var file = read(bytes, name: name, options: options)
    file.findLines(in: source.span)
    return file
  }
}

/// The settings of all readers.
///
/// Only a few formats use `fieldNames`, `rowKinds` and `findsIncludes`. They are not in the folders
/// of these formats because comparisons, messages and inputs also use them.
struct ReaderOptions {
  /// The members of objects and the columns of records that link rows to each other.
  var fieldNames = FieldNames()
  /// The kinds of rows to read; `nil` stands for the default of the format.
  var rowKinds: RowKinds?
  var attributeNames: [Bytes] = []
  var findsAllAttributes = false
  /// Whether the output has a place for attributes, so that no field of a table needs a row.
  var prefersAttributes = false
  /// Whether the output has a place for addresses, so that those in a table need no row.
  var prefersLinks = false
  var findsAddresses = false
  /// Whether to find all links in the texts of rows.
  var findsLinks = false
  /// Whether to find the title and the other parts outside of the rows.
  var findsHead = false
  var findsIncludes = false
  /// Whether to find the line of each row in the file.
  var findsLines = false
  /// Whether to find the notes of rows.
  var findsNotes = false
  /// Whether to read which rows the file stores as expanded.
  var readsExpansion = false

  var needsAttributes: Bool { !attributeNames.isEmpty || findsAllAttributes }

  /// Returns the settings for a format, with the attributes that it needs for itself.
  func reading(_ format: some Format) -> ReaderOptions {
    var options = self
    var names: [String] = []
    if findsAllAttributes { names += format.identityNames }
    if findsAddresses || findsAllAttributes { names += format.addressNames }
    options.attributeNames += names.map { Bytes($0.utf8) }
    return options
  }

  /// A Boolean value that indicates whether to record the start of each row's element.
  var needsStarts: Bool { needsAttributes || findsIncludes || findsLines }
}

struct FieldNames {
  /// The remedy if the name of parents has no effect.
  static let remedy = "; name the identities with --id"

  var children: Bytes?
  var label: Bytes?
  var identity: Bytes?
  var parent: Bytes?
}

enum RowKinds: String, CaseIterable {
  case headings
  case lists
  case both
}
