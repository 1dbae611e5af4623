//  Likely first guesses, for which the compiler names the right call.

extension OutlineDataSource {
  @available(*, unavailable, message: "Pass one item, or call update { $0.expand(items) }.")
  @_documentation(visibility: private)
  public func expand(_ items: [Item], animatingDifferences: Bool = true) {}

  @available(*, unavailable, message: "Pass one item, or call update { $0.collapse(items) }.")
  @_documentation(visibility: private)
  public func collapse(_ items: [Item], animatingDifferences: Bool = true) {}
}
