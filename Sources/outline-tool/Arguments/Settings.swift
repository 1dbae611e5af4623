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

/// How outlines are to be shown.
struct Settings {
  /// The number of levels to show; `nil` shows all of them.
  var depth: Int?
  var collapsedTexts: [Bytes] = []
  /// The characters of the tree lines; `nil` leaves them to the locale.
  var charset: Charset?
  var showsHiddenFiles = false

  /// Whether rows with this text are to be collapsed.
  func collapses(_ text: some Sequence<UInt8>) -> Bool {
    collapsedTexts.contains { $0.elementsEqual(text) }
  }
}
