enum Formats {
  /// All formats, in the order in which the contents of a file are tested for them.
  static let all: [any Format] = [
    OPMLFormat(), BookmarkFormat(), FreemindFormat(), JSONFormat(), TableFormat(), OrgFormat(),
    TreeDrawingFormat(), PathListFormat(), MarkdownFormat(), TaskPaperFormat(),
    VimOutlinerFormat(), PlainTextFormat(),
  ]

  static func named(_ name: String) -> (any Format)? {
    all.first { $0.name == name } ?? all.first { $0.fileExtensions.contains(name) }
  }

  /// Returns the format of a file by its extension, or else by its contents, with the reason;
  /// `path` is `nil` for standard input.
  static func detect(
    path: Bytes?, _ text: Span<UInt8>
  ) -> (format: any Format, reason: FormatReason) {
    let fileExtension = path.flatMap { Self.fileExtension(of: $0) }
    if let fileExtension,
      let format = all.first(where: { $0.fileExtensions.contains(fileExtension) }),
      !(format is PlainTextFormat)
    {
      return (format, .name)
    }
    let isPlainText = fileExtension.map { PlainTextFormat().fileExtensions.contains($0) } ?? false
    for format in all where format.isFoundInTextFiles || !isPlainText {
      if format.recognizes(text, isNameless: fileExtension == nil) { return (format, .contents) }
    }
    return (PlainTextFormat(), isPlainText ? .name : .other)
  }

  /// Returns the lowercase extension of a file name, or `nil` if the name has none.
  private static func fileExtension(of path: Bytes) -> String? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(decoding: name[(dot + 1)...].map(\.lowercased), as: UTF8.self)
  }
}

enum FormatReason: String {
  case option = "by --from"
  case name = "by its name"
  case contents = "by its contents"
  case other = "since no other format fits"
}
