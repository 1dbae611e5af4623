import Outline

extension Document {
  /// The attributes that may have a node's address, the best of them first.
  static let addressNames = ["htmlUrl", "url", "xmlUrl"].map { Bytes($0.utf8) }

  /// The names that such attributes have in a format, the best of them first.
  private static func addressNames(of format: Format) -> [Bytes] {
    switch format {
    case .bookmarks: [Bytes("HREF".utf8)]
    case .freemind: [Bytes("LINK".utf8)]
    case .org, .markdown: [Bytes("url".utf8)]
    default: addressNames
    }
  }

  /// Returns the address that a node leads to, in characters that terminals take in links; `nil`
  /// where there is none, or none that is safe to follow.
  func address(of node: Node) -> Bytes? {
    switch source {
    case .directory(let root):
      return Process.fileAddress(of: path(of: node, below: root))
    case .file(let format):
      for name in Document.addressNames(of: format) {
        guard let address = attribute(name, of: node) else { continue }
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

  /// The text with `%20` and its like for all bytes that are not kept.
  func percentEscaped(keeping isKept: (UInt8) -> Bool) -> Bytes {
    var result = Bytes()
    for byte in self {
      if isKept(byte) {
        result.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
      }
    }
    return result
  }
}
