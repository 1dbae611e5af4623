import CGTK
import Outline

/// A file browser: places, folders that load when they expand, and the files that changed last.
final class Browser {
  private(set) var disk: Disk
  let source: FileSource
  let view: SidebarView
  private let changes = FolderMonitors()
  /// The header of the folders, which stands for the root folder.
  private let foldersHeader: Item
  private(set) var history = History()
  private var filter: Filter?
  /// Called with the reason if a change cannot be undone or redone.
  var didFail: (_ reason: String) -> Void = { _ in }

  init(_ disk: Disk) throws {
    self.disk = disk
    // Here and not above, so that the data source knows its actor.
    source = FileSource()
    view = SidebarView(source)
    foldersHeader = .header(.folders, path: disk.root)
    addLoader()
    addHandlers()
    changes.didChange = { [unowned self] folders in reload(folders) }
    try source.update { snapshot in
      try snapshot.appendSections(SidebarSection.allCases)
      for section in SidebarSection.allCases {
        // Expanded items load when they become visible.
        let header = Item.header(section, path: disk.root)
        try snapshot[section].append([header])
        snapshot[section].expand([header])
      }
    }
  }

  private func addLoader() {
    source.childLoader = ChildLoader(
      hasChildren: { $0.isExpandable }, slowAfter: .milliseconds(150),
      pages: { @MainActor [weak self] (folder, rest: [Item]?) in
        guard let self else { return ChildPage([]) }
        let path = path(of: folder)
        let files = if let rest { rest } else { try await disk.files(below: folder, at: path) }
        let page = files.prefix(disk.pageSize)
        for child in page where child.isFolder && !child.isExpandable {
          changes.watch(child, at: path + "/" + child.name)  // until it gets files
        }
        let next = Array(files.dropFirst(disk.pageSize))
        return next.isEmpty
          ? ChildPage(page)
          : ChildPage(page, cursor: next, moreItem: .more(of: folder, count: next.count))
      })
  }

  private func addHandlers() {
    // A folder is watched while it is expanded. A collapsed folder loads again when it expands.
    source.sectionSnapshotHandlers.willCollapseItem = { [unowned self] folder in
      changes.stopWatching(folder)
      source.markStale(.item(folder))
    }
    source.reorderingHandlers.canReorderItem = { item in
      item.id.section != .recent && item.kind != .header && item.kind != .more
    }
    source.reorderingHandlers.canDropItems = { [unowned self] items, destination in
      canDrop(items, to: destination)
    }
    source.reorderingHandlers.didReorder = { [unowned self] transaction in
      if moveFiles(of: transaction.patch, from: transaction.initialSnapshot) {
        history.record(transaction.patch)
      }
    }
    view.activate = { [unowned self] item in activate(item) }
    view.rename = { [unowned self] item, name in rename(item, to: name) }
  }

  /// Watches the folders that have expanded since the last call.
  func watchExpandedFolders() {
    let snapshot = source.snapshot()
    for folder in snapshot[.folders].expandedItems where snapshot.hasChildren(folder) {
      changes.watch(folder, at: path(of: folder))
    }
  }

  /// Loads folders again.
  ///
  /// The loads begin together, so that a file moves if one folder has lost it to another one.
  private func reload(_ folders: some Sequence<Item>) {
    var changedFolders = Set(folders)
    if changedFolders.contains(foldersHeader) {
      changedFolders.insert(.header(.places, path: disk.root))
    }
    changedFolders.insert(.header(.recent, path: disk.root))
    for folder in changedFolders where source.loadingState(of: .item(folder)) != .notLoaded {
      source.beginReloadingChildren(of: .item(folder))
    }
  }

  private func activate(_ item: Item) {
    if item.id.section == .folders || item.kind == .header {
      view.toggle(item)
    } else {
      Task { try? await revealInFolders(item) }
    }
  }

  /// Expands and selects the folder of a place, or selects a recent file in its folder.
  private func revealInFolders(_ item: Item) async throws {
    var path = path(of: item)
    guard let file = try await disk.folderItem(at: path) else { return }
    try await source.reveal(file) { _ in
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      return path == disk.root ? foldersHeader : try await disk.folderItem(at: path)
    }
    source.expand(file)
    view.select(file)
  }
}

