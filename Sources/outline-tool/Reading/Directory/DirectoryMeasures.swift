/// The facts to find about the entries of a directory.
struct DirectoryMeasures {
  let isNeeded: Bool
  /// Whether the contents of all directories count.
  let needsContents: Bool
  private let needsStatus: Bool
  private let needsTimes: Bool
  /// The files with several names so far, whose size counts once.
  private var linkedFiles: Set<FileIdentity> = []
  /// The other names of such files.
  var repeatedLinks: Set<Node> = []

  init(_ options: DirectoryOptions) {
    let names = options.attributeNames.compactMap {
      EntryFacts.Name(rawValue: String(decoding: $0, as: UTF8.self))
    }
    isNeeded = !names.isEmpty
    needsContents = names.contains(.size) || names.contains(.files)
    needsStatus = names.contains(.size) || names.contains(.modified)
    needsTimes = names.contains(.modified)
  }

  /// Returns the facts about an entry without its contents, and whether its size counts.
  mutating func facts(
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
}
