enum Formats {
  /// All formats, in the order in which the tool tests the contents of a file for them.
  ///
  /// The last one is the fallback.
  static let all: [any Format] = [
    OPMLFormat(), BookmarkFormat(), FreemindFormat(), JSONFormat(), OrgFormat(), TableFormat(),
    TreeDrawingFormat(), PathListFormat(), MarkdownFormat(), TaskPaperFormat(),
    VimOutlinerFormat(), PlainTextFormat(),
  ]

  static var names: [String] { all.map(\.name).sorted() }

  /// The format of texts without signs of another one.
  static var fallback: any Format { all[all.count - 1] }

  static func named(_ name: String) -> (any Format)? {
    all.first { $0.name == name } ?? all.first { $0.fileExtensions.contains(name) }
  }

  /// Returns the format of a file by its extension, or else by its contents, with the reason;
  /// `path` is `nil` for standard input.
  static func detect(
    path: Bytes?, _ text: Span<UInt8>
  ) -> (format: any Format, reason: FormatReason) {
    let fileExtension = path.flatMap { Self.fileExtension(of: $0) }
    let named = all.first { $0.fileExtensions.contains(fileExtension ?? "") }
    if let named, named.name != fallback.name { return (named, .name) }
    for format in all where format.isFoundInTextFiles || named == nil {
      if format.recognizes(text, isNameless: fileExtension == nil) { return (format, .contents) }
    }
    return (fallback, named == nil ? .other : .name)
  }

  /// Returns the lowercase extension of a file name, or `nil` if the name has none.
  private static func fileExtension(of path: Bytes) -> String? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return name[(dot + 1)...].lowercasedText
  }
}

enum FormatReason: String {
  case option = "by --from"
  case name = "by its name"
  case contents = "by its contents"
  case other = "since no other format fits"
}
