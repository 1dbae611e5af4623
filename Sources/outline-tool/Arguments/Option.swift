/// An option of the tool; `table` says how each is written and what it is for.
enum Option: Equatable {
  case depth
  case collapse
  case charset
  case hiddenFiles
  case help
  case version
}

/// The value that an option takes.
struct OptionValue: Equatable {
  /// What stands for it in the help text.
  let placeholder: String
  /// What it may be, for messages.
  let meaning: String

  init(_ placeholder: String, _ meaning: String) {
    self.placeholder = placeholder
    self.meaning = meaning
  }
}

/// A line of the option table: parsing, messages and the help text all read it.
struct OptionDescription: Equatable {
  let option: Option
  let short: Character?
  let long: String?
  /// What follows the option; a flag has nothing.
  let value: OptionValue?
  let help: String

  static let table = [
    OptionDescription(
      option: .depth, short: "L", long: "depth", value: OptionValue("N", "a number from 1 on"),
      help: "show N levels; deeper directories are not read"),
    OptionDescription(
      option: .collapse, short: nil, long: "collapse", value: OptionValue("TEXT", "any text"),
      help: "collapse every row whose text is TEXT; may be repeated"),
    OptionDescription(
      option: .charset, short: nil, long: "charset",
      value: OptionValue("utf8|ascii", "utf8 or ascii"),
      help: "draw tree lines with these characters; otherwise the locale decides"),
    OptionDescription(
      option: .hiddenFiles, short: "a", long: nil, value: nil,
      help: "show directory entries whose names start with a dot"),
    OptionDescription(
      option: .help, short: "h", long: "help", value: nil,
      help: "print this help"),
    OptionDescription(
      option: .version, short: nil, long: "version", value: nil,
      help: "print the version"),
  ]

  /// How the option is named in a message: by its long form, if it has one.
  var name: String {
    if let long { return "--" + long }
    return short.map { "-" + String($0) } ?? ""
  }

  /// How the help text lists it, such as `-L, --depth N`.
  var usage: String {
    let forms = [short.map { "-" + String($0) }, long.map { "--" + $0 }].compactMap { $0 }
    return forms.joined(separator: ", ") + (value.map { " " + $0.placeholder } ?? "")
  }
}
