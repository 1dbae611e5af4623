/// The sentences for the facts that go wrong: there are none elsewhere.
extension Message {
  /// Appends the message as lines that begin with the tool's name.
  func append(to output: inout OutputBuffer) {
    output.append("outline-tool: ")
    switch self {
    case .badArguments(let error):
      error.append(to: &output)
      output.append("\n" + HelpText.hint)
    case .unreadable(let problem), .recovered(let problem):
      problem.append(to: &output)
    case .nothingToCollapse(let text):
      output.append("--collapse: no row has the text ")
      output.appendQuoted(text)
    case .outputFailed(let error):
      output.append("standard output: " + error.reason)
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
    case .invalidValue(let given, let option, let value):
      output.appendQuoted(given)
      output.append(" is no \(value.noun): \(option) takes \(value.meaning)")
    case .repeatedStandardInput:
      output.append("standard input is named twice")
    case .noInput:
      output.append("no input\n" + HelpText.usage)
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
      output.append(error.reason)
    case .tooLarge(let limit):
      output.append("larger than \(limit >> 30) GiB")
    case .noRows(.opml):
      output.append("no rows: there is no <outline> in it")
    case .noRows(.json):
      output.append("no rows: there are no values in it")
    case .noRows(.table):
      output.append("no rows: there are no records in it")
    case .noRows(.markdown):
      output.append("no rows: Markdown without headings and list items")
    case .noRows(.indentedText):
      output.append("no rows: all lines are empty")
    case .mixedIndents(let tabWidth):
      output.append("indents mix tabs and spaces; a tab was taken to reach to ")
      output.append("the next multiple of \(tabWidth)")
    case .skippedLevel:
      output.append("more than one tab deeper than the row above; taken as its child")
    case .malformed(let fault):
      output.append(fault.sentence)
    case .malformedJSON(let fault):
      output.append(fault.sentence)
    case .malformedTable(let fault):
      output.append(fault.sentence)
    case .link(let fault):
      output.append(fault.sentence)
    case .noField(let name):
      output.append("no member or column is named ")
      output.appendQuoted(name)
    case .moreMalformed(let count):
      output.append("and \(count) more of the kind")
    }
  }
}

extension MarkupFault {
  fileprivate var sentence: String {
    switch self {
    case .looseAmpersand: "a '&' that begins no reference; taken as it is"
    case .looseLessThan: "a '<' that begins no tag; taken as it is"
    case .looseQuote: "a quote within a quoted value; taken as it is"
    case .noAttribute: "no attribute; passed over"
    case .unquotedValue: "a value without quotes; taken up to the next blank"
    case .unfinished: "something begins here and does not end"
    case .looseEnd: "an end without a beginning; passed over"
    case .missingEnd: "an outline that does not end; ended with the file"
    case .zeroByte: "a zero byte; taken as it is"
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
