// Children within their parents.

extension JSONReader {
  /// Adds the rows of objects that have their children in members with a rank.
  mutating func addTree(ranks: [UInt8], in bytes: Span<UInt8>) {
    members.rankChildren(ranks)
    var walk = JSONTreeWalk()
    add(table.root, level: 0, isBelowTop: false, to: &walk, in: bytes)
    while let child = walk.next(in: table) {
      let list = walk.list
      walk.isAlone = false
      if list.isBelowTop {
        addChild(child, of: list, to: &walk, in: bytes)
      } else if !list.isKeyed || isShown(child, in: &walk) {
        add(
          child, level: list.level, isBelowTop: false, to: &walk, in: bytes, isNamed: list.isKeyed)
      }
    }
  }

  /// Adds a value that is a child of a row, and its own children.
  @inline(__always)
  private mutating func addChild(
    _ index: Int, of list: JSONTreeWalk.List, to walk: inout JSONTreeWalk, in bytes: Span<UInt8>
  ) {
    let value = table[index]
    switch value.kind {
    case .object:
      let node = node(of: index, in: bytes)
      let text =
        list.isKeyed && value.key > 0
        ? textRange(ofKey: value.key, in: bytes) : textRange(of: node, key: 0, in: bytes)
      addRow(text, level: list.level, of: index, isCollapsed: node.isCollapsed)
      openChildren(of: node, in: index, level: list.level + 1, of: &walk)
    case .array:
      // A list within a list has nothing of its own to show.
      walk.enter(.init(children: table.children(of: index), level: list.level, isBelowTop: true))
    case .string, .literal:
      let text =
        list.isKeyed ? memberText(index, in: bytes) : textRange(of: index, in: bytes)
      addRow(text, level: list.level, of: index)
    }
  }

  /// Has the walk go on with the children of a node.
  ///
  /// Mutating, since the reader is copied for each call otherwise.
  @inline(__always)
  private mutating func openChildren(
    of node: JSONNode, in object: Int, level: Int, of walk: inout JSONTreeWalk
  ) {
    guard let first = node.children else { return }
    if node.childrenCount == 1 {
      walk.enter(list(of: first, level: level))
    } else {
      openLists(from: first, in: object, level: level, of: &walk)
    }
  }

  /// Has the walk go on with several lists of children of an object, one behind the other.
  private func openLists(
    from first: Int, in object: Int, level: Int, of walk: inout JSONTreeWalk
  ) {
    let rank = members[table[first].key].childRank
    var lists: [JSONTreeWalk.List] = []
    var children = JSONChildren(first: first, end: table[object].end)
    while let child = children.next(in: table) {
      let value = table[child]
      let member = members[value.key]
      if member.childRank == rank && hasChildren(child, value, as: member) {
        lists.append(list(of: child, level: level))
      }
    }
    for list in lists.reversed() { walk.enter(list) }
  }

  /// The children in a member; an object with members of its own is the only one.
  ///
  /// Inlined, since the reader is copied for each call otherwise.
  @inline(__always)
  private func list(of index: Int, level: Int) -> JSONTreeWalk.List {
    let value = table[index]
    let children = table.children(of: index)
    guard value.kind == .object else {
      return .init(children: children, level: level, isBelowTop: true)
    }
    let isKeyed =
      members[value.key].isKeyed || children.isEmpty || table[index + 1].isContainer
    return .init(
      children: isKeyed ? children : JSONChildren(first: index, end: value.end), level: level,
      isBelowTop: true, isKeyed: isKeyed)
  }
}

// MARK: - Above the rows

extension JSONReader {
  /// Adds a value at the top of a file, or what is in it if that only wraps it.
  ///
  /// An object that has neither children nor a text, or only one member with children somewhere
  /// in it, is no row.
  private mutating func add(
    _ top: Int, level: Int, isBelowTop: Bool, to walk: inout JSONTreeWalk, in bytes: Span<UInt8>,
    isNamed: Bool = false
  ) {
    var (index, level) = (top, level)
    var key = isNamed ? table[top].key : 0
    var isNamed = key > 0
    while true {
      let value = table[index]
      guard value.kind == .object else {
        addTop(index, value, key: isNamed ? key : 0, level: level, to: &walk, in: bytes)
        return
      }
      let node = node(of: index, in: bytes)
      let isWrapper =
        node.children == nil && node.hasContainers && hasChildLists(in: index..<value.end, &walk)
      if !isWrapper {
        addTop(node, of: index, key: key, level: level, to: &walk, in: bytes)
        return
      }
      if isNamed {
        addRow(textRange(ofKey: key, in: bytes), level: level, of: index)
        level += 1
      }
      lostCount += lostCount(of: index) { isShown($0, in: &walk) }
      guard let only = onlyMember(of: index, in: &walk) else {
        walk.enter(
          .init(
            children: table.children(of: index), level: level, isBelowTop: false, isKeyed: true))
        return
      }
      index = only
      key = table[only].key
      isNamed = false
    }
  }

