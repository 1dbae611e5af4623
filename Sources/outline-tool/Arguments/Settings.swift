/// What one run of the tool is asked to do.
enum Invocation {
  case show([InputName], Settings)
  case help
  case version
}

/// Where an outline comes from.
enum InputName: Equatable {
  case standardInput
  case path(Bytes)
}

/// Which rows are expanded.
enum Expansion: Equatable {
  case all
  /// As the file says.
  case stored
  case none
  /// Those of the first so many levels.
  case levels(Int)
}

/// What is kept beside the rows that match a pattern.
enum Kept: String {
  case ancestors
  case subtree
  case both
}

/// The order of siblings.
enum Sorting: String, CaseIterable {
  /// By the bytes of their texts.
  case text
  /// As people sort: numbers by value, letters without regard to case.
  case natural
  /// Those with children first, each kind as people sort.
  case folders
  /// As the file or the directory has them.
  case none
}

/// Which of the two outlines of a document are shown.
enum DocumentTree: String {
  case headings
  case lists
  case both
}

/// How rows are written.
enum Layout {
  case tree
  /// A line of fields between tabs for each row.
  case rows
  case json
}

/// When to do what suits terminals only.
enum Occasion: String {
  case auto
  case always
  case never
}

/// How outlines are to be read and shown.
struct Settings {
  /// The format of all inputs that are no directories; `nil` leaves it to each one.
  var format: Format?
  /// Whether an input that is not well-formed is refused.
  var isStrict = false
  var showsHiddenFiles = false
  var followsLinks = false
  var honorsGitignore = false
  /// Whether local files that an outline includes are read.
  var followsIncludes = false
  /// The members of JSON and the columns of tables that say what is below what.
  var fieldNames = FieldNames()
  /// Which rows of Markdown and Org are shown; `nil` shows all of Markdown, and headlines of Org.
  var tree: DocumentTree?

  var expansion = Expansion.all
  /// The number of levels to show; `nil` shows all of them.
  var depth: Int?
  var sections: [Pattern] = []
  var collapsed: [Pattern] = []
  var focused: [Pattern] = []
  var matched: [Pattern] = []
  var ignored: [Pattern] = []
  /// What is kept beside matches; `nil` keeps their ancestors.
  var pruning: Kept?
  /// The order of siblings; `nil` keeps that of files and sorts directories by name.
  var sorting: Sorting?
  var mostChildren: Int?

  var layout = Layout.tree
  /// The characters of the tree lines; `nil` leaves them to the locale.
  var charset: Charset?
  var color = Occasion.auto
  var hyperlinks = Occasion.auto
  var width: Int?
  var countsHidden = false
  var isCompact = false
  var isNumbered = false
  var showsPaths = false
  /// The attributes that are shown with each row.
  var attributes: [Bytes] = []

  /// The file to write; `nil` writes to standard output.
  var output: Bytes?
  var isQuiet = false
  var usesPager = true

  /// What is kept beside matches.
  var kept: Kept { pruning ?? .ancestors }

  /// Whether readers are to record where each row's element starts.
  var needsStarts: Bool { needsAttributes || followsIncludes }

  /// Whether attributes of rows are asked for.
  var needsAttributes: Bool { !attributeNames.isEmpty }

  /// The attributes that are shown, or that links are made of.
  var attributeNames: [Bytes] {
    attributes + (hyperlinks == .always ? Document.addressNames : [])
  }
}

extension Settings {
  /// Has all patterns ignore the difference between capital and small letters.
  mutating func ignoreCase() {
    for list in [\Settings.sections, \.collapsed, \.focused, \.matched, \.ignored] {
      // Ignoring case makes no pattern unfit that was fit before.
      self[keyPath: list] = self[keyPath: list].map { pattern in
        (try? Pattern(pattern.source, ignoringCase: true)) ?? pattern
      }
    }
  }
}
