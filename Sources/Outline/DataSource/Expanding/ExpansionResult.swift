/// The outcome of an attempt to expand or collapse items.
///
///     source.expand("Fruit")  // .done
///     source.expand("Fruit")  // .nothingToDo
public enum ExpansionResult: Hashable, Sendable {
  /// At least one item was expanded or collapsed.
  case done
  /// The item was waiting for its children, and no longer expands when they arrive.
  case stoppedWaiting
  /// A handler forbade the change, or the children could not be loaded or inserted.
  case refused
  /// The item expands after its children have been loaded.
  case waitingForChildren
  /// The items are unknown, or already in the requested state.
  case nothingToDo
}
