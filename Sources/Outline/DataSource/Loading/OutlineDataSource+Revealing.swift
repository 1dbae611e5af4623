extension OutlineDataSource {
  /// Expands all ancestors of an item so that its row is visible, and loads those that are not
  /// there yet.
  ///
  /// Where the item is not there, its ancestors are asked for until one is; then children are
  /// loaded from there on down, further pages included. No handler runs, and observers are told of
  /// the expansion as one update.
  ///
  ///     let isThere = try await source.reveal(file) { try await server.folder(of: $0) }
  ///
  /// - Parameters:
  ///   - item: The item to show.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  ///   - parent: Returns the parent of an item, `nil` for a root.
  /// - Returns: Whether the item is visible; `false` where its ancestors lead nowhere, or its
  ///   parent does not have it.
  /// - Throws: What `parent` and the loader throw; `CancellationError` when the calling task is
  ///   cancelled, or a load.
  /// - Complexity: O(log *n*) an ancestor, besides what is loaded
  @discardableResult
  public func reveal(
    _ item: Item, isolation: isolated (any Actor)? = #isolation,
    parent: (_ item: Item) async throws -> Item? = { _ in nil }
  ) async throws -> Bool {
    var missing: [Item] = []
    var met: Set<Item> = []
    var ancestor = item
    while !latest.contains(ancestor) {
      guard met.insert(ancestor).inserted, let next = try await parent(ancestor) else {
        return false
      }
      missing.append(ancestor)
      ancestor = next
    }
    for child in missing.reversed() {
      guard try await load(child, below: ancestor, isolation: isolation) else { return false }
      ancestor = child
    }
    return update { snapshot in
      guard let section = snapshot.sectionIdentifier(containingItem: item) else { return false }
      snapshot[section].reveal(item)
      return true
    }
  }

  /// Loads the children of an item until one of them is there.
  private func load(
    _ child: Item, below parent: Item, isolation: isolated (any Actor)?
  ) async throws -> Bool {
    if latest.contains(child) { return true }
    guard latest.contains(parent) else { return false }
    try await loadChildren(of: parent, isolation: isolation)
    while !latest.contains(child) && hasMoreChildren(parent) {
      try await loadMoreChildren(of: parent, isolation: isolation)
    }
    return latest.contains(child)
  }
}
