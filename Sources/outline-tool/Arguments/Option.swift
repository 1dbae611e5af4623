struct OptionValue {
  let placeholder: String
  /// The noun for the value in messages, and its valid values.
  let noun: String
  let meaning: String
  /// The values that shells complete.
  var keywords: [String] = []
}

enum ValueError {
  case unsuitable
  case invalidPattern(PatternError)
  case invalidCondition(ConditionError)
}

/// An entry of the option table, which the parser, the messages and the help text share.
struct OptionDescription {
  typealias Question = any PartialKeyPath<Settings> & Sendable

  enum Kind {
    case help(isShort: Bool)
    case version
    case manual
    case completions
    case ignoreCase
    /// Separates the old inputs of a comparison from the new ones.
    case endOfOldInputs
    case flag(@Sendable (inout Settings) -> Void)
    /// An option with a value, and a function that sets it or returns an error.
    case setting(OptionValue, @Sendable (inout Settings, Bytes) -> ValueError?)
  }

  /// The spellings of the option: `-` and a letter, or `--` and a word.
  let names: [String]
  /// The names of the option in other programs, which the tool also accepts.
  let otherNames: [String]
  let kind: Kind
  /// The setting that this option and others determine, so that they can contradict each other.
  let question: Question?
  let help: String
  /// Whether `diff` rejects the option, because it does not affect a comparison or would make a
  /// JSON Patch inexact.
  let isOnlyForShow: Bool

  init(
    _ names: String..., otherNames: [String] = [], kind: Kind, question: Question? = nil,
    isOnlyForShow: Bool = false, help: String
  ) {
    self.question = question
    self.isOnlyForShow = isOnlyForShow
    self.names = names
    self.otherNames = otherNames
    self.kind = kind
    self.help = help
  }

  var usage: String {
    let forms = names.joined(separator: ", ")
    return value.map { forms + " " + $0.placeholder } ?? forms
  }

  var value: OptionValue? {
    switch kind {
    case .setting(let value, _): value
    case .completions: Shell.value
    default: nil
    }
  }
}

/// A command of the tool.
enum Command: String, CaseIterable {
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
  init?(_ typed: some Collection<UInt8>) {
    for group in OptionGroup.all {
      for description in group.options {
        let known = description.names.first { $0.utf8.elementsEqual(typed) }
        let isOther = description.otherNames.contains { $0.utf8.elementsEqual(typed) }
        guard let name = known ?? (isOther ? description.names.last : nil) else { continue }
        self.name = name
        self.description = description
        command = group.command ?? (description.isOnlyForShow ? .show : nil)
        return
      }
    }
    return nil
  }

  /// Returns the long name that a mistyped name probably stands for, or `nil`.
  static func nearestName(to typed: Bytes) -> String? {
    let word = typed.lowercasedText.filter { $0 != "-" }
    if Layout(named: word) != nil { return "--to \(word)" }
    return typed.nearest(
      among: OptionGroup.all.flatMap(\.options).flatMap(\.names).filter { $0.utf8.count > 2 })
  }
}

extension Bytes {
  /// Returns the name that this mistyped name probably stands for, or `nil`.
  ///
  /// A unique completion wins. Otherwise the nearest name wins if it is at most two edits away.
  /// Short names resemble many others, so at most half of the letters may differ.
  func nearest(among names: [String]) -> String? {
    let longer = names.filter { $0.utf8.starts(with: self) }
    if longer.count == 1 { return longer.first }
    let distances = names.map { (name: $0, distance: editDistance(to: Bytes($0.utf8))) }
    let isNear = { (name: String, distance: Int) in
      distance <= 2 && 2 * distance <= name.drop { $0 == "-" }.count
    }
    // Swapped letters are a common mistake.
    let letters = sorted()
    return distances.filter(isNear).min { left, right in
      left.distance < right.distance
        || left.distance == right.distance && left.name.utf8.sorted() == letters
          && right.name.utf8.sorted() != letters
    }?.name
  }
}
