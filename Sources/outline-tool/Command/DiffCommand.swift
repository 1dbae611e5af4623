/// Compares two lists of inputs and prints their difference.
struct DiffCommand {
  private let inputs: (old: [InputName], new: [InputName])
  private var settings: Settings
  private let appearance: Appearance

  init(_ old: [InputName], _ new: [InputName], settings: Settings, appearance: Appearance) {
    inputs = (old, new)
    self.settings = settings
    self.appearance = appearance
    self.settings.input.reader.readsExpansion = true
    self.settings.input.reader.findsAllAttributes = true
    self.settings.input.reader.attributeNames = settings.printing.attributes
    self.settings.comparison.identityName = settings.input.reader.fieldNames.identity
  }

  /// Prints the difference unless an input is unreadable.
  func run(on console: inout Console) throws(SystemError) {
    guard let comparison = comparison(on: &console) else { return }
    // An empty patch is valid JSON, too.
    if comparison.isEmpty && settings.printing.layout != .json { return }
    if !comparison.isEmpty && !settings.comparison.isForGit { console.reportDifference() }
    if settings.isQuiet { return }
    console.startPager()
    try print(comparison, to: &console.output)
  }

  private func print(
    _ comparison: OutlineComparison, to output: inout OutputBuffer
  ) throws(SystemError) {
    let names = (inputs.old.map(\.displayName), inputs.new.map(\.displayName))
    if settings.comparison.printsStatistics {
      try DiffStatistics.print(comparison, names: names, to: &output)
      return
    }
    switch settings.printing.layout {
    case .tree:
      let printer = DiffPrinter(
        comparison: comparison, names: names, options: settings.printing, appearance: appearance,
        context: settings.comparison.context ?? 1)
      try printer.print(to: &output)
    case .rows:
      try DiffRowsPrinter(comparison: comparison, names: names).print(to: &output)
    case .json:
      var printer = JSONPatchPrinter(
        comparison, names: names, attributes: settings.printing.attributes)
      try printer.print(to: &output)
    }
  }

  private func comparison(on console: inout Console) -> OutlineComparison? {
    let old = inputs.old.map { read($0, on: &console) }
    let new = inputs.new.map { read($0, on: &console) }
    let documents = (old.compactMap(\.self), new.compactMap(\.self))
    guard documents.0.count == old.count && documents.1.count == new.count else { return nil }
    let hasher = TextHasher()
    return OutlineComparison(
      ComparedSide(documents.0, hasher: hasher), ComparedSide(documents.1, hasher: hasher),
      sectionMatches: sectionMatches, options: settings.comparison)
  }

  /// By new input: the old input with the same file name, or -1; a single input matches the other.
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
      if settings.printing.isVerbose, case .file(let format) = document.source {
        console.report(.format(input.displayName, format.name, document.formatReason))
      }
      for problem in document.problems { console.report(.recovered(problem)) }
      if let failure = document.failure { throw failure }
      return document
    } catch {
      console.report(.unreadable(error))
      return nil
    }
  }
}

extension InputName {
  /// The last component of the path.
  fileprivate var fileName: Bytes {
    Bytes(displayName.split(separator: UInt8(ascii: "/")).last ?? [])
  }
}
