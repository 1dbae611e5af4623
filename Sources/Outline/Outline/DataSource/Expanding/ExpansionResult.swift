/// The outcome of an attempt to expand or collapse items.
///
///     source.expand("Fruit")  // .done
///     source.expand("Fruit")  // .nothingToDo
public enum ExpansionResult: Hashable, Sendable {
  /// At least one item was expanded or collapsed.
  case done
  /// The item was waiting for its children, and no longer expands when they arrive.
  case stoppedWaiting
  /// The item expands after its children have been loaded.
  case waitingForChildren
  /// A handler forbade the change, or the children could not be loaded or inserted.
  case refused
  /// The items are unknown, or already in the requested state.
  case nothingToDo

  private static let byPriority: [ExpansionResult] = [
    .done, .stoppedWaiting, .waitingForChildren, .refused, .nothingToDo,
  ]

  /// Adds the result for another item; the result that comes first in the list remains.
  mutating func add(_ other: ExpansionResult) {
    self = Self.byPriority.first { $0 == self || $0 == other } ?? other
  }
}
