/// Prints each input as a section: a header with its name, and its rows below.
struct ShowCommand {
  let settings: Settings

  /// Shows the inputs that can be read and tells about the others.
  func run(_ inputs: [InputName], on console: inout Console) throws(SystemError) {
    let reader = InputReader(settings: settings)
    var isFirst = true
    for input in inputs {
      let reading: Reading
      do throws(SystemError) {
        reading = try reader.read(input)
      } catch {
        console.tell(.unreadable(Problem(path: input.displayName, fact: .failed(error))))
        continue
      }
      for problem in reading.problems { console.tell(.recovered(problem)) }
      if !isFirst { try console.output.endLine() }
      isFirst = false
      try print(reading.document, header: input.displayName, to: &console.output)
    }
  }

  private func print(
    _ document: Document, header: Bytes, to output: inout OutputBuffer
  ) throws(SystemError) {
    output.appendEscaped(header.span)
    try output.endLine()
    var printer = OutlinePrinter(charset: settings.charset ?? .ofLocale)
    try printer.print(document, to: &output)
    // Messages about the next input are to come after this section.
    try output.flush()
  }
}
