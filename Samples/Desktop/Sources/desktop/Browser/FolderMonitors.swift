import CGTK
import Outline

/// Reports the folders whose files have changed on disk.
final class FolderMonitors {
  /// Called a moment after changes, with all changed folders.
  var didChange: (_ folders: [Item]) -> Void = { _ in }

  private var monitors: [Item: (path: String, monitor: OpaquePointer)] = [:]
  private var changedFolders: Set<Item> = []

  /// Watches a folder, unless it is already watched at this path.
  func watch(_ folder: Item, at path: String) {
    guard monitors[folder]?.path != path else { return }
    stopWatching(folder)
    let file = g_file_new_for_path(path)
    defer { g_object_unref(gpointer(file)) }
    guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else {
      return  // The folder cannot be watched, for example because it is gone.
    }
    let object = OpaquePointer(monitor)
    monitors[folder] = (path, object)
    connect(object, "changed") { [unowned self] in
      // If the folder is gone, the one that contained it reports that.
      if g_file_test(path, G_FILE_TEST_IS_DIR) != 0 { folderChanged(folder) }
    }
  }

  func stopWatching(_ folder: Item) {
    guard let monitor = monitors.removeValue(forKey: folder)?.monitor else { return }
    g_file_monitor_cancel(UnsafeMutablePointer(monitor))
    g_object_unref(gpointer(monitor))
  }

  /// Reports a folder together with all folders that change within a moment.
  ///
  /// A file that moves on disk changes two folders.
  func folderChanged(_ folder: Item) {
    changedFolders.insert(folder)
    guard changedFolders.count == 1 else { return }
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(100))
      guard let self else { return }
      let folders = Array(changedFolders)
      changedFolders = []
      didChange(folders)
    }
  }
}
