import OutlineCore

extension Document {
  /// Returns the address of a node, encoded for terminal links, or `nil` if it has none that is
  /// safe to follow.
  func address(of node: Node) -> Bytes? {
    switch source {
    case .directory(let root):
      return Process.fileAddress(of: path(of: node, below: root))
    case .file(let format):
      for name in format.addressNames {
        if let address = attribute(Bytes(name.utf8), of: node)?.followableAddress { return address }
      }
      return nil
    case .comparison:
      return nil
    }
  }

  func path(of node: Node, below root: Bytes) -> Bytes {
    path(along: ancestors(of: node) + [node], below: root)
  }

  /// Returns the ancestors of a node from the top, including those that are not shown.
  func ancestors(of node: Node) -> [Node] {
    ((whole ?? outline).ancestors(of: node) ?? []).reversed()
  }

  /// Returns the path to the last of several nested directory entries.
  func path(along nodes: [Node], below root: Bytes) -> Bytes {
    var path = root
    for node in nodes { path.appendComponent(file.bytes[name(of: node)]) }
    return path
  }
}

extension Bytes {
  mutating func appendComponent(_ name: ArraySlice<UInt8>) {
    if last != UInt8(ascii: "/") { append(UInt8(ascii: "/")) }
    self += name
  }
}
