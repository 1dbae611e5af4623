extension OutlineDataSource {
  /// The comparison of snapshots, compiled for the types of the client.
  ///
  /// The methods of a data source are not specialized for the types of its sections and items, and
  /// comparing snapshots without specialization is several times slower. These closures are created
  /// in the inlinable initializer, and are therefore specialized.
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
