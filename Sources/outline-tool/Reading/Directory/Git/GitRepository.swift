/// The files of a repository that determine which files of its working tree git ignores.
struct GitRepository {
  private let settings: GitSettings
  private let indexFile: FileDescriptor?
  /// The files with rules for the whole working tree, in ascending priority.
  private(set) var ruleFiles: [Bytes]

  /// Finds the repository of a working tree, whose path below a directory ends in a slash.
  init(of root: Bytes, in directory: Int32 = FileDescriptor.workingDirectory) {
    func line(of file: Bytes) -> Bytes? {
      let file = try? FileDescriptor(regularFile: file, in: directory)
      guard let text = try? file?.readAll(limit: Gitignore.sizeLimit) else { return nil }
      return Bytes(text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    }

    var folder = root + ".git".utf8
    // A linked working tree and a submodule have a file in place of the directory.
    if let link = line(of: folder), link.starts(with: "gitdir: ".utf8) {
      folder = Bytes(link.dropFirst("gitdir: ".utf8.count)).relative(toDirectoryOf: root)
    }
    folder.append(UInt8(ascii: "/"))

    var common = folder
    if let shared = line(of: folder + "commondir".utf8) {
      common = shared.relative(toDirectoryOf: folder) + "/".utf8
    }

    var settings = GitSettings()
    settings.read(common + "config".utf8, in: directory)
    settings.read(folder + "config.worktree".utf8, in: directory)
    self.settings = settings

    ruleFiles = [common + "info/exclude".utf8]
    if let file = settings.excludesFile {
      ruleFiles.insert(file.relative(toDirectoryOf: root), at: 0)
    }
    indexFile = try? FileDescriptor(regularFile: folder + "index".utf8, in: directory)
  }

  /// Reads the paths of the tracked files, at most once.
  func index() -> GitIndex {
    let file = try? indexFile?.readAll(limit: 1 << 30)
    return GitIndex(file ?? [], hashLength: settings.hashLength)
  }
}
