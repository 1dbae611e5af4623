/// Compares two lists of inputs and prints their difference.
struct DiffCommand {
  private let inputs: (old: [InputName], new: [InputName])
  private let settings: Settings
  private let appearance: Appearance

  init(_ old: [InputName], _ new: [InputName], settings: Settings, appearance: Appearance) {
    inputs = (old, new)
    self.appearance = appearance

    var settings = settings
    settings.input.reader.readsExpansion = true
    settings.input.reader.findsAllAttributes = true
    // Equal notes help to match rows, even if they are not compared.
    settings.input.reader.findsNotes = true
    settings.input.reader.attributeNames = settings.printing.attributes
    settings.comparison.identityName = settings.input.reader.fieldNames.identity
    // Any attribute can be the identity of rows.
    settings.given.removeAll { $0.name == "--id" }
    settings.comparison.attributes = settings.printing.attributes.filter { name in
      // A change of the note is told once.
      !RowAttribute.noteNames.contains(name)
    }
    if settings.comparison.ignoresExpansion && settings.input.arrangement.expansion == .stored {
      // Hidden rows would be compared as missing.
      settings.input.arrangement.expansion = .all
    }
    self.settings = settings
  }

  /// Prints the difference, and returns `false` if an input is unreadable.
  func run(on console: inout Console) throws(SystemError) -> Bool {
    guard let (old, new) = readInputs(on: &console) else { return false }

    let contents = settings.comparison.comparesContents ? FileContents(old, new) : nil
    let comparison = compare(old, new, contents)

    for problem in contents?.problems ?? [] { console.report(.unreadable(problem)) }
    if !comparison.isEmpty && !settings.comparison.isForGit { console.reportDifference() }

    // Even an empty patch is printed, because the output must be valid JSON.
    if settings.isQuiet || comparison.isEmpty && !settings.printing.layout.isJSON { return true }
    console.startPager()
    try print(comparison, to: &console.output)
    return true
  }

  private func print(
    _ comparison: OutlineComparison, to output: inout OutputBuffer
  ) throws(SystemError) {
    let names = (inputs.old.map(\.displayName), inputs.new.map(\.displayName))
    let options = settings.printing
    switch options.layout {
    case .tree, .format:
      let printer = DiffPrinter(
        MergedOutline(comparison), names: names, options: options, appearance: appearance,
        context: settings.comparison.context ?? 1)
      try printer.print(to: &output)
    case .rows:
      let merged = MergedOutline(comparison)
      try DiffRowsPrinter(merged, names: names, showsNotes: options.showsNotes).print(to: &output)
    case .json:
      let merged = MergedOutline(comparison, recordingSteps: true)
      var printer = JSONPatchPrinter(merged, names: names, options: options)
      try printer.print(to: &output)
    case .statistics:
      try DiffStatistics.print(comparison, names: names, to: &output)
    }
  }

  private func compare(
    _ old: [Document], _ new: [Document], _ contents: FileContents?
  ) -> OutlineComparison {
    let hasher = TextHasher()
    let sides = (ComparedSide(old, hasher: hasher), ComparedSide(new, hasher: hasher))
    return OutlineComparison(
      sides.0, sides.1, sectionMatches: sectionMatches, options: settings.comparison,
      hasSameContents: contents.map { contents in
        { row, newRow in
          contents.isSame(
            sides.0.nodes[row], in: sides.0.section(of: row), as: sides.1.nodes[newRow],
            in: sides.1.section(of: newRow))
        }
      })
  }

  private func readInputs(on console: inout Console) -> (old: [Document], new: [Document])? {
    var use = OptionUse(settings)
    let old = inputs.old.map { read($0, on: &console) }
    let new = inputs.new.map { read($0, on: &console) }
    let documents = (old: old.compactMap(\.self), new: new.compactMap(\.self))
    guard documents.old.count == old.count && documents.new.count == new.count else { return nil }
    for document in documents.old + documents.new { use.add(document) }
    use.report(on: &console)
    return documents
  }

  /// The old input with the name of each new input, or -1; single inputs always match.
  private var sectionMatches: [Int32] {
    if inputs.old.count == 1 && inputs.new.count == 1 { return [0] }
    var numbers: [Bytes: [Int32]] = [:]
    for (number, input) in inputs.old.enumerated().reversed() {
      numbers[input.fileName, default: []].append(Int32(number))
    }
    return inputs.new.map { numbers[$0.fileName]?.popLast() ?? -1 }
  }

  private func read(_ input: InputName, on console: inout Console) -> Document? {
    let reader = InputReader(
      options: settings.input, showsProgress: console.showsProgress, checksBytes: true)
    do throws(Problem) {
      let document = try reader.read(input)
      if settings.printing.isVerbose, let format = document.format {
        console.report(.format(input.displayName, format.name, document.formatReason))
      }
      for problem in document.file.problems { report(problem, of: document, on: &console) }
      if let failure = document.failure { throw failure }
      return document
    } catch {
      console.report(.unreadable(error))
      return nil
    }
  }

  /// Reports a problem, as an error if part of a directory is unknown.
  private func report(_ problem: Problem, of document: Document, on console: inout Console) {
    if case .directory = document.source, case .failed = problem.kind {
      console.report(.unreadable(problem))
    } else {
      console.report(.recovered(problem))
    }
  }
}

extension InputName {
  /// The last component of the path.
  fileprivate var fileName: Bytes {
    Bytes(displayName.split(separator: UInt8(ascii: "/")).last ?? [])
  }
}
