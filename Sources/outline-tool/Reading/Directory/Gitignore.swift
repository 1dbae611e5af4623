/// The rules of `.gitignore` files, during a walk through the directories of a working tree.
///
/// As in git, the last matching rule of the deepest file decides, and the contents of an ignored
/// directory are ignored. The rules include the files above the input up to the root of the working
/// tree, and `.git/info/exclude`.
struct Gitignore {
  private struct File {
    var rules: GitignoreRules
    /// The level of the directory with the file, and the length of the path to it.
    let level: Int
    let pathLength: Int
  }

  static let name = Bytes(".gitignore".utf8)
  private static let sizeLimit = 1 << 20

  private var files: [File] = []
  /// The problems with files above the input.
  private(set) var problems: [Problem] = []
  /// The path from the root of the working tree to the current directory.
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
    add(folder + "/.git/info/exclude".utf8, pathLength: 0)
    // The walk reads the file of the input's own directory.
    while folder.count < absolute.count {
      add(folder + "/".utf8 + Gitignore.name, pathLength: max(0, folder.count - start))
      let rest = absolute[(folder.count + 1)...]
      folder = Bytes(absolute[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? absolute.count)])
    }
    let below = Bytes(absolute.dropFirst(start + 1))
    path.set(below.isEmpty ? [] : below + "/".utf8, level: 0)
  }

  private mutating func add(_ path: Bytes, pathLength: Int) {
    let kind = add(level: -1, pathLength: pathLength) { () throws(SystemError) in
      try FileDescriptor(regularFile: path)
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

  /// Enters a directory below the last one of the level above.
  mutating func enter(_ name: Bytes, level: Int) {
    path.set(name + "/".utf8, level: level)
  }

  /// Reads the rules of the current directory, and returns the reason if they are unreadable.
  mutating func readRules(in directory: DirectoryStream, level: Int) -> Problem.Kind? {
    self.level = level
    while let last = files.last, last.level >= level { files.removeLast() }
    let pathLength = path.range(above: level + 1).count
    return add(level: level, pathLength: pathLength) { () throws(SystemError) in
      try FileDescriptor(regularFile: Gitignore.name, in: directory.number)
    }
  }

  /// Returns whether to ignore an entry of the current directory.
  mutating func ignores(_ name: Span<UInt8>, isDirectory: Bool) -> Bool {
    if isDirectory && name.equals(".git") { return true }
    if files.isEmpty { return false }
    var entry = Bytes(copying: path.bytes.span.extracting(path.range(above: level + 1)))
    entry.append(name)
    if isDirectory { entry.append(UInt8(ascii: "/")) }
    for index in files.indices.reversed() {
      let relative = entry.span.extracting(files[index].pathLength...)
      if let isIgnored = files[index].rules.isIgnored(relative) { return isIgnored }
    }
    return false
  }
}

/// The rules of one file.
struct GitignoreRules {
  private var automaton: Automaton
  /// By rule: whether it reverses others.
  private var isNegated: [Bool] = []

  var isEmpty: Bool { isNegated.isEmpty }

  init(_ text: Bytes) {
    var fragments: [Fragment] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let rule = GitignoreRule(line) else { continue }
      fragments.append(rule.fragment)
      isNegated.append(rule.isNegated)
    }
    automaton = Automaton(fragments)
  }

  /// Returns whether the rules ignore a path, or `nil` if none applies; a directory's path ends
  /// with a slash.
  mutating func isIgnored(_ path: Span<UInt8>) -> Bool? {
    automaton.match(path).map { !isNegated[$0] }
  }
}

private struct GitignoreRule {
  let fragment: Fragment
  let isNegated: Bool

  init?(_ line: ArraySlice<UInt8>) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    while line.last == UInt8(ascii: " "), line.dropLast().last != UInt8(ascii: "\\") {
      line.removeLast()
    }
    if line.first == UInt8(ascii: "#") { return nil }
    isNegated = line.first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    let isForDirectories = line.last == UInt8(ascii: "/")
    if isForDirectories { line.removeLast() }
    if line.isEmpty { return nil }
    // A slash anchors the rule; otherwise it applies at any depth.
    let hasPlace = line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    let glob = hasPlace ? Bytes(line) : Bytes("**/".utf8) + line
    let slash = Fragment.symbol(SymbolSet(UInt32(ascii: "/")))
    fragment =
      [.start] + GlobParser.parse(glob.span.symbols, isPath: true)
      + (isForDirectories ? slash : slash.optional) + [.end]
  }
}
