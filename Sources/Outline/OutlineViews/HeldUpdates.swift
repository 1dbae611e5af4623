import Outline

/// The updates that an adapter holds back, merged into one.
struct HeldUpdates<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Update = OutlineDataSource<Section, Item>.Update

  private var update: Update?
  private var completions: [() -> Void] = []

  mutating func add(_ next: Update, completion: @escaping () -> Void) {
    update = update?.merging(next) ?? next
    completions.append(completion)
  }

  /// Takes the merged update, with a completion that calls those of all updates.
  mutating func take() -> (update: Update, completion: () -> Void)? {
    guard let update else { return nil }
    let completions = completions
    self = HeldUpdates()
    return (update, { for completion in completions { completion() } })
  }
}
