/// Turns the arguments of a command line into an invocation.
///
/// Options and inputs may stand in any order. Options can be written as `-L 2`, `-L2`, `-aL2`,
/// `--depth 2` and `--depth=2`; after `--` everything is an input.
struct ArgumentParser {
  private var arguments: ArraySlice<Bytes>
  private var settings = Settings()
  private var inputs: [InputName] = []
  private var mayNameCommand = true

  static func parse(_ arguments: [Bytes]) throws(ArgumentError) -> Invocation {
    var parser = ArgumentParser(arguments: arguments[...])
    return try parser.parse()
  }

  private init(arguments: ArraySlice<Bytes>) {
    self.arguments = arguments
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
      // Help and version answer at once, whatever else is asked for.
      if let request { return request }
    }
    return .show(inputs, settings)
  }

  private mutating func readInput(_ argument: Bytes) throws(ArgumentError) {
    defer { mayNameCommand = false }
    if mayNameCommand && argument.elementsEqual("show".utf8) { return }
    guard argument.elementsEqual("-".utf8) else {
      inputs.append(.path(argument))
      return
    }
    guard !inputs.contains(.standardInput) else { throw .repeatedStandardInput }
    inputs.append(.standardInput)
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
        // The whole character is named, even where it is longer than a byte.
        let rest = letters.prefix { $0 & 0xC0 == 0x80 }
        throw .unknownOption([UInt8(ascii: "-"), letter] + rest, nearest: nil)
      }
      if case .setting = option.description.kind {
        return try apply(option, attached: letters.isEmpty ? nil : Bytes(letters))
      }
      if let request = try apply(option, attached: nil) { return request }
    }
    return nil
  }

  /// Does what an option asks for; its value may be attached to it or be the next argument.
  private mutating func apply(
    _ option: NamedOption, attached: Bytes?
  ) throws(ArgumentError) -> Invocation? {
    switch option.description.kind {
    case .flag(let flag):
      guard attached == nil else { throw .unexpectedValue(option.name) }
      return apply(flag)
    case .setting(let setting, let expected):
      guard let value = attached ?? arguments.popFirst() else {
        throw .missingValue(option.name, expected)
      }
      guard set(setting, to: value) else { throw .invalidValue(value, option.name, expected) }
      return nil
    }
  }

  private mutating func apply(_ flag: Flag) -> Invocation? {
    switch flag {
    case .hiddenFiles:
      settings.showsHiddenFiles = true
      return nil
    case .strict:
      settings.isStrict = true
      return nil
    case .help: return .help
    case .version: return .version
    }
  }

  /// Changes a setting, or returns `false` when the value is none for it.
  private mutating func set(_ setting: Setting, to value: Bytes) -> Bool {
    switch setting {
    case .depth:
      settings.depth = positiveNumber(value)
      return settings.depth != nil
    case .collapse:
      settings.collapsedTexts.append(value)
      return true
    case .charset:
      settings.charset = Charset(name: value)
      return settings.charset != nil
    case .expand:
      guard let expansion = expansion(value) else { return false }
      settings.expansion = expansion
      return true
    case .format:
      settings.format = Format(rawValue: String(decoding: value, as: UTF8.self))
      return settings.format != nil
    }
  }

  private func expansion(_ value: Bytes) -> Expansion? {
    switch String(decoding: value, as: UTF8.self) {
    case "all": .all
    case "stored": .stored
    case "none": Expansion.none
    default: positiveNumber(value).map { .levels($0) }
    }
  }

  private func positiveNumber(_ digits: Bytes) -> Int? {
    guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let number = Int(String(decoding: digits, as: UTF8.self))
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
}
