/// One batch of updates of a list view: what `performBatchUpdates` of `UICollectionView` and of
/// `UITableView` takes.
///
/// ``removedSections``, ``reloadedSections``, ``removals``, ``reloads``, ``reconfigures`` and the
/// sources of moves are places before the batch (those of a ``SectionDifference`` are new rows:
/// reloads and reconfigures come in a batch of their own); ``insertedSections``, ``insertions`` and
/// the destinations of moves are places after it. The order within a batch does not matter.
public struct Batch<Section: Hashable, Item: Hashable> {
  /// A section that changes its position.
  public struct SectionMove: Hashable, Sendable {
    /// The position before the batch.
    public let source: Int
    /// The position after the batch.
    public let destination: Int
  }

  /// The positions of sections that go with all their rows, ascending.
  public let removedSections: [Int]
  /// The positions of sections that come with all their rows, ascending.
  public let insertedSections: [Int]
  /// The sections that change their position among those that stay.
  public let movedSections: [SectionMove]
  /// The positions of sections that are to be made anew with all their rows, ascending.
  public let reloadedSections: [Int]
  /// The rows that go.
  public let removals: [RowRange]
  /// The rows that come.
  public let insertions: [RowRange]
  /// The rows that move, within a section or to another.
  public let moves: [SnapshotDifference.Move]
  /// The rows that are to be made anew.
  public let reloads: [RowRange]
  /// The rows that are to be updated in place.
  public let reconfigures: [RowRange]
  /// What the data source answers from the moment of the batch on.
  public let snapshot: Snapshot<Section, Item>

  @usableFromInline
  init(_ changes: BatchChanges, _ snapshot: Snapshot<Section, Item>) {
    removedSections = changes.removedSections
    insertedSections = changes.insertedSections
    movedSections =
      changes.movedSections.isEmpty
      ? []
      : changes.movedSections.map { SectionMove(source: $0.source, destination: $0.destination) }
    reloadedSections = changes.reloadedSections
    removals = changes.removals
    insertions = changes.insertions
    moves = changes.moves
    reloads = changes.reloads
    reconfigures = changes.reconfigures
    self.snapshot = snapshot
  }

  /// Whether rows or sections come, go or move.
  package var hasStructuralChanges: Bool {
    !removedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
      || !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
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
  /// <!-- example: batches -->
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
  @inlinable
  public func batches<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> [Batch<Section, Item>]? {
    var new = new
    new.removeAllMarks()
    guard let plan = BatchPlan(self, from: old, to: new) else { return nil }
    let sections = plan.sectionChanges()
    let rows = plan.rowChanges()
    let last = plan.lastSectionChanges()
    var batches: [Batch<Section, Item>] = []
    if sections.isStructural {
      let isLast = !rows.isStructural && !last.isStructural
      batches.append(Batch(sections, isLast ? new : plan.middle))
    }
    if rows.isStructural {
      batches.append(Batch(rows, last.isStructural ? plan.snapshotBeforeLastRemovals() : new))
    }
    if last.isStructural {
      batches.append(Batch(last, new))
    }
    let updates = plan.updates()
    if updates.hasUpdates {
      batches.append(Batch(updates, new))
    }
    return batches
  }
}
