/// What the members of an object say about it.
struct JSONNode {
  /// The value that says best what it is about.
  private(set) var label: Int?
  private var labelRank = JSONMember.noLabel
  /// The value with its children, the first if there are several.
  private(set) var children: Int?
  private(set) var childrenCount = 0
  private var childrenRank: UInt8 = 0
  /// Whether it is collapsed, if that is said.
  private(set) var isCollapsed: Bool?

  /// Whether any member is an array or an object.
  fileprivate(set) var hasContainers = false

  /// Whether its label is one by its key, and not just the first text that there is.
  var hasLabel: Bool { labelRank < JSONMember.noLabel - 1 }

  /// Takes a member without others in it into account.
  @inline(__always)
  fileprivate mutating func take(
    _ index: Int, _ value: JSONValue, as members: borrowing JSONMembers, in bytes: Span<UInt8>
  ) {
    let member = members[value.key]
    if member.labelRank < labelRank {
      takeLabel(index, value, rank: member.labelRank, in: bytes)
    } else if labelRank == JSONMember.noLabel && value.kind == .text && value.key > 0 {
      takeLabel(index, value, rank: JSONMember.noLabel - 1, in: bytes)
    }
    guard let fold = member.fold else { return }
    let text = bytes.extracting(value.range)
    if text.holds("true") {
      isCollapsed = fold == .collapsed
    } else if text.holds("false") {
      isCollapsed = fold == .expanded
    }
  }

  private mutating func takeLabel(
    _ index: Int, _ value: JSONValue, rank: UInt8, in bytes: Span<UInt8>
  ) {
    // An empty text yields to anything that says more.
    if value.range.isEmpty || value.kind == .word && bytes.extracting(value.range).holds("null") {
      return
    }
    label = index
    labelRank = rank
  }

  @inline(__always)
  mutating func takeChildren(_ index: Int, rank: UInt8) {
    if rank > childrenRank {
      (children, childrenRank, childrenCount) = (index, rank, 1)
    } else if rank == childrenRank {
      childrenCount += 1
    }
  }
}

extension JSONReader {
  /// Looks at the members of an object; those with a rank have its children.
  @inline(__always)
  func node(of object: Int, ranks: borrowing [UInt8], in bytes: Span<UInt8>) -> JSONNode {
    var node = JSONNode()
    var child = object + 1
    let end = table[object].end
    while child < end {
      let value = table[child]
      if !value.isContainer {
        node.take(child, value, as: members, in: bytes)
        child += 1
        continue
      }
      node.hasContainers = true
      if hasChildren(child, value, ranks: ranks) {
        node.takeChildren(child, rank: ranks[Int(value.key)])
      }
      child = value.end
    }
    return node
  }

  /// Whether a member has children of its object, as its key and what is in it tell.
  @inline(__always)
  func hasChildren(_ index: Int, _ value: JSONValue, ranks: borrowing [UInt8]) -> Bool {
    let rank = ranks[Int(value.key)]
    if rank == 0 || !value.isContainer { return false }
    if value.kind == .object { return members.isKeyed(value.key) }
    return rank > 1 || value.end > index + 1 && table[index + 1].isContainer
  }

  /// Where the text of a node stands: its label, or the key it has in an object.
  mutating func place(of node: JSONNode, key: UInt32, in bytes: Span<UInt8>) -> Range<Int> {
    if key > 0 && !node.hasLabel { return place(ofKey: key, in: bytes) }
    if let label = node.label { return place(of: label, in: bytes) }
    let start = resolved.count
    resolved += "(untitled)".utf8
    return place(from: start, in: bytes)
  }
}