  /// Whether a part of the file has children of objects.
  private func hasChildLists(in values: Range<Int>, _ walk: inout JSONTreeWalk) -> Bool {
    // An object with children has a member with an element at least.
    if values.count < 2 { return false }
    let childLists =
      walk.childLists
      ?? table.values.indices.filter { hasChildren($0, table[$0], as: members[table[$0].key]) }
      .map { UInt32($0) }
    walk.childLists = childLists
    return childLists.hasNumber(in: values)
  }

  /// Whether a member of what wraps the rows is shown: it has rows in it, or is a list of
  /// objects beside some that have.
  private func isShown(_ member: Int, in walk: inout JSONTreeWalk) -> Bool {
    let end = table.next(after: member)
    let isList =
      table[member].kind == .array && member + 1 < end && table[member + 1].kind == .object
    return isList || hasChildLists(in: member..<end, &walk)
  }

  /// The member of an object that all children are in; `nil` if there are several.
  private func onlyMember(of object: Int, in walk: inout JSONTreeWalk) -> Int? {
    var only: Int?
    var children = table.children(of: object)
    while let child = children.next(in: table) {
      if isShown(child, in: &walk) {
        if only != nil { return nil }
        only = child
      }
    }
    return only
  }

  /// Adds an array, a text or a word at the top.
  private mutating func addTop(
    _ index: Int, _ value: JSONValue, key: UInt32, level: Int, to walk: inout JSONTreeWalk,
    in bytes: Span<UInt8>
  ) {
    if value.kind != .array {
      addRow(textRange(of: index, in: bytes), level: level, of: index)
      return
    }
    if key > 0 { addRow(textRange(ofKey: key, in: bytes), level: level, of: index) }
    walk.enter(
      .init(
        children: table.children(of: index), level: key > 0 ? level + 1 : level, isBelowTop: false))
  }

  /// Adds an object at the top that has children, or stands beside some that have.
  private mutating func addTop(
    _ node: JSONNode, of index: Int, key: UInt32, level: Int, to walk: inout JSONTreeWalk,
    in bytes: Span<UInt8>
  ) {
    if walk.isAlone && !node.hasLabel && key == 0, let children = node.children {
      let rank = members[table[children].key].childRank
      lostCount += lostCount(of: index) { child in
        let value = table[child]
        let member = members[value.key]
        return member.childRank == rank && hasChildren(child, value, as: member)
      }
      openChildren(of: node, in: index, level: level, of: &walk)
    } else if node.children != nil || node.hasLabel || !isReport(index, in: bytes) {
      addRow(
        textRange(of: node, key: key, in: bytes), level: level, of: index,
        isCollapsed: node.isCollapsed)
      openChildren(of: node, in: index, level: level + 1, of: &walk)
    }
  }

  /// Whether an object is the summary that `tree -J` ends with.
  private func isReport(_ object: Int, in bytes: Span<UInt8>) -> Bool {
    let first = object + 1
    return first < table.next(after: object) && table[first].key > 0
      && bytes.extracting(table.keys[table[first].key]).equals("type")
      && bytes.extracting(table[first].range).equals("report")
  }
}

/// Where a walk over nested children is.
struct JSONTreeWalk {
  /// Values whose rows come at one level.
  struct List {
    var children: JSONChildren
    let level: Int
    /// Whether they are children of a row, and not what wraps the rows.
    let isBelowTop: Bool
    /// Whether their keys say what they are about.
    var isKeyed = false
  }

  /// The list whose rows come now, and those that go on behind it.
  private(set) var list = List(
    children: JSONChildren(first: 0, end: 0), level: 0, isBelowTop: false)
  private var outer: [List] = []
  /// The values that have children of objects, in order, once somebody asks for them.
  var childLists: [UInt32]?
  /// Whether the value at hand is the only one in the file, but for what wraps it.
  var isAlone = true

  /// Goes on with another list before the rest of the one at hand.
  @inline(__always)
  mutating func enter(_ inner: List) {
    if inner.children.isEmpty { return }
    if !list.children.isEmpty { outer.append(list) }
    list = inner
  }

  /// Returns the next value whose row comes.
  @inline(__always)
  mutating func next(in table: borrowing JSONTable) -> Int? {
    while true {
      if let child = list.children.next(in: table) { return child }
      guard let last = outer.popLast() else { return nil }
      list = last
    }
  }
}
