/// What can be wrong with the arguments; `Messages.swift` has the sentences.
///
/// Options are named as they were written, with their dashes.
enum ArgumentError: Error {
  case unknownOption(Bytes, nearest: String?)
  /// An argument such as `--=x`.
  case namelessOption(Bytes)
  case missingValue(String, OptionValue)
  case unexpectedValue(String)
  case invalidValue(Bytes, String, OptionValue, ValueFault)
  case repeatedStandardInput
  case noInput
}
