extension OutlineDataSource {
  /// The work on snapshots that takes longest.
  ///
  /// What the library calls by itself knows nothing of the types of sections and items. These
  /// closures are made where a data source is created, in code that is compiled for its types.
  @usableFromInline
  struct Differencing: Sendable {
    @usableFromInline let difference:
      @Sendable (_ old: Snapshot<Section, Item>, _ new: Snapshot<Section, Item>) ->
        SnapshotDifference
    @usableFromInline let batches:
      @Sendable (
        _ difference: SnapshotDifference, _ old: Snapshot<Section, Item>,
        _ new: Snapshot<Section, Item>
      ) -> [Batch<Section, Item>]?

    @inlinable
    init() {
      difference = { old, new in new.difference(from: old) }
      batches = { difference, old, new in difference.batches(from: old, to: new) }
    }
  }
}
