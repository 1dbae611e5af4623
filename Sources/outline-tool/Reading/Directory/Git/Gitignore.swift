/// The files that git ignores, during a walk through the directories of a working tree.
///
/// As in git, the last matching rule of the deepest file decides, the contents of an ignored
/// directory are ignored, and tracked files are not. The rules include the `.gitignore` files above
/// the input up to the root of the working tree, `.git/info/exclude` and `core.excludesFile`. A
/// working tree inside another one has its own rules.
struct Gitignore {
  private struct File {
    var rules: GitignoreRules
    /// The level of the directory with the file, and the length of the path to it.
    let level: Int
    let pathLength: Int
  }

  private struct WorkingTree {
    /// The level of its root, and the length of the path to it.
    let level: Int
    let pathLength: Int
    /// The number of files that belong to the working trees around it.
    let firstFile: Int
    var repository: GitRepository?
    var index: GitIndex?
    /// The level of the ignored directory with the current one, which has a tracked file.
    var ignoredLevel: Int?
  }

  static let name = Bytes(".gitignore".utf8)
  static let sizeLimit = 1 << 20

  private var files: [File] = []
  private var trees = [WorkingTree(level: -1, pathLength: 0, firstFile: 0)]
  /// The problems with files above the input.
  private(set) var problems: [Problem] = []
  /// The path from the root of the outermost working tree to the current directory.
  private var path = LevelPrefix()
  private var level = 0

  /// Reads the rules above an input, if it is in a working tree.
  init(above input: InputName) {
    path.set([], level: 0)
    guard case .path(let name) = input, let absolute = Process.absolutePath(of: name) else {
      return
    }

    var folder = absolute
    while !Process.fileExists(folder + "/.git".utf8) {
      guard let slash = folder.lastIndex(of: UInt8(ascii: "/")), folder.count > 1 else { return }
      folder.removeSubrange(slash...)
    }

    let start = folder.count
    let repository = GitRepository(of: folder + "/".utf8)
    trees[0].repository = repository
    for file in repository.ruleFiles { add(file, pathLength: 0) }

    // The walk reads the file of the input's own directory.
    while folder.count < absolute.count {
      let file = folder + "/".utf8 + Gitignore.name
      add(file, pathLength: max(0, folder.count - start), followingLinks: false)
      let rest = absolute[(folder.count + 1)...]
      folder = Bytes(absolute[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? absolute.count)])
    }

    let below = Bytes(absolute.dropFirst(start + 1))
    path.set(below.isEmpty ? [] : below + "/".utf8, level: 0)
  }

  private mutating func add(_ path: Bytes, pathLength: Int, followingLinks: Bool = true) {
    let kind = add(level: -1, pathLength: pathLength) { () throws(SystemError) in
      try FileDescriptor(regularFile: path, followingLinks: followingLinks)
    }
    if let kind { problems.append(Problem(path: path, kind: kind)) }
  }

  /// Adds the rules of a file if it exists, and returns the reason if it is unreadable.
  private mutating func add(
    level: Int, pathLength: Int, opening open: () throws(SystemError) -> FileDescriptor
  ) -> Problem.Kind? {
    do throws(SystemError) {
      guard let text = try open().readAll(limit: Gitignore.sizeLimit) else {
        return .tooLarge(limit: Gitignore.sizeLimit)
      }
      let rules = GitignoreRules(text)
      if !rules.isEmpty { files.append(File(rules: rules, level: level, pathLength: pathLength)) }
      return nil
    } catch {
      return error.isMissingFile ? nil : .failed(error)
    }
  }

  mutating func enter(_ name: Bytes, level: Int) {
    leave(to: level)
    let isIgnored = matches(name.span, isDirectory: true)
    path.set(name + "/".utf8, level: level)
    if isIgnored && trees[trees.count - 1].ignoredLevel == nil {
      trees[trees.count - 1].ignoredLevel = level
    }
  }

  private mutating func leave(to level: Int) {
    while let last = files.last, last.level >= level { files.removeLast() }
    while let last = trees.last, last.level >= level { trees.removeLast() }
    if let ignored = trees[trees.count - 1].ignoredLevel, ignored >= level {
      trees[trees.count - 1].ignoredLevel = nil
    }
    self.level = level - 1
  }

  /// Reads the rules of the current directory, and returns the names of unreadable files with the
  /// reasons.
  mutating func readRules(
    in directory: DirectoryStream, level: Int
  ) -> [(name: Bytes, kind: Problem.Kind)] {
    self.level = level
    let pathLength = path.range(above: level + 1).count
    var names = [Gitignore.name]
    let isRoot = Process.fileExists(Bytes(".git".utf8), in: directory.number)
    if isRoot && (level > 0 || trees[0].repository == nil) {
      let repository = GitRepository(of: [], in: directory.number)
      trees.append(
        WorkingTree(
          level: level, pathLength: pathLength, firstFile: files.count, repository: repository))
      names = repository.ruleFiles + names
    }

    return names.compactMap { name in
      let kind = add(level: level, pathLength: pathLength) { () throws(SystemError) in
        try FileDescriptor(
          regularFile: name, in: directory.number, followingLinks: name != Gitignore.name)
      }
      return kind.map { (name, $0) }
    }
  }

  /// Returns whether to ignore an entry of the current directory.
  mutating func ignores(_ name: Span<UInt8>, isDirectory: Bool) -> Bool {
    if name.equals(".git") { return true }
    let tree = trees[trees.count - 1]
    guard tree.ignoredLevel != nil || matches(name, isDirectory: isDirectory) else { return false }
    if tree.index == nil { trees[trees.count - 1].index = tree.repository?.index() }
    guard let index = trees[trees.count - 1].index else { return true }
    var entry = Bytes(copying: path.bytes.span.extracting(path.range(above: level + 1)))
    entry.append(name)
    return !index.tracks(entry.span.extracting(tree.pathLength...), isDirectory: isDirectory)
  }

  /// Returns whether the rules ignore an entry of the current directory.
  private mutating func matches(_ name: Span<UInt8>, isDirectory: Bool) -> Bool {
    let firstFile = trees[trees.count - 1].firstFile
    if files.count == firstFile { return false }
    var entry = Bytes(copying: path.bytes.span.extracting(path.range(above: level + 1)))
    entry.append(name)
    if isDirectory { entry.append(0) }
    for index in (firstFile..<files.count).reversed() {
      let relative = entry.span.extracting(files[index].pathLength...)
      if let isIgnored = files[index].rules.isIgnored(relative) { return isIgnored }
    }
    return false
  }
}
