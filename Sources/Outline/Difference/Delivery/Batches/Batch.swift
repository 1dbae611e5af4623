/// One batch of updates of a list view: what `performBatchUpdates` of `UICollectionView` and of
/// `UITableView` takes.
///
/// ``removedSections``, ``reloadedSections``, ``removals``, ``reloads``, ``reconfigures`` and the
/// sources of moves are places before the batch (those of a ``SectionDifference`` are new rows:
/// reloads and reconfigures come in a batch of their own); ``insertedSections``, ``insertions`` and the
/// destinations of moves are places after it. The order within a batch does not matter.
public struct Batch<Section: Hashable, Item: Hashable> {
  /// A section that changes its position.
  public struct SectionMove: Hashable, Sendable {
    /// The position before the batch.
    public let source: Int
    /// The position after the batch.
    public let destination: Int
  }

  /// The positions of sections that go with all their rows, ascending.
  public internal(set) var removedSections: [Int] = []
  /// The positions of sections that come with all their rows, ascending.
  public internal(set) var insertedSections: [Int] = []
  /// The sections that change their position among those that stay.
  public internal(set) var movedSections: [SectionMove] = []
  /// The positions of sections that are to be made anew with all their rows, ascending.
  public internal(set) var reloadedSections: [Int] = []
  /// The rows that go.
  public internal(set) var removals: [RowRange] = []
  /// The rows that come.
  public internal(set) var insertions: [RowRange] = []
  /// The rows that move, within a section or to another.
  public internal(set) var moves: [SnapshotDifference.Move] = []
  /// The rows that are to be made anew.
  public internal(set) var reloads: [RowRange] = []
  /// The rows that are to be updated in place.
  public internal(set) var reconfigures: [RowRange] = []
  /// What the data source answers from the moment of the batch on.
  public internal(set) var snapshot: Snapshot<Section, Item>

  init(_ snapshot: Snapshot<Section, Item>) {
    self.snapshot = snapshot
  }

  /// Whether rows or sections come, go or move.
  var hasStructuralChanges: Bool {
    hasSectionChanges || !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
  }

  /// Whether sections come, go or move.
  var hasSectionChanges: Bool {
    !removedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
  }
}

extension Batch: Sendable where Section: Sendable, Item: Sendable {}

extension SnapshotDifference {
  /// Returns the difference as batches for a view that checks them strictly, to be performed one
  /// after another.
  ///
  /// There are four at most, each with a snapshot of its own that the data source is to answer from
  /// as the batch is performed: sections come, move and go; rows come, move and go; sections go
  /// from which rows have moved; rows and sections are reloaded and reconfigured. Where only rows
  /// or only sections change, there is one structural batch. A row or section that would move to
  /// the position that it has is removed and inserted there: views refuse such moves.
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
  ///   - old: The snapshot that this is a difference from.
  ///   - new: The snapshot that it leads to.
  /// - Returns: The batches, the last with the new snapshot without its marks; `nil` when the
  ///   difference does not fit the two.
  /// - Complexity: O(*k* log *n*) for *k* ranges of rows, and rows of inserted and removed sections
  public func batches<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> [Batch<Section, Item>]? {
    var new = new
    new.removeAllMarks()
    guard let plan = BatchPlan(self, from: old, to: new) else { return nil }
    var batches = [plan.sectionBatch(), plan.rowBatch(), plan.lastSectionBatch()]
    batches.removeAll { !$0.hasStructuralChanges }
    if !batches.isEmpty {
      batches[batches.count - 1].snapshot = new
    }
    let updates = plan.updateBatch()
    let hasUpdates =
      !updates.reloadedSections.isEmpty || !updates.reloads.isEmpty
      || !updates.reconfigures.isEmpty
    return batches + (hasUpdates ? [updates] : [])
  }
}
