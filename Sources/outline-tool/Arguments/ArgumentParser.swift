/// Parses the arguments of a command line into an invocation.
///
/// Options and inputs may appear in any order. An option can be written as `-L 2`, `-L2`, `-aL2`,
/// `--depth 2` or `--depth=2`. After `--`, every argument is an input.
struct ArgumentParser {
  private var arguments: ArraySlice<Bytes>
  private var settings = Settings()
  private var inputs: [InputName] = []
  private var mayNameCommand = true
  /// The command, if the user names it.
  private var command: Command?
  /// The number of inputs before `--with`.
  private var oldCount: Int?
  /// The first option that answered each question, with its last answer.
  private var answers: [PartialKeyPath<Settings>: (option: NamedOption, answer: String)] = [:]
  /// Applies to all patterns, including those before the option.
  private var ignoresCase = false

  static func parse(_ arguments: [Bytes]) throws(ArgumentError) -> Invocation {
    var parser = ArgumentParser(arguments: arguments[...])
    return try parser.parse()
  }

  private mutating func parse() throws(ArgumentError) -> Invocation {
    while let argument = arguments.popFirst() {
      var request: Invocation?
      if argument.elementsEqual("--".utf8) {
        for rest in arguments { inputs.append(.path(rest)) }
        break
      } else if argument.starts(with: "--".utf8) {
        request = try readLongOption(argument)
      } else if argument.first == UInt8(ascii: "-") && argument.count > 1 {
        request = try readShortOptions(argument)
      } else {
        try readInput(argument)
      }
      // Help and version ignore the rest of the arguments.
      if let request { return request }
    }

    if ignoresCase { settings.ignoreCase() }
    // Without a terminal, `browse` is `show`.
    let commands = command == .browse ? [.browse, .show] : [command ?? .show]
    for option in settings.given {
      if let other = option.command, !commands.contains(other) {
        throw .onlyFor(other, option.name)
      }
    }
    switch command ?? .show {
    case .show: return .show(inputs, settings)
    case .diff: return try diff()
    case .browse:
      guard inputs.count <= 1 else { throw .notOneInput }
      return .browse(inputs.first, settings)
    }
  }

  private mutating func diff() throws(ArgumentError) -> Invocation {
    if oldCount == nil, let (old, new) = inputsOfGit {
      settings.comparison.isForGit = true
      return .diff([old], [new], settings)
    }

    if inputs.count == 1, Process.environmentValue("GIT_DIFF_PATH_COUNTER") != nil {
      // For a file with conflicts, git passes only the path, because there are no two versions.
      return .diff([], [], settings)
    }

    let count = oldCount ?? 1
    guard oldCount != nil ? 0 < count && count < inputs.count : inputs.count == 2 else {
      throw .notTwoInputs
    }
    return .diff(Array(inputs[..<count]), Array(inputs[count...]), settings)
  }

  /// The inputs if git runs the tool.
  ///
  /// Git passes the path, followed by a file, a hash and a mode for each side. For a renamed file,
  /// the new path and a note follow.
  private var inputsOfGit: (InputName, InputName)? {
    let paths = inputs.compactMap(\.path)
    guard paths.count == 7 || paths.count == 9 else { return nil }
    let newPath = paths.count == 9 ? paths[7] : paths[0]
    return (.copy(paths[1], of: paths[0]), .copy(paths[4], of: newPath))
  }

  private mutating func readInput(_ argument: Bytes) throws(ArgumentError) {
    defer { mayNameCommand = false }
    if argument.elementsEqual("-".utf8) {
      guard !inputs.contains(.standardInput) else { throw .repeatedStandardInput }
      inputs.append(.standardInput)
      return
    }
    if mayNameCommand, let named = Command(rawValue: String(decoding: argument, as: UTF8.self)) {
      command = named
      return
    }
    if mayNameCommand, let nearest = Command.nearestName(to: argument),
      !Process.fileExists(argument)
    {
      throw .unknownCommand(argument, nearest: nearest)
    }
    inputs.append(.path(argument))
  }

  private mutating func readLongOption(_ argument: Bytes) throws(ArgumentError) -> Invocation? {
    let parts = argument.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = Bytes(parts[0])
    guard name.count > 2 else { throw .namelessOption(argument) }
    guard let option = NamedOption(name) else {
      throw .unknownOption(name, nearest: NamedOption.nearestName(to: name))
    }
    return try apply(option, attached: parts.count > 1 ? Bytes(parts[1]) : nil)
  }

