import Outline

/// Reads a directory into an outline, as far as its rows are expanded.
///
/// A directory is read when its row is expanded and not before: one at the depth limit, or one that
/// is to stay collapsed, costs nothing. Names are bytes; links are shown and not followed.
struct DirectoryTree {
  private struct Directory {
    let node: Node
    let level: Int
  }

  private var document = Document()
  private var problems: [Problem] = []
  private var failure: Problem?
  private let settings: Settings
  private let rootName: Bytes
  private var path: DirectoryPath
  /// The directories whose rows are left to expand, the next one last.
  private var unexpanded: [Directory] = []

  /// Reads the directory that `root` is open on; messages call it `name`.
  static func read(_ root: DirectoryStream, name: Bytes, settings: Settings) -> Reading {
    var tree = DirectoryTree(root, name: name, settings: settings)
    tree.addEntries(of: root, to: nil, level: 0)
    while let directory = tree.unexpanded.popLast() {
      tree.expand(directory)
    }
    return Reading(document: tree.document, problems: tree.problems, failure: tree.failure)
  }

  private init(_ root: DirectoryStream, name: Bytes, settings: Settings) {
    self.settings = settings
    rootName = name
    path = DirectoryPath(root: root)
  }

  private mutating func expand(_ directory: Directory) {
    path.ascend(toDepth: directory.level)
    do throws(SystemError) {
      let opened = try path.descend(into: Bytes(document.text(of: directory.node)))
      document.outline.expand([directory.node])
      addEntries(of: opened, to: directory.node, level: directory.level + 1)
    } catch {
      document.unreadDirectories.insert(directory.node)
      problems.append(Problem(path: name(of: directory.node), fact: .failed(error)))
    }
  }

  /// Reads a directory and adds its entries below the row `parent`.
  private mutating func addEntries(of directory: DirectoryStream, to parent: Node?, level: Int) {
    let first = document.texts.count
    var subdirectories: [Directory] = []
    for entry in entries(of: directory, parent: parent) {
      let node = Node(document.texts.count)
      document.texts.append(entry.kind == .link ? linkText(entry, in: directory) : entry.name)
      if entry.kind == .directory {
        subdirectories.append(Directory(node: node, level: level))
      }
    }
    let nodes = (first..<document.texts.count).lazy.map { Node($0) }
    do {
      try document.outline.append(nodes, to: parent)
    } catch {
      preconditionFailure("New nodes have new numbers: \(error)")
    }
    for directory in subdirectories.reversed() {
      if opens(directory) {
        unexpanded.append(directory)
      } else {
        document.unreadDirectories.insert(directory.node)
      }
    }
  }

  private func opens(_ directory: Directory) -> Bool {
    if let depth = settings.depth, directory.level + 1 >= depth { return false }
    switch settings.expansion {
    case .none: return false
    case .levels(let levels) where directory.level >= levels: return false
    case .all, .stored, .levels: break
    }
    return !settings.collapses(document.text(of: directory.node))
  }
}

extension DirectoryTree {
  /// An entry whose name stands among the document's bytes.
  private struct Entry {
    let name: Range<Int>
    let kind: EntryKind
  }

  /// Reads the entries to show, in the order of their names' bytes.
  private mutating func entries(of directory: DirectoryStream, parent: Node?) -> [Entry] {
    var entries: [Entry] = []
    do throws(SystemError) {
      try directory.forEachEntry { name, kind in
        if name[0] == UInt8(ascii: ".") && !settings.showsHiddenFiles { return }
        let start = document.bytes.count
        document.bytes.append(name)
        entries.append(Entry(name: start..<document.bytes.count, kind: kind))
      }
    } catch {
      // What was read before the error is shown all the same.
      if let parent {
        problems.append(Problem(path: name(of: parent), fact: .failed(error)))
      } else {
        failure = Problem(path: rootName, fact: .failed(error))
      }
    }
    let names = document.bytes.span
    entries.sort { names.extracting($0.name).precedes(names.extracting($1.name)) }
    return entries
  }

  /// Adds `name -> target` to the document's bytes.
  private mutating func linkText(_ entry: Entry, in directory: DirectoryStream) -> Range<Int> {
    let name = Bytes(document.bytes[entry.name])
    guard let target = directory.linkTarget(name) else { return entry.name }
    let start = document.bytes.count
    document.bytes += name + Bytes(" -> ".utf8) + target
    return start..<document.bytes.count
  }

  /// The path of a directory from the root on, as messages name it.
  private func name(of directory: Node) -> Bytes {
    let above = document.outline.ancestors(of: directory) ?? []
    var path = rootName
    for node in above.reversed() + [directory] {
      if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
      path += document.text(of: node)
    }
    return path
  }
}
