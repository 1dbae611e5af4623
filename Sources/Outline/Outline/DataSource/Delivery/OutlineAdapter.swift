/// An object that applies the changes of a data source to a view.
///
/// A view that only reloads needs one method. A list view needs the three methods of the example.
/// For a view that uses another form of the difference, implement ``reload(_:)`` and ``show(_:)``.
///
///     final class ListAdapter: OutlineAdapter {
///       var shown = Snapshot<String, String>()
///       func perform(_ batch: Snapshot<String, String>.Batch, animatingDifferences: Bool) {
///         shown = batch.snapshot
///         // … tell the view to insert batch.insertions, and so on
///       }
///       func reload(_ snapshot: Snapshot<String, String>) { shown = snapshot }
///       func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<String, String>) {
///         shown = snapshot
///         // … update the cells of the rows
///       }
///     }
///
/// For updates of rows whose content changes, an adapter implements ``displayedRows``. An adapter
/// on an actor, such as a view controller, conforms in isolation: `extension Sidebar: @MainActor
/// OutlineAdapter`.
public protocol OutlineAdapter<Section, Item>: AnyObject {
  /// The type of the sections.
  associatedtype Section: Hashable & Sendable
  /// The type of the items.
  associatedtype Item: Hashable & Sendable

  /// The paths of the rows that the view displays; none by default.
  ///
  /// The data source reads this property before and after each change if it compares content, and
  /// after each update if there is a ``OutlineDataSource/reconfigureHandler``. It ignores paths
  /// that are out of bounds. Paths in ascending order are fastest.
  var displayedRows: [RowPath] { get }

  /// Performs a batch of changes.
  ///
  /// The data source passes the batches of an update one after another. After each, the view shows
  /// the rows of the batch's snapshot. The last batch can contain reloads and reconfigures instead
  /// of structural changes. A batch that only reconfigures rows goes to ``reconfigure(_:in:)``. The
  /// default implementation reloads.
  func perform(_ batch: Snapshot<Section, Item>.Batch, animatingDifferences: Bool)

  /// Reloads all rows.
  func reload(_ snapshot: Snapshot<Section, Item>)

  /// Updates rows in place.
  ///
  /// The adapter can skip rows that are not displayed. `rows` is empty if only hidden items differ.
  /// The default implementation reloads.
  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Section, Item>)

  /// Applies an update.
  ///
  /// The default implementation reloads if the update recommends it, and otherwise performs the
  /// ``OutlineDataSource/Update/batches``.
  func show(_ update: OutlineDataSource<Section, Item>.Update)

  /// Applies an update and reports the end of its animations.
  ///
  /// The default implementation calls ``show(_:)`` and then the completion. A view that animates
  /// calls the completion on the adapter's actor when it shows the update, and
  /// ``OutlineDataSource/waitUntilShown()`` waits for that. Releasing the completion without
  /// calling it has the same effect; without an actor, it takes effect with the next change.
  func show(
    _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void)
}

extension OutlineAdapter {
  /// An empty array: the content of rows is not compared.
  public var displayedRows: [RowPath] { [] }

  /// Reloads if the update recommends it, and otherwise performs the batches of its difference.
  ///
  /// Batches that only reconfigure rows are passed to ``reconfigure(_:in:)``.
  public func show(_ update: OutlineDataSource<Section, Item>.Update) {
    guard update.presentation != .reload, let batches = update.batches else {
      return reload(update.finalSnapshot)
    }
    if batches.isEmpty {
      reconfigure([], in: update.finalSnapshot)
    }
    for batch in batches {
      if batch.reconfiguresRowsOnly {
        reconfigure(batch.reconfigures, in: batch.snapshot)
      } else {
        perform(batch, animatingDifferences: update.presentation == .animated)
      }
    }
  }

  /// Calls ``reload(_:)``.
  public func perform(_ batch: Snapshot<Section, Item>.Batch, animatingDifferences: Bool) {
    reload(batch.snapshot)
  }

  /// Calls ``reload(_:)``.
  public func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Section, Item>) {
    reload(snapshot)
  }

  /// Calls ``show(_:)``, and then the completion.
  public func show(
    _ update: OutlineDataSource<Section, Item>.Update, completion: @escaping () -> Void
  ) {
    show(update)
    completion()
  }
}

// MARK: - Attaching adapters

extension OutlineDataSource {
  /// Adds an adapter, which reloads at once and receives all updates from now on.
  ///
  /// The data source holds a weak reference.
  ///
  /// - Complexity: O(*a*) for *a* adapters
  public func attach(_ adapter: some OutlineAdapter<Section, Item>) {
    guard observers.find(adapter) == nil else { return }
    let attached = AttachedAdapter(adapter)
    observers.adapters.append(attached)
    deferringDelivery {
      let editCount = queue.editCount
      queue.calling(isHandler: false) { adapter.reload(queue.delivered) }
      readContent(
        of: [attached], except: observers.adapters.filter { $0 !== attached },
        unlessEditedSince: editCount)
    }
  }

  /// Removes an adapter, which receives no further updates.
  ///
  /// - Complexity: O(*a*) for *a* adapters
  public func detach(_ adapter: some OutlineAdapter<Section, Item>) {
    guard let attached = observers.find(adapter) else { return }
    attached.adapter = nil
    observers.removeReleasedAdapters()
    deferringDelivery {}
  }
}
