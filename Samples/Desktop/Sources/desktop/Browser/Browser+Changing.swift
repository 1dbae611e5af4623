import Outline

//  Changes that the user makes. The file system changes first or is asked at once; the folders are
//  then loaded again, so the sidebar shows what is on disk, whatever went wrong.

extension Browser {
  /// Gives a file another name in its folder.
  func rename(_ item: Item, to name: String) {
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
  func canDrop(
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
  func moveFiles(of transaction: FileSource.Transaction) {
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

  func report(_ message: String) {
    print("desktop: \(message)")
  }
}
