/// A file format that the tool reads.
struct Format: Sendable {
  /// The value of `--from` that selects the format.
  let name: String
  /// The file name extensions of the format, in lowercase.
  var fileExtensions: [String] = []
  /// The lines about the format in the help text.
  let help: [String]
  /// The noun for the rows of the format, for the message about a file without rows.
  let rowNoun: String
  /// The noun if the options select list items only.
  var itemNoun: String?
  /// The attributes that may hold the address of a row, the preferred one first.
  var addressNames = ["htmlUrl", "url", "xmlUrl"]
  /// Whether zero bytes are valid in a file of the format.
  var allowsZeroBytes = false
  /// Whether files named as plain text may have the format.
  var isFoundInTextFiles = false
  /// Whether the reader changes bytes of the file in place.
  var changesBytes = false

  /// Returns whether a text looks like a file of the format; `isNameless` is true for an input
  /// without a file name extension.
  var recognizes: @Sendable (_ text: Span<UInt8>, _ isNameless: Bool) -> Bool = { _, _ in false }

  /// Reads the rows of a file.
  let read:
    @Sendable (_ bytes: consuming Bytes, _ name: Bytes, _ options: ReaderOptions) -> ParsedFile

  /// Returns an attribute of a row, or `nil` if the row lacks it or the reader collected it.
  var attribute: AttributeSearch = { _, _, _, _ in nil }

  typealias AttributeSearch =
    @Sendable (_ name: Bytes, _ text: Range<Int>, _ start: Int?, _ bytes: Span<UInt8>) -> Bytes?
}

// MARK: - Detection

extension Format {
  /// All formats, in the order in which the contents of a file are tested for them.
  static let all = [
    opml, bookmarks, freemind, json, table, org, treeDrawing, pathList, markdown, taskPaper,
    vimOutliner, plainText,
  ]

  /// Returns the format with a name or a file name extension.
  static func named(_ name: String) -> Format? {
    all.first { $0.name == name } ?? all.first { $0.fileExtensions.contains(name) }
  }

  /// Returns the format of a file by its extension, or else by its contents; `path` is `nil` for
  /// standard input.
  static func detect(path: Bytes?, _ text: Span<UInt8>) -> Format {
    let fileExtension = path.flatMap { Format.fileExtension(of: $0) }
    if let fileExtension,
      let format = all.first(where: { $0.fileExtensions.contains(fileExtension) }),
      format.name != plainText.name
    {
      return format
    }
    let isPlainText = fileExtension.map { plainText.fileExtensions.contains($0) } ?? false
    for format in all where format.isFoundInTextFiles || !isPlainText {
      if format.recognizes(text, fileExtension == nil) { return format }
    }
    return plainText
  }

  /// Returns the lowercase extension of a file name, or `nil` if the name has none.
  private static func fileExtension(of path: Bytes) -> String? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(decoding: name[(dot + 1)...].map(\.lowercased), as: UTF8.self)
  }
}

/// The settings that readers of files need.
struct ReaderOptions {
  /// The members of JSON objects and the columns of tables that link rows to each other.
  var fieldNames = FieldNames()
  /// The rows of Markdown and Org to read; `nil` stands for all Markdown rows and Org headlines.
  var rowKinds: RowKinds?
  /// The attributes to find.
  var attributeNames: [Bytes] = []
  /// Whether to find the attributes that may hold addresses.
  var findsAddresses = false
  /// Whether to record rows that include other files.
  var findsIncludes = false
  /// Whether to read which rows the file stores as expanded.
  var readsExpansion = false

  var needsAttributes: Bool { !attributeNames.isEmpty }

  /// Whether to record the start of each row's element.
  var needsStarts: Bool { needsAttributes || findsIncludes }
}

/// The members or columns that options name.
struct FieldNames {
  var children: Bytes?
  var label: Bytes?
  var identity: Bytes?
  var parent: Bytes?
}

/// The parts of a document that become rows.
enum RowKinds: String, CaseIterable {
  case headings
  case lists
  case both
}
