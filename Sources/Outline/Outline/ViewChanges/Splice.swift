extension SectionDifference {
  /// The replacement of rows at a position of a list by others.
  ///
  /// `GListModel` reports splices as `items-changed`. If one of the counts is 0, Qt reports them as
  /// `rowsRemoved` or `rowsInserted`.
  public struct Splice: Hashable, Codable, Sendable {
    /// The first row of the change, after all previous splices.
    public let position: Int
    /// The number of removed rows.
    public let removed: Int
    /// The number of added rows.
    public let added: Int

    package init(position: Int, removed: Int, added: Int) {
      self.position = position
      self.removed = removed
      self.added = added
    }
  }
}

extension SectionDifference.Splice: CustomStringConvertible {
  /// The position, the number of removed rows and the number of added rows, as in `4-1+2`.
  public var description: String { "\(position)-\(removed)+\(added)" }
}

extension SectionDifference {
  /// The structural changes as splices, which apply one after another in ascending order.
  ///
  /// There are as few as possible: between any two splices, a row stays. A row that moves is
  /// removed by one splice and added by another. Reloads and reconfigures are not included.
  ///
  /// The rows that a splice adds are the rows of the new list from its position on.
  ///
  ///     try outline.move("Pear", before: "Fruit")
  ///     try outline.insert(["Bread"], before: "Pear")
  ///     let difference = outline.difference(from: before)  // 0+1 2>1 1~1
  ///     difference.splices  // [0-0+2, 4-1+0]
  ///
  /// - Complexity: O(*r* log *r*) for *r* ranges
  public var splices: [SectionDifference.Splice] {
    var result: [SectionDifference.Splice] = []
    var sources = removalsAndMoveSources[...]
    var targets = insertionsAndMoveDestinations[...]
    // All rows other than those removed and added stay.
    var removed = 0
    var added = 0
    while !sources.isEmpty || !targets.isEmpty {
      let stayingBeforeOld = sources.first.map { $0.lowerBound - removed } ?? .max
      let stayingBeforeNew = targets.first.map { $0.lowerBound - added } ?? .max
      let staying = min(stayingBeforeOld, stayingBeforeNew)
      let splice = SectionDifference.Splice(
        position: staying + added,
        removed: staying == stayingBeforeOld ? sources.removeFirst().count : 0,
        added: staying == stayingBeforeNew ? targets.removeFirst().count : 0)
      removed += splice.removed
      added += splice.added
      result.append(splice)
    }
    return result
  }
}
