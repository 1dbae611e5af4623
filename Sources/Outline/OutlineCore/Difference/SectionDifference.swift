/// The difference, or diff, between the visible rows of two section snapshots.
///
/// All changes are ranges of rows: expanding an item is one insertion, however many rows it shows.
/// As few rows as possible move: of the rows that are visible before and after, the largest set
/// that keeps its order stays.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     let before = outline
///     outline.expand(["Fruit"])
///     print(outline.difference(from: before))  // 1+2 0~1
///
/// A difference contains positions, not items, so it can be stored, encoded and sent to another
/// process. For a collection difference or tree changes, pass the two snapshots.
public struct SectionDifference: Hashable, Codable, Sendable {
  /// A range of rows that moves.
  public struct Move: Hashable, Codable, Sendable {
    /// The old rows.
    public internal(set) var source: Range<Int>
    /// The new row of the first row of the range.
    public let destination: Int
  }

  /// The old rows that are no longer visible, as maximal ranges in ascending order.
  public let removals: [Range<Int>]
  /// The new rows that were not visible before, as maximal ranges in ascending order.
  public let insertions: [Range<Int>]
  /// The rows that are visible before and after and change their order, as maximal ranges in
  /// ascending order of the old rows.
  public let moves: [Move]
  /// The new rows to reload, as maximal ranges in ascending order.
  public internal(set) var reloads: [Range<Int>]
  /// The new rows to reconfigure, as maximal ranges in ascending order.
  ///
  /// Their content, level or disclosure state changed, they got their first child, or they lost the
  /// last one.
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

  /// Creates the difference of changes; of none for `nil`.
  @usableFromInline
  init(_ changes: RowChanges?) {
    guard let changes else {
      self.init()
      return
    }
    self.init(
      removals: changes.removals, insertions: changes.insertions,
      moves: changes.moves.map { Move(source: $0.source, destination: $0.destination) },
      reconfigures: changes.reconfigures)
  }

  @usableFromInline static var none: SectionDifference { SectionDifference() }

  /// A Boolean value that indicates whether there are no changes.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && reloads.isEmpty
      && reconfigures.isEmpty
  }

  /// The number of ranges that are removed, inserted, moved, reloaded and reconfigured.
  package var changeCount: Int {
    removals.count + insertions.count + moves.count + reloads.count + reconfigures.count
  }
}

extension SectionDifference: CustomStringConvertible {
  /// The changes in one line: for each range its position, a sign and its count.
  ///
  /// `33-11` is a removal, `1+10` an insertion, `5>2` a move of one row and `5>2*3` of three rows,
  /// `4!1` a reload, and `9~2` a reconfigure.
  public var description: String {
    var parts = removals.map { "\($0.lowerBound)-\($0.count)" }
    parts += insertions.map { "\($0.lowerBound)+\($0.count)" }
    parts += moves.map { $0.description }
    parts += reloads.map { "\($0.lowerBound)!\($0.count)" }
    parts += reconfigures.map { "\($0.lowerBound)~\($0.count)" }
    return parts.joined(separator: " ")
  }
}

extension SectionDifference.Move: CustomStringConvertible {
  /// The old and the new row, as in `5>2`; for a move of three rows, `5>2*3`.
  public var description: String {
    "\(source.lowerBound)>\(destination)" + (source.count == 1 ? "" : "*\(source.count)")
  }
}
