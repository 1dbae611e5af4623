/// Compares the bytes of files in directories.
///
/// It opens only regular files and the directories that contain them. It follows only the links to
/// directories that the readers have followed.
final class FileContents {
  private let old: [DirectoryEntries?]
  private let new: [DirectoryEntries?]
  private static let chunkSize = 1 << 17
  private(set) var problems: [Problem] = []

  init(_ old: [Document], _ new: [Document]) {
    self.old = old.map(DirectoryEntries.init)
    self.new = new.map(DirectoryEntries.init)
  }

  /// Returns whether two entries are of one kind and, if they are files, have the same bytes.
  ///
  /// An unreadable entry is reported as a problem, and counts as the same.
  func isSame(_ node: Node, in section: Int, as newNode: Node, in newSection: Int) -> Bool {
    guard let old = old[section], let new = new[newSection],
      !old.isLink(node) && !new.isLink(newNode)
    else { return true }
    do throws(Problem) {
      let status = try old.status(of: node)
      let newStatus = try new.status(of: newNode)
      guard status.kind == newStatus.kind else { return false }
      if status.kind != .file || status.identity == newStatus.identity { return true }
      if status.size != newStatus.size { return false }

      let file = try old.open(node)
      let newFile = try new.open(newNode)
      while true {
        let chunk = try old.read(file, of: node, limit: Self.chunkSize)
        if try new.read(newFile, of: newNode, limit: Self.chunkSize) != chunk { return false }
        if chunk.isEmpty { return true }
      }
    } catch {
      problems.append(error)
      return true
    }
  }
}

/// The entries of a directory, which are opened relative to the directories that contain them.
private final class DirectoryEntries {
  private let document: Document
  private let root: Bytes
  /// The last directory, and the node that it belongs to.
  private var last: (node: Node?, directory: FileDescriptor)?

  init?(_ document: Document) {
    guard case .directory(let root) = document.source else { return nil }
    self.document = document
    self.root = root
  }

  func isLink(_ node: Node) -> Bool { document.linkNames[node] != nil }

  func status(of node: Node) throws(Problem) -> FileStatus {
    try naming(node) { () throws(SystemError) in
      try directory(of: node).entryStatus(of: name(of: node))
    }
  }

  func open(_ node: Node) throws(Problem) -> FileDescriptor {
    try naming(node) { () throws(SystemError) in
      try FileDescriptor(
        regularFile: name(of: node), in: directory(of: node).number, followingLinks: false)
    }
  }

  /// Reads the next bytes of a file, fewer than the limit only at its end.
  func read(_ file: FileDescriptor, of node: Node, limit: Int) throws(Problem) -> Bytes {
    try naming(node) { () throws(SystemError) in try file.readNext(limit) }
  }

  private func name(of node: Node) -> Bytes { Bytes(document.file.bytes[document.name(of: node)]) }

  private func naming<Result>(
    _ node: Node, _ body: () throws(SystemError) -> Result
  ) throws(Problem) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Problem(path: document.path(of: node, below: root), kind: .failed(error))
    }
  }

  /// Opens the directory that contains an entry, step by step, so that no path is too long.
  private func directory(of node: Node) throws(SystemError) -> FileDescriptor {
    let ancestors = document.ancestors(of: node)
    if let last, last.node == ancestors.last { return last.directory }
    var directory = try FileDescriptor.open(root)
    for ancestor in ancestors {
      directory = try directory.subdirectory(
        name(of: ancestor), followingLinks: isLink(ancestor))
    }
    last = (ancestors.last, directory)
    return directory
  }
}
