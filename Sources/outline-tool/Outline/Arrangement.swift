/// The settings for the rows of an outline: their selection, order and expansion.
struct Arrangement {
  var expansion = Expansion.all
  /// The number of levels to show; `nil` stands for all of them.
  var depth: Int?
  var collapsed: [Pattern] = []
  var focused: [Pattern] = []
  var matched: [Pattern] = []
  var ignored: [Pattern] = []
  /// The pruning, if an option gives it.
  var pruning: Pruning?
  /// The order of siblings; `nil` stands for the order in the file, or by name in directories.
  var sorting: Sorting?
  /// The number of children to show of each row; `nil` stands for all of them.
  var childLimit: Int?

  /// The rows to keep in addition to matches.
  var kept: Pruning { pruning ?? .ancestors }

  /// The number of levels that can be expanded.
  var expandableLevels: Int { depth.map { $0 - 1 } ?? .max }
}

/// The rows that are expanded.
enum Expansion: Equatable {
  case all
  /// The rows that the file stores as expanded.
  case stored
  case none
  /// The rows of the first levels.
  case levels(Int)
}

/// The rows to keep in addition to those that match a pattern.
enum Pruning: String {
  case ancestors
  case subtree
  case both
}
