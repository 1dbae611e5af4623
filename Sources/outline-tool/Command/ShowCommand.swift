import OutlineCore

/// Prints each input as a section: a header with its name, and its rows.
struct ShowCommand {
  private let settings: Settings
  private let inputs: [InputName]
  private let appearance: Appearance
  private var printer: Printer
  private(set) var hasShown = false

  private enum Printer {
    case outline(OutlinePrinter)
    case rows(RowsPrinter)
    case json(JSONPrinter)
    case statistics
    case format(FormatPrinter)
  }

  init(_ inputs: [InputName], settings: Settings, appearance: Appearance) {
    self.inputs = inputs
    self.appearance = appearance

    var settings = settings
    settings.input.reader.attributeNames = settings.printing.attributes
    settings.input.reader.findsLines = settings.printing.showsLines
    settings.input.reader.findsNotes = settings.printing.showsNotes
    settings.input.reader.findsAddresses = appearance.hasLinks
    if case .format(let writer) = settings.printing.layout {
      // The rows that a search finds are visible.
      if writer.holdsExpansion && settings.input.arrangement.givenExpansion == nil
        && !settings.input.arrangement.filters
      {
        settings.input.arrangement.expansion = .stored
      }
      settings.input.reader.readsExpansion = true
      settings.input.reader.prefersAttributes = writer.holdsAttributes
      settings.input.reader.prefersLinks = writer.holdsLinks
      settings.input.reader.findsAddresses = true
      settings.input.reader.findsLinks = true
      settings.input.reader.findsHead = true
      settings.input.reader.findsNotes = true
      settings.input.reader.findsAllAttributes = settings.printing.attributes.isEmpty
      // Lines of included rows are those of other files.
      settings.input.reader.findsLines = !settings.input.reader.findsIncludes
    } else {
      settings.input.reader.readsExpansion = settings.input.arrangement.expansion == .stored
    }
    self.settings = settings

    printer =
      switch settings.printing.layout {
      case .tree: .outline(OutlinePrinter(options: settings.printing, appearance: appearance))
      case .rows: .rows(RowsPrinter(options: settings.printing))
      case .json: .json(JSONPrinter(options: settings.printing))
      case .statistics: .statistics
      case .format(let writer):
        .format(
          FormatPrinter(
            writer, options: settings.printing, arrangement: settings.input.arrangement,
            reader: settings.input.reader, hasSections: inputs.count > 1))
      }
  }

  mutating func run(on console: inout Console) throws(SystemError) {
    var use = OptionUse(settings)
    var held: [(document: Document, input: InputName)] = []
    if case .format(let printer) = printer, printer.isOfFallback { console.output.keepSample() }
    for input in inputs {
      var document: Document
      do throws(Problem) {
        document = try read(input, on: console)
      } catch {
        console.report(.unreadable(error))
        use.addUnreadableInput()
        continue
      }
      if case .format(let printer) = printer { printer.findCopy(of: &document) }
      report(document, of: input, on: &console)
      use.add(document)
      // In JSON, the positions of sections are those of the inputs, as in a JSON Patch.
      let arrangement = settings.input.arrangement
      let omitsEmpty =
        inputs.count > 1 && (arrangement.filters || !arrangement.selected.isEmpty)
        && !settings.printing.layout.isJSON
      if omitsEmpty && document.outline.items.isEmpty {
        continue
      }

      if needsAllInputs {
        held.append((document, input))
      } else {
        try show(document, of: input, on: &console)
      }
    }
    if case .format(var printer) = printer, let first = held.first {
      printer.begin(held.map(\.document), name: first.input.displayName, to: &console.output)
      self.printer = .format(printer)
    }
    for (document, input) in held { try show(document, of: input, on: &console) }

    try printEnd(on: &console)
    use.report(on: &console)
  }

  /// A Boolean value that indicates whether no input can be printed before all of them are read.
  private var needsAllInputs: Bool {
    if case .format(let printer) = printer { printer.needsAllInputs } else { false }
  }

  private mutating func show(
    _ document: Document, of input: InputName, on console: inout Console
  ) throws(SystemError) {
    console.startPager()
    console.output.hasInvalidBytes = false
    console.output.isForTerminal = appearance.isForTerminal
    try print(document, name: input.displayName, isFirst: !hasShown, to: &console.output)
    if console.output.hasInvalidBytes {
      let file = document.file.bytes.span.extracting(first: document.uncheckedSize)
      if let problem = Problem(invalidUTF8In: file, of: input.displayName) {
        console.report(.recovered(problem))
      }
    }
    hasShown = true
  }

  private func printEnd(on console: inout Console) throws(SystemError) {
    switch printer {
    case .json(let printer): try printer.printEnd(to: &console.output)
    case .format(var printer):
      try printer.printEnd(to: &console.output)
      for loss in printer.losses { console.report(.notKept(loss)) }
      if let sample = console.output.sample {
        let format = Formats.detect(path: settings.output, sample.span).format
        if !printer.isWriter(of: format) { console.report(.resembles(format.name)) }
      }
    case .outline, .rows, .statistics: break
    }
  }

  /// Reads an input, which the user can interrupt even while the pager runs.
  private func read(
    _ input: InputName, on console: borrowing Console
  ) throws(Problem) -> Document {
    let reader = InputReader(
      options: settings.input, showsProgress: console.showsProgress,
      // The pager owns the terminal, so no message may follow the output.
      checksBytes: console.wantsPager || console.pager != nil)
    guard let pager = console.pager else { return try reader.read(input) }
    SignalHandling.end(after: pager)
    defer { SignalHandling.leaveToPager() }
    return try reader.read(input)
  }

  private func report(_ document: Document, of input: InputName, on console: inout Console) {
    if settings.printing.isVerbose, let format = document.format {
      console.report(.format(input.displayName, format.name, document.formatReason))
    }
    if let failure = document.failure { console.report(.unreadable(failure)) }
    for problem in document.file.problems { console.report(.recovered(problem)) }
  }

  private mutating func print(
    _ document: Document, name: Bytes, isFirst: Bool, to output: inout OutputBuffer
  ) throws(SystemError) {
    switch printer {
    case .outline(var printer):
      if !isFirst { try output.endLine() }
      try printer.printHeader(name, to: &output)
      try printer.print(document, to: &output)
    case .rows(var printer):
      if inputs.count > 1 { try printer.printHeader(name, to: &output) }
      try printer.print(document, to: &output)
    case .json(var printer):
      try printer.print(document, name: name, to: &output)
      self.printer = .json(printer)
    case .statistics: try RowStatistics(of: document).print(name: name, to: &output)
    case .format(var printer):
      try printer.print(document, name: name, to: &output)
      self.printer = .format(printer)
    }
    // Messages about the next input follow this section.
    try output.flush()
  }
}
