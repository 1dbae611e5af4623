import OutlineCore

/// The address of rows: a number such as `2.1`, or the texts from a root to a row.
///
/// A class, because it records whether any row has the address.
final class RowAddress {
  private enum Steps {
    /// The positions among siblings, counted from 1.
    case positions([Int])
    case texts([Bytes])
  }

  /// The address as the user wrote it.
  let source: Bytes
  private let steps: Steps
  private(set) var hasMatched = false

  var isNumber: Bool {
    if case .positions = steps { true } else { false }
  }

  /// Parses an address, which is a path unless it consists of digits and dots.
  init?(_ source: Bytes) {
    self.source = source
    let parts = source.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let positions = parts.compactMap(\.number)
    if positions.count == parts.count && !positions.contains(0) {
      steps = .positions(positions)
      return
    }

    let texts = source.pathComponents
    if texts.isEmpty { return nil }
    steps = .texts(texts)
  }

  /// Returns the nodes at the address in pre-order.
  ///
  /// - Complexity: O(number of siblings on the way)
  func nodes(in document: Document) -> [Node] {
    var nodes: [Node?] = [nil]
    switch steps {
    case .positions(let positions):
      for position in positions {
        nodes = nodes.compactMap { parent in
          guard let children = document.outline.children(of: parent), position <= children.count
          else { return nil }
          return children[position - 1]
        }
      }
    case .texts(let texts):
      for text in texts.dropFirst(document.rootLength(in: texts)) {
        nodes = nodes.flatMap { parent in
          (document.outline.children(of: parent).map(Array.init) ?? []).filter {
            document.bytes[document.name(of: $0)].elementsEqual(text)
          }
        }
      }
    }
    let found = nodes.compactMap(\.self)
    hasMatched = hasMatched || !found.isEmpty
    return found
  }

  /// Returns the number of levels from a row at the address down to a directory entry, or `nil` if
  /// the entry is elsewhere.
  ///
  /// The number is negative above the row. The path of the entry consists of positions, counted from
  /// 0, and names.
  func levels(to path: [(position: Int, name: Bytes)], in document: Document) -> Int? {
    switch steps {
    case .positions(let positions):
      let isOnWay = zip(positions, path).allSatisfy { $0 == $1.position + 1 }
      return isOnWay ? path.count - positions.count : nil
    case .texts(let texts):
      let texts = texts.dropFirst(document.rootLength(in: texts))
      let isOnWay = zip(texts, path).allSatisfy { $0 == $1.name }
      return isOnWay ? path.count - texts.count : nil
    }
  }
}

extension Document {
  /// Returns the number of texts at the start of a path that name the directory itself.
  fileprivate func rootLength(in texts: [Bytes]) -> Int {
    guard case .directory(let root) = source else { return 0 }
    let names = root.pathComponents
    return texts.count > names.count && texts.starts(with: names) ? names.count : 0
  }
}

extension Bytes {
  /// The texts between slashes, in which `\/` stands for a slash and `\\` for a backslash.
  fileprivate var pathComponents: [Bytes] {
    var components: [Bytes] = [[]]
    var isEscaped = false
    for byte in self {
      if isEscaped && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\") {
        components[components.count - 1].append(UInt8(ascii: "\\"))
      }
      let isEscape = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "/") && !isEscaped {
        components.append([])
      } else if !isEscape {
        components[components.count - 1].append(byte)
      }
      isEscaped = isEscape
    }
    if isEscaped { components[components.count - 1].append(UInt8(ascii: "\\")) }
    // A slash at the start distinguishes a text of digits from a number.
    return components.filter { !$0.isEmpty }
  }
}
