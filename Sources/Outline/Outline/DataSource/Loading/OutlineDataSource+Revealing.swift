extension OutlineDataSource {
  /// Makes an item visible by loading and expanding its ancestors.
  ///
  /// If the item is unknown, calls `parent` for the item, its parent and so on, until it returns a
  /// known ancestor. From there, loads children level by level, including further pages. Does not
  /// call handlers. Observers receive the expansion as one update.
  ///
  ///     let isVisible = try await source.reveal(file) { try await server.folder(of: $0) }
  ///
  /// - Parameters:
  ///   - item: The item to show.
  ///   - parent: Returns the parent of an item, or `nil` for a root.
  /// - Returns: `true` if the item is visible; `false` if no ancestor is in the data source, or if
  ///   a parent does not contain its child after loading.
  /// - Throws: The errors of `parent` and of the loader; `CancellationError` if the calling task or
  ///   a load is cancelled.
  /// - Complexity: O(log *n*) for each ancestor, plus that of loading
  @discardableResult
  public func reveal(
    _ item: Item,
    parent: (_ item: Item) async throws -> Item? = { _ in nil }
  ) async throws -> Bool {
    var missing: [Item] = []
    var visited: Set<Item> = []
    var ancestor = item
    while !latest.contains(ancestor) {
      try Task.checkCancellation()
      guard visited.insert(ancestor).inserted, let next = try await parent(ancestor) else {
        return false
      }
      missing.append(ancestor)
      ancestor = next
    }
    for child in missing.reversed() {
      guard try await load(child, below: ancestor) else { return false }
      ancestor = child
    }
    return update { snapshot in
      guard let section = snapshot.sectionIdentifier(containingItem: item) else { return false }
      snapshot[section].reveal(item)
      return true
    }
  }

  /// Loads children of a parent until a given child is among them.
  private func load(_ child: Item, below parent: Item) async throws -> Bool {
    if latest.contains(child) { return true }
    guard let parent = latest.item(equalTo: parent) else { return false }
    // The item may be newer than the children, or than a load in progress.
    let isLoading = loads.states.load(of: .item(parent)) != nil
    var canReload = (isLoading || !needsLoad(.item(parent))) && canLoad(.item(parent))
    // A reload that replaces a page can have the child.
    _ = try await awaitLoad(of: .item(parent), .firstPage)
    while !latest.contains(child) {
      if hasMoreChildren(of: .item(parent)) {
        _ = try await awaitLoad(of: .item(parent), .nextPage)
      } else if canReload {
        canReload = false
        _ = try await awaitLoad(of: .item(parent), .reload)
      } else {
        return false
      }
    }
    return true
  }
}
