struct JSONNode {
  private var labelIndex = 0
  private var labelRank = JSONMember.noLabel
  private var childrenIndex = 0
  private(set) var childrenCount = 0
  /// Whether the object is stored as collapsed; `nil` if it stores no state.
  private(set) var isCollapsed: Bool?

  /// Whether the object is a separator between bookmarks of Firefox.
  private(set) var isSeparator = false

  private static let separatorType = "text/x-moz-place-separator"

  fileprivate(set) var hasContainers = false

  /// The label of a member, for an object without a label.
  fileprivate(set) var innerLabel: Int?

  var label: Int? { labelRank < JSONMember.noLabel ? labelIndex : innerLabel }

  var children: Int? { childrenCount > 0 ? childrenIndex : nil }

  /// A Boolean value that indicates whether the key of the label marks it as one; otherwise the
  /// label is the first string.
  var hasLabel: Bool { labelRank < JSONMember.noLabel - 1 }

  @inline(__always)
  fileprivate mutating func take(
    _ index: Int, _ value: JSONValue, as member: JSONMember, in bytes: Span<UInt8>
  ) {
    if member.labelRank < labelRank {
      takeLabel(index, value, rank: member.labelRank, in: bytes)
    } else if labelRank == JSONMember.noLabel && value.kind == .string && value.key > 0 {
      takeLabel(index, value, rank: JSONMember.noLabel - 1, in: bytes)
    }
    if member.isType, bytes.extracting(value.range).equals(JSONNode.separatorType) {
      isSeparator = true
    }
    if let collapsing = member.collapsingValue,
      let boolean = bytes.extracting(value.range).jsonBoolean
    {
      isCollapsed = boolean == collapsing
    }
  }

  @inline(__always)
  private mutating func takeLabel(
    _ index: Int, _ value: JSONValue, rank: UInt8, in bytes: Span<UInt8>
  ) {
    var rank = rank
    if value.range.isEmpty {
      // Any other label replaces an empty string.
      guard rank < JSONMember.emptyLabel, JSONMember.emptyLabel < labelRank else { return }
      rank = JSONMember.emptyLabel
    } else if value.kind == .literal && bytes.extracting(value.range).equals("null") {
      return
    }
    labelIndex = index
    labelRank = rank
  }

  @inline(__always)
  fileprivate mutating func takeChildren(_ index: Int) {
    if childrenCount == 0 { childrenIndex = index }
    childrenCount += 1
  }
}

extension JSONReader {
  @inline(__always)
  func node(of object: Int, in bytes: Span<UInt8>) -> JSONNode {
    var node = JSONNode()
    var child = object + 1
    let end = table[object].end
    while child < end {
      let value = table[child]
      let member = members[value.key]
      if !value.isContainer {
        node.take(child, value, as: member, in: bytes)
        child &+= 1
        continue
      }
      node.hasContainers = true
      if hasChildren(child, value, as: member) { node.takeChildren(child) }
      child = value.end
    }
    if node.label == nil && node.children != nil { node.innerLabel = innerLabel(of: object) }
    return node
  }

  /// Returns the label of a member of an object, such as the member `package` of pipdeptree.
  @inline(never)
  private func innerLabel(of object: Int) -> Int? {
    var children = table.children(of: object)
    while let child = children.next(in: table) {
      guard table[child].kind == .object else { continue }
      var best: (index: Int, rank: UInt8)?
      var inner = table.children(of: child)
      while let index = inner.next(in: table) {
        let rank = members[table[index].key].labelRank
        if !table[index].isContainer && rank < best?.rank ?? JSONMember.noLabel {
          best = (index, rank)
        }
      }
      if let best { return best.index }
    }
    return nil
  }

  /// Returns whether a member contains children, according to its key and its contents.
  @inline(__always)
  func hasChildren(_ index: Int, _ value: JSONValue, as member: JSONMember) -> Bool {
    if member.childRank == 0 || !value.isContainer { return false }
    if value.kind == .object && members.isKeyed(value.key) { return true }
    return member.childRank > 1 || value.end > index + 1 && table[index + 1].isContainer
  }

  /// Returns the text of a node: its label, or its key in an object.
  @inline(__always)
  mutating func textRange(
    of node: JSONNode, key: UInt32, in bytes: Span<UInt8>
  ) -> Range<Int> {
    if key > 0 && !node.hasLabel { return textRange(ofKey: key, in: bytes) }
    if let label = node.label {
      isLabelUsed = isLabelUsed || table[label].key == members.label
      return textRange(of: label, in: bytes)
    }
    return appended.untitled(after: bytes)
  }
}

extension Span where Element == UInt8 {
  var jsonBoolean: Bool? {
    @inline(never) get { equals("true") ? true : equals("false") ? false : nil }
  }
}
