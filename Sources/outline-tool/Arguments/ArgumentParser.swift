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
      if argument == Bytes("--".utf8) {
        for rest in arguments { inputs.append(.path(rest)) }
        break
      } else if argument.starts(with: "--".utf8) {
        request = try readLongOption(argument)
      } else if argument.first == UInt8(ascii: "-") && argument.count > 1 {
        request = try readShortOptions(argument)
      } else {
        readInput(argument)
      }
      // Help and version answer at once, whatever else is asked for.
      if let request { return request }
    }
    return .show(inputs, settings)
  }

  private mutating func readInput(_ argument: Bytes) {
    defer { mayNameCommand = false }
    if mayNameCommand && argument == Bytes("show".utf8) { return }
    inputs.append(argument == Bytes("-".utf8) ? .standardInput : .path(argument))
  }

  private mutating func readLongOption(_ argument: Bytes) throws(ArgumentError) -> Invocation? {
    let parts = argument.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let found = OptionDescription.table.first { $0.long?.utf8.elementsEqual(parts[0]) == true }
    guard let found else {
      throw .unknownOption(Bytes("--".utf8) + parts[0])
    }
    if found.value != nil {
      return try apply(found, value: parts.count > 1 ? Bytes(parts[1]) : try nextValue(for: found))
    }
    guard parts.count == 1 else { throw .unexpectedValue(found) }
    return try apply(found, value: [])
  }

  private mutating func readShortOptions(_ argument: Bytes) throws(ArgumentError) -> Invocation? {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let found = OptionDescription.table.first { $0.short?.asciiValue == letter }
      guard let found else {
        // The whole character is named, even where it is longer than a byte.
        let rest = letters.prefix { $0 & 0xC0 == 0x80 }
        throw .unknownOption([UInt8(ascii: "-"), letter] + rest)
      }
      guard found.value == nil else {
        return try apply(found, value: letters.isEmpty ? try nextValue(for: found) : Bytes(letters))
      }
      if let request = try apply(found, value: []) { return request }
    }
    return nil
  }

  private mutating func nextValue(
    for description: OptionDescription
  ) throws(ArgumentError) -> Bytes {
    guard let value = arguments.popFirst() else {
      throw .missingValue(description)
    }
    return value
  }

  private mutating func apply(
    _ description: OptionDescription, value: Bytes
  ) throws(ArgumentError) -> Invocation? {
    switch description.option {
    case .depth:
      guard let depth = positiveNumber(value) else { throw .invalidValue(value, description) }
      settings.depth = depth
    case .collapse:
      settings.collapsedTexts.append(value)
    case .charset:
      guard let charset = Charset(name: value) else { throw .invalidValue(value, description) }
      settings.charset = charset
    case .hiddenFiles:
      settings.showsHiddenFiles = true
    case .help:
      return .help
    case .version:
      return .version
    }
    return nil
  }

  private func positiveNumber(_ digits: Bytes) -> Int? {
    guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let number = Int(String(decoding: digits, as: UTF8.self))
    return number.flatMap { $0 > 0 ? $0 : nil }
  }
}
