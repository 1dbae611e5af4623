/// An option of the tool; `table` says how each is written and what it is for.
enum Option: Equatable {
  case depth
  case collapse
  case charset
  case hiddenFiles
  case help
  case version
}

/// A line of the option table: parsing, messages and the help text all read it.
struct OptionDescription: Equatable {
  let option: Option
  let short: Character?
  let long: String?
  /// What stands for the value in the help text; a flag has none.
  let placeholder: String?
  /// What the value may be, for messages.
  let values: String
  let help: String

  static let table = [
    OptionDescription(
      option: .depth, short: "L", long: "depth", placeholder: "N", values: "a number from 1 on",
      help: "show N levels; deeper directories are not read"),
    OptionDescription(
      option: .collapse, short: nil, long: "collapse", placeholder: "TEXT", values: "any text",
      help: "collapse every row whose text is TEXT; may be repeated"),
    OptionDescription(
      option: .charset, short: nil, long: "charset", placeholder: "utf8|ascii",
      values: "utf8 or ascii",
      help: "draw tree lines with these characters; otherwise the locale decides"),
    OptionDescription(
      option: .hiddenFiles, short: "a", long: nil, placeholder: nil, values: "",
      help: "show directory entries whose names start with a dot"),
    OptionDescription(
      option: .help, short: "h", long: "help", placeholder: nil, values: "",
      help: "print this help"),
    OptionDescription(
      option: .version, short: nil, long: "version", placeholder: nil, values: "",
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
    return forms.joined(separator: ", ") + (placeholder.map { " " + $0 } ?? "")
  }
}
