/// A titled group of options in the help text.
struct OptionGroup {
  let title: String
  let options: [OptionDescription]

  static let all = [
    OptionGroup(title: "WHICH ROWS", options: rows),
    OptionGroup(title: "HOW THEY ARE SHOWN", options: appearance),
    OptionGroup(title: "READING FILES", options: reading),
    OptionGroup(title: "READING DIRECTORIES", options: directories),
    OptionGroup(title: "OUTPUT", options: output),
  ]
}

extension OptionGroup {
  private static let rows = [
    OptionDescription(
      "-L", "--depth", value: .number("depth"),
      help: "show N levels; deeper directories are not read", set: number(\.input.arrangement.depth)
    ),
    OptionDescription(
      "--expand",
      value: OptionValue("WHAT", "expansion", "all, stored, none or a number of levels"),
      help: "all, stored (as the file says), none, or N levels"
    ) { settings, value in
      guard let expansion = Expansion(value) else { return .unsuitable }
      settings.input.arrangement.expansion = expansion
      return nil
    },
    OptionDescription(
      "--collapse", value: .pattern, help: "close the rows that match",
      set: patterns(\.input.arrangement.collapsed)),
    OptionDescription(
      "--focus", value: .pattern, help: "open only the way to the rows that match",
      set: patterns(\.input.arrangement.focused)),
    OptionDescription(
      "-P", "--match", value: .pattern, help: "leave out rows that do not match",
      set: patterns(\.input.arrangement.matched)),
    OptionDescription(
      "--prune", value: OptionValue("MODE", "mode", "ancestors, subtree or both"),
      help: "keep also ancestors (default), subtree or both",
      set: choice(\.input.arrangement.pruning)),
    OptionDescription(
      "-I", "--ignore", value: .pattern, help: "leave out rows that match, and all below them",
      set: patterns(\.input.arrangement.ignored)),
    OptionDescription(
      "--ignore-case", kind: .ignoreCase, help: "let patterns match capital and small letters"),
    OptionDescription(
      "--section", value: .pattern, help: "show only inputs whose name matches",
      set: patterns(\.sections)),
    OptionDescription(
      "--max-children", value: .number("number of children"),
      help: "show N children of each row and count the others",
      set: number(\.input.arrangement.childLimit)),
    OptionDescription(
      "--sort", value: OptionValue("ORDER", "order", "text, natural, folders or none"),
      help: "by text, natural, folders (first) or none", set: choice(\.input.arrangement.sorting)),
  ]

  private static let appearance = [
    OptionDescription("-c", "--count", help: "show how many rows each closed row hides") {
      $0.printing.countsHidden = true
    },
    OptionDescription("--compact", help: "show a chain of only children in one row") {
      $0.printing.isCompact = true
    },
    OptionDescription("--numbered", help: "show a number such as 2.1 before each row shown") {
      $0.printing.isNumbered = true
    },
    OptionDescription("--path", help: "show the rows above before each row: A/B/C") {
      $0.printing.showsPaths = true
    },
    OptionDescription(
      "--attribute", value: OptionValue("NAME", "name", "any text"),
      help: "show the attribute NAME of each row that has it"
    ) { settings, value in
      settings.printing.attributes.append(value)
      return nil
    },
    OptionDescription("--rows", help: "print lines of level, state and text, between tabs") {
      $0.printing.layout = .rows
    },
    OptionDescription("--json", help: "print JSON, a section for each input") {
      $0.printing.layout = .json
    },
    OptionDescription(
      "--charset", value: OptionValue("CHARSET", "charset", "utf8 or ascii"),
      help: "draw lines in utf8 or ascii; else as the locale says"
    ) { settings, value in
      settings.printing.charset = Charset(name: value)
      return settings.printing.charset == nil ? .unsuitable : nil
    },
    OptionDescription(
      "--color", value: .terminalUse, help: "auto (on terminals), always or never",
      set: choice(\.printing.color)),
    OptionDescription(
      "--hyperlink", value: .terminalUse,
      help: "link rows to files and addresses: like --color",
      set: choice(\.printing.hyperlinks)),
    OptionDescription(
      "--width", value: .number("width"), help: "cut rows after N columns",
      set: number(\.printing.width)),
  ]

