public import Outline

/// An adapter that records differences as text.
public final class UpdateLog<Section, Item>: OutlineAdapter
where Section: Hashable & Sendable, Item: Hashable & Sendable {
  private let log: (String) -> Void

  public init(_ log: @escaping (String) -> Void) {
    self.log = log
  }

  public func perform(_ batch: Batch<Section, Item>, isAnimated: Bool) {}
  public func reload(_ snapshot: Snapshot<Section, Item>) {}
  public func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Section, Item>) {}

  public func show(_ update: OutlineDataSource<Section, Item>.Update) {
    log(update.difference.description)
  }
}
