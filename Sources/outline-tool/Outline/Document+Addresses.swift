import OutlineCore

extension Document {
  /// Returns the address of a node with only characters that are valid in terminal links, or `nil`
  /// if it has none that is safe to follow.
  func address(of node: Node) -> Bytes? {
    switch source {
    case .directory(let root):
      return Process.fileAddress(of: path(of: node, below: root))
    case .file(let format):
      for name in format.addressNames {
        guard let address = attribute(Bytes(name.utf8), of: node) else { continue }
        for scheme in ["https://", "http://", "mailto:"]
        where address.span.starts(with: scheme, ignoringCase: true) {
          return address.percentEscaped(keeping: { $0 > 0x20 && $0 < 0x7F })
        }
      }
      return nil
    case .comparison:
      return nil
    }
  }

  func path(of node: Node, below root: Bytes) -> Bytes {
    path(along: ancestors(of: node) + [node], below: root)
  }

  /// Returns the ancestors of a node from the top, also those that are not shown.
  func ancestors(of node: Node) -> [Node] {
    ((whole ?? outline).ancestors(of: node) ?? []).reversed()
  }

  /// Returns the path to the last of several nested directory entries.
  func path(along nodes: [Node], below root: Bytes) -> Bytes {
    var path = root
    for node in nodes { path.appendComponent(bytes[name(of: node)]) }
    return path
  }
}

extension Bytes {
  mutating func appendComponent(_ name: ArraySlice<UInt8>) {
    if last != UInt8(ascii: "/") { append(UInt8(ascii: "/")) }
    self += name
  }
}

/// A text that has a piece for each ancestor of a row, such as tree lines, a path or a number.
struct LevelPrefix {
  /// The level from which rows show no prefix, since all prefixes would take quadratic space.
  static let deepLevel = 1000

  private(set) var bytes: Bytes = []
  /// The end of the pieces above each level.
  private var ends = [0]

  /// Returns the range of the pieces above a level.
  func range(above level: Int) -> Range<Int> { 0..<ends[level] }

  /// Returns the range of the piece of a level.
  func range(at level: Int) -> Range<Int> { ends[level]..<ends[level + 1] }

  /// Sets the piece of a level and removes those of deeper levels.
  mutating func set(_ piece: Bytes, level: Int) {
    bytes.removeLast(bytes.count - ends[level])
    bytes += piece
    ends.removeLast(ends.count - 1 - level)
    ends.append(bytes.count)
  }
}
