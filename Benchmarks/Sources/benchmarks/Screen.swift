import Outline

/// A data source with all handlers that an app sets.
struct Screen<Item: BenchmarkItem> {
  let items: [Item]
  let source: OutlineDataSource<Int, Item>
  let adapter: CountingAdapter<Item>

  init(_ workload: Workload<Item>) {
    self.init(workload.items, workload.snapshot)
  }

  /// Creates a data source with a list of a thousand items.
  init(listOf workload: Workload<Item>) throws {
    var snapshot = SectionSnapshot<Item>()
    try snapshot.append(workload.items.prefix(1000))
    self.init(Array(snapshot.items), snapshot)
  }

  private init(_ items: [Item], _ snapshot: SectionSnapshot<Item>) {
    self.items = items
    source = OutlineDataSource()
    source.apply(snapshot, to: 0)
    // Batches of ten thousand rows are also measured.
    source.reloadThreshold = .max
    source.sectionSnapshotHandlers.shouldExpandItem = { $0.trace >= 0 }
    source.sectionSnapshotHandlers.willExpandItem = { blackHole($0) }
    source.sectionSnapshotHandlers.shouldCollapseItem = { $0.trace >= 0 }
    source.sectionSnapshotHandlers.willCollapseItem = { blackHole($0) }
    adapter = CountingAdapter()
    source.attach(adapter)
  }
}

/// An adapter that counts the changed rows.
final class CountingAdapter<Item: BenchmarkItem>: OutlineAdapter {
  var changedRows = 0
  var displayedRows: [RowPath] = []

  func perform(_ batch: Snapshot<Int, Item>.Batch, animatingDifferences: Bool) {
    for range in [batch.removals, batch.insertions].joined() {
      changedRows += range.count
    }
  }

  func reload(_ snapshot: Snapshot<Int, Item>) {
    changedRows += snapshot.numberOfRows
  }

  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, Item>) {
    changedRows += rows.count
  }
}
