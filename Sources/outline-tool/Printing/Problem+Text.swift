extension Problem {
  func append(to output: inout OutputBuffer) {
    output.appendEscaped(path.span)
    if let location { output.append(":\(location.line):\(location.column)") }
    output.append(": ")
    appendCause(to: &output)
  }

  /// The message without the path and the position, for a status line.
  var cause: Bytes {
    var output = OutputBuffer(descriptor: -1, isASCIIOnly: false)
    appendCause(to: &output)
    return output.takePending()
  }

  private func appendCause(to output: inout OutputBuffer) {
    switch kind {
    case .failed(let error):
      output.append(error.reason)
    case .tooLarge(let limit):
      output.append("larger than \(limit >= 1 << 30 ? "\(limit >> 30) GiB" : "\(limit >> 20) MiB")")
    case .notUTF8(let count):
      let bytes = count == 1 ? "1 byte" : "\(count) bytes"
      output.append("\(bytes) of invalid UTF-8\(count == 1 ? "" : ", the first here")")
    case .incompleteUTF16:
      output.append("incomplete UTF-16 character; omitted")
    case .binary:
      output.append("zero byte; this is probably not a text file")
    case .noRows(let noun):
      output.append("no rows: no \(noun) found")
    case .linkCycle:
      output.append("link to an ancestor; not followed")
    case .repeatedLink:
      output.append("link to a directory that is already shown; not followed")
    case .includeCycle:
      output.append("include cycle; not followed")
    case .include(let problem):
      output.append("includes ")
      problem.append(to: &output)
    case .notLocal(let address):
      output.append("includes ")
      output.appendShortened(address)
      output.append(", which is not a local file; not followed")
    case .inFormat(let problem):
      output.append(problem.message)
    case .namelessColumns(let first, let others):
      output.append("column \(first) \(others > 0 ? "and \(others) more have" : "has")")
      output.append(" no name; not shown")
    case .noField(let name, let nearest):
      output.append("no member or column is named ")
      output.appendShortened(name)
      for (number, other) in nearest.enumerated() {
        output.append(number == 0 ? "; similar names: " : ", ")
        output.appendShortened(other)
      }
      if name.contains(UInt8(ascii: ".")) { output.append("; a name is not a path") }
    case .more(let count):
      output.append("\(count) more \(count == 1 ? "problem" : "problems")")
    }
  }
}

extension OutputBuffer {
  /// Appends the start of a text, which can be long, in quotes.
  mutating func appendShortened(_ text: Bytes) {
    let end = DisplayWidth(of: text.span, isASCIIOnly: false, limit: 40).length
    appendQuoted(Bytes(text[..<end]) + (end < text.count ? "…".utf8 : "".utf8))
  }
}