// MARK: - Settings of the user

extension Browser {
  /// Hides the files whose kinds have these titles.
  func hideKinds(_ titles: Set<String>) {
    disk.hiddenKinds = titles
    reload(source.snapshot().itemIdentifiers.filter(\.isExpandable))
  }

  /// Shows only the loaded files whose names contain a text, with their folders.
  ///
  /// Without a text, shows all files, with the expansion that they had before.
  func filter(_ text: String) {
    filter = text.isEmpty ? nil : Filter(source, text)
    view.show(filter?.source ?? source)
  }
}

// MARK: - Changes of the user

// The snapshot changes first, then the file system. Then the folders load again, so the sidebar
// shows the files on disk even if a change fails.

extension Browser {
  func undo() { perform { $0.undo() } }

  func redo() { perform { $0.redo() } }

  /// Performs a change of the history, unless its files are hidden.
  private func perform(_ next: (inout History) -> History.Change?) {
    var rest = history
    guard let change = next(&rest) else { return }
    let old = source.snapshot()
    let files = change.items.moves.map(\.item) + change.items.replacements.map(\.old)
    if let missing = files.first(where: { !old.contains($0) }) {
      let kind = Kind(ofFile: missing.name).title
      if !missing.isFolder && disk.hiddenKinds.contains(kind) {
        didFail("\(missing.name) is hidden. Check the box \(kind).")
      } else {
        history = History()  // The files on disk are others.
        didFail("\(missing.name) is gone.")
      }
      return
    }
    history = rest
    _ = source.update { $0.merge(change) }
    if !moveFiles(of: change, from: old) {
      history = History()  // The files on disk are others.
    }
  }

  /// Gives a file another name in its folder.
  private func rename(_ item: Item, to name: String) {
    let old = source.snapshot()
    guard var file = old.item(equalTo: item)?.value, !name.isEmpty, !name.contains("/") else {
      return
    }
    file.name = name
    try? source.update { snapshot in try snapshot.updateItems([Item(file)]) }
    let change = source.snapshot().patch(from: old, content: \.value)
    if !change.isEmpty && moveFiles(of: change, from: old) {
      history.record(change)
    }
  }

  /// Returns whether items can be dropped: places between places, files into other folders.
  private func canDrop(_ items: [Item], to destination: FileSnapshot.Destination) -> Bool {
    let snapshot = source.snapshot()
    switch destination {
    case .before(let item), .after(let item):
      return item.id.section == .places && item.kind != .header
        && items.allSatisfy { $0.id.section == .places }
    case .into(let folder):
      return folder.isFolder
        && items.allSatisfy { $0.id.section == .folders && snapshot.parent(of: $0) != folder }
    case .end:
      return false
    }
  }

  /// Moves the files that a change has moved or renamed on disk, or takes the change back.
  private func moveFiles(of change: History.Change, from old: FileSnapshot) -> Bool {
    let new = source.snapshot()
    let items = change.items.moves.map(\.item) + change.items.replacements.map(\.new)
    for item in items where item.id.section == .folders && new.contains(item) {
      defer {
        for folder in [old.parent(of: item), new.parent(of: item)].compactMap(\.self) {
          changes.folderChanged(folder)
        }
      }
      let (source, destination) = (path(of: item, in: old), path(of: item, in: new))
      do {
        if source != destination { try disk.move(source, to: destination) }
      } catch {
        print("desktop: \(error)")
        _ = self.source.update { $0.merge(change.inverse) }
        return false
      }
    }
    return true
  }
}

// MARK: - Paths

extension Browser {
  /// Returns the path of an item: in the section of folders, the names of its ancestors.
  private func path(of item: Item, in snapshot: FileSnapshot? = nil) -> String {
    let snapshot = snapshot ?? source.snapshot()
    let stored = snapshot.item(equalTo: item) ?? item
    if let path = stored.path { return path }
    let ancestors = snapshot.sectionSnapshot(containingItem: stored)?.ancestors(of: stored) ?? []
    return (ancestors.reversed() + [stored]).map { $0.path ?? $0.name }.joined(separator: "/")
  }
}
