/// The command that the arguments select.
enum Invocation {
  case show([InputName], Settings)
  case help
  case version
}

/// The values of the options.
struct Settings {
  var input = InputOptions()
  var printing = PrintingOptions()
  /// The inputs to show, by name; an empty list stands for all of them.
  var sections: [Pattern] = []
  /// The file to write; `nil` stands for standard output.
  var output: Bytes?
  var isQuiet = false
  var usesPager = true

  /// Makes all patterns ignore case.
  mutating func ignoreCase() {
    for list in [
      \Settings.sections, \.input.arrangement.collapsed, \.input.arrangement.focused,
      \.input.arrangement.matched, \.input.arrangement.ignored,
    ] {
      // A valid pattern stays valid if it ignores case.
      self[keyPath: list] = self[keyPath: list].map { pattern in
        (try? Pattern(pattern.source, ignoringCase: true)) ?? pattern
      }
    }
  }
}
