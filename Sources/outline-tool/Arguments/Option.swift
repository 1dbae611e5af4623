/// What the value of an option may be, and what to say where it is something else.
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

/// What is wrong with the value of an option.
enum ValueError {
  case unsuitable
  case invalidPattern(PatternError)
}

/// A line of the option table: parsing, messages and the help text all read it.
struct OptionDescription {
  enum Kind {
    case help
    case version
    case ignoreCase
    /// An option that stands alone.
    case flag(@Sendable (inout Settings) -> Void)
    /// An option that takes a value, and tells what is wrong with it.
    case setting(OptionValue, @Sendable (inout Settings, Bytes) -> ValueError?)
  }

  /// The ways to write the option: `-` and a letter, or `--` and a word.
  let names: [String]
  let kind: Kind
  let help: String

  init(_ names: String..., kind: Kind, help: String) {
    self.names = names
    self.kind = kind
    self.help = help
  }

  init(_ names: String..., help: String, flag: @escaping @Sendable (inout Settings) -> Void) {
    self.names = names
    self.kind = .flag(flag)
    self.help = help
  }

  init(
    _ names: String..., value: OptionValue, help: String,
    set: @escaping @Sendable (inout Settings, Bytes) -> ValueError?
  ) {
    self.names = names
    self.kind = .setting(value, set)
    self.help = help
  }

  /// How the help text lists it, such as `-L, --depth N`.
  var usage: String {
    let forms = names.joined(separator: ", ")
    return if case .setting(let value, _) = kind { forms + " " + value.placeholder } else { forms }
  }
}

/// An option as one of its names was written.
struct NamedOption {
  let name: String
  let description: OptionDescription

  /// Finds the option of this name, dashes included.
  init?(_ name: some Collection<UInt8>) {
    for description in OptionGroup.all.lazy.flatMap(\.options) {
      for known in description.names where known.utf8.elementsEqual(name) {
        self.name = known
        self.description = description
        return
      }
    }
    return nil
  }

  /// Returns the long name that was probably meant by a mistyped one, if there is one.
  ///
  /// That is the only one that begins like it, or else the nearest: at most two edits away, and no
  /// more than half of its letters, as short names are near to anything.
  static func nearestName(to typed: Bytes) -> String? {
    let names = OptionGroup.all.flatMap(\.options).flatMap(\.names).filter { $0.utf8.count > 2 }
    let longer = names.filter { $0.utf8.starts(with: typed) }
    if longer.count == 1 { return longer.first }
    let distances = names.map { (name: $0, distance: typed.editDistance(to: Bytes($0.utf8))) }
    let isNear = { (name: String, distance: Int) in
      distance <= 2 && 2 * distance <= name.utf8.count - 2
    }
    return distances.filter(isNear).min { $0.distance < $1.distance }?.name
  }
}
