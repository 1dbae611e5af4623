struct OptionValue {
  let placeholder: String
  /// The noun for the value in messages, and its valid values.
  let noun: String
  let meaning: String
}

enum ValueError {
  case unsuitable
  case invalidPattern(PatternError)
  case invalidCondition(ConditionError)
}

/// An entry of the option table, which the parser, the messages and the help text share.
struct OptionDescription {
  enum Kind {
    case help(isShort: Bool)
    case version
    case ignoreCase
    /// Separates the old inputs of a comparison from the new ones.
    case endOfOldInputs
    case flag(@Sendable (inout Settings) -> Void)
    /// An option with a value, and a function that sets it or returns an error.
    case setting(OptionValue, @Sendable (inout Settings, Bytes) -> ValueError?)
  }

  /// The spellings of the option: `-` and a letter, or `--` and a word.
  let names: [String]
  let kind: Kind
  let help: String
  /// Whether `diff` rejects the option, because it does not affect a comparison or would make a
  /// JSON Patch inexact.
  let isOnlyForShow: Bool

  init(_ names: String..., kind: Kind, isOnlyForShow: Bool = false, help: String) {
    self.isOnlyForShow = isOnlyForShow
    self.names = names
    self.kind = kind
    self.help = help
  }

  var usage: String {
    let forms = names.joined(separator: ", ")
    return if case .setting(let value, _) = kind { forms + " " + value.placeholder } else { forms }
  }
}

/// A command of the tool.
enum Command: String {
  case show
  case diff
  case browse
}

struct NamedOption {
  let name: String
  let description: OptionDescription
  /// The command that takes the option, or `nil` for both.
  let command: Command?

  /// Finds the option with a name that includes the dashes.
  ///
  /// It also accepts the names that other programs have for some options.
  init?(_ typed: some Collection<UInt8>) {
    let others = [
      "--level": "--depth", "--levels": "--depth", "--max-depth": "--depth", "--grep": "--match",
      "--filter": "--match", "--stats": "--stat", "-d": "--dirs-only",
    ]
    let name = (others[String(decoding: Array(typed), as: UTF8.self)] ?? "").utf8
    for group in OptionGroup.all {
      for description in group.options {
        for known in description.names
        where known.utf8.elementsEqual(typed) || known.utf8.elementsEqual(name) {
          self.name = known
          self.description = description
          command = group.command ?? (description.isOnlyForShow ? .show : nil)
          return
        }
      }
    }
    return nil
  }

  /// Returns the long name that a mistyped name probably stands for, or `nil`.
  ///
  /// A unique completion wins. Otherwise the nearest name wins if it is at most two edits away.
  /// Short names resemble many others, so at most half of the letters may differ.
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
