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

  /// The names that other programs have for a command, for hints.
  private static let otherNames: [String: Command] = [
    "convert": .show, "export": .show, "list": .show, "print": .show, "tree": .show,
    "compare": .diff, "open": .browse, "view": .browse,
  ]

  /// Returns the name that a mistyped name probably stands for, or `nil`.
  static func nearestName(to typed: Bytes) -> String? {
    otherNames[String(decoding: typed, as: UTF8.self)]?.rawValue
      ?? typed.nearest(among: allCases.map(\.rawValue) + ["--help"])
  }
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
    if EntryFacts.Name(rawValue: word) != nil { return "--attribute \(word)" }
    return typed.nearest(
      among: OptionGroup.all.flatMap(\.options).flatMap(\.names).filter { $0.utf8.count > 2 })
  }
}

extension Bytes {
  /// Returns the name that this mistyped name probably stands for, or `nil`.
  ///
  /// A unique completion wins. Otherwise the nearest name wins if there is at most one edit in
  /// three letters: other words often resemble a short name.
  func nearest(among names: [String]) -> String? {
    let longer = names.filter { $0.utf8.starts(with: self) }
    if longer.count == 1 { return longer.first }

    let typed = drop { $0 == UInt8(ascii: "-") }
    let near = names.compactMap { name -> (name: String, distance: Int, length: Int)? in
      let letters = Bytes(name.utf8.drop { $0 == UInt8(ascii: "-") })
      var distance = Bytes(typed).editDistance(to: letters)
      // A word after the name, and swapped letters, are one mistake.
      let isSwap = distance == 2 && letters.sorted() == typed.sorted()
      if isSwap || typed.starts(with: letters) { distance = 1 }
      let isNear = distance <= 2 && 3 * distance <= Swift.min(typed.count, letters.count)
      return isNear ? (name, distance, letters.count) : nil
    }
    return near.min { ($0.distance, -$0.length) < ($1.distance, -$1.length) }?.name
  }
}
