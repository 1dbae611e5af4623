import Dispatch
import Outline
import OutlineCore

/// Shows an input on the whole screen of the terminal.
@MainActor
struct BrowseCommand {
  private let input: InputName
  private let settings: Settings
  private let terminal: Terminal
  private let isExpansionGiven: Bool
  /// A Boolean value that indicates whether options choose rows, so that the way to them is
  /// expanded.
  private var isSearched: Bool { settings.input.arrangement.filters }

  /// Creates the command, unless the output is no terminal or a layout for other programs.
  init?(_ input: InputName, settings: Settings) {
    guard settings.output == nil, settings.printing.layout.isTree, let terminal = Terminal()
    else { return nil }
    self.input = input
    self.terminal = terminal

    var settings = settings
    settings.input.reader.readsExpansion = true
    settings.input.reader.findsNotes = true
    // Lines of included rows are those of other files.
    settings.input.reader.findsLines = !settings.input.reader.findsIncludes
    let arrangement = settings.input.arrangement
    isExpansionGiven = arrangement.givenExpansion != nil
    if !isExpansionGiven && !arrangement.filters { settings.input.arrangement.expansion = .stored }
    self.settings = settings
  }

  /// The first option that would have no effect on the screen.
  var optionWithoutEffect: String? {
    let others = ["--attribute", "--notes"]
    return settings.given(of: Settings.optionsOfRows + Settings.optionsOfTrees + others).first
  }

  /// Reads the input and shows it; returns only if it is unreadable.
  func run(on console: inout Console) {
    var options = settings.input
    let arrangement = options.arrangement
    // Directories are read when the user expands them.
    let status = input.path.flatMap { try? FileStatus(followingLinks: $0) }
    let isDirectory = status?.kind == .directory
    if !isExpansionGiven && !isSearched && isDirectory {
      options.arrangement.expansion = .none
    }
    // Directories that are read again have all their entries.
    let isWatched =
      settings.watches && !(isDirectory && (isSearched || !arrangement.selected.isEmpty))
    let reader = InputReader(
      options: options, showsProgress: console.showsProgress, checksBytes: true)
    let arriving =
      input == .standardInput ? ArrivingInput(limit: ParsedFile.sizeLimit) : nil
    // The rest of a slow input appears later.
    arriving?.read(within: 200)
    var document: Document
    do throws(Problem) {
      document =
        if let arriving { try reader.read(arriving.lines, of: input) } else {
          try reader.read(input)
        }
      if let failure = document.failure { throw failure }
    } catch {
      console.report(.unreadable(error))
      return
    }
    let storesNoExpansion = document.format != nil && document.file.storedExpansion == nil
    if !isExpansionGiven && !isSearched && storesNoExpansion {
      document.outline.collapseAll()
      // A single root is a title.
      if document.outline.rootItems.count == 1 {
        document.outline.expand(document.outline.rootItems)
      }
    }

    let isArranged =
      isExpansionGiven || isSearched || arrangement.depth != nil || !arrangement.collapsed.isEmpty
      || !arrangement.selected.isEmpty || !arrangement.ignored.isEmpty
    let remembered =
      settings.remembersRows && !isArranged && document.format != nil
      ? RememberedRows(of: input) : nil
    let place = remembered?.restore(in: &document)

    let appearance = Appearance(
      settings.printing, device: .terminal, isASCIIOnly: console.output.isASCIIOnly)
    let browser = Browser(
      document, of: input, options: settings.input, watching: isWatched ? status : nil,
      arriving: arriving, appearance: appearance, on: terminal)
    if let place, let selected = place.selected { browser.select(selected, onLine: place.line) }
    Task {
      let end = await browser.run()
      // The state is no reason for a message.
      try? remembered?.save(
        browser.source.snapshot()[0], of: browser.document, selected: browser.selected,
        line: browser.lineOfSelection)
      finish(end, of: browser, appearance: appearance)
    }
    dispatchMain()
  }

  /// Ends the process, and prints the rows if the user wants that.
  private func finish(_ end: Browser.End, of browser: Browser, appearance: Appearance) -> Never {
    var console = Console()
    console.isQuiet = settings.isQuiet
    for problem in browser.document.file.problems { console.report(.recovered(problem)) }
    if case .print = end {
      var document = browser.document
      document.outline = browser.printedOutline
      var printer = OutlinePrinter(options: settings.printing, appearance: appearance)
      do throws(SystemError) {
        try printer.printHeader(input.displayName, to: &console.output)
        try printer.print(document, to: &console.output)
        try console.output.close()
      } catch {
        console.report(.outputFailed(console.outputName, error))
      }
    }
    Process.end(withCode: console.exitCode.rawValue)
  }
}
