/// The settings of a comparison.
struct ComparisonOptions {
  var strategy: MatchingStrategy?
  /// The attribute that identifies rows.
  var identityName: Bytes?
  /// The attributes to compare even if the formats differ.
  var attributes: [Bytes] = []
  /// The attributes not to compare.
  var ignoredAttributes: Set<Bytes> = []
  /// The number of rows to show before and after each changed one.
  var context: Int?
  var ignoresExpansion = false
  var ignoresNotes = false
  var ignoresOrder = false
  /// Whether to compare the bytes of files in directories.
  var comparesContents = false
  var showsMovesAsRemovals = false
  /// Whether git runs the tool.
  ///
  /// Git takes any exit code but 0 for a failure.
  var isForGit = false
}

extension ComparisonOptions {
  /// Returns the attributes that are not ignored.
  func compared(_ attributes: [RowAttribute]) -> [RowAttribute] {
    if ignoredAttributes.isEmpty { return attributes }
    return attributes.filter { !ignoredAttributes.contains($0.name) }
  }
}

/// The property by which rows of two outlines match.
enum MatchingStrategy: String, CaseIterable {
  /// By identity if the inputs have identities, or else by text and surroundings.
  case auto
  case id
  /// By the texts of the row and of its ancestors.
  case path
  case text
}
