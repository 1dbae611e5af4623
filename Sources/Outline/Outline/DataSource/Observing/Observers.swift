//  The observers of a data source: adapters of views, and sequences of updates.
//
//      update ──▶ sequences ──▶ adapters ──▶ deliveries: views still animate ──▶ nextShownHandler

/// The observers, with the rows that they display and the changes that they are still showing.
final class Observers<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  private(set) var adapters: [Source.AttachedAdapter] = []
  private(set) var producers: [Source.UpdateProducer] = []
  let content = ContentTracker<Section, Item>()
  /// The deliveries that adapters may still be showing.
  private var deliveries = Queue<Source.Delivery>()

  deinit {
    for producer in producers { producer.finish() }
  }

  /// Returns the attachment of an adapter, or `nil` if it is not attached.
  func find(_ adapter: any OutlineAdapter<Section, Item>) -> Source.AttachedAdapter? {
    adapters.first { $0.adapter === adapter }
  }

  func attach(_ adapter: any OutlineAdapter<Section, Item>) {
    adapters.append(Source.AttachedAdapter(adapter))
  }

  func detach(_ attached: Source.AttachedAdapter) {
    attached.adapter = nil
    removeReleasedAdapters()
  }

  private func removeReleasedAdapters() {
    for attached in adapters where attached.adapter == nil {
      content.remove(attached)
      adapters.removeAll { $0 === attached }
    }
  }

  func add(_ producer: Source.UpdateProducer) {
    producers.append(producer)
  }

  /// Adds an update to the sequences of updates.
  func addToSequences(_ update: Source.Update) {
    for producer in producers where !producer.add(update) {
      producers.removeAll { $0 === producer }
      content.remove(producer)
    }
  }

  /// Reads the content of displayed rows after a change, and returns items with different content.
  func changedItems(in snapshot: Snapshot<Section, Item>, isReload: Bool) -> [Item] {
    removeReleasedAdapters()
    return content.update(to: snapshot) { observer in
      isReload || (observer as? Source.AttachedAdapter)?.needsReload ?? false
    }
  }

  /// Adds a delivery, unless nothing is left of it.
  func add(_ delivery: Source.Delivery) {
    // Views that show a change at once are the most frequent ones.
    if !delivery.isOver { deliveries.append(delivery) }
  }

  /// Takes the next closure whose changes all attached adapters have finished showing.
  func nextShownHandler() -> (() -> Void)? {
    while !deliveries.isEmpty, let first = deliveries.first, first.isFinished {
      if let handler = first.nextHandler() { return handler }
      _ = deliveries.popFirst()
    }
    return nil
  }
}
