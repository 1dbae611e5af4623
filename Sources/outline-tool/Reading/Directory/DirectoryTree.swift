import OutlineCore

struct DirectoryOptions {
  var showsHiddenFiles = false
  var showsOnlyDirectories = false
  var followsLinks = false
  var honorsGitignore = false
  var attributeNames: [Bytes] = []
}

/// Reads a directory into an outline, as far as its rows are expanded.
///
/// A directory is read when its row is expanded, so collapsed rows and those at the depth limit
/// cost nothing. Names are bytes.
struct DirectoryTree {
  private struct Directory {
    let node: Node
    let level: Int
    let name: Range<Int>
    let isLink: Bool
    /// Whether the entries are only measured, and are not rows.
    var isClosed = false
  }

  private var document: Document
  /// The first link to a directory that another link led to, and the number of such links.
  private var repeatedLink: (path: Bytes, count: Int)?
  private let options: DirectoryOptions
  private var measures: DirectoryMeasures
  private let arrangement: Arrangement
  private let progress: Progress
  private let rootName: Bytes
  private var path: DirectoryPath
  private var gitignore: Gitignore?
  /// The nodes of the directories on the path to the current one.
  private var openDirectories: [Node] = []
  /// The numbers of the entries of each node.
  private var children: [Range<Int>] = []
  private var roots = 0..<0
  private var expanded: [Node] = []
  /// The directories to expand, the next one last.
  private var unexpanded: [Directory] = []

  /// Reads an open directory.
  static func read(
    _ root: DirectoryStream, input: InputName, options: DirectoryOptions,
    arrangement: Arrangement, progress: Progress
  ) throws(SystemError) -> Document {
    defer { progress.clear() }

    var isLimited = arrangement.depth != nil
    if case .levels = arrangement.expansion { isLimited = true }

    var tree = DirectoryTree(
      document: Document(source: .directory(input.displayName)), options: options,
      measures: DirectoryMeasures(options), arrangement: arrangement, progress: progress,
      rootName: input.displayName,
      path: try DirectoryPath(
        root: root, followingLinks: options.followsLinks, isLimited: isLimited),
      gitignore: options.honorsGitignore ? Gitignore(above: input) : nil)

    tree.document.file.problems = tree.gitignore?.problems ?? []
    tree.addEntries(of: root, isClosed: false)
    while let directory = tree.unexpanded.popLast() {
      tree.expand(directory)
    }

    tree.reportRepeatedLinks()
    tree.makeOutline()
    tree.addUpFacts()
    tree.document.arrange(arrangement)
    return tree.document
  }

  private mutating func expand(_ directory: Directory) {
    path.ascend(toDepth: directory.level)
    openDirectories.removeSubrange(directory.level...)
    openDirectories.append(directory.node)
    let name = Bytes(document.file.bytes[directory.name])
    do throws(SystemError) {
      switch try path.descend(into: name, byLink: directory.isLink) {
      case .loop:
        document.file.problems.append(Problem(path: pathOfDirectory, kind: .linkCycle))
      case .repeated:
        repeatedLink = (repeatedLink?.path ?? pathOfDirectory, (repeatedLink?.count ?? 0) + 1)
      case .opened(let opened):
        if !directory.isClosed { expanded.append(directory.node) }
        gitignore?.enter(name, level: directory.level + 1)
        addEntries(of: opened, isClosed: directory.isClosed)
      }
    } catch {
      document.unreadDirectories.insert(directory.node)
      document.file.problems.append(Problem(path: pathOfDirectory, kind: .failed(error)))
    }
  }

  /// Reports links to directories that other links led to, once for all of them.
  private mutating func reportRepeatedLinks() {
    guard let (path, count) = repeatedLink else { return }
    document.file.problems.append(Problem(path: path, kind: .repeatedLink))
    if count > 1 {
      document.file.problems.append(Problem(path: rootName, kind: .more(count: count - 1)))
    }
  }

