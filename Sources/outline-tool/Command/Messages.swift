/// The sentences for facts that go wrong; only the problems of formats have their own.
extension Message {
  /// Appends the message as lines, the first of which begins with the name of the tool.
  func append(to output: inout OutputBuffer) {
    output.append("outline-tool: ")
    switch self {
    case .badArguments(let error):
      error.append(to: &output)
      output.append("\n" + HelpText.hint)
    case .unreadable(let problem), .recovered(let problem):
      problem.append(to: &output)
    case .nothingMatched(let option, let pattern):
      output.append(
        option == "--section" ? "--section: no input matches " : "\(option): no row matches ")
      output.appendQuoted(pattern)
      if option != "--section" && !pattern.contains(where: { "*?[{/\\".utf8.contains($0) }) {
        output.append("; to match a part of a text, write ")
        output.appendQuoted("*".utf8 + pattern + "*".utf8)
      }
    case .noUse(let option, let other):
      output.append("\(option): does nothing without \(other)")
    case .noAttribute(let name):
      output.append("--attribute: no row has ")
      output.appendQuoted(name)
    case .outputFailed(let name, let error):
      output.appendEscaped(name.span)
      output.append(": " + error.reason)
    }
    output.append("\n")
  }
}

extension ArgumentError {
  fileprivate func append(to output: inout OutputBuffer) {
    switch self {
    case .unknownOption(let option, let nearest):
      output.append("unknown option ")
      output.appendQuoted(option)
      if let nearest { output.append("; did you mean '\(nearest)'?") }
    case .namelessOption(let argument):
      output.appendQuoted(argument)
      output.append(" names no option before the '='")
    case .missingValue(let option, let value):
      output.append("option '\(option)' needs a value: \(value.meaning)")
    case .unexpectedValue(let option):
      output.append("option '\(option)' takes no value")
    case .invalidValue(let given, let option, let value, let error):
      output.appendQuoted(given)
      switch error {
      case .unsuitable: output.append(" is no \(value.noun): \(option) takes \(value.meaning)")
      case .invalidPattern(let error): output.append(" is no \(value.noun): \(error.sentence)")
      }
    case .repeatedStandardInput:
      output.append("standard input is named twice")
    case .noInput:
      output.append("no input\n" + HelpText.usage)
    }
  }
}

extension PatternError {
  fileprivate var sentence: String {
    switch self {
    case .missingParenthesis(let character): "the '(' at character \(character) is not closed"
    case .strayParenthesis(let character): "the ')' at character \(character) closes nothing"
    case .missingBracket(let character): "the '[' at character \(character) is not closed"
    case .nothingToRepeat(let character): "nothing to repeat before character \(character)"
    case .badRepetition(let character): "bad counts at character \(character)"
    case .badRange(let character): "bad range at character \(character)"
    case .unknownEscape(let character): "unknown escape at character \(character)"
    case .unknownGroup(let character): "unknown kind of group at character \(character)"
    case .tooLarge: "it is too large"
    }
  }
}

extension Problem {
  fileprivate func append(to output: inout OutputBuffer) {
    output.appendEscaped(path.span)
    if let location { output.append(":\(location.line):\(location.column)") }
    output.append(": ")
    switch kind {
    case .failed(let error):
      output.append(error.reason)
    case .tooLarge(let limit):
      output.append("larger than \(limit >= 1 << 30 ? "\(limit >> 30) GiB" : "\(limit >> 20) MiB")")
    case .notUTF8(let count):
      output.append(count == 1 ? "a byte that is" : "the first of \(count) bytes that are")
      output.append(" not UTF-8; shown by \(count == 1 ? "its number" : "their numbers")")
    case .incompleteUTF16:
      output.append("half of a character of UTF-16; left out")
    case .binary:
      output.append("a zero byte; this may be no text")
    case .noRows(let noun):
      output.append("no rows: no \(noun) found")
    case .linkCycle:
      output.append("leads back to a directory above; not followed")
    case .repeatedLink:
      output.append("leads to a directory that is shown behind another link; not followed")
    case .includeCycle:
      output.append("includes a file that includes it; not followed")
    case .include(let problem):
      output.append("includes ")
      problem.append(to: &output)
    case .notLocal(let address):
      output.append("includes ")
      output.appendQuoted(address)
      output.append(", which is no local file; not followed")
    case .inFormat(let problem):
      output.append(problem.message)
    case .noField(let name, let nearest):
      output.append("no member or column is named ")
      output.appendQuoted(name)
      let verb = nearest.count == 1 ? "is" : "are"
      for (number, other) in nearest.enumerated() {
        output.append(number == 0 ? "; there \(verb) " : ", ")
        output.appendQuoted(other)
      }
    case .noIdentity:
      output.append("no column has what the parents are called; --id names it")
    case .more(let count):
      output.append("and \(count) more of the kind")
    }
  }
}

extension OutputBuffer {
  fileprivate mutating func appendQuoted(_ text: Bytes) {
    append("'")
    appendEscaped(text.span)
    append("'")
  }
}
