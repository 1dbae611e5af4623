public import Outline

public final class UpdateLog<Section, Item>: OutlineAdapter
where Section: Hashable & Sendable, Item: Hashable & Sendable {
  public typealias Update = OutlineDataSource<Section, Item>.Update

  private var differences: [SnapshotDifference] = []
  private let receive: (Update) -> Void

  public init(_ receive: @escaping (Update) -> Void = { _ in }) {
    self.receive = receive
  }

  public func perform(_ batch: Snapshot<Section, Item>.Batch, animatingDifferences: Bool) {}
  public func reload(_ snapshot: Snapshot<Section, Item>) {}
  public func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Section, Item>) {}

  public func show(_ update: Update) {
    differences.append(update.difference)
    receive(update)
  }

  public func take() -> [SnapshotDifference] {
    defer { differences = [] }
    return differences
  }
}
