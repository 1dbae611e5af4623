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
  var ignoresNotes: Bool { !ignoredAttributes.isDisjoint(with: RowAttribute.noteNames) }

  /// Returns whether rows can have attributes or notes to compare.
  func compareDetails(of documents: [Document]) -> Bool {
    !attributes.isEmpty || documents.contains { $0.hasAttributes || !$0.file.notes.isEmpty }
  }

  /// Returns the attributes to compare: those that an option names, and all others on demand, such
  /// as for files of the same format.
  func attributes(of node: Node, in document: Document, findsAll: Bool) -> [RowAttribute] {
    let all =
      findsAll ? document.attributes(of: node).filter { !ignores($0.name, in: document) } : []
    if attributes.isEmpty { return all }
    let names = Set(all.map(\.name))
    return all
      + document.attributes(named: attributes, of: node).filter { !names.contains($0.name) }
  }

  /// Returns whether an attribute is ignored, in any case if its format ignores the case of names.
  private func ignores(_ name: Bytes, in document: Document) -> Bool {
    ignoredAttributes.contains(name)
      || document.format?.ignoresCaseOfNames == true
        && ignoredAttributes.contains { name.span.equals($0.span, ignoringCase: true) }
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
