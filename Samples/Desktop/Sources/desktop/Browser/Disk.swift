import CGTK
import Outline

/// The file system without hidden files, as the loaders of the sidebar read it.
nonisolated struct Disk: Sendable {
  /// The folder whose files the sidebar shows.
  let root: String
  /// The time that each folder takes, as on a slow network.
  let delay: Duration

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the files of a folder: folders first, each group by name.
  ///
  /// Reads the folder on a thread of Swift's pool, so that the main thread can draw.
  @concurrent
  func files(in path: String, for section: SidebarSection) async throws -> [Item] {
    try await Task.sleep(for: delay)
    return try list(path, section).map(\.file)
      .sorted { left, right in
        left.isExpandable != right.isExpandable
          ? left.isExpandable : g_utf8_collate(left.name, right.name) < 0
      }
      .map(Item.init)
  }

  /// Returns the well-known folders that exist.
  @concurrent
  func places() async throws -> [Item] {
    let folders = try list(root, .places).map(\.file)
    return Kind.places.compactMap { name, kind in
      guard var file = folders.first(where: { $0.name == name && $0.kind == .folder }) else {
        return nil
      }
      file.kind = kind
      file.count = nil
      return Item(file)
    }
  }

  /// Returns the files that have changed last, among those in the root and in its folders.
  @concurrent
  func recentFiles(limit: Int) async throws -> [Item] {
    let found = try list(root, .recent)
    let deeper = found.filter { $0.file.kind == .folder }.flatMap { folder in
      (try? list(root + "/" + folder.file.name, .recent)) ?? []
    }
    return (found + deeper).filter { $0.file.kind != .folder }
      .sorted { ($0.modified, $0.file.name) > ($1.modified, $1.file.name) }
      .prefix(limit).map { Item($0.file) }
  }

  private func list(
    _ path: String, _ section: SidebarSection
  ) throws -> [(file: File, modified: UInt64)] {
    var files: [(File, UInt64)] = []
    try forEachFile(in: path) { info in
      let name = String(cString: g_file_info_get_name(info))
      let isFolder = g_file_info_get_file_type(info) == G_FILE_TYPE_DIRECTORY
      var count = 0
      if isFolder {
        try? forEachFile(in: path + "/" + name) { _ in count += 1 }
      }
      let id = File.ID(
        section: section, device: g_file_info_get_attribute_uint32(info, "unix::device"),
        number: UInt64(g_file_info_get_attribute_uint64(info, "unix::inode")))
      let file = File(
        id: id, name: name, kind: isFolder ? .folder : Kind(ofFile: name),
        count: isFolder ? count : nil,
        path: section == .folders ? nil : path + "/" + name)
      files.append((file, UInt64(g_file_info_get_attribute_uint64(info, "time::modified"))))
    }
    return files
  }

  private func forEachFile(in path: String, _ body: (OpaquePointer) throws -> Void) throws {
    let folder = g_file_new_for_path(path)
    defer { g_object_unref(gpointer(folder)) }
    var error: UnsafeMutablePointer<GError>?
    let attributes = "standard::name,standard::type,standard::is-hidden,unix::*,time::modified"
    guard
      let files = g_file_enumerate_children(
        folder, attributes, GFileQueryInfoFlags(rawValue: 0), nil, &error)
    else {
      defer { g_error_free(error) }
      throw Failure(description: error.map { String(cString: $0.pointee.message) } ?? path)
    }
    defer { g_object_unref(files) }
    while let info = g_file_enumerator_next_file(files, nil, nil) {
      defer { g_object_unref(gpointer(info)) }
      if g_file_info_get_is_hidden(info) == 0 {
        try body(info)
      }
    }
  }
}

// MARK: - Changes

extension Disk {
  /// Moves or renames a file, unless there is a file with the new name.
  func move(_ source: String, to destination: String) throws {
    let old = g_file_new_for_path(source)
    let new = g_file_new_for_path(destination)
    defer {
      g_object_unref(gpointer(old))
      g_object_unref(gpointer(new))
    }
    var error: UnsafeMutablePointer<GError>?
    if g_file_move(old, new, GFileCopyFlags(rawValue: 0), nil, nil, nil, &error) == 0 {
      defer { g_error_free(error) }
      throw Failure(description: error.map { String(cString: $0.pointee.message) } ?? source)
    }
  }
}
