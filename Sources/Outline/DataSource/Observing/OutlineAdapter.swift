/// What stands between a data source and a view: it passes on what is to change.
///
/// Adopt the three calls that a list view needs, or ``show(_:)`` alone for a view that wants
/// another form of the difference.
///
///     final class ListAdapter: OutlineAdapter {
///       var shown = Snapshot<String, String>()
///       func perform(_ batch: Batch<String, String>, isAnimated: Bool) {
///         shown = batch.snapshot
///         // … tell the view to insert batch.insertions, and so on
///       }
///       func reload(_ snapshot: Snapshot<String, String>) { shown = snapshot }
///       func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<String, String>) {
///         shown = snapshot
///         // … bring the cells of the rows up to date
///       }
///     }
///
/// An adapter that tells the data source which rows it displays, by
/// ``OutlineDataSource/setDisplayedRows(_:for:)``, has them updated when their content changes.
///
/// An adapter that belongs to an actor, as a view controller does, adopts the protocol there:
/// `extension Sidebar: @MainActor OutlineAdapter`.
public protocol OutlineAdapter<Section, Item>: AnyObject {
  /// What names the sections.
  associatedtype Section: Hashable & Sendable
  /// What names the rows.
  associatedtype Item: Hashable & Sendable

  /// Performs a batch.
  ///
  /// The batches of an update come one after another, each with the snapshot that the view's rows
  /// are to be counted by from then on.
  ///
  /// - Parameters:
  ///   - batch: What comes, goes, moves and is made anew.
  ///   - isAnimated: Whether to animate.
  func perform(_ batch: Batch<Section, Item>, isAnimated: Bool)

  /// Shows a snapshot afresh, by loading all rows anew.
  ///
  /// - Parameter snapshot: What to show.
  func reload(_ snapshot: Snapshot<Section, Item>)

  /// Brings rows up to date in place.
  ///
  /// An adapter whose view has moved rows by itself is told so what they have come to look like, by
  /// ``OutlineDataSource/drop(_:at:animatingDifferences:movedBy:)``.
  ///
  /// - Parameters:
  ///   - rows: The rows, of which those that are not displayed may be passed over; none where the
  ///     snapshot differs in what no row shows now.
  ///   - snapshot: What is shown.
  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Section, Item>)

  /// Shows an update.
  ///
  /// The default reloads if the update prefers it, and else performs its
  /// ``OutlineDataSource/Update/batches``.
  ///
  /// - Parameter update: What has changed.
  func show(_ update: OutlineDataSource<Section, Item>.Update)
}

extension OutlineAdapter {
  /// Shows an update by the other calls: reloads if the update prefers it, and else performs the
  /// batches of its difference, of which one that only reconfigures goes to
  /// ``reconfigure(_:in:)``.
  public func show(_ update: OutlineDataSource<Section, Item>.Update) {
    guard !update.prefersReload, let batches = update.batches else {
      return reload(update.finalSnapshot)
    }
    if batches.isEmpty && update.changesStorage {
      reconfigure([], in: update.finalSnapshot)
    }
    for batch in batches {
      if batch.hasStructuralChanges || !batch.reloads.isEmpty || !batch.reloadedSections.isEmpty {
        perform(batch, isAnimated: update.isAnimated)
      } else {
        reconfigure(batch.reconfigures, in: batch.snapshot)
      }
    }
  }
}

extension OutlineDataSource {
  /// An adapter for as long as it lives.
  final class AttachedAdapter {
    weak var adapter: (any OutlineAdapter<Section, Item>)?
    /// What it displays.
    var displayed: DisplayedRows<Section, Item>
    /// How many changes it is still to be told of that its view has shown before its turn.
    ///
    /// Until then it is told nothing.
    var undeliveredMoves = 0
    /// Whether its view does not show what its moves lead to, so that it has to load all rows anew
    /// once it has been told of them.
    var needsReload = false

    init(
      _ adapter: any OutlineAdapter<Section, Item>, _ displayed: DisplayedRows<Section, Item>
    ) {
      self.adapter = adapter
      self.displayed = displayed
    }
  }

  /// Tells an adapter of all changes from now on, and has it show what is on screen.
  ///
  /// The data source does not keep the adapter alive, and forgets it when it has gone. An adapter
  /// that is attached already stays as it is.
  ///
  /// - Parameter adapter: The adapter.
  /// - Complexity: O(*a*) for *a* adapters
  public func attach(_ adapter: some OutlineAdapter<Section, Item>) {
    guard !adapters.contains(where: { $0.adapter === adapter }) else { return }
    adapters.append(AttachedAdapter(adapter, makeDisplayedRows()))
    deferringDelivery { adapter.reload(current) }
  }

  /// Tells an adapter no more.
  ///
  /// - Parameter adapter: The adapter; one that is not attached is ignored.
  /// - Complexity: O(*a*) for *a* adapters
  public func detach(_ adapter: some OutlineAdapter<Section, Item>) {
    adapters.removeAll { $0.adapter === adapter }
  }
}
