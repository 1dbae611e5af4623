import Outline

/// The expansion and the selection of a file, which the browser remembers from run to run.
///
/// A file in the state directory of the user has a line for each expanded row, for the selected row
/// and for their ancestors: the level, the state, the position among the siblings, and the text. A
/// number after the state marks the selected row; it is the row's line on the screen.
struct RememberedRows {
  /// The number of lines beyond which nothing is remembered.
  private static let limit = 10_000

  private let folder: Bytes
  private let path: Bytes

  /// Finds the place for the rows of a file, if there is any.
  init?(of input: InputName) {
    guard let target = input.path.flatMap(Process.absolutePath) else { return nil }
    if let state = Process.environmentValue("XDG_STATE_HOME"), state.first == UInt8(ascii: "/") {
      folder = state + "/outline-tool".utf8
    } else if let home = Process.environmentValue("HOME") {
      folder = home + "/.local/state/outline-tool".utf8
    } else {
      return nil
    }
    var name = Bytes()
    for byte in target {
      name.append(byte == UInt8(ascii: "/") ? UInt8(ascii: "%") : byte)
      if byte == UInt8(ascii: "%") { name.append(byte) }
    }
    path = folder + "/".utf8 + name
  }

  /// Expands the remembered rows that the document still has, and no others.
  ///
  /// Returns the selected row and its line on the screen, or `nil` if nothing is remembered.
  func restore(in document: inout Document) -> (selected: Node?, line: Int)? {
    let sizeLimit = 1 << 24
    guard let file = try? FileDescriptor(regularFile: path),
      let contents = try? file.readAll(limit: sizeLimit)
    else { return nil }

    var place: (selected: Node?, line: Int) = (nil, 0)
    var expanded: [Node] = []
    // Rows that are gone are searched for among all their siblings.
    let comparisonLimit = 10_000_000
    var comparisonCount = 0
    // The last row that was found on each level, and its position among its siblings.
    var found: [(node: Node, position: Int)] = []
    for line in contents.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, let level = Bytes(fields[0]).number, level <= found.count,
        let remembered = Bytes(fields[2]).number
      else { continue }
      let last = level < found.count ? found[level].position : -1
      found.removeLast(found.count - level)
      guard let siblings = document.outline.children(of: found.last?.node) else { continue }
      func isMeant(_ position: Int) -> Bool {
        comparisonCount += 1
        return comparisonCount < comparisonLimit
          && document.text(of: siblings[position]).rememberedText.elementsEqual(fields[3])
      }
      // The siblings usually have the positions or the order that they had.
      guard
        let position = siblings.indices.contains(remembered) && isMeant(remembered)
          ? remembered
          : (last + 1..<siblings.count).first(where: isMeant)
            ?? (0..<last + 1).first(where: isMeant)
      else { continue }
      let node = siblings[position]
      found.append((node, position))
      if fields[1].first == UInt8(ascii: "+") { expanded.append(node) }
      if let line = Bytes(fields[1].dropFirst()).number { place = (node, line) }
    }
    if place.selected == nil && expanded.isEmpty { return nil }
    document.outline.collapseAll()
    document.outline.expand(expanded)
    return place
  }

  /// Remembers the expanded rows, and the selected one with its line on the screen.
  func save(
    _ outline: SectionSnapshot<Node>, of document: Document, selected: Node?, line: Int
  ) throws(SystemError) {
    let expanded = Set(outline.expandedItems.prefix(Self.limit).filter(outline.hasChildren))
    var shown = expanded
    if let selected { shown.insert(selected) }
    for node in shown { shown.formUnion(outline.ancestors(of: node) ?? []) }
    let rows = shown.compactMap { node in outline.index(of: node).map { (index: $0, node) } }
      .sorted { $0.index < $1.index }
    if rows.count >= Self.limit { return }

    makeDirectories(folder)
    let file = try AtomicFile(path)
    var output = OutputBuffer(descriptor: file.descriptor, isASCIIOnly: false)
    for (_, node) in rows {
      output.append(outline.level(of: node) ?? 0)
      output.append(expanded.contains(node) ? "\t+" : "\t-")
      if node == selected { output.append(line) }
      output.append("\t")
      output.append(outline.childIndex(of: node) ?? 0)
      output.append("\t")
      output.append(Bytes(document.text(of: node).rememberedText).span)
      output.append("\n")
    }
    try output.close()
    try file.finish(keeping: true)
  }
}

extension ArraySlice<UInt8> {
  /// The text on one line.
  fileprivate var rememberedText: some Sequence<UInt8> {
    lazy.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
  }
}