  private static let reading = [
    OptionDescription(
      "--from",
      value: OptionValue(
        "FORMAT", "format", Formats.all.map(\.name).sorted().joined(separator: ", ")),
      help: "read files as FORMAT, whatever they look like"
    ) { settings, value in
      settings.input.format = Formats.named(lowercased(value))
      return settings.input.format == nil ? .unsuitable : nil
    },
    OptionDescription(
      "--children", value: .field, help: "take the member KEY of JSON for the children",
      set: text(\.input.reader.fieldNames.children)),
    OptionDescription(
      "--label", value: .field, help: "take the member or column KEY for the text of a row",
      set: text(\.input.reader.fieldNames.label)),
    OptionDescription(
      "--id", value: .field, help: "take the member or column KEY for the identity",
      set: text(\.input.reader.fieldNames.identity)),
    OptionDescription(
      "--parent", value: .field, help: "take the member or column KEY for the parent",
      set: text(\.input.reader.fieldNames.parent)),
    OptionDescription(
      "--tree", value: OptionValue("WHAT", "kind of rows", "headings, lists or both"),
      help: "show headings, lists or both of Markdown or Org", set: choice(\.input.reader.rowKinds)),
    OptionDescription("--strict", help: "refuse files that are not well-formed, or not UTF-8") {
      $0.input.isStrict = true
    },
    OptionDescription("--follow-includes", help: "read local files that OPML includes") {
      $0.input.reader.findsIncludes = true
    },
  ]

  private static let directories = [
    OptionDescription("-a", help: "show entries that start with a dot") {
      $0.input.directories.showsHiddenFiles = true
    },
    OptionDescription("--follow", help: "show what is in directories that links lead to") {
      $0.input.directories.followsLinks = true
    },
    OptionDescription("--gitignore", help: "leave out what git ignores") {
      $0.input.directories.honorsGitignore = true
    },
  ]

  private static let output = [
    OptionDescription(
      "-o", "--output", value: OptionValue("FILE", "file", "a name"),
      help: "write FILE, replaced at the end by what was read"
    ) { settings, value in
      settings.output = value
      return value.isEmpty ? .unsuitable : nil
    },
    OptionDescription("-q", "--quiet", help: "tell of errors only") { $0.isQuiet = true },
    OptionDescription("--no-pager", help: "do not show long output through $PAGER") {
      $0.usesPager = false
    },
    OptionDescription("-h", "--help", kind: .help, help: "print this help"),
    OptionDescription("--version", kind: .version, help: "print the version"),
  ]
}

// MARK: - Values

private typealias Setter = @Sendable (inout Settings, Bytes) -> ValueError?
private typealias SettingPath<Value> = any WritableKeyPath<Settings, Value> & Sendable

/// Sets a positive number.
private func number(_ setting: SettingPath<Int?>) -> Setter {
  { settings, value in
    settings[keyPath: setting] = value.positiveNumber
    return value.positiveNumber == nil ? .unsuitable : nil
  }
}

/// Sets a text.
private func text(_ setting: SettingPath<Bytes?>) -> Setter {
  { settings, value in
    settings[keyPath: setting] = value
    return nil
  }
}

/// Appends to a list of patterns.
private func patterns(_ setting: SettingPath<[Pattern]>) -> Setter {
  { settings, value in
    do throws(PatternError) {
      settings[keyPath: setting].append(try Pattern(value))
      return nil
    } catch {
      return .invalidPattern(error)
    }
  }
}

/// Sets one of several keywords.
private func choice<Value: RawRepresentable<String> & SendableMetatype>(
  _ setting: SettingPath<Value>
) -> Setter {
  { settings, value in
    guard let choice = Value(rawValue: lowercased(value)) else { return .unsuitable }
    settings[keyPath: setting] = choice
    return nil
  }
}

private func choice<Value: RawRepresentable<String> & SendableMetatype>(
  _ setting: SettingPath<Value?>
) -> Setter {
  { settings, value in
    settings[keyPath: setting] = Value(rawValue: lowercased(value))
    return settings[keyPath: setting] == nil ? .unsuitable : nil
  }
}

private func lowercased(_ value: Bytes) -> String {
  String(decoding: value.map(\.lowercased), as: UTF8.self)
}

extension OptionValue {
  fileprivate static let pattern = OptionValue("PATTERN", "pattern", "a glob or a /regex/")
  fileprivate static let field = OptionValue("KEY", "name", "the name of a member or a column")
  fileprivate static let terminalUse = OptionValue("WHEN", "occasion", "auto, always or never")

  fileprivate static func number(_ noun: String) -> OptionValue {
    OptionValue("N", noun, "a number from 1 on")
  }
}

extension Expansion {
  fileprivate init?(_ value: Bytes) {
    switch String(decoding: value, as: UTF8.self) {
    case "all": self = .all
    case "stored": self = .stored
    case "none": self = .none
    default:
      guard let levels = value.positiveNumber else { return nil }
      self = .levels(levels)
    }
  }
}

extension Bytes {
  /// The positive number with these digits.
  fileprivate var positiveNumber: Int? {
    guard allSatisfy(\.isASCIIDigit) else { return nil }
    let number = Int(String(decoding: self, as: UTF8.self))
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
}
