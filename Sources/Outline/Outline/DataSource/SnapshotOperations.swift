extension OutlineDataSource {
  /// The operations on snapshots, specialized by the inlinable initializer for the client's types.
  ///
  /// The methods of a data source are not specialized. Operations on all items of a snapshot would
  /// take several times longer there.
  @usableFromInline
  final class SnapshotOperations: Sendable {
    @usableFromInline let difference:
      @Sendable (_ old: Snapshot<Section, Item>, _ new: Snapshot<Section, Item>) ->
        SnapshotDifference
    /// Returns a Boolean value that indicates whether the outlines of two snapshots are equal and
    /// their items certainly have the same content.
    @usableFromInline let haveSameOutlines:
      @Sendable (_ old: Snapshot<Section, Item>, _ new: Snapshot<Section, Item>) -> Bool
    /// Returns the items of displayed rows; with a next snapshot, those that stay visible, as
    /// stored in it.
    @usableFromInline let displayedItems:
      @Sendable (_ rows: [DisplayedRows<Section, Item>], _ next: Snapshot<Section, Item>?) -> [Item]
    @usableFromInline let replace:
      @Sendable (
        _ snapshot: inout Snapshot<Section, Item>,
        _ sections: [(key: Section, value: SectionSnapshot<Item>)]
      ) throws(SnapshotError<Section, Item>) -> Void
    @usableFromInline let keepExpansion:
      @Sendable (
        _ snapshot: inout Snapshot<Section, Item>, _ old: Snapshot<Section, Item>
      ) -> Void
    /// Expands or collapses items, and returns those that are unknown or refused.
    @usableFromInline let setExpanded:
      @Sendable (
        _ snapshot: inout Snapshot<Section, Item>, _ isExpanded: Bool, _ items: [Item],
        _ canChange: (_ item: Item) -> Bool
      ) -> [Item]

    @inlinable
    init() {
      difference = { old, new in new.difference(from: old) }
      haveSameOutlines = { old, new in
        new.hasSameOutlines(as: old) { haveSameContent($0, $1) ?? false }
      }
      displayedItems = { rows, next in
        let items = rows.flatMap { $0.items() }
        return next.map { $0.visibleItems(equalTo: items) } ?? items
      }
      replace = { snapshot, sections throws(SnapshotError<Section, Item>) in
        try snapshot.replace(sections)
      }
      keepExpansion = { snapshot, old in snapshot.keepExpansion(of: old) }
      setExpanded = { snapshot, isExpanded, items, canChange in
        snapshot.setExpanded(isExpanded, items, where: canChange)
      }
    }
  }
}
