import CGTK
import Outline

/// The file system without hidden files, as the loaders of the sidebar read it.
nonisolated struct Disk: Sendable {
  /// The folder whose files the sidebar shows.
  let root: String
  /// The time that each folder takes, as on a slow network.
  let delay: Duration
  /// The number of files that a folder loads at once.
  let pageSize: Int
  /// The titles of the kinds of files that the sidebar hides.
  var hiddenKinds: Set<String> = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the files below a header, or in a folder at a path.
  ///
  /// Reads them on a thread of Swift's pool, so that the main thread can draw.
  @concurrent
  func files(below parent: Item, at path: String) async throws -> [Item] {
    try await Task.sleep(for: delay)
    return switch parent.id.section {
    case .places: try places()
    case .folders: try files(in: path)
    case .recent: try recentFiles(limit: 4)
    }
  }

  /// Returns the item of a file in the section of folders.
  @concurrent
  func folderItem(at path: String) async throws -> Item? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return try files(in: String(path[..<slash])).first { $0.name == path[slash...].dropFirst() }
  }

  /// Returns the files of a folder: folders first, each group by name.
  private func files(in path: String) throws -> [Item] {
    try list(path, .folders).map(\.file)
      .sorted { left, right in
        left.isFolder != right.isFolder
          ? left.isFolder : g_utf8_collate(left.name, right.name) < 0
      }
      .map(Item.init)
  }

  /// Returns the well-known folders that exist.
  private func places() throws -> [Item] {
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
  private func recentFiles(limit: Int) throws -> [Item] {
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
    try forEachFile(in: path) { info, name, kind in
      guard !hiddenKinds.contains(kind.title) else { return }
      let count = kind == .folder ? try? countFiles(in: path + "/" + name) : nil
      let id = File.ID(
        section: section, device: g_file_info_get_attribute_uint32(info, "unix::device"),
        number: UInt64(g_file_info_get_attribute_uint64(info, "unix::inode")))
      let file = File(
        id: id, name: name, kind: kind, count: count,
        path: section == .folders ? nil : path + "/" + name)
      files.append((file, UInt64(g_file_info_get_attribute_uint64(info, "time::modified"))))
    }
    return files
  }

  /// Returns the number of files, also those of hidden kinds: their folder stays expanded.
  private func countFiles(in path: String) throws -> Int {
    var count = 0
    try forEachFile(in: path) { _, _, _ in count += 1 }
    return count
  }

  private func forEachFile(
    in path: String, _ body: (_ info: OpaquePointer, _ name: String, _ kind: Kind) throws -> Void
  ) throws {
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
      let name = String(cString: g_file_info_get_name(info))
      let isFolder = g_file_info_get_file_type(info) == G_FILE_TYPE_DIRECTORY
      let kind = isFolder ? Kind.folder : Kind(ofFile: name)
      if g_file_info_get_is_hidden(info) == 0 { try body(info, name, kind) }
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
