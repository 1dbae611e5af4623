extension OutlineDataSource {
  /// The comparison of snapshots, specialized by the inlinable initializer for the client's types.
  ///
  /// The methods of a data source are not specialized, and would compare several times slower.
  @usableFromInline
  struct Differencing: Sendable {
    @usableFromInline let difference:
      @Sendable (_ old: Snapshot<Section, Item>, _ new: Snapshot<Section, Item>) ->
        SnapshotDifference
    @usableFromInline let batches:
      @Sendable (
        _ difference: SnapshotDifference, _ old: Snapshot<Section, Item>,
        _ new: Snapshot<Section, Item>
      ) -> [Snapshot<Section, Item>.Batch]?

    @inlinable
    init() {
      difference = { old, new in new.difference(from: old) }
      batches = { difference, old, new in difference.batches(from: old, to: new) }
    }
  }
}
