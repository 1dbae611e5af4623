extension Snapshot {
  /// The changes of one call of `performBatchUpdates` in `UICollectionView` or `UITableView`.
  ///
  /// ``removedSections``, ``removals`` and the sources of moves are positions before the batch.
  /// ``insertedSections``, ``insertions`` and the destinations of moves are positions after it.
  /// Reloads and reconfigures are in a separate batch.
  public struct Batch {
    /// The old positions of the sections that are removed with all their rows, ascending.
    public let removedSections: [Int]
    /// The new positions of the sections that are inserted with all their rows, ascending.
    public let insertedSections: [Int]
    /// The sections that change their order among the others, by their positions before and after
    /// the batch.
    public let movedSections: [(source: Int, destination: Int)]
    /// The positions of the sections that are reloaded with all their rows, ascending.
    public let reloadedSections: [Int]
    /// The positions of the sections whose headers are reconfigured, ascending.
    public let reconfiguredSections: [Int]
    /// The rows that are removed.
    public let removals: [RowPathRange]
    /// The rows that are inserted.
    public let insertions: [RowPathRange]
    /// The rows that move, within a section or to another.
    public let moves: [SnapshotDifference.Move]
    /// The rows that are reloaded.
    public let reloads: [RowPathRange]
    /// The rows that are reconfigured.
    public let reconfigures: [RowPathRange]
    /// The snapshot from which the view reads rows from this batch on.
    public let snapshot: Snapshot<Section, Item>

    package init(
      removedSections: [Int] = [], insertedSections: [Int] = [],
      movedSections: [(source: Int, destination: Int)] = [],
      reloadedSections: [Int] = [], reconfiguredSections: [Int] = [],
      removals: [RowPathRange] = [], insertions: [RowPathRange] = [],
      moves: [SnapshotDifference.Move] = [], reloads: [RowPathRange] = [],
      reconfigures: [RowPathRange] = [], to snapshot: Snapshot<Section, Item>
    ) {
      self.removedSections = removedSections
      self.insertedSections = insertedSections
      self.movedSections = movedSections
      self.reloadedSections = reloadedSections
      self.reconfiguredSections = reconfiguredSections
      self.removals = removals
      self.insertions = insertions
      self.moves = moves
      self.reloads = reloads
      self.reconfigures = reconfigures
      self.snapshot = snapshot
    }

    /// The batch, or `nil` if it changes nothing.
    var unlessEmpty: Batch? {
      reconfiguresRowsOnly && reconfigures.isEmpty ? nil : self
    }

    /// A Boolean value that indicates whether the batch has no other changes than ``reconfigures``.
    var reconfiguresRowsOnly: Bool {
      !hasStructuralChanges && reloads.isEmpty && reloadedSections.isEmpty
        && reconfiguredSections.isEmpty
    }

    /// A Boolean value that indicates whether rows or sections are inserted, removed or moved.
    package var hasStructuralChanges: Bool {
      !removedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
        || !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
    }
  }
}

extension Snapshot.Batch: Sendable {}

extension Snapshot.Batch: CustomStringConvertible {
  /// The changes in one line, in the notation of ``SectionDifference``, with sections in
  /// parentheses.
  ///
  /// A range of rows begins with the path of its first row: `[0, 5]-2` is a removal, `[0, 5]+2` an
  /// insertion, `[0, 5]>[1, 2]` a move.
  public var description: String {
    var sections = removedSections.map { "\($0)-1" } + insertedSections.map { "\($0)+1" }
    sections += movedSections.map { "\($0.source)>\($0.destination)" }
    sections += reloadedSections.map { "\($0)!1" } + reconfiguredSections.map { "\($0)~1" }
    var parts = sections.isEmpty ? [] : ["(\(sections.joined(separator: " ")))"]
    func append(_ ranges: [RowPathRange], _ sign: String) {
      parts += ranges.map { "[\($0.section), \($0.rows.lowerBound)]\(sign)\($0.count)" }
    }
    append(removals, "-")
    append(insertions, "+")
    parts += moves.map { $0.description }
    append(reloads, "!")
    append(reconfigures, "~")
    return parts.joined(separator: ", ")
  }
}

extension SnapshotDifference {
  /// Returns the difference as batches for a view that checks them strictly.
  ///
  /// The view performs at most four batches, one after another:
  ///
  /// 1. Sections are inserted, moved and removed.
  /// 2. Rows are inserted, moved and removed.
  /// 3. Sections that rows have moved out of are removed.
  /// 4. Rows and sections are reloaded and reconfigured.
  ///
  /// Views reject a move to the same position, so such a row or section is removed and inserted.
  ///
  /// <!-- example: batches -->
  ///
  ///     for batch in difference.batches(from: shown, to: snapshot) ?? [] {
  ///       view.performBatchUpdates {
  ///         shown = batch.snapshot
  ///         view.deleteItems(at: batch.removals.joined().map(indexPath))
  ///         // …
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - new: The snapshot after the changes.
  /// - Returns: The batches; `nil` if the difference does not match the two snapshots. The last
  ///   batch has the new snapshot without its marks.
  /// - Complexity: O(*k* log *n*) for *k* ranges of rows, and rows of inserted and removed sections
  public func batches<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> [Snapshot<Section, Item>.Batch]? {
    var new = new
    new.removeAllMarks()
    return BatchPlan(self, from: old, to: new)?.batches()
  }
}