  private mutating func addEntries(of directory: DirectoryStream, isClosed: Bool) {
    let level = openDirectories.count
    for (name, kind) in gitignore?.readRules(in: directory, level: level) ?? [] {
      var path = pathOfDirectory
      path.appendComponent(name[...])
      document.file.problems.append(Problem(path: path, kind: kind))
    }

    let first = document.file.texts.count
    var subdirectories: [Directory] = []
    for entry in entries(of: directory) {
      let isRow = !options.showsOnlyDirectories || entry.isDirectory || entry.leadsToDirectory
      if measures.isNeeded { addFacts(about: entry, isRow: isRow, in: directory) }
      if !isRow { continue }

      let node = Node(document.file.texts.count)
      if entry.kind == .link || entry.isFollowed {
        document.file.texts.append(linkText(entry, in: directory))
        document.linkNames[node] = entry.name
      } else {
        document.file.texts.append(entry.name)
      }

      if entry.isDirectory {
        subdirectories.append(
          Directory(node: node, level: level, name: entry.name, isLink: entry.isFollowed))
      }
    }

    let numbers = first..<document.file.texts.count
    children += repeatElement(0..<0, count: numbers.count)
    if let parent = openDirectories.last {
      children[Int(parent.number)] = numbers
    } else {
      roots = numbers
    }

    for var directory in subdirectories.reversed() {
      directory.isClosed = isClosed || !opens(directory)
      if directory.isClosed { document.unreadDirectories.insert(directory.node) }
      if !directory.isClosed || measures.needsContents { unexpanded.append(directory) }
    }

    progress.report("\(document.file.texts.count) entries")
  }

  /// Creates the outline of all entries in one operation, which is faster than one operation for
  /// each directory.
  private mutating func makeOutline() {
    var rows: [(item: Node, level: Int)] = []
    rows.reserveCapacity(children.count)

    // The remaining entries of each level.
    var open = [roots]
    while let siblings = open.last {
      guard let number = siblings.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1] = siblings.dropFirst()
      rows.append((Node(number), open.count - 1))
      let isClosed = measures.needsContents && document.unreadDirectories.contains(Node(number))
      if !isClosed && !children[number].isEmpty { open.append(children[number]) }
    }

    do {
      try document.outline.append(preorder: rows)
    } catch {
      preconditionFailure("Entries of directories are an outline: \(error)")
    }
    document.outline.restoreExpansion(expanded)
  }

  /// Returns whether to read a directory, because its rows are visible or searched.
  private func opens(_ directory: Directory) -> Bool {
    var level = directory.level
    if !arrangement.selected.isEmpty {
      guard let levels = levelsBelowSelection(of: directory) else { return false }
      if levels < 0 { return true }
      level = levels
    }

    if let depth = arrangement.depth, level + 1 >= depth { return false }

    switch arrangement.expansion {
    case .none: return false
    case .levels(let levels) where level >= levels: return false
    case .all, .stored, .levels: break
    }

    return !arrangement.collapsed.match(document.file.bytes.span.extracting(directory.name))
  }

  /// A Boolean value that indicates whether the positions of shown entries are known only after
  /// reading, because of a filter or an attribute to sort by.
  private var hasLateOrder: Bool { arrangement.filters || arrangement.sorting?.attribute != nil }

  /// Returns the number of levels from a selected row down to a directory, which is negative above
  /// the row, or `nil` if the directory is elsewhere.
  private func levelsBelowSelection(of directory: Directory) -> Int? {
    if hasLateOrder && arrangement.selected.contains(where: \.isNumber) { return -1 }

    var siblings = roots
    var path: [(position: Int, name: Bytes)] = []
    for node in openDirectories + [directory.node] {
      let number = Int(node.number)
      path.append(
        (number - siblings.lowerBound, Bytes(document.file.bytes[document.name(of: node)])))
      siblings = children[number]
    }
    return arrangement.selected.compactMap { $0.levels(to: path, in: document) }.max()
  }
}

// MARK: - Entries

