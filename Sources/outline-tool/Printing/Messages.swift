/// The sentences for the facts that go wrong: there are none elsewhere.
extension Message {
  /// Appends the message as lines that begin with the tool's name.
  func append(to output: inout OutputBuffer) {
    output.append("outline-tool: ")
    switch self {
    case .badArguments(let error):
      error.append(to: &output)
      output.append("\n" + (error == .noInput ? HelpText.usage + "\n" : "") + HelpText.hint)
    case .unreadable(let problem), .recovered(let problem):
      problem.append(to: &output)
    case .outputFailed(let error):
      output.append("standard output: " + error.reason)
    }
    output.append("\n")
  }
}

extension ArgumentError {
  fileprivate func append(to output: inout OutputBuffer) {
    switch self {
    case .unknownOption(let option):
      output.append("unknown option '")
      output.appendEscaped(option.span)
      output.append("'")
    case .missingValue(let option):
      output.append("option '\(option.name)' needs a value (\(option.value?.meaning ?? ""))")
    case .unexpectedValue(let option):
      output.append("option '\(option.name)' takes no value")
    case .invalidValue(let value, let option):
      output.append("option '\(option.name)' cannot be '")
      output.appendEscaped(value.span)
      output.append("' (\(option.value?.meaning ?? ""))")
    case .noInput:
      output.append("no input")
    }
  }
}

extension Problem {
  fileprivate func append(to output: inout OutputBuffer) {
    output.appendEscaped(path.span)
    if let place { output.append(":\(place.line):\(place.column)") }
    output.append(": ")
    switch fact {
    case .failed(let error):
      output.append(error.isTooLarge ? "larger than 2 GiB" : error.reason)
    case .mixedIndents(let tabWidth):
      output.append("indents mix tabs and spaces; a tab was taken to reach to ")
      output.append("the next multiple of \(tabWidth)")
    case .skippedLevel:
      output.append("more than one tab deeper than the row above; taken as its child")
    }
  }
}
