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
    case .invalidValue(let given, let option, let value, let fault):
      output.appendQuoted(given)
      switch fault {
      case .unfit: output.append(" is no \(value.noun): \(option) takes \(value.meaning)")
      case .badPattern(let fault): output.append(" is no \(value.noun): \(fault.sentence)")
      }
    case .repeatedStandardInput:
      output.append("standard input is named twice")
    case .noInput:
      output.append("no input\n" + HelpText.usage)
    }
  }
}

extension PatternFault {
  fileprivate var sentence: String {
    switch self {
    case .missingParenthesis(let place): "the '(' at character \(place) is not closed"
    case .looseParenthesis(let place): "the ')' at character \(place) closes nothing"
    case .missingBracket(let place): "the '[' at character \(place) is not closed"
    case .nothingToRepeat(let place): "nothing to repeat before character \(place)"
    case .badRepetition(let place): "bad counts at character \(place)"
    case .badRange(let place): "bad range at character \(place)"
    case .unknownEscape(let place): "unknown escape at character \(place)"
    case .unknownGroup(let place): "unknown kind of group at character \(place)"
    case .tooLarge: "it is too large"
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
      output.append("larger than \(limit >= 1 << 30 ? "\(limit >> 30) GiB" : "\(limit >> 20) MiB")")
    case .notUTF8(let count):
      output.append(count == 1 ? "a byte that is" : "the first of \(count) bytes that are")
      output.append(" not UTF-8; shown by \(count == 1 ? "its number" : "their numbers")")
    case .halfCharacter:
      output.append("half of a character of UTF-16; left out")
    case .binary:
      output.append("a zero byte; this may be no text")
    case .noRows(.opml):
      output.append("no rows: there is no <outline> in it")
    case .noRows(.bookmarks):
      output.append("no rows: there are no bookmarks in it")
    case .noRows(.freemind):
      output.append("no rows: there is no <node> in it")
    case .noRows(.json):
      output.append("no rows: there are no values in it")
    case .noRows(.table):
      output.append("no rows: there are no records in it")
    case .noRows(.org):
      output.append("no rows: there are no headlines in it")
    case .noRows(.markdown):
      output.append("no rows: Markdown without headings and list items")
    case .noItems:
      output.append("no rows: there are no list items in it")
    case .noRows(.pathList):
      output.append("no rows: there are no paths in it")
    case .noRows(.vimOutliner):
      output.append("no rows: there are no headings in it")
    case .noRows(.treeDrawing), .noRows(.taskPaper), .noRows(.indentedText):
      output.append("no rows: all lines are empty")
    case .mixedIndents(let tabWidth):
      output.append("indents mix tabs and spaces; a tab was taken to reach to ")
      output.append("the next multiple of \(tabWidth)")
    case .skippedLevel:
      output.append("more than one tab deeper than the row above; taken as its child")
    case .linkLoop:
      output.append("leads back to a directory above; not followed")
    case .repeatedLink:
      output.append("leads to a directory that is shown behind another link; not followed")
    case .includeLoop:
      output.append("includes a file that includes it; not followed")
    case .include(let problem):
      output.append("includes ")
      problem.append(to: &output)
    case .notLocal(let address):
      output.append("includes ")
      output.appendQuoted(address)
      output.append(", which is no local file; not followed")
    case .malformed(let fault):
      output.append(fault.sentence)
    case .malformedJSON(let fault):
      output.append(fault.sentence)
    case .malformedTable(let fault):
      output.append(fault.sentence)
    case .link(let fault):
      output.append(fault.sentence)
    case .noField(let name, let likest):
      output.append("no member or column is named ")
      output.appendQuoted(name)
      let verb = likest.count == 1 ? "is" : "are"
      for (number, other) in likest.enumerated() {
        output.append(number == 0 ? "; there \(verb) " : ", ")
        output.appendQuoted(other)
      }
    case .noIdentity:
      output.append("no column has what the parents are called; --id names it")
    case .repeatedPath:
      output.append("a path that is there already; shown once")
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
    case .looseText: "a text between tags; passed over"
    case .noAttribute: "no attribute; passed over"
    case .unquotedValue: "a value without quotes; taken up to the next blank"
    case .unfinished: "something begins here and does not end"
    case .looseEnd: "an end without a beginning; passed over"
    case .missingEnd: "an outline that does not end; ended with the file"
    case .openElement: "an element that does not end"
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
