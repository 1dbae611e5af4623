/// The outcome of an attempt to expand or collapse items.
///
///     source.expand("Fruit")  // .done
///     source.expand("Fruit")  // .nothingToDo
public enum ExpansionResult: Hashable, Sendable {
  /// At least one item was expanded or collapsed, or no longer expands after its children load.
  case done
  /// A handler forbade the change, or its children could not be inserted.
  case refused
  /// The item expands after its children have been loaded.
  case waitingForChildren
  /// The items are unknown, or already in the requested state.
  case nothingToDo
}
