/// An option that stands alone.
enum Flag {
  case hiddenFiles
  case strict
  case help
  case version
}

/// An option that takes a value.
enum Setting {
  case depth
  case collapse
  case expand
  case format
  case charset
}

/// The value that an option takes.
struct OptionValue {
  /// What stands for it in the help text.
  let placeholder: String
  /// What it is called, and what it may be, in messages.
  let noun: String
  let meaning: String

  init(_ placeholder: String, _ noun: String, _ meaning: String) {
    self.placeholder = placeholder
    self.noun = noun
    self.meaning = meaning
  }
}

/// A line of the option table: parsing, messages and the help text all read it.
struct OptionDescription {
  enum Kind {
    case flag(Flag)
    case setting(Setting, OptionValue)
  }

  let kind: Kind
  /// The ways to write the option: `-` and a letter, or `--` and a word.
  let names: [String]
  let help: String

  init(_ names: String..., kind: Kind, help: String) {
    self.names = names
    self.kind = kind
    self.help = help
  }

  static let table = [
    OptionDescription(
      "-L", "--depth", kind: .setting(.depth, OptionValue("N", "depth", "a number from 1 on")),
      help: "show N levels; deeper directories are not read"),
    OptionDescription(
      "--collapse", kind: .setting(.collapse, OptionValue("TEXT", "text", "any text")),
      help: "collapse each row whose whole text is TEXT; repeatable"),
    OptionDescription(
      "--expand",
      kind: .setting(
        .expand, OptionValue("WHAT", "expansion", "all, stored, none or a number of levels")),
      help: "expand all rows, those that the file says, none, or N levels"),
    OptionDescription(
      "--from",
      kind: .setting(
        .format,
        OptionValue(
          "FORMAT", "format", Format.allCases.map(\.rawValue).sorted().joined(separator: ", "))),
      help: "read files as FORMAT, whatever they look like"),
    OptionDescription(
      "--strict", kind: .flag(.strict), help: "refuse files that are not well-formed"),
    OptionDescription(
      "--charset", kind: .setting(.charset, OptionValue("utf8|ascii", "charset", "utf8 or ascii")),
      help: "draw tree lines so; otherwise the locale decides"),
    OptionDescription(
      "-a", kind: .flag(.hiddenFiles), help: "show directory entries that start with a dot"),
    OptionDescription("-h", "--help", kind: .flag(.help), help: "print this help"),
    OptionDescription("--version", kind: .flag(.version), help: "print the version"),
  ]

  /// How the help text lists it, such as `-L, --depth N`.
  var usage: String {
    let forms = names.joined(separator: ", ")
    return if case .setting(_, let value) = kind { forms + " " + value.placeholder } else { forms }
  }
}

/// An option as one of its names was written.
struct NamedOption {
  let name: String
  let description: OptionDescription

  /// Finds the option of this name, dashes included.
  init?(_ name: some Collection<UInt8>) {
    for description in OptionDescription.table {
      for known in description.names where known.utf8.elementsEqual(name) {
        self.name = known
        self.description = description
        return
      }
    }
    return nil
  }

  /// Returns the long name that is at most two edits away from a mistyped one.
  static func nearestName(to typed: Bytes) -> String? {
    let names = OptionDescription.table.flatMap(\.names).filter { $0.utf8.count > 2 }
    let distances = names.map { (name: $0, distance: editDistance(typed, Bytes($0.utf8))) }
    return distances.filter { $0.distance <= 2 }.min { $0.distance < $1.distance }?.name
  }

  /// Returns how many bytes have to be added, removed or replaced to turn one text into another.
  private static func editDistance(_ left: Bytes, _ right: Bytes) -> Int {
    var row = Array(0...right.count)
    for byte in left {
      var diagonal = row[0]
      row[0] += 1
      for column in right.indices {
        let replacing = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replacing, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
