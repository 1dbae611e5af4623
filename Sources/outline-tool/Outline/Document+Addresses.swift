import Outline

extension Document {
  /// Returns the address that a node leads to, in characters that terminals take in links; `nil`
  /// where there is none, or none that is safe to follow.
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
    }
  }

  /// The path of a directory's entry.
  func path(of node: Node, below root: Bytes) -> Bytes {
    path(along: (outline.ancestors(of: node) ?? []).reversed() + [node], below: root)
  }

  /// The path through directories, or to an entry of the last one.
  func path(along nodes: [Node], below root: Bytes) -> Bytes {
    var path = root
    for node in nodes { path.appendComponent(bytes[name(of: node)]) }
    return path
  }
}

extension Bytes {
  /// Appends the name of an entry to the path of a directory.
  mutating func appendComponent(_ name: ArraySlice<UInt8>) {
    if last != UInt8(ascii: "/") { append(UInt8(ascii: "/")) }
    self += name
  }
}
