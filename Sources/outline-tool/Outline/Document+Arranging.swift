import OutlineCore

extension Document {
  /// Filters the rows, sorts and expands those of a file, and collapses rows.
  mutating func arrange(_ arrangement: Arrangement) {
    leaveOutRows(arrangement)

    // The rows of a directory are sorted by their names and expanded as it is read.
    if let sorting = arrangement.sorting {
      if let name = sorting.attribute {
        sort(by: name, isReversed: sorting.isReversed)
      } else if format != nil {
        sort(sorting)
      }
    }

    select(arrangement.selected)
    if format != nil {
      switch arrangement.expansion {
      case .stored, .none: break
      case .levels(let levels): outline.expand(toLevel: min(levels, arrangement.expandableLevels))
      case .all where arrangement.depth == nil: outline.expandAll()
      case .all: outline.expand(toLevel: arrangement.expandableLevels)
      }
    }

    collapseRows(arrangement)
  }

  private mutating func leaveOutRows(_ arrangement: Arrangement) {
    // The closures would copy `self` for each row, since it is mutable.
    let document = self

    if !arrangement.ignored.isEmpty {
      do {
        outline = try outline.compactMapItems { node in
          document.isNamed(node, by: arrangement.ignored) ? nil : node
        }
      } catch {
        preconditionFailure("Filtering adds no duplicates: \(error)")
      }
    }

    if arrangement.filters {
      var matches: Set<Node> = []
      let inheritors = inheritors(for: arrangement.conditions)
      // The fields of a record are a part of it, also if they are rows.
      let keepsSubtrees = arrangement.kept != .ancestors || file.attributes.areRows
      outline = outline.filtered(keepingSubtrees: keepsSubtrees) { node in
        // Patterns and conditions record that they match, so both see each row.
        let isNamed =
          arrangement.matched.isEmpty || document.isNamed(node, by: arrangement.matched)
        let isMatch =
          document.satisfies(arrangement.conditions, node, inheritors: inheritors) && isNamed
        if isMatch && arrangement.kept == .subtree { matches.insert(node) }
        return isMatch
      }
      if arrangement.kept == .subtree { liftToTop(matches) }
    }
  }

  private func isNamed(_ node: Node, by patterns: [Pattern]) -> Bool {
    patterns.match(file.bytes.span.extracting(name(of: node)))
  }

  /// Moves the rows at some addresses to the top and removes all rows above and beside them.
  private mutating func select(_ addresses: [RowAddress]) {
    if addresses.isEmpty { return }
    liftToTop(Set(addresses.flatMap { $0.nodes(in: self) }))
    unreadDirectories = unreadDirectories.filter { outline.contains($0) }
  }

  /// Moves nodes to the top, unless they are below others of them, and removes all rows above them.
  private mutating func liftToTop(_ nodes: Set<Node>) {
    whole = whole ?? outline
    var open = outline
    open.expandAll()

    var rows: [(item: Node, level: Int)] = []
    var top = Int.max
    for row in open.rows {
      if row.level <= top { top = nodes.contains(row.item) ? row.level : .max }
      if row.level >= top { rows.append((row.item, row.level - top)) }
    }

    var lifted = SectionSnapshot<Node>()
    do {
      try lifted.append(preorder: rows)
    } catch {
      preconditionFailure("A subtree is an outline: \(error)")
    }
    lifted.keepExpansion(of: outline)
    outline = lifted
  }

  private mutating func sort(_ sorting: Sorting) {
    // The closure cannot read `self` while the outline changes.
    let old = outline
    let texts = file.texts
    let bytes = file.bytes
    do {
      // The fields of a record have the order of their columns.
      try outline.sortChildren(recursively: !file.attributes.areRows) { left, right in
        var isFolder = (false, false)
        if case .folders = sorting.key {
          isFolder.0 = old.children(of: left)?.isEmpty == false
          isFolder.1 = old.children(of: right)?.isEmpty == false
        }
        return sorting.puts(
          bytes.span.extracting(texts[Int(left.number)]), isFolder: isFolder.0,
          before: bytes.span.extracting(texts[Int(right.number)]), isFolder: isFolder.1)
      }
    } catch {
      preconditionFailure("The roots are always known: \(error)")
    }
  }

  /// Sorts siblings by an attribute; those without it come last.
  private mutating func sort(by name: Bytes, isReversed: Bool) {
    let values = file.texts.indices.map { attribute(name, of: Node($0)).map(SortValue.init) }
    do {
      try outline.sortChildren(recursively: true) { left, right in
        guard let value = values[Int(left.number)] else { return false }
        guard let other = values[Int(right.number)] else { return true }
        return isReversed ? other.precedes(value) : value.precedes(other)
      }
    } catch {
      preconditionFailure("The roots are always known: \(error)")
    }
  }

  /// Collapses rows by patterns and at the depth limit.
  private mutating func collapseRows(_ arrangement: Arrangement) {
    if !arrangement.collapsed.isEmpty { outline.collapse(nodes(matching: arrangement.collapsed)) }
    guard let depth = arrangement.depth else { return }
    outline.collapse(outline.rows.filter { $0.isExpanded && $0.level == depth - 1 }.map(\.item))
  }

  private func nodes(matching patterns: [Pattern]) -> [Node] {
    let bytes = file.bytes.span
    var nodes: [Node] = []
    for node in outline.items where patterns.match(bytes.extracting(name(of: node))) {
      nodes.append(node)
    }
    return nodes
  }
}
