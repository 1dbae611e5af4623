/// The facts to find about the entries of a directory.
struct DirectoryMeasures {
  let isNeeded: Bool
  /// Whether the contents of all directories count.
  let needsContents: Bool
  private let needsStatus: Bool
  private let needsTimes: Bool
  /// The files with several names so far, since their size counts once.
  private var linkedFiles: Set<FileIdentity> = []
  /// The further names of such files.
  private(set) var repeatedLinks: Set<Node> = []

  init(_ options: DirectoryOptions) {
    let names = options.attributeNames.compactMap {
      EntryFacts.Name(rawValue: String(decoding: $0, as: UTF8.self))
    }
    isNeeded = !names.isEmpty || options.countsEntries
    needsContents = names.contains(.size) || names.contains(.files)
    needsStatus = names.contains(.size) || names.contains(.modified)
    needsTimes = names.contains(.modified)
  }

  /// Returns the facts about an entry without its contents, and whether its size counts.
  fileprivate mutating func facts(
    about entry: DirectoryTree.Entry, named name: Bytes, in directory: DirectoryStream
  ) -> (EntryFacts, counts: Bool) {
    var facts = EntryFacts(
      isDirectory: entry.isDirectory || entry.leadsToDirectory,
      fileCount: entry.isDirectory ? 0 : 1)
    // An entry without status has just been removed.
    guard needsStatus,
      let status = try? directory.entryStatus(of: name, followingLinks: entry.isFollowed)
    else { return (facts, true) }
    facts.size = status.size
    if needsTimes { facts.modification = status.modification }
    let isLinked = !entry.isDirectory && status.linkCount > 1
    return (facts, !isLinked || linkedFiles.insert(status.identity).inserted)
  }

  fileprivate mutating func add(repeatedLink node: Node) {
    repeatedLinks.insert(node)
  }
}

extension DirectoryTree {
  /// Adds the facts about an entry of the current directory, which is the next row or no row.
  mutating func addFacts(about entry: Entry, isRow: Bool, in directory: DirectoryStream) {
    let name = Bytes(document.bytes[entry.name])
    let (facts, counts) = measures.facts(about: entry, named: name, in: directory)
    if isRow {
      if !counts { measures.add(repeatedLink: Node(document.facts.count)) }
      document.facts.append(facts)
    } else if let parent = openDirectories.last {
      document.facts[Int(parent.number)].add(facts, withSize: counts)
    } else {
      document.rootFacts.add(facts, withSize: counts)
    }
  }

  /// Adds the facts about all entries to those about the directories that contain them.
  mutating func addUpFacts(of root: DirectoryStream) {
    if !measures.isNeeded { return }
    func add(_ entries: Range<Int>, to facts: inout EntryFacts, in all: [EntryFacts]) {
      for number in entries {
        let counts = !measures.repeatedLinks.contains(Node(number))
        facts.add(all[number], withSize: counts)
      }
    }
    // Each directory has a smaller number than its entries.
    var all = document.facts
    for number in all.indices.reversed() where !children[number].isEmpty {
      var facts = all[number]
      add(children[number], to: &facts, in: all)
      all[number] = facts
    }
    document.facts = all
    if let status = try? root.ownStatus() { document.rootFacts.addSize(status.size) }
    add(roots, to: &document.rootFacts, in: all)
  }
}

extension EntryFacts {
  fileprivate mutating func add(_ other: EntryFacts, withSize counts: Bool) {
    if counts { addSize(other.size) }
    fileCount += other.fileCount
  }

  /// Adds a size; the sizes of a few sparse files can exceed any number.
  fileprivate mutating func addSize(_ other: Int64) {
    let (sum, overflows) = size.addingReportingOverflow(other)
    size = overflows ? .max : sum
  }
}
