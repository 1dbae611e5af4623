/// Which headlines an Org document folds, as Emacs shows it when it is opened: by the words of
/// `STARTUP`, then by the property `VISIBILITY` of entries, then those with the tag `ARCHIVE`.
///
/// Headlines have fewer than fifteen stars, so the way to the root is short.
struct OrgFolds {
  private enum Startup {
    case all
    /// All, whatever properties and tags say.
    case everything
    /// The headlines of at most so many stars.
    case levels(Int)
  }

  private enum Visibility {
    case folded
    case children
    case all
  }

  private var startup = Startup.all
  private var stars: [UInt8] = []
  private var visibilities: [(row: Int, visibility: Visibility)] = []
  private var archived: [Int] = []

  mutating func addRow(stars count: Int, isArchived: Bool) {
    if isArchived { archived.append(stars.count) }
    stars.append(UInt8(count))
  }

  /// Reads the words behind `#+STARTUP:`, of which the last counts.
  mutating func setStartup(_ words: Span<UInt8>) {
    var start = 0
    for end in 0...words.count where end == words.count || words[end].isBlank {
      if let startup = OrgFolds.startup(words.extracting(start..<end)) { self.startup = startup }
      start = end + 1
    }
  }

  private static func startup(_ word: Span<UInt8>) -> Startup? {
    // Doom Emacs has words of its own with a star behind.
    let length = word.last == UInt8(ascii: "*") ? word.count - 1 : word.count
    for (text, startup) in startups
    where length == text.utf8.count && word.starts(with: text, ignoringCase: true) {
      return startup
    }
    return nil
  }

  private static let startups: [(String, Startup)] = [
    ("overview", .levels(1)), ("fold", .levels(1)), ("content", .all), ("showall", .all),
    ("nofold", .all), ("showeverything", .everything), ("show2levels", .levels(2)),
    ("show3levels", .levels(3)), ("show4levels", .levels(4)), ("show5levels", .levels(5)),
  ]

  /// Reads the property `VISIBILITY` of the row added last.
  mutating func setVisibility(_ state: Span<UInt8>) {
    guard !stars.isEmpty else { return }
    let visibility: Visibility =
      if state.holds("children") {
        .children
      } else if state.holds("content") || state.holds("all") || state.holds("showall") { .all } else
      { .folded }
    visibilities.append((stars.count - 1, visibility))
  }

  /// Returns the rows that are closed, in order, of an outline with these levels.
  func collapsedRows(_ levels: [Int]) -> [Int] {
    if case .everything = startup { return [] }
    var isClosed = startupFolds(levels)
    applyVisibilities(to: &isClosed, levels)
    var end = 0
    for row in archived where row >= end {
      end = OrgFolds.end(of: row, levels)
      for row in row..<end { isClosed[row] = true }
    }
    return levels.indices.dropLast().filter { isClosed[$0] && levels[$0 + 1] > levels[$0] }
  }

  /// Opens and closes entries by their properties, and opens the way to them.
  private func applyVisibilities(to isClosed: inout [Bool], _ levels: [Int]) {
    var next = visibilities[...]
    var open: [Int] = []
    var end = 0
    for row in levels.indices {
      open.removeSubrange(levels[row]...)
      // What is in an entry with a property has no say.
      if let visibility = next.first, visibility.row == row {
        next = next.drop { $0.row == row }
        if row >= end {
          end = OrgFolds.end(of: row, levels)
          for parent in open { isClosed[parent] = false }
          for row in row..<end { isClosed[row] = visibility.visibility != .all }
          if visibility.visibility == .children { isClosed[row] = false }
        }
      }
      open.append(row)
    }
  }

  /// Returns which rows are closed by the words of `STARTUP`: those without a child to be seen.
  private func startupFolds(_ levels: [Int]) -> [Bool] {
    guard case .levels(let most) = startup else {
      return Array(repeating: false, count: levels.count)
    }
    var isClosed = Array(repeating: true, count: levels.count)
    var open: [Int] = []
    for row in levels.indices {
      open.removeSubrange(levels[row]...)
      if stars[row] <= most, let parent = open.last { isClosed[parent] = false }
      open.append(row)
    }
    return isClosed
  }

  private static func end(of row: Int, _ levels: [Int]) -> Int {
    var end = row + 1
    while end < levels.count && levels[end] > levels[row] { end += 1 }
    return end
  }
}
