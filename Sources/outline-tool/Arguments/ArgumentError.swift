/// What can be wrong with the arguments; `Messages.swift` has the sentences.
enum ArgumentError: Error, Equatable {
  /// The option as it was written, with its dashes.
  case unknownOption(Bytes)
  case missingValue(OptionDescription)
  case unexpectedValue(OptionDescription)
  case invalidValue(Bytes, OptionDescription)
  case noInput
}
