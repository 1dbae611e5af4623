/// Prints each input as a section: a header with its name, and its rows below.
struct ShowCommand {
  let settings: Settings

  /// Shows the inputs that can be read and tells about the others.
  func run(_ inputs: [InputName], on console: inout Console) throws(SystemError) {
    let reader = InputReader(settings: settings)
    var missedTexts = settings.collapsedTexts
    var isFirst = true
    for input in inputs {
      let reading: Reading
      do throws(Problem) {
        reading = try reader.read(input)
      } catch {
        console.tell(.unreadable(error))
        // What could not be read may have had the texts.
        missedTexts = []
        continue
      }
      if let failure = reading.failure { console.tell(.unreadable(failure)) }
      for problem in reading.problems { console.tell(.recovered(problem)) }
      if !isFirst { try console.output.endLine() }
      isFirst = false
      try print(reading.document, header: input.displayName, to: &console.output)
      missedTexts.removeAll { reading.document.mayHold($0) }
    }
    for text in missedTexts { console.tell(.nothingToCollapse(text)) }
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
