// Files in which parents contain their children.

extension JSONReader {
  /// Adds rows for objects whose children are in members with a rank.
  mutating func addTree(ranks: [UInt8], in bytes: Span<UInt8>) {
    members.rankChildren(ranks)
    var walk = JSONTreeWalk()
    add(table.root, level: 0, to: &walk, in: bytes)
    while let child = walk.next(in: table) {
      let list = walk.list
      walk.isAlone = false
      if list.isBelowTop {
        addChild(child, of: list, to: &walk, in: bytes)
      } else if !list.isKeyed || isShown(child, in: &walk) {
        add(child, isNamed: list.isKeyed, level: list.level, to: &walk, in: bytes)
      }
    }
  }

  @inline(__always)
  private mutating func addChild(
    _ index: Int, of list: JSONTreeWalk.List, to walk: inout JSONTreeWalk, in bytes: Span<UInt8>
  ) {
    let value = table[index]
    switch value.kind {
    case .object:
      let node = node(of: index, in: bytes)
      if node.isSeparator { return }
      let text =
        list.isKeyed && value.key > 0
        ? textRange(ofKey: value.key, in: bytes) : textRange(of: node, key: 0, in: bytes)
      addRow(text, level: list.level, of: index, isCollapsed: node.isCollapsed)
      openChildren(of: node, in: index, level: list.level + 1, of: &walk)
    case .array:
      // A nested list has no text, so its elements become siblings of the enclosing ones.
      walk.enter(.init(children: table.children(of: index), level: list.level, isBelowTop: true))
    case .string, .literal:
      let text =
        list.isKeyed ? memberText(index, in: bytes) : textRange(of: index, in: bytes)
      addRow(text, level: list.level, of: index)
    }
  }

  /// Continues the walk with the children of a node.
  ///
  /// Mutating, because a nonmutating method would copy the reader for each call.
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

  /// Continues the walk with several lists of children, one after another.
  private func openLists(
    from first: Int, in object: Int, level: Int, of walk: inout JSONTreeWalk
  ) {
    var lists: [JSONTreeWalk.List] = []
    var children = JSONChildren(first: first, end: table[object].end)
    while let child = children.next(in: table) {
      let value = table[child]
      if hasChildren(child, value, as: members[value.key]) {
        lists.append(list(of: child, level: level))
      }
    }
    for list in lists.reversed() { walk.enter(list) }
  }

  /// Returns the children in a member; an object with members is an only child.
  ///
  /// Inlined, because each call would copy the reader otherwise.
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
  /// Adds a value at the top of the file, or its contents if it only wraps rows.
  ///
  /// A wrapper has neither children nor a label, but contains values with children.
  private mutating func add(
    _ top: Int, isNamed: Bool = false, level: Int, to walk: inout JSONTreeWalk,
    in bytes: Span<UInt8>
  ) {
    var index = top
    var level = level
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

  /// Returns whether a range of values has members with children.
  private func hasChildLists(in values: Range<Int>, _ walk: inout JSONTreeWalk) -> Bool {
    // A list of children has a member and at least one element.
    if values.count < 2 { return false }
    let childLists =
      walk.childLists
      ?? table.values.indices.filter { hasChildren($0, table[$0], as: members[table[$0].key]) }
      .map { UInt32($0) }
    walk.childLists = childLists
    return childLists.hasNumber(in: values)
  }

  /// Returns whether a member of a wrapper is shown: it contains rows, or it is a list of objects.
  private func isShown(_ member: Int, in walk: inout JSONTreeWalk) -> Bool {
    let end = table.next(after: member)
    let isList =
      table[member].kind == .array && member + 1 < end && table[member + 1].kind == .object
    return isList || hasChildLists(in: member..<end, &walk)
  }

  /// Returns the only member of an object that is shown, or `nil` if there are several.
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

  /// Adds an object at the top that is not a wrapper.
  private mutating func addTop(
    _ node: JSONNode, of index: Int, key: UInt32, level: Int, to walk: inout JSONTreeWalk,
    in bytes: Span<UInt8>
  ) {
    if walk.isAlone && !node.hasLabel && key == 0, node.children != nil {
      lostCount += lostCount(of: index) {
        hasChildren($0, table[$0], as: members[table[$0].key])
      }
      openChildren(of: node, in: index, level: level, of: &walk)
    } else if node.children != nil || node.hasLabel || !isReport(index, in: bytes) {
      addRow(
        textRange(of: node, key: key, in: bytes), level: level, of: index,
        isCollapsed: node.isCollapsed)
      openChildren(of: node, in: index, level: level + 1, of: &walk)
    }
  }

  /// Returns whether an object is the summary at the end of the output of `tree -J`.
  private func isReport(_ object: Int, in bytes: Span<UInt8>) -> Bool {
    let first = object + 1
    return first < table.next(after: object) && table[first].key > 0
      && bytes.extracting(table.keys[table[first].key]).equals("type")
      && bytes.extracting(table[first].range).equals("report")
  }
}

struct JSONTreeWalk {
  /// Values whose rows are siblings.
  struct List {
    var children: JSONChildren
    let level: Int
    /// Whether the values are children of a row, not parts of a wrapper.
    let isBelowTop: Bool
    var isKeyed = false
  }

  /// The current list, and the lists to continue with after it.
  private(set) var list = List(
    children: JSONChildren(first: 0, end: 0), level: 0, isBelowTop: false)
  private var outer: [List] = []
  /// The values with lists of children in ascending order; computed on first use.
  var childLists: [UInt32]?
  /// Whether the current value is the only one in the file, apart from wrappers.
  var isAlone = true

  /// Enters a list before the walk continues with the current one.
  @inline(__always)
  mutating func enter(_ inner: List) {
    if inner.children.isEmpty { return }
    if !list.children.isEmpty { outer.append(list) }
    list = inner
  }

  /// Returns the next value that becomes a row.
  @inline(__always)
  mutating func next(in table: borrowing JSONTable) -> Int? {
    while true {
      if let child = list.children.next(in: table) { return child }
      guard let last = outer.popLast() else { return nil }
      list = last
    }
  }
}
