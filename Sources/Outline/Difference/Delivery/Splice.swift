/// A place of a list where rows are replaced by others.
///
/// The form of `GListModel`'s `items-changed` and, with one of the counts 0, of Qt's `rowsRemoved`
/// and `rowsInserted`.
public struct Splice: Hashable, Codable, Sendable {
  /// The row where the change begins, once all splices before have been made.
  public let position: Int
  /// How many rows go from there on.
  public let removed: Int
  /// How many rows come there.
  public let added: Int
}

extension Splice: CustomStringConvertible {
  /// Position, rows removed and rows added, as `4-1+2`.
  public var description: String { "\(position)-\(removed)+\(added)" }
}

extension SectionDifference {
  /// The structural changes as splices, to be made one after another from the first row to the
  /// last.
  ///
  /// These are the fewest for the rows that stay: between any two splices there is such a row.
  /// Rows that move are removed at one place and added at another. Reloads and reconfigures are not
  /// among them.
  ///
  /// The rows that a splice adds are those of the new list from its position on.
  ///
  ///     try outline.move("Pear", before: "Fruit")
  ///     try outline.insert(["Bread"], before: "Pear")
  ///     let difference = outline.difference(from: before)  // 0+1 2>1 1~1
  ///     difference.splices  // [0-0+2, 4-1+0]
  ///
  /// - Complexity: O(*r* log *r*) for *r* ranges
  public var splices: [Splice] {
    var result: [Splice] = []
    var (sources, targets) = (removalsAndMoveSources[...], insertionsAndMoveTargets[...])
    // How many rows were removed and added so far: what is left over are rows that stay.
    var (removed, added) = (0, 0)
    while !sources.isEmpty || !targets.isEmpty {
      let stayingBeforeOld = sources.first.map { $0.lowerBound - removed } ?? .max
      let stayingBeforeNew = targets.first.map { $0.lowerBound - added } ?? .max
      let staying = min(stayingBeforeOld, stayingBeforeNew)
      let splice = Splice(
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
