/// An object that applies the changes of a data source to a view.
///
/// Implement the three methods that a list view needs. For a view that uses another form of the
/// difference, implement ``show(_:)``, too.
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
///         // … update the cells of the rows
///       }
///     }
///
/// An adapter that calls
/// ``OutlineDataSource/setDisplayedRows(_:for:)-(_,OutlineAdapter<Section,Item>)`` receives updates
/// of rows whose content changes.
///
/// An adapter on an actor, such as a view controller, conforms in isolation:
/// `extension Sidebar: @MainActor OutlineAdapter`.
public protocol OutlineAdapter<Section, Item>: AnyObject {
  /// The type of the sections.
  associatedtype Section: Hashable & Sendable
  /// The type of the items.
  associatedtype Item: Hashable & Sendable

  /// Performs a batch of changes.
  ///
  /// The batches of an update are passed one after another. From then on the rows of the view are
  /// those of the batch's snapshot.
  ///
  /// - Parameters:
  ///   - batch: The insertions, removals, moves and updates of rows and sections.
  ///   - isAnimated: A Boolean value that indicates whether to animate.
  func perform(_ batch: Batch<Section, Item>, isAnimated: Bool)

  /// Reloads all rows.
  ///
  /// - Parameter snapshot: The new snapshot.
  func reload(_ snapshot: Snapshot<Section, Item>)

  /// Updates rows in place.
  ///
  /// This is also called after ``OutlineDataSource/drop(_:at:animatingDifferences:movedBy:)`` for
  /// the adapter whose view has moved the rows, after a batch for the rows of descendants.
  ///
  /// - Parameters:
  ///   - rows: The rows; empty if the snapshots differ only in hidden items. Rows that are not
  ///     displayed can be skipped.
  ///   - snapshot: The new snapshot.
  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Section, Item>)

  /// Applies an update.
  ///
  /// The default implementation reloads if the update recommends it, and otherwise performs the
  /// ``OutlineDataSource/Update/batches``.
  ///
  /// - Parameter update: The update.
  func show(_ update: OutlineDataSource<Section, Item>.Update)

  /// Applies an update and reports the end of its animations.
  ///
  /// The default implementation calls ``show(_:)`` and then the completion. Implement this method
  /// for a view that animates, so that ``OutlineDataSource/whenShown(_:)`` waits for it. An adapter
  /// that releases the completion without calling it has finished, too; without an actor, the next
  /// change notices it.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - completion: Call this closure when the view shows the update, on the actor of the adapter.
  func show(
    _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void)
}

extension OutlineAdapter {
  /// Applies an update by calling the other methods.
  ///
  /// Reloads if the update recommends it, and otherwise performs the batches of its difference.
  /// Batches that only reconfigure rows are passed to ``reconfigure(_:in:)``.
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

  /// Applies an update by calling ``show(_:)``, and then the completion.
  public func show(
    _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
  ) {
    show(update)
    completion()
  }
}

extension OutlineDataSource {
  /// A weak reference to an adapter, with its state.
  final class AttachedAdapter {
    weak var adapter: (any OutlineAdapter<Section, Item>)?
    /// The number of moves that the view has made and that are still in the queue.
    ///
    /// The adapter receives no updates while there are any.
    var undeliveredMoves = 0
    /// The items whose rows the view has moved.
    var movedItems: [Item] = []
    /// A Boolean value that indicates whether the view must reload after its moves are delivered,
    /// because it shows something else than their result.
    var needsReload = false

    init(_ adapter: any OutlineAdapter<Section, Item>) {
      self.adapter = adapter
    }

    /// Reports the remaining changes of an update whose move the view has made.
    func finishMove(with update: Update) {
      undeliveredMoves -= 1
      guard undeliveredMoves == 0 else { return }
      guard !needsReload, let batches = update.batches(afterMoveOf: movedItems) else {
        needsReload = false
        adapter?.reload(update.finalSnapshot)
        return
      }
      for batch in batches {
        adapter?.perform(batch, isAnimated: update.isAnimated)
      }
      adapter?.reconfigure(update.difference.updatedRows, in: update.finalSnapshot)
    }
  }

  /// Adds an adapter, which reloads at once and receives all updates from now on.
  ///
  /// The data source holds a weak reference. Has no effect if the adapter is already attached.
  ///
  /// - Parameter adapter: The adapter.
  /// - Complexity: O(*a*) for *a* adapters
  public func attach(_ adapter: some OutlineAdapter<Section, Item>) {
    guard !adapters.contains(where: { $0.adapter === adapter }) else { return }
    let attached = AttachedAdapter(adapter)
    adapters.append(attached)
    content.display(0..<0, of: queue.current, for: attached)
    callingObserver { adapter.reload(queue.current) }
  }

  /// Removes an adapter, which receives no further updates.
  ///
  /// - Parameter adapter: The adapter; ignored if it is not attached.
  /// - Complexity: O(*a*) for *a* adapters
  public func detach(_ adapter: some OutlineAdapter<Section, Item>) {
    guard let attached = adapters.first(where: { $0.adapter === adapter }) else { return }
    adapters.removeAll { $0 === attached }
    content.remove(attached)
    deferringDelivery {}
  }

  /// Removes adapters that have been released.
  func removeReleasedAdapters() {
    for attached in adapters where attached.adapter == nil {
      content.remove(attached)
    }
    adapters.removeAll { $0.adapter == nil }
  }
}

extension SnapshotDifference {
  /// The new rows of items that were visible before and are reloaded or reconfigured.
  fileprivate var updatedRows: [RowRange] {
    changes.flatMap { change in
      change.newSection.map { section in
        change.difference.updates.map { RowRange(section: section, rows: $0) }
      } ?? []
    }
  }
}
