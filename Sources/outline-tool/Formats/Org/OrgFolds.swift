/// The headlines that Emacs folds when it opens an Org document: by the keyword `STARTUP`, then the
/// property `VISIBILITY`, then the tag `ARCHIVE`.
///
/// List items below a headline count as its text, which is hidden in views of headlines only.
///
/// Headlines have fewer than thirty stars, so paths to the root are short.
struct OrgFolds {
  private enum Keyword {
    case startup(Startup)
    /// The greatest number of stars of a row.
    case mostStars(Int)
  }

  private enum Startup {
    case all
    /// All, regardless of properties and tags.
    case everything
    /// The headlines with at most this number of stars.
    case levels(Int)
  }

  private enum Visibility {
    case folded
    case children
    case content
    case all
  }

  /// The greatest number of stars of a row; lines with more are inline tasks.
  ///
  /// With the keyword `odd`, levels have odd numbers of stars.
  private(set) var mostStars = usualStars
  static let usualStars = 14

  private var startup = Startup.all
  /// The stars of each headline.
  ///
  /// Items below headlines have `UInt8.max`, other items 0.
  private var stars: [UInt8] = []
  private var lastHeadline: Int?
  private var visibilities: [(row: Int, visibility: Visibility)] = []
  private var archived: [Int] = []

  mutating func addHeadline(stars count: Int, isArchived: Bool) {
    if isArchived { archived.append(stars.count) }
    lastHeadline = stars.count
    stars.append(UInt8(count))
  }

  mutating func addItem(isBelowHeadline: Bool) {
    stars.append(isBelowHeadline ? .max : 0)
  }

  /// Reads the keywords of `#+STARTUP:`, of which the last ones win, and returns those that affect
  /// neither the rows nor their expansion, separated by blanks.
  @discardableResult
  mutating func setStartup(_ words: Span<UInt8>) -> Bytes {
    var others = Bytes()
    for range in words.words(in: words.indices) {
      let word = words.extracting(range)
      // Doom Emacs appends a star to some keywords.
      let length = word.last == UInt8(ascii: "*") ? word.count - 1 : word.count
      let keyword = OrgFolds.keywords.first { name, _ in
        length == name.utf8.count && word.starts(with: name, ignoringCase: true)
      }
      switch keyword?.1 {
      case .startup(let startup): self.startup = startup
      case .mostStars(let count): mostStars = count
      case nil:
        if !others.isEmpty { others.append(0x20) }
        others.append(word)
      }
    }
    return others
  }

  /// Returns the keywords of `#+STARTUP:` that affect neither the rows nor their expansion.
  static func otherKeywords(in words: Span<UInt8>) -> Bytes {
    var folds = OrgFolds()
    return folds.setStartup(words)
  }

  private static let anyHeadline = Int(UInt8.max) - 1

  private static let keywords: [(String, Keyword)] = [
    ("overview", .startup(.levels(1))), ("fold", .startup(.levels(1))),
    ("content", .startup(.levels(anyHeadline))), ("showall", .startup(.all)),
    ("nofold", .startup(.all)), ("showeverything", .startup(.everything)),
    ("show2levels", .startup(.levels(2))), ("show3levels", .startup(.levels(3))),
    ("show4levels", .startup(.levels(4))), ("show5levels", .startup(.levels(5))),
    ("odd", .mostStars(2 * usualStars)), ("oddeven", .mostStars(usualStars)),
  ]

  /// Reads the property `VISIBILITY` of the last headline.
  mutating func setVisibility(_ state: Span<UInt8>) {
    guard let lastHeadline else { return }
    let visibility = OrgFolds.visibilities.first { state.equals($0.0) }?.1
    visibilities.append((lastHeadline, visibility ?? .folded))
  }

  private static let visibilities: [(String, Visibility)] = [
    ("children", .children), ("content", .content), ("all", .all), ("showall", .all),
  ]

  /// Returns the collapsed rows of an outline with these levels, in ascending order.
  func collapsedRows(_ levels: [Int]) -> [Int] {
    if case .everything = startup { return [] }
    var isClosed = Array(repeating: false, count: levels.count)
    if case .levels(let most) = startup {
      close(levels.indices, butWithStars: most, in: &isClosed, levels)
    }
    applyVisibilities(to: &isClosed, levels)

    var end = 0
    for row in archived where row >= end {
      end = OrgFolds.end(of: row, levels)
      for row in row..<end { isClosed[row] = true }
    }

    return levels.indices.dropLast().filter { isClosed[$0] && levels[$0 + 1] > levels[$0] }
  }

  /// Applies the property `VISIBILITY` of entries and reveals those entries.
  private func applyVisibilities(to isClosed: inout [Bool], _ levels: [Int]) {
    var next = visibilities[...]
    var open: [Int] = []
    var end = 0
    for row in levels.indices {
      open.removeSubrange(levels[row]...)
      // Properties of descendants have no effect.
      if let visibility = next.first, visibility.row == row {
        next = next.drop { $0.row == row }
        if row >= end {
          end = OrgFolds.end(of: row, levels)
          for parent in open { isClosed[parent] = false }
          show(row..<end, as: visibility.visibility, in: &isClosed, levels)
        }
      }
      open.append(row)
    }
  }

  /// Applies a visibility to an entry and its descendants.
  private func show(
    _ rows: Range<Int>, as visibility: Visibility, in isClosed: inout [Bool], _ levels: [Int]
  ) {
    if visibility == .content {
      close(rows, butWithStars: OrgFolds.anyHeadline, in: &isClosed, levels)
      return
    }

    for row in rows { isClosed[row] = visibility != .all }

    guard visibility == .children else { return }
    isClosed[rows.lowerBound] = false
    // The text of the entry stays visible.
    for row in rows.dropFirst() {
      guard stars[row] == .max else { break }
      isClosed[row] = false
    }
  }

  /// Collapses rows except those with a child of at most this number of stars.
  private func close(
    _ rows: Range<Int>, butWithStars most: Int, in isClosed: inout [Bool], _ levels: [Int]
  ) {
    var open: [Int] = []
    for row in rows {
      isClosed[row] = true
      open.removeSubrange((levels[row] - levels[rows.lowerBound])...)
      if stars[row] <= most, let parent = open.last { isClosed[parent] = false }
      open.append(row)
    }
  }

  private static func end(of row: Int, _ levels: [Int]) -> Int {
    var end = row + 1
    while end < levels.count && levels[end] > levels[row] { end += 1 }
    return end
  }
}