  private mutating func readShortOptions(_ argument: Bytes) throws(ArgumentError) -> Invocation? {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = NamedOption([UInt8(ascii: "-"), letter]) else {
        // Name the whole character, even if it is longer than a byte.
        let rest = letters.prefix { $0 & 0xC0 == 0x80 }
        throw .unknownOption([UInt8(ascii: "-"), letter] + rest, nearest: nil)
      }
      if option.description.value != nil {
        return try apply(option, attached: letters.isEmpty ? nil : Bytes(letters))
      }
      if let request = try apply(option, attached: nil) { return request }
    }
    return nil
  }

  /// Applies an option; its value is attached to it, or is the next argument.
  private mutating func apply(
    _ option: NamedOption, attached: Bytes?
  ) throws(ArgumentError) -> Invocation? {
    settings.given.append(option)
    if case .setting(let expected, let set) = option.description.kind {
      guard let value = attached ?? arguments.popFirst() else {
        throw .missingValue(option.name, expected)
      }
      if let error = set(&settings, value) {
        throw .invalidValue(value, option.name, expected, error)
      }
      try checkAnswer(of: option)
      return nil
    }

    if case .help(isShort: false) = option.description.kind {
      let next = arguments.first.flatMap { $0.first == UInt8(ascii: "-") ? nil : $0 }
      guard let topic = attached ?? next else { return command.map { .help($0) } ?? .topic(nil) }
      let name = String(decoding: topic, as: UTF8.self)
      if let known = HelpTopic(named: name) { return .topic(known) }
      guard let command = Command(rawValue: name) else { throw .unknownTopic(topic) }
      return .help(command)
    }

    if case .completions = option.description.kind {
      guard let name = attached ?? arguments.popFirst() else {
        throw .missingValue(option.name, Shell.value)
      }
      guard let shell = Shell(rawValue: String(decoding: name, as: UTF8.self)) else {
        throw .invalidValue(name, option.name, Shell.value, .unsuitable)
      }
      return .completions(shell)
    }

    guard attached == nil else { throw .unexpectedValue(option.name) }
    switch option.description.kind {
    case .help: return .help(command ?? .show)
    case .version: return .version
    case .manual: return .manual
    case .ignoreCase: ignoresCase = true
    case .endOfOldInputs:
      guard oldCount == nil else { throw .notTwoInputs }
      oldCount = inputs.count
    case .flag(let set):
      set(&settings)
      try checkAnswer(of: option)
    case .setting, .completions: break
    }
    return nil
  }

  /// Checks that no other option answers the question of an option in another way.
  ///
  /// If an option is repeated, its last value counts.
  private mutating func checkAnswer(of option: NamedOption) throws(ArgumentError) {
    guard let question = option.description.question else { return }
    // The description of a layout contains its name.
    let answer = String(describing: settings[keyPath: question])
    if let (first, firstAnswer) = answers[question],
      first.description.names != option.description.names
    {
      guard answer == firstAnswer else { throw .contradiction(first.name, option.name) }
      return
    }
    answers[question] = (option, answer)
  }
}

/// An error in the arguments, which `Messages.swift` describes in a sentence.
///
/// Options are named as the user wrote them, with their dashes.
enum ArgumentError: Error {
  case noEffectOnScreen(String)
  /// Two options that answer the same question.
  case contradiction(String, String)
  case unknownOption(Bytes, nearest: String?)
  case namelessOption(Bytes)
  /// The first argument is no file, but resembles a command.
  case unknownCommand(Bytes, nearest: String)
  case missingValue(String, OptionValue)
  case unexpectedValue(String)
  case invalidValue(Bytes, String, OptionValue, ValueError)
  case repeatedStandardInput
  case outputIsInput(Bytes)
  case unknownTopic(Bytes)
  /// An option of the other command.
  case onlyFor(Command, String)
  /// `browse` with several inputs.
  case notOneInput
  /// `diff` without two inputs, or without old and new ones.
  case notTwoInputs
  case noInput
}

enum Invocation {
  case show([InputName], Settings)
  /// Shows an input on the whole screen; `nil` stands for standard input.
  case browse(InputName?, Settings)
  /// Compares old inputs with new ones.
  case diff([InputName], [InputName], Settings)
  /// Prints the most common options of a command.
  case help(Command)
  /// Prints a topic, or all help.
  case topic(HelpTopic?)
  case version
  case manual
  case completions(Shell)
}

struct Settings {
  /// The options as the user wrote them.
  var given: [NamedOption] = []
  var input = InputOptions()
  var comparison = ComparisonOptions()
  var printing = PrintingOptions()
  var output: Bytes?
  var isQuiet = false
  var usesPager = true
  /// Whether the browser shows new versions of a file.
  var watches = false
  /// Whether the browser remembers the expansion and the selection of files.
  var remembersRows = true

  mutating func ignoreCase() {
    for condition in input.arrangement.conditions { condition.ignoreCase() }
    for address in input.arrangement.selected { address.ignoreCase() }
    for list in [
      \Settings.input.arrangement.collapsed, \.input.arrangement.matched,
      \.input.arrangement.ignored,
    ] {
      // A valid pattern stays valid if it ignores case.
      self[keyPath: list] = self[keyPath: list].map { pattern in
        (try? Pattern(pattern.source, ignoringCase: true)) ?? pattern
      }
    }
  }
}
