import CGTK
import Outline

/// A file browser: places, folders that load when they expand, and the files that changed last.
final class Browser {
  let disk: Disk
  let source = FileSource()
  let view: SidebarView
  let changes: FolderMonitors

  init(_ disk: Disk) throws {
    self.disk = disk
    view = SidebarView(source)
    changes = FolderMonitors()
    try source.update { snapshot in try snapshot.appendSections(SidebarSection.allCases) }
    addLoaders()
    addHandlers()
    changes.didChange = { [unowned self] folders in reload(folders) }
    changes.watch(nil, at: disk.root)
    for section in SidebarSection.allCases {
      source.beginReloadingChildren(of: .section(section))
    }
  }

  private func addLoaders() {
    source.childLoader = ChildLoader(
      hasChildren: { $0.isExpandable }, slowAfter: .milliseconds(150),
      children: { @MainActor [weak self] folder in
        guard let self else { return [] }
        return try await self.disk.files(in: path(of: folder), for: .folders)
      })
    let disk = disk
    source.rootLoader = ChildLoader { section in
      switch section {
      case .places: try await disk.places()
      case .folders: try await disk.files(in: disk.root, for: .folders)
      case .recent: try await disk.recentFiles(limit: 4)
      }
    }
    source.rootLoadingStateHandler = { [unowned self] _ in view.updateRows() }
  }

  private func addHandlers() {
    // A folder is watched while it is expanded. A collapsed folder loads again when it expands.
    source.sectionSnapshotHandlers.willCollapseItem = { [unowned self] folder in
      changes.stopWatching(folder)
      source.markStale(.item(folder))
    }
    source.reorderingHandlers.canReorderItem = { $0.id.section != .recent }
    source.reorderingHandlers.canDropItems = { [unowned self] items, destination in
      canDrop(items, to: destination)
    }
    source.reorderingHandlers.didReorder = { [unowned self] transaction in
      moveFiles(of: transaction)
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

  /// Loads folders again; `nil` stands for the root folder.
  ///
  /// The loads begin together, so that a file moves if one folder has lost it to another one.
  private func reload(_ folders: [Item?]) {
    for folder in folders {
      if let folder {
        // A load in progress can have read the folder before the change.
        source.cancelLoading(of: .item(folder))
        source.beginReloadingChildren(of: .item(folder))
      } else {
        source.cancelLoading(of: .section(.folders))
        source.beginReloadingChildren(of: .section(.folders))
        source.beginReloadingChildren(of: .section(.places))
      }
    }
    source.beginReloadingChildren(of: .section(.recent))
  }

  private func activate(_ item: Item) {
    switch item.id.section {
    case .folders: source.toggle(item)
    case .places, .recent: revealInFolders(item)
    }
  }

  /// Expands and selects the folder of a place, or the folder of a recent file and then the file.
  private func revealInFolders(_ item: Item) {
    Task {
      var known: [Item] = []
      // Each folder of the path is looked up after its parent has loaded.
      let names = path(of: item).dropFirst(disk.root.count + 1).split(separator: "/")
      for name in names {
        let siblings = known.last.map { source.snapshot().children(of: $0).map(Array.init) ?? [] }
        let candidates = siblings ?? Array(source.snapshot(for: .folders).rootItems)
        guard let found = candidates.first(where: { $0.name == name }) else { break }
        known.append(found)
        if found.isExpandable {
          try? await source.loadChildren(of: .item(found))
          source.expand(found)
        }
      }
      if let last = known.last {
        view.select(last)
      }
    }
  }
}

// MARK: - Changes of the user

// The file system changes first or is asked at once. Then the folders load again, so the sidebar
// shows the files on disk even if a change fails.

extension Browser {
  /// Gives a file another name in its folder.
  private func rename(_ item: Item, to name: String) {
    let old = path(of: item)
    guard !name.isEmpty, !name.contains("/"), name != item.name,
      let folder = old.lastIndex(of: "/")
    else { return }
    do {
      try disk.move(old, to: old[...folder] + name)
      try source.update { snapshot in
        var file = item.value
        file.name = name
        try snapshot.updateItems([Item(file)])
      }
    } catch {
      report("\(error)")
    }
    changes.folderChanged(source.snapshot().parent(of: item))
  }

  /// Returns whether items can be dropped: places between places, files into other folders.
  private func canDrop(
    _ items: [Item], to destination: Snapshot<SidebarSection, Item>.Destination
  ) -> Bool {
    let snapshot = source.snapshot()
    switch destination {
    case .before(let place), .after(let place):
      return place.id.section == .places && items.allSatisfy { $0.id.section == .places }
    case .end(let section):
      return items.allSatisfy {
        $0.id.section == section && (section == .places || snapshot.parent(of: $0) != nil)
      }
    case .into(let folder):
      return folder.isExpandable
        && items.allSatisfy { $0.id.section == .folders && snapshot.parent(of: $0) != folder }
    }
  }

  /// Moves the files of a drop on disk, or takes the drop back.
  private func moveFiles(of transaction: FileSource.Transaction) {
    for item in transaction.movedItems where item.id.section == .folders {
      do {
        try disk.move(
          path(of: item, in: transaction.initialSnapshot),
          to: path(of: item, in: transaction.finalSnapshot))
      } catch {
        report("\(error)")
        try? source.apply(transaction.inverse)
      }
      changes.folderChanged(transaction.initialSnapshot.parent(of: item))
      changes.folderChanged(transaction.finalSnapshot.parent(of: item))
    }
  }

  private func report(_ message: String) {
    print("desktop: \(message)")
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
    return ([disk.root] + ancestors.reversed().map(\.name) + [stored.name]).joined(separator: "/")
  }
}
