import Outline

extension Browser {
  /// Loads the entries of directories when they are expanded.
  func loadDirectories() {
    // Expanded rows would load without the limit of `readDirectories(levels:)`.
    source.loadsExpandedItems = false
    source.childLoader = ChildLoader(
      hasChildren: { [weak self] node in
        MainActor.assumeIsolated { self?.isUnread(node) == true || self?.isWatched(node) == true }
      },
      children: { @MainActor [weak self] node in
        try await self?.entries(of: node) ?? []
      })
    source.rootLoader = ChildLoader { @MainActor [weak self] (_: Int) in
      try await self?.entries(of: nil) ?? []
    }
  }

  private func isWatched(_ directory: Node) -> Bool { watchedDirectories[directory] != nil }

  /// Reads the entries of a directory; those that it had already keep their nodes.
  private func entries(of directory: Node?) async throws -> [Node] {
    let path = directory.map(path) ?? input.path ?? []
    watch(directory, at: path, nil)
    let entries = try await reader.read(.path(path))
    if let directory { document.unreadDirectories.remove(directory) }
    document.file.problems += entries.file.problems
    let nodes = document.add(entries).rootItems
    var known: [Bytes: Node] = [:]
    let all = source.snapshot()[0]
    for node in all.children(of: directory).map(Array.init) ?? [] {
      known[Bytes(document.text(of: node))] = node
    }
    return nodes.map { node in
      guard let old = known[Bytes(document.text(of: node))],
        isUnread(node) == (isUnread(old) || isWatched(old) || all.hasChildren(old))
      else { return node }
      document.unreadDirectories.remove(node)
      return old
    }
  }

  /// Begins to read directories, which expand when their entries arrive.
  func readDirectories(_ nodes: [Node]) {
    if nodes.isEmpty { return }
    if filter != nil {
      message = Browser.messageUnderFilter
      return
    }
    for node in nodes { source.expand(node) }
  }

  /// Begins to read the directories of a number of levels, or of all levels, and expands them.
  ///
  /// With ten thousand new entries, it reads no further directory.
  func readDirectories(levels: Int?) {
    guard document.format == nil, !document.unreadDirectories.isEmpty else { return }
    guard filter == nil else {
      message = Browser.messageUnderFilter
      return
    }
    readingOfLevels?.cancel()
    let rows = root.map { [$0] } ?? Array(outline.rootItems)
    let end = source.snapshot().numberOfItems + 10_000
    readingOfLevels = Task {
      for row in rows where canExpand(row) && !Task.isCancelled {
        let limit = end - source.snapshot().numberOfItems
        if limit <= 0 { break }
        await source.loadAndExpandSubtree(of: row, levels: levels, itemLimit: limit)
      }
    }
  }

  private static let messageUnderFilter = Bytes(
    "esc shows all rows; then directories can be read".utf8)

  /// The path of a directory entry.
  func path(of node: Node) -> Bytes {
    guard case .directory(let root) = document.source else { return [] }
    // The rows of --at are roots on the screen.
    let ancestors = (source.snapshot()[0].ancestors(of: node) ?? []).reversed() + [node]
    let hidden = ancestors.first.map(document.ancestors) ?? []
    return document.path(along: hidden + ancestors, below: root)
  }

  func isUnread(_ node: Node) -> Bool { document.unreadDirectories.contains(node) }

  func isLoading(_ node: Node) -> Bool { source.loadingState(of: .item(node)) == .loading }

  /// The reason why the children of the selected row could not be read.
  var loadingFailure: Bytes? {
    guard let selected, case .failed(let error) = source.loadingState(of: .item(selected))
    else { return nil }
    return (error as? Problem)?.cause
  }
}

extension Browser: OutlineAdapter {
  func show(_ update: OutlineDataSource<Int, Node>.Update) { didChange() }
  func reload(_ snapshot: Snapshot<Int, Node>) { didChange() }
}
