extension Snapshot {
  /// Expands items, in whichever sections; unknown ones are ignored.
  ///
  /// - Parameter items: The items to expand.
  /// - Complexity: O(log *n*) for each item, however many descendants it has
  @inlinable
  public mutating func expand(_ items: some Sequence<Item>) {
    setExpanded(true, items)
  }

  /// Collapses items, in whichever sections; unknown ones are ignored.
  ///
  /// The flags of their descendants stay as they are.
  ///
  /// - Parameter items: The items to collapse.
  /// - Complexity: O(log *n*) for each item, however many descendants it has
  @inlinable
  public mutating func collapse(_ items: some Sequence<Item>) {
    setExpanded(false, items)
  }

  /// Returns whether an item is expanded, be it visible or not.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The item's own flag; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func isExpanded(_ item: Item) -> Bool {
    locate(item).map { contents[$0.section].tree.isExpanded($0.handle) } ?? false
  }

  @inlinable
  mutating func setExpanded(_ isExpanded: Bool, _ items: some Sequence<Item>) {
    for item in items {
      guard let (section, handle) = locate(item),
        contents[section].tree.isExpanded(handle) != isExpanded
      else { continue }
      contents[section].tree.setExpanded(isExpanded, handle)
      settle([section])
    }
    checkInternally()
  }
}
