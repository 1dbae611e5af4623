/// A data source and its actor, for tasks.
///
/// Unchecked: tasks pass the reference on, and it uses the data source only on the actor.
final class SourceReference<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  @unchecked Sendable
{
  typealias Source = OutlineDataSource<Section, Item>

  private weak let source: Source?
  weak let actor: (any Actor)?

  init(_ source: Source, on actor: any Actor) {
    (self.source, self.actor) = (source, actor)
  }

  /// Calls a closure on the actor, unless the data source or the actor is released.
  func perform(_ action: @Sendable (_ source: Source) -> Void) async {
    if let actor { await perform(action, on: actor) }
  }

  private func perform(_ action: (_ source: Source) -> Void, on actor: isolated any Actor) {
    if let source { action(source) }
  }
}
