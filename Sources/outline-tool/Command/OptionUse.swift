import OutlineCore

/// Finds the options for rows that have no effect on any input.
///
/// Patterns, addresses and conditions themselves record whether they matched.
struct OptionUse {
  private let arrangement: Arrangement
  private var missingAttributes: [(option: String, name: Bytes)]
  /// The names of attributes in the inputs; empty unless some are missing.
  private var attributeNames: Set<Bytes> = []
  /// Whether every row was read.
  ///
  /// Otherwise a pattern could match an unread row.
  private var isAllKnown = true
  private var hasKeptRows = false
  /// Whether descendants of a match are not compared with the patterns.
  private var keepsSubtrees: Bool
  /// The options that have no effect because of another one.
  private let ignored: [String]
  private let reason: String
  /// The options for some kinds of inputs that no input has used yet.
  private var unused: [String]
  /// The options that formats of the inputs have, but whose rows do not use them, with remedies.
  private var unusedByRows: [String: String] = [:]

  init(_ settings: Settings) {
    (ignored, reason) = settings.optionsWithoutEffect
    unused = settings.given(of: Document.optionsOfDirectories + Formats.all.flatMap(\.options))
    arrangement = settings.input.arrangement
    keepsSubtrees = arrangement.kept != .ancestors
    missingAttributes = settings.printing.attributes.map { ("--attribute", $0) }
    if let name = arrangement.sorting?.attribute { missingAttributes.append(("--sort", name)) }
    // Without notes, ignoring them is no mistake.
    missingAttributes += settings.comparison.ignoredAttributes.subtracting(RowAttribute.noteNames)
      .sorted { $0.lexicographicallyPrecedes($1) }.map { ("--ignore-attribute", $0) }
    for name in Set(arrangement.conditions.flatMap(\.namedAttributes)).sorted(by: {
      $0.lexicographicallyPrecedes($1)
    }) {
      missingAttributes.append(("--where", name))
    }
  }

  mutating func add(_ document: Document) {
    unusedByRows.merge(document.file.unusedOptions) { first, _ in first }
    unused.removeAll {
      document.options.contains($0) && document.file.unusedOptions[$0] == nil
    }
    isAllKnown = isAllKnown && document.unreadDirectories.isEmpty
    hasKeptRows = hasKeptRows || !document.outline.items.isEmpty
    keepsSubtrees = keepsSubtrees || document.file.attributes.areRows
    missingAttributes.removeAll { document.hasAttribute($0.name) }
    if !missingAttributes.isEmpty { attributeNames.formUnion(document.attributeNames) }
  }

  mutating func addUnreadableInput() {
    isAllKnown = false
    missingAttributes = []
    unused = []
  }

  /// Reports the options without effect.
  func report(on console: inout Console) {
    for address in arrangement.selected where !address.hasMatched {
      console.report(.noRow(address))
    }
    if isAllKnown { reportUnmatchedPatterns(on: &console) }
    if arrangement.pruning != nil && !arrangement.filters {
      console.report(.noUse(option: "--prune", "without --match"))
    }
    for option in ignored { console.report(.noUse(option: option, "with \(reason)")) }
    for option in unused {
      let formats = Formats.all.filter { $0.options.contains(option) }.map(\.name)
      let inputs = formats.isEmpty ? "directories" : formats.joined(separator: " or ") + " files"
      let reason = unusedByRows[option].map { "on the rows of these files" + $0 }
      console.report(.noUse(option: option, reason ?? "without \(inputs)"))
    }
    // A row can have the attribute without a value.
    for (option, name) in missingAttributes where !attributeNames.contains(name) {
      let others = attributeNames.map { String(decoding: $0, as: UTF8.self) }
      let special = option == "--where" ? Condition.specialNames : []
      // A single letter begins or resembles too many names.
      let nearest = name.count > 1 ? name.nearest(among: others.sorted() + special) : nil
      console.report(.noAttribute(option: option, name, nearest: nearest))
    }
  }

  private func reportUnmatchedPatterns(on console: inout Console) {
    let isMatched = keepsSubtrees && arrangement.matched.contains { $0.hasMatched }
    for (option, patterns) in [
      ("--match", isMatched ? [] : arrangement.matched), ("--collapse", arrangement.collapsed),
    ] {
      for pattern in patterns where !pattern.hasMatched {
        console.report(.nothingMatched(option: option, pattern.source))
      }
    }

    let unsatisfied = isMatched ? [] : arrangement.conditions.filter { !$0.hasMatched }
    for condition in unsatisfied { console.report(.nothingSatisfied(condition)) }

    let isReported =
      !unsatisfied.isEmpty || arrangement.matched.contains { !$0.hasMatched }
      || arrangement.selected.contains { !$0.hasMatched }
    if arrangement.filters && !hasKeptRows && !isReported {
      console.report(.nothingSatisfiesAll(hasPattern: !arrangement.matched.isEmpty))
    }
  }
}

extension Document {
  fileprivate static let optionsOfDirectories = [
    "-a", "--dirs-only", "--follow", "--gitignore", "--contents",
  ]

  /// The options that this input uses and most others ignore.
  fileprivate var options: [String] { format?.options ?? Document.optionsOfDirectories }
}

extension Settings {
  /// The options that change only how rows are shown.
  static let optionsOfRows = ["-c", "--count", "--numbered", "--line"]
  /// The options that change only trees.
  static let optionsOfTrees = [
    "--hyperlink", "--width", "--wrap", "--charset", "-U", "--context",
  ]

  /// Returns the given options that are among some names.
  func given(of names: [String]) -> [String] { given.map(\.name).filter(names.contains) }

  /// The given options without effect on the output, and the option that is the reason.
  fileprivate var optionsWithoutEffect: (names: [String], reason: String) {
    let all = Settings.optionsOfRows + Settings.optionsOfTrees
    let layout = given(of: ["--rows", "--json", "--to", "--stat"]).last ?? ""
    return switch printing.layout {
    case .tree: ([], "")
    case .rows, .json: (given(of: Settings.optionsOfTrees), layout)
    case .format: (given(of: all), layout)
    case .statistics: (given(of: all + ["--notes"]), layout)
    }
  }
}
