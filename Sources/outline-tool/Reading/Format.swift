/// The format of a file.
///
/// What sets a format apart is here and in its reader; a new one is a case and a line in each of
/// the tables below.
enum Format: String, CaseIterable {
  case opml
  case bookmarks
  case freemind
  case json
  case table = "csv"
  case org
  case treeDrawing = "tree"
  case pathList = "paths"
  case markdown
  case taskPaper = "taskpaper"
  case vimOutliner = "otl"
  case indentedText = "text"

  /// How the names of its files end, in lower case.
  var endings: [String] {
    switch self {
    case .opml: ["opml"]
    case .bookmarks: []
    case .freemind: ["mm"]
    case .json: ["json", "jsonl", "ndjson"]
    case .table: ["csv", "tsv", "tab"]
    case .org: ["org", "org_archive"]
    case .treeDrawing, .pathList: []
    case .markdown: ["md", "markdown"]
    case .taskPaper: ["taskpaper"]
    case .vimOutliner: ["otl"]
    case .indentedText: ["txt", "text"]
    }
  }

  /// Whether a text whose name says nothing looks like one of this format.
  private func recognizes(_ bytes: Span<UInt8>, isNameless: Bool) -> Bool {
    switch self {
    case .opml: OPMLReader.recognizes(bytes)
    case .bookmarks: BookmarkReader.recognizes(bytes)
    case .freemind: FreemindReader.recognizes(bytes)
    case .json: JSONReader.recognizes(bytes)
    case .table: TableReader.recognizes(bytes, isNameless: isNameless)
    case .org: OrgReader.recognizes(bytes)
    case .treeDrawing: TreeDrawing.recognizes(bytes)
    case .pathList: PathList.recognizes(bytes)
    // Scripts and settings begin like Markdown, but their names tell.
    case .markdown: isNameless && MarkdownReader.recognizes(bytes)
    case .vimOutliner: IndentedTextReader.recognizesBodyLines(bytes)
    // Told by its name only: without it, the rows are the same.
    case .taskPaper: false
    case .indentedText: true
    }
  }

  /// Reads the rows of a file of this format.
  func read(_ bytes: consuming Bytes, name: Bytes, settings: Settings) -> Listing {
    switch self {
    case .opml: OPMLReader.read(bytes, name: name, settings: settings)
    case .bookmarks: BookmarkReader.read(bytes, name: name, settings: settings)
    case .freemind: FreemindReader.read(bytes, name: name, settings: settings)
    case .json: JSONReader.read(bytes, name: name, settings: settings)
    case .table: TableReader.read(bytes, name: name, settings: settings)
    case .org: OrgReader.read(bytes, settings: settings)
    case .treeDrawing: TreeDrawing.read(bytes)
    case .pathList: PathList.read(bytes, name: name)
    case .markdown: MarkdownReader.read(bytes, name: name, settings: settings)
    case .taskPaper: IndentedTextReader.read(bytes, name: name, dialect: .taskPaper)
    case .vimOutliner: IndentedTextReader.read(bytes, name: name, dialect: .vimOutliner)
    case .indentedText: IndentedTextReader.read(bytes, name: name, dialect: .plain)
    }
  }

  /// Returns the attribute `name` of a row that starts at `start`; `nil` where it has none, or
  /// where they are found in another way.
  func attribute(_ name: Bytes, at start: Int, in bytes: Span<UInt8>) -> Bytes? {
    switch self {
    case .opml, .freemind: TagScanner.value(of: name, at: start, in: bytes)
    case .bookmarks: TagScanner.value(of: name, at: start, in: bytes, dialect: .html)
    case .org: OrgReader.attribute(name, at: start, in: bytes)
    case .json, .table, .treeDrawing, .pathList, .markdown, .taskPaper, .vimOutliner, .indentedText:
      nil
    }
  }
}

extension Format {
  /// Returns the format of a name, or of what names of files end in.
  init?(named name: String) {
    guard
      let format = Format(rawValue: name)
        ?? Format.allCases.first(where: { $0.endings.contains(name) })
    else { return nil }
    self = format
  }

  /// Tells the format of a file by its name, or where that says nothing, by its text.
  init(of input: InputName, bytes: Span<UInt8>) {
    var ending: Bytes?
    if case .path(let path) = input { ending = Format.ending(of: path) }
    for format in Format.allCases {
      if let ending, format.endings.contains(where: { ending.elementsEqual($0.utf8) }) {
        self = format == .indentedText ? Format(ofText: bytes) : format
        return
      }
    }
    for format in Format.allCases where format.recognizes(bytes, isNameless: ending == nil) {
      self = format
      return
    }
    self = .indentedText
  }

  /// Tells which kind of text a file is that is named like one.
  private init(ofText bytes: Span<UInt8>) {
    for format in [Format.treeDrawing, .pathList, .vimOutliner] {
      if format.recognizes(bytes, isNameless: false) {
        self = format
        return
      }
    }
    self = .indentedText
  }

  /// Returns what follows the last dot of a file's name, in lower case; `nil` for a name without
  /// one.
  private static func ending(of path: Bytes) -> Bytes? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Bytes(name[(dot + 1)...].lazy.map(\.lowercased))
  }
}
