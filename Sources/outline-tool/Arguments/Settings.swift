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

/// How outlines are to be shown.
struct Settings {
  /// The format of all inputs that are no directories; `nil` leaves it to each one.
  var format: Format?
  var expansion = Expansion.all
  /// Whether an input that is not well-formed is refused.
  var isStrict = false
  /// The number of levels to show; `nil` shows all of them.
  var depth: Int?
  var collapsedTexts: [Bytes] = []
  /// The characters of the tree lines; `nil` leaves them to the locale.
  var charset: Charset?
  var showsHiddenFiles = false
  /// The members of JSON and the columns of tables that say what is below what.
  var fieldNames = FieldNames()
  /// The attributes that are shown with each row.
  var attributes: [Bytes] = []

  /// Whether readers are to record where each row's element starts.
  var needsStarts: Bool { !attributes.isEmpty }

  /// Whether rows with this text are to be collapsed.
  func collapses(_ text: some Sequence<UInt8>) -> Bool {
    collapsedTexts.contains { $0.elementsEqual(text) }
  }
}
