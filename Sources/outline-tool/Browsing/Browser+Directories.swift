import Outline

/// Reads directories, one level of each, away from the main actor.
actor DirectoryReader {
  // Patterns change when they match. After the first directory, only this actor uses them.
  private nonisolated(unsafe) let options: InputOptions

  init(_ options: InputOptions) {
    var options = options
    var arrangement = Arrangement()
    arrangement.expansion = .none
    arrangement.ignored = options.arrangement.ignored
    arrangement.sorting = options.arrangement.sorting
    options.arrangement = arrangement
    unsafe self.options = options
  }

  func read(_ path: Bytes) throws(Problem) -> Document {
    let reader = InputReader(
      options: unsafe options, showsProgress: false, checksBytes: false)
    let document = try reader.read(.path(path))
    if let failure = document.failure { throw failure }
    return document
  }
}

extension Browser {
  /// Loads the entries of directories when they are expanded.
  func loadDirectories(by reader: DirectoryReader) {
    // Otherwise, expanding all rows would read all directories.
    source.loadsExpandedItems = false
    source.childLoader = ChildLoader(
      hasChildren: { [weak self] node in
        MainActor.assumeIsolated { self?.document.unreadDirectories.contains(node) ?? false }
      },
      children: { @MainActor [weak self] node in
        guard let self else { return [] }
        let entries = try await reader.read(path(of: node))
        document.unreadDirectories.remove(node)
        document.problems += entries.problems
        return Array(document.add(entries).rootItems)
      })
  }

  /// Begins to read directories, which expand when their entries arrive.
  func readDirectories(_ nodes: [Node]) {
    if nodes.isEmpty { return }
    if filter != nil {
      message = Bytes("esc shows all rows; then directories can be read".utf8)
      return
    }
    for node in nodes { source.expand(node) }
  }

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
