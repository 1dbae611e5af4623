//  First guesses that the compiler answers with the name of the right call.

extension Snapshot {
  @available(*, unavailable, message: "Pass a list of items: expand([item]).")
  @_documentation(visibility: private)
  public mutating func expand(_ item: Item) {}

  @available(*, unavailable, message: "Pass a list of items: collapse([item]).")
  @_documentation(visibility: private)
  public mutating func collapse(_ item: Item) {}
}
