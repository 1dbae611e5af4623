import OutlineCore

/// The address of rows: a number such as `2.1`, or the texts from a root to a row, which can be
/// globs.
///
/// A class, because it records whether any row has the address.
final class RowAddress {
  private enum Steps {
    /// The positions among siblings, counted from 1.
    case positions([Int])
    case texts([Component])
  }

  /// A component of a path.
  private struct Component {
    let text: Bytes
    /// The glob, if the text contains special characters.
    let pattern: Pattern?
    /// A Boolean value that indicates whether the component stands for any number of levels.
    let isAnyPath: Bool
    private let ignoresCase: Bool

    init(_ text: Bytes, ignoringCase: Bool = false) {
      self.text = text
      isAnyPath = text.elementsEqual("**".utf8)
      let isGlob = text.contains { "*?[{\\".utf8.contains($0) }
      pattern = isGlob ? try? Pattern(text, ignoringCase: ignoringCase) : nil
      ignoresCase = ignoringCase
    }

    func matches(_ name: Bytes) -> Bool {
      name.span.equals(text.span, ignoringCase: ignoresCase)
        || pattern?.matches(name.span) ?? false
    }

    /// Returns the children with this text, or else those that match the glob.
    func children(of parent: Node?, in document: Document) -> [Node] {
      let children = document.outline.children(of: parent).map(Array.init) ?? []
      let equal = children.filter {
        document.file.bytes.span.extracting(document.name(of: $0))
          .equals(text.span, ignoringCase: ignoresCase)
      }
      guard equal.isEmpty, let pattern else { return equal }
      return children.filter {
        pattern.matches(document.file.bytes.span.extracting(document.name(of: $0)))
      }
    }
  }

  /// The address as the user wrote it.
  let source: Bytes
  private var steps: Steps
  private(set) var hasMatched = false
  /// The largest number of components for which there are rows.
  private var matchedCount = 0

  var isNumber: Bool {
    if case .positions = steps { true } else { false }
  }

  /// The address of the lowest rows on the way, and the component that is missing below them; `nil`
  /// if there are no such rows, or if their address needs a backslash.
  var missingChild: (parent: Bytes, name: Bytes)? {
    let separator = UInt8(ascii: isNumber ? "." : "/")
    let components: [Bytes] =
      switch steps {
      case .positions(let positions): positions.map { Bytes(String($0).utf8) }
      case .texts(let texts): texts.map(\.text)
      }
    guard components.indices.dropFirst().contains(matchedCount) else { return nil }
    let parents = components[..<matchedCount]
    let isClear = parents.allSatisfy {
      !$0.elementsEqual("**".utf8) && !$0.contains(UInt8(ascii: "/"))
    }
    let parent = Bytes(parents.joined(separator: [separator]))
    return isClear ? (parent, components[matchedCount]) : nil
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
    steps = .texts(texts.map { Component($0) })
  }

  func ignoreCase() {
    guard case .texts(let texts) = steps else { return }
    steps = .texts(texts.map { Component($0.text, ignoringCase: true) })
  }

  /// Returns the nodes at the address in pre-order.
  ///
  /// - Complexity: O(number of siblings on the way), or of rows after `**`
  func nodes(in document: Document) -> [Node] {
    var nodes: [Node?] = [nil]
    switch steps {
    case .positions(let positions):
      for (index, position) in positions.enumerated() {
        nodes = nodes.compactMap { parent in
          guard let children = document.outline.children(of: parent), position <= children.count
          else { return nil }
          return children[position - 1]
        }
        if !nodes.isEmpty { matchedCount = max(matchedCount, index + 1) }
      }
    case .texts(let texts):
      let start = document.rootLength(in: texts.map(\.text))
      for (index, component) in texts.enumerated().dropFirst(start) {
        nodes =
          component.isAnyPath
          ? document.subtrees(of: nodes)
          : nodes.flatMap { component.children(of: $0, in: document) }
        if !nodes.isEmpty { matchedCount = max(matchedCount, index + 1) }
      }
    }
    let found = nodes.compactMap(\.self)
    hasMatched = hasMatched || !found.isEmpty
    return found
  }

  /// Returns the number of levels from a row at the address down to a directory entry, or `nil` if
  /// the entry is elsewhere.
  ///
  /// The number is negative above the row, and where the row can be at any level. The path of the
  /// entry consists of positions, counted from 0, and names.
  func levels(to path: [(position: Int, name: Bytes)], in document: Document) -> Int? {
    switch steps {
    case .positions(let positions):
      let isOnWay = zip(positions, path).allSatisfy { $0 == $1.position + 1 }
      return isOnWay ? path.count - positions.count : nil
    case .texts(let texts):
      let all = texts.dropFirst(document.rootLength(in: texts.map(\.text)))
      let fixed = all.prefix { !$0.isAnyPath }
      let isOnWay = zip(fixed, path).allSatisfy { $0.matches($1.name) }
      if isOnWay && fixed.count < all.count { return -1 }
      return isOnWay ? path.count - fixed.count : nil
    }
  }
}

extension Document {
  /// Returns rows with their descendants; `nil` stands for the parent of the roots.
  fileprivate func subtrees(of nodes: [Node?]) -> [Node?] {
    if nodes.contains(nil) { return [nil] + Array(outline.items) }
    var found: Set<Node> = []
    var all: [Node?] = []
    // Ancestors come first.
    for case let node? in nodes where !found.contains(node) {
      let subtree = [node] + (outline.descendants(of: node).map(Array.init) ?? [])
      found.formUnion(subtree)
      all += subtree
    }
    return all
  }

  /// Returns the number of texts at the start of a path that name the directory itself.
  fileprivate func rootLength(in texts: [Bytes]) -> Int {
    guard case .directory(let root) = source else { return 0 }
    let names = root.pathComponents
    return texts.count > names.count && texts.starts(with: names) ? names.count : 0
  }
}

extension Bytes {
  /// The texts between slashes, in which `\/` stands for a slash, `\\` for a backslash, and the
  /// escapes of `--rows` for the characters that a terminal would interpret.
  fileprivate var pathComponents: [Bytes] {
    var components: [Bytes] = [[]]
    var rest = self[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "/") {
        components.append([])
      } else if byte == UInt8(ascii: "\\"), let text = rest.popEscape() {
        components[components.count - 1] += text
      } else {
        components[components.count - 1].append(byte)
      }
    }
    // A slash at the start distinguishes a text of digits from a number.
    return components.filter { !$0.isEmpty }
  }
}

extension ArraySlice<UInt8> {
  /// Removes the rest of an escape after its backslash and returns the text that it stands for;
  /// returns `nil` for another text.
  fileprivate mutating func popEscape() -> Bytes? {
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    ]
    if let byte = first.flatMap({ escapes[$0] }) {
      removeFirst()
      return [byte]
    }
    if starts(with: "u{".utf8), let end = firstIndex(of: UInt8(ascii: "}")),
      let value = UInt32(String(decoding: self[(startIndex + 2)..<end], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    {
      self = self[(end + 1)...]
      return Bytes(String(scalar).utf8)
    }
    if starts(with: "x".utf8), count > 2,
      let byte = UInt8(String(decoding: dropFirst().prefix(2), as: UTF8.self), radix: 16)
    {
      self = dropFirst(3)
      return [byte]
    }
    return nil
  }
}
