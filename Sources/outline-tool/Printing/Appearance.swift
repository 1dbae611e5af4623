struct PrintingOptions {
  var layout = Layout.tree
  /// The characters of the tree lines; `nil` stands for those of the locale.
  var charset: Charset?
  /// When to use colors and links; `nil` stands for `auto`.
  var color: TerminalUse?
  var hyperlinks: TerminalUse?
  /// The number of columns; `nil` stands for those of the terminal.
  var width: Int?
  /// The treatment of longer rows; `nil` stands for `words`.
  var wrapping: Wrapping?
  var countsHidden = false
  var isNumbered = false
  var isVerbose = false
  var showsLines = false
  var showsNotes = false
  var attributes: [Bytes] = []
}

enum Layout {
  case tree
  /// A line of tab-separated fields for each row.
  case rows
  case json
  /// Only numbers of rows or of changes.
  case statistics
  /// A file for other programs.
  case format(any OutlineWriter)

  /// The writers of all formats.
  static let writers: [any OutlineWriter] = Formats.all.flatMap(\.writers) + [HTMLWriter()]

  static let names = ["tree", "rows", "json"] + writers.map(\.name)

  /// Finds the layout with a name, or that of files with a file name extension.
  init?(named name: String) {
    switch name {
    case "tree": self = .tree
    case "rows": self = .rows
    case "json": self = .json
    default:
      let named = Layout.writers.first { $0.name == name }
      guard let writer = named ?? Formats.named(name)?.writers.first else { return nil }
      self = .format(writer)
    }
  }

  var isTree: Bool { if case .tree = self { true } else { false } }
  var isJSON: Bool { if case .json = self { true } else { false } }
}

/// The treatment of rows that are longer than the width.
enum Wrapping: String, CaseIterable {
  /// Continues on more lines, which begin with a word.
  case words
  case cut
  case never
}

/// When to use a feature of terminals.
enum TerminalUse: String, CaseIterable {
  case auto
  case always
  case never
}

/// The destination of the output.
enum OutputDevice {
  case terminal
  /// The pager of git, which has started the tool. The pager shows colors.
  case pagerOfGit
  case other

  static var ofStandardOutput: OutputDevice {
    if Process.isTerminal(Process.standardOutput) { return .terminal }
    let isInUse = Process.environmentValue("GIT_PAGER_IN_USE")?.elementsEqual("true".utf8) == true
    return isInUse ? .pagerOfGit : .other
  }
}

/// The appearance of the output, according to the options, the environment and the terminal.
struct Appearance {
  let charset: Charset
  let usesColor: Bool
  let hasLinks: Bool
  let isForTerminal: Bool
  /// Whether to escape all non-ASCII characters in untrusted text.
  let isASCIIOnly: Bool
  /// The number of columns; `nil` stands for no limit.
  let columns: Int?
  let wrapping: Wrapping

  init(_ options: PrintingOptions, device: OutputDevice, isASCIIOnly: Bool) {
    let isTerminal = device == .terminal
    isForTerminal = isTerminal
    charset = options.charset ?? .ofLocale
    self.isASCIIOnly = isASCIIOnly
    wrapping = options.wrapping ?? .words
    let terminal = isTerminal ? Process.columns(of: Process.standardOutput) : nil
    columns = wrapping == .never ? nil : options.width ?? terminal

    let isPlain = Process.environmentValue("TERM")?.elementsEqual("dumb".utf8) ?? true
    switch options.color {
    case .always: usesColor = true
    case .never: usesColor = false
    case .auto, nil: usesColor = Self.colorByEnvironment ?? (device != .other && !isPlain)
    }
    switch options.hyperlinks {
    case .always: hasLinks = true
    case .never: hasLinks = false
    case .auto, nil: hasLinks = isTerminal && !isPlain
    }
  }

  /// The color setting in the conventional environment variables; empty values are ignored.
  private static var colorByEnvironment: Bool? {
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE") ?? value("FORCE_COLOR"), force != "0" { return true }
    return value("CLICOLOR") == "0" ? false : nil
  }

  private static func value(_ name: String) -> String? {
    guard let value = Process.environmentValue(name), !value.isEmpty else { return nil }
    return String(decoding: value, as: UTF8.self)
  }
}