extension DirectoryTree {
  /// An entry, whose name is in the bytes of the document.
  struct Entry {
    let name: Range<Int>
    let kind: EntryKind
    /// Whether it is a link to a directory, if an option needs to know.
    var leadsToDirectory = false
    /// Whether it is a link to a directory that is followed.
    var isFollowed = false

    var isDirectory: Bool { kind == .directory || isFollowed }
  }

  /// Reads the visible entries in order.
  private mutating func entries(of directory: DirectoryStream) -> [Entry] {
    var entries: [Entry] = []
    do throws(SystemError) {
      try directory.forEachEntry { name, kind in
        if name[0] == UInt8(ascii: ".") && !options.showsHiddenFiles { return }
        if arrangement.ignored.match(name) { return }
        if gitignore?.ignores(name, isDirectory: kind == .directory) == true { return }
        let start = document.file.bytes.count
        document.file.bytes.append(name)
        entries.append(Entry(name: start..<document.file.bytes.count, kind: kind))
      }
    } catch {
      // Show the entries before the error.
      let problem = Problem(path: pathOfDirectory, kind: .failed(error))
      if openDirectories.isEmpty {
        document.failure = problem
      } else {
        document.file.problems.append(problem)
      }
    }

    if options.followsLinks || options.showsOnlyDirectories {
      for index in entries.indices where entries[index].kind == .link {
        let name = Bytes(document.file.bytes[entries[index].name])
        entries[index].leadsToDirectory = directory.leadsToDirectory(name)
        entries[index].isFollowed = options.followsLinks && entries[index].leadsToDirectory
      }
    }

    let names = document.file.bytes.span
    var sorting = arrangement.sorting ?? Sorting()
    if case .none = sorting.key { return entries }
    // The attributes of directories are known only after reading.
    if sorting.attribute != nil { sorting = Sorting() }
    entries.sort { left, right in
      sorting.puts(
        names.extracting(left.name), isFolder: left.isDirectory,
        before: names.extracting(right.name), isFolder: right.isDirectory)
    }
    return entries
  }

  /// Adds `name -> target` to the document's bytes.
  private mutating func linkText(_ entry: Entry, in directory: DirectoryStream) -> Range<Int> {
    let name = Bytes(document.file.bytes[entry.name])
    guard let target = Process.linkTarget(of: name, in: directory.number) else { return entry.name }
    let start = document.file.bytes.count
    document.file.bytes += name + Bytes(" -> ".utf8) + target
    return start..<document.file.bytes.count
  }

  /// The path of the current directory, as it appears in messages.
  private var pathOfDirectory: Bytes {
    document.path(along: openDirectories, below: rootName)
  }
}

// MARK: - Facts

extension DirectoryTree {
  /// Adds the facts about an entry of the current directory, which becomes the next row if `isRow`.
  private mutating func addFacts(about entry: Entry, isRow: Bool, in directory: DirectoryStream) {
    let name = Bytes(document.file.bytes[entry.name])
    let (facts, counts) = measures.facts(about: entry, named: name, in: directory)
    if isRow {
      if !counts { measures.repeatedLinks.insert(Node(document.facts.count)) }
      document.facts.append(facts)
    } else if let parent = openDirectories.last {
      document.facts[Int(parent.number)].add(facts, withSize: counts)
    }
  }

  /// Adds the facts about all entries to those about the directories that contain them.
  private mutating func addUpFacts() {
    if !measures.isNeeded { return }
    // Each directory has a smaller number than its entries.
    for number in document.facts.indices.reversed() {
      for entry in children[number] {
        let counts = !measures.repeatedLinks.contains(Node(entry))
        document.facts[number].add(document.facts[entry], withSize: counts)
      }
    }
  }
}

extension EntryFacts {
  fileprivate mutating func add(_ other: EntryFacts, withSize counts: Bool) {
    fileCount += other.fileCount
    guard counts else { return }
    // The sizes of a few sparse files can exceed any number.
    let (sum, overflows) = size.addingReportingOverflow(other.size)
    size = overflows ? .max : sum
  }
}
