/// What a list has to do to get from the visible rows of one section snapshot to those of another.
///
/// Rows come in ranges: expanding an item is one insertion, however much it shows. The fewest rows
/// move: of those that are visible before and after, the most that come in the same order stay.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     let before = outline
///     outline.expand(["Fruit"])
///     print(outline.difference(from: before))  // 1+2 0~1
///
/// A difference is positions and nothing else, so that it can be kept, encoded and sent to another
/// process. What it needs of the items to give a collection difference or tree changes, it takes
/// from the two snapshots.
public struct SectionDifference: Hashable, Sendable {
  /// Rows that move as one.
  public struct Move: Hashable, Codable, Sendable {
    /// Rows of the old list.
    public internal(set) var source: Range<Int>
    /// The row of the new list where the first of them comes to stand.
    public let destination: Int
  }

  /// The old rows that are not visible any more: ascending, each range as long as can be.
  public let removals: [Range<Int>]
  /// The new rows that were not visible before: ascending, each range as long as can be.
  public let insertions: [Range<Int>]
  /// The rows that are visible before and after and do not keep their place among the others:
  /// ascending by the old rows, each range as long as can be.
  public let moves: [Move]
  /// The new rows that are to be made anew, their items being the same: ascending, each range as
  /// long as can be.
  public internal(set) var reloads: [Range<Int>]
  /// The new rows that are to be updated in place, their items being the same: ascending, each
  /// range as long as can be.
  ///
  /// These are the rows whose content, level or disclosure state changed, and those that have
  /// children now and had none, or the reverse.
  public internal(set) var reconfigures: [Range<Int>]

  @usableFromInline
  init(
    removals: [Range<Int>] = [], insertions: [Range<Int>] = [], moves: [Move] = [],
    reloads: [Range<Int>] = [], reconfigures: [Range<Int>] = []
  ) {
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.reloads = reloads
    self.reconfigures = reconfigures
  }

  /// Nothing to do.
  @usableFromInline static var none: SectionDifference { SectionDifference() }

  /// Whether there is nothing to do.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && reloads.isEmpty
      && reconfigures.isEmpty
  }

  /// How many rows are removed, inserted, moved, reloaded and reconfigured in all.
  ///
  /// - Complexity: O(*r*) for *r* ranges
  public var changedRowCount: Int {
    [removals, insertions, moves.map(\.source), reloads, reconfigures].reduce(0) {
      $0 + $1.rowCount
    }
  }
}

extension SectionDifference: CustomStringConvertible {
  /// The changes in one line: position, what, how many.
  ///
  /// Removals as `33-11`, insertions as `1+10`, a moved row as `5>2` and several as `5>2*3`,
  /// reloads as `4!1` and reconfigures as `9~2`.
  public var description: String {
    var parts = removals.map { "\($0.lowerBound)-\($0.count)" }
    parts += insertions.map { "\($0.lowerBound)+\($0.count)" }
    parts += moves.map(\.description)
    parts += reloads.map { "\($0.lowerBound)!\($0.count)" }
    parts += reconfigures.map { "\($0.lowerBound)~\($0.count)" }
    return parts.joined(separator: " ")
  }
}

extension SectionDifference.Move: CustomStringConvertible {
  /// The move as `5>2`, of three rows as `5>2*3`.
  public var description: String {
    "\(source.lowerBound)>\(destination)" + (source.count == 1 ? "" : "*\(source.count)")
  }
}
