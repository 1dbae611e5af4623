/// A file format that the tool reads.
///
/// A format has its own folder and an entry in `Formats.all`; nothing else names it.
protocol Format: Sendable {
  /// The value of `--from` that selects the format.
  var name: String { get }

  /// The file name extensions of the format, in lowercase.
  var fileExtensions: [String] { get }

  /// The lines about the format in the help text.
  var help: [String] { get }

  /// The attributes that may hold the address of a row, the preferred one first.
  var addressNames: [String] { get }

  /// A Boolean value that indicates whether zero bytes are valid in a file of the format.
  var allowsZeroBytes: Bool { get }

  /// A Boolean value that indicates whether files named as plain text may have the format.
  var isFoundInTextFiles: Bool { get }

  /// A Boolean value that indicates whether the reader changes bytes of the file in place.
  var changesBytes: Bool { get }

  /// Returns the noun for the rows of the format, for the message about a file without rows.
  func rowNoun(_ options: ReaderOptions) -> String

  /// Returns whether a text looks like a file of the format; `isNameless` is true for an input
  /// without a file name extension.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool

  /// Reads the rows of a file.
  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile

  /// Returns an attribute of a row, or `nil` if the row lacks it or the reader collected it.
  func attribute(
    _ name: Bytes, of text: Range<Int>, startingAt start: Int?, in bytes: Span<UInt8>
  ) -> Bytes?
}

extension Format {
  var fileExtensions: [String] { [] }
  var addressNames: [String] { ["htmlUrl", "url", "xmlUrl"] }
  var allowsZeroBytes: Bool { false }
  var isFoundInTextFiles: Bool { false }
  var changesBytes: Bool { false }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool { false }

  func attribute(
    _ name: Bytes, of text: Range<Int>, startingAt start: Int?, in bytes: Span<UInt8>
  ) -> Bytes? { nil }
}
