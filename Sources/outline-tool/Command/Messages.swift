/// The sentences for errors and warnings, except for the problems of formats.
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
      output.append("\(option): no row matches ")
      output.appendShortened(pattern)
      if pattern.count < 30 && !pattern.contains(where: { "*?[{/\\".utf8.contains($0) }) {
        output.append("; to match part of a text, write ")
        output.appendShortened("*".utf8 + pattern + "*".utf8)
      }
    case .noRow(let address):
      output.append("--at: no row has the \(address.isNumber ? "number" : "path") ")
      output.appendShortened(address.source)
      if let (parent, name) = address.missingChild {
        output.append(", because ")
        output.appendShortened(parent)
        output.append(" shows no child ")
        output.appendShortened(name)
      }
      output.append("; 'show --rows' prints numbers and paths")
    case .nothingSatisfied(let condition):
      output.append("--where: no row satisfies ")
      output.appendShortened(condition.source)
    case .nothingSatisfiesAll(let hasPattern):
      output.append(
        "--where: no row satisfies all conditions" + (hasPattern ? " and matches --match" : ""))
    case .noUse(let option, let reason):
      output.append("\(option): no effect \(reason)")
    case .noAttribute(let option, let name, let nearest):
      output.append("\(option): no row has ")
      output.appendShortened(name)
      output.appendHint(nearest)
    case .format(let input, let format, let reason):
      output.appendEscaped(input.span)
      output.append(": read as \(format), \(reason.rawValue)")
    case .notKept(let loss):
      loss.append(to: &output)
    case .resembles(let format):
      output.append(
        "--to: the output would be read as \(format); read it with --from \(Formats.fallback.name)")
    case .noPager(let name):
      output.append("PAGER: command ")
      output.appendShortened(name)
      output.append(" not found; printed without a pager")
    case .outputFailed(let name, let error):
      output.appendEscaped(name.span)
      output.append(": " + error.reason)
    }
    output.append("\n")
  }
}

extension WrittenLoss {
  fileprivate func append(to output: inout OutputBuffer) {
    output.appendEscaped(first.input.span)
    if let line = first.line { output.append(":\(line)") }
    output.append(": \(format) cannot hold \(part.noun)")
    if !part.isOfInput { output.appendShortened(first.text) }
    if count > 1 {
      let noun = part.isOfInput ? "input" : "row"
      output.append(
        " and \(part == .row ? "" : "of ")\(count - 1) more \(noun)\(count == 2 ? "" : "s")")
    }
    if let cause { output.append(" (\(cause))") }
    for (number, name) in attributeNames.prefix(5).enumerated() {
      output.append(number == 0 ? ": " : ", ")
      output.appendShortened(name)
    }
    if attributeNames.count > 5 { output.append(" and \(attributeNames.count - 5) more") }
  }
}

extension OutputBuffer {
  fileprivate mutating func appendHint(_ nearest: String?) {
    guard let nearest else { return }
    append("; did you mean ")
    appendShortened(Bytes(nearest.utf8))
    append("?")
  }
}

extension LostPart {
  fileprivate var isOfInput: Bool {
    switch self {
    case .head, .expansion, .textOutsideOfRows, .exactTextOutsideOfRows, .comments, .separators:
      true
    default: false
    }
  }

  fileprivate var noun: String {
    switch self {
    case .row: "the row "
    case .text: "the exact text of "
    case .attributes: "attributes of "
    case .link: "the link of "
    case .otherLinks: "other links of "
    case .markup: "the HTML or the link titles of "
    case .note: "the note of "
    case .head: "parts of the head"
    case .textOutsideOfRows: "the text outside of the rows"
    case .exactTextOutsideOfRows: "the exact text outside of the rows"
    case .comments: "the comments"
    case .separators: "the separators"
    case .noteText: "the exact note of "
    case .hiddenRows: "the hidden descendants of "
    case .expansion: "which rows are collapsed"
    }
  }
}

extension ArgumentError {
  fileprivate func append(to output: inout OutputBuffer) {
    switch self {
    case .unknownOption(let option, let nearest):
      output.append("unknown option ")
      output.appendShortened(option)
      output.appendHint(nearest)
    case .unknownCommand(let argument, let nearest):
      output.append("no file or command ")
      output.appendShortened(argument)
      output.appendHint(nearest)
    case .namelessOption(let argument):
      output.appendShortened(argument)
      output.append(" has no option name before '='")
    case .missingValue(let option, let value):
      output.append("option '\(option)' needs a value: \(value.meaning)")
    case .unexpectedValue(let option):
      output.append("option '\(option)' takes no value")
    case .invalidValue(let given, let option, let value, let error):
      output.append("invalid \(value.noun) ")
      output.appendShortened(given)
      switch error {
      case .unsuitable:
        output.append(": \(option) takes \(value.meaning)")
        output.appendHint(given.nearest(among: value.keywords))
      case .invalidPattern(let error): output.append(": \(error.sentence)")
      case .invalidCondition(let error): output.append(": \(error.sentence)")
      }
    case .repeatedStandardInput:
      output.append("standard input is named twice; use '-' only once")
    case .outputIsInput(let name):
      output.append("the output ")
      output.appendQuoted(name)
      output.append(" is also an input; write to another file")
    case .unknownTopic(let topic):
      output.append("unknown help topic ")
      output.appendShortened(topic)
      output.append(
        "; the topics are: " + HelpTopic.allCases.map(\.rawValue).joined(separator: ", "))
    case .noEffectOnScreen(let option):
      output.append("option '\(option)' has no effect on the screen of browse; use show")
    case .contradiction(let option, let other):
      output.append("options '\(option)' and '\(other)' contradict each other; use one of them")
    case .onlyFor(let command, let option):
      output.append("option '\(option)' belongs to the command \(command.rawValue)")
    case .notOneInput:
      output.append("browse needs one input\n" + HelpText.browseUsage)
    case .notTwoInputs:
      output.append(
        "diff needs two inputs, or lists of inputs before and after --with\n" + HelpText.diffUsage)
    case .noInput:
      output.append("no input\n" + HelpText.usage)
    }
  }
}
