/// A titled group of options in the help text.
struct OptionGroup {
  let title: String
  let options: [OptionDescription]

  static let all = [
    OptionGroup(title: "ROWS", options: rows),
    OptionGroup(title: "APPEARANCE", options: appearance),
    OptionGroup(title: "FILES", options: reading),
    OptionGroup(title: "DIRECTORIES", options: directories),
    OptionGroup(title: "OUTPUT", options: output),
  ]
}

extension OptionGroup {
  private static let rows = [
    OptionDescription(
      "-L", "--depth", value: .number("depth"),
      help: "show N levels, and read no deeper directories", set: number(\.input.arrangement.depth)
    ),
    OptionDescription(
      "--expand",
      value: OptionValue("WHAT", "expansion", "all, stored, none or a number of levels"),
      help: "all, stored (as in the file), none or N levels"
    ) { settings, value in
      guard let expansion = Expansion(value) else { return .unsuitable }
      settings.input.arrangement.expansion = expansion
      return nil
    },
    OptionDescription(
      "--collapse", value: .pattern, help: "collapse the rows that match",
      set: patterns(\.input.arrangement.collapsed)),
    OptionDescription(
      "--focus", value: .pattern, help: "expand only the ancestors of rows that match",
      set: patterns(\.input.arrangement.focused)),
    OptionDescription(
      "-P", "--match", value: .pattern, help: "omit rows that do not match",
      set: patterns(\.input.arrangement.matched)),
    OptionDescription(
      "--prune", value: OptionValue("MODE", "mode", "ancestors, subtree or both"),
      help: "keep also ancestors (default), subtree or both",
      set: choice(\.input.arrangement.pruning)),
    OptionDescription(
      "-I", "--ignore", value: .pattern, help: "omit rows that match, with their descendants",
      set: patterns(\.input.arrangement.ignored)),
    OptionDescription(
      "--ignore-case", kind: .ignoreCase, help: "ignore case in all patterns"),
    OptionDescription(
      "--section", value: .pattern, help: "show only inputs with a name that matches",
      set: patterns(\.sections)),
    OptionDescription(
      "--max-children", value: .number("number of children"),
      help: "show N children of each row, and count the others",
      set: number(\.input.arrangement.childLimit)),
    OptionDescription(
      "--sort", value: OptionValue("ORDER", "order", "text, natural, folders or none"),
      help: "sort by text, natural, folders (first) or none",
      set: choice(\.input.arrangement.sorting)),
  ]

  private static let appearance = [
    OptionDescription("-c", "--count", help: "show the number of rows that each row hides") {
      $0.printing.countsHidden = true
    },
    OptionDescription("--compact", help: "show a chain of only children as one row") {
      $0.printing.isCompact = true
    },
    OptionDescription("--numbered", help: "show a number such as 2.1 before each row") {
      $0.printing.isNumbered = true
    },
    OptionDescription("--path", help: "show the ancestors before each row: A/B/C") {
      $0.printing.showsPaths = true
    },
    OptionDescription(
      "--attribute", value: OptionValue("NAME", "name", "any text"),
      help: "show the attribute NAME of each row"
    ) { settings, value in
      settings.printing.attributes.append(value)
      return nil
    },
    OptionDescription("--rows", help: "print level, state and text, separated by tabs") {
      $0.printing.layout = .rows
    },
    OptionDescription("--json", help: "print JSON with a section for each input") {
      $0.printing.layout = .json
    },
    OptionDescription(
      "--charset", value: OptionValue("CHARSET", "charset", "utf8 or ascii"),
      help: "draw lines in utf8 or ascii; default: by locale"
    ) { settings, value in
      settings.printing.charset = Charset(name: value)
      return settings.printing.charset == nil ? .unsuitable : nil
    },
    OptionDescription(
      "--color", value: .terminalUse, help: "use colors auto (on terminals), always or never",
      set: choice(\.printing.color)),
    OptionDescription(
      "--hyperlink", value: .terminalUse,
      help: "link rows to files and addresses; see --color",
      set: choice(\.printing.hyperlinks)),
    OptionDescription(
      "--width", value: .number("width"), help: "truncate rows to N columns",
      set: number(\.printing.width)),
  ]

  private static let reading = [
    OptionDescription(
      "--from",
      value: OptionValue(
        "FORMAT", "format", Formats.all.map(\.name).sorted().joined(separator: ", ")),
      help: "read all files as FORMAT"
    ) { settings, value in
      settings.input.format = Formats.named(lowercased(value))
      return settings.input.format == nil ? .unsuitable : nil
    },
    OptionDescription(
      "--children", value: .field, help: "JSON member with the children of a row",
      set: text(\.input.reader.fieldNames.children)),
    OptionDescription(
      "--label", value: .field, help: "member or column with the text of a row",
      set: text(\.input.reader.fieldNames.label)),
    OptionDescription(
      "--id", value: .field, help: "member or column with the identity of a record",
      set: text(\.input.reader.fieldNames.identity)),
    OptionDescription(
      "--parent", value: .field, help: "member or column with the parent of a record",
      set: text(\.input.reader.fieldNames.parent)),
    OptionDescription(
      "--tree", value: OptionValue("WHAT", "kind of row", "headings, lists or both"),
      help: "show headings, lists or both of Markdown and Org", set: choice(\.input.reader.rowKinds)
    ),
    OptionDescription("--strict", help: "reject files with syntax errors or invalid UTF-8") {
      $0.input.isStrict = true
    },
    OptionDescription("--follow-includes", help: "read local files that OPML files include") {
      $0.input.reader.findsIncludes = true
    },
  ]

  private static let directories = [
    OptionDescription("-a", help: "show entries whose names begin with a dot") {
      $0.input.directories.showsHiddenFiles = true
    },
    OptionDescription("--follow", help: "show the contents of linked directories") {
      $0.input.directories.followsLinks = true
    },
    OptionDescription("--gitignore", help: "omit files that git ignores") {
      $0.input.directories.honorsGitignore = true
    },
  ]

  private static let output = [
    OptionDescription(
      "-o", "--output", value: OptionValue("FILE", "file", "a name"),
      help: "write to FILE, which is replaced at the end"
    ) { settings, value in
      settings.output = value
      return value.isEmpty ? .unsuitable : nil
    },
    OptionDescription("-q", "--quiet", help: "report errors only") { $0.isQuiet = true },
    OptionDescription("--no-pager", help: "do not send long output to $PAGER") {
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
  fileprivate static let terminalUse = OptionValue("WHEN", "value", "auto, always or never")

  fileprivate static func number(_ noun: String) -> OptionValue {
    OptionValue("N", noun, "a positive number")
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
