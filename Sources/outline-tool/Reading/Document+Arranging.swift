import Outline

extension Document {
  /// Leaves out rows of a file, sorts the others, and opens and closes them, as the settings say.
  mutating func arrange(_ settings: Settings) {
    leaveOutRows(settings)
    if let sorting = settings.sorting { sort(sorting) }
    switch settings.expansion {
    case .stored, .none: break
    case .levels(let levels): outline.expand(toLevel: min(levels, settings.openLevels))
    case .all where settings.depth != nil: outline.expand(toLevel: settings.openLevels)
    case .all: outline.expandAll()
    }
    openAndClose(settings)
  }

  /// Leaves out what a directory has that does not match, and closes what is to be closed.
  mutating func arrangeDirectory(_ settings: Settings) {
    leaveOutRows(settings)
    openAndClose(settings)
  }

  private mutating func leaveOutRows(_ settings: Settings) {
    if !settings.ignored.isEmpty {
      do {
        outline = try outline.compactMapItems { node in
          settings.ignored.match(bytes.span.extracting(name(of: node))) ? nil : node
        }
      } catch {
        preconditionFailure("Nodes that were different stay so: \(error)")
      }
    }
    if !settings.matched.isEmpty {
      var matches: [Node] = []
      outline = outline.filtered(keepingSubtrees: settings.kept != .ancestors) { node in
        let isMatch = settings.matched.match(bytes.span.extracting(name(of: node)))
        if isMatch && settings.kept == .subtree { matches.append(node) }
        return isMatch
      }
      if settings.kept == .subtree { liftToTop(matches) }
    }
  }

  /// Leaves out what is above some nodes, in order, none of which is below another.
  private mutating func liftToTop(_ nodes: [Node]) {
    var open = outline
    open.expandAll()
    var rows: [(item: Node, level: Int)] = []
    var next = nodes[...]
    var top = Int.max
    for row in open.rows {
      if row.item == next.first {
        next.removeFirst()
        top = row.level
      } else if row.level <= top {
        top = .max
      }
      if row.level >= top { rows.append((row.item, row.level - top)) }
    }
    var lifted = SectionSnapshot<Node>()
    do {
      try lifted.append(preorder: rows)
    } catch {
      preconditionFailure("Parts of an outline are outlines: \(error)")
    }
    lifted.keepExpansion(of: outline)
    outline = lifted
  }

  private mutating func sort(_ sorting: Sorting) {
    let (old, texts, bytes) = (outline, texts, bytes)
    do {
      try outline.sortChildren(recursively: true) { left, right in
        let isFolder = sorting == .folders
        return sorting.puts(
          bytes.span.extracting(texts[Int(left.number)]),
          isFolder: isFolder && old.children(of: left)?.isEmpty == false,
          before: bytes.span.extracting(texts[Int(right.number)]),
          isFolder: isFolder && old.children(of: right)?.isEmpty == false)
      }
    } catch {
      preconditionFailure("The roots are always known: \(error)")
    }
  }

  /// Closes rows that match a pattern, all but the way to others, and those at the depth limit.
  private mutating func openAndClose(_ settings: Settings) {
    if !settings.focused.isEmpty { openOnlyTheWay(to: nodes(matching: settings.focused)) }
    if !settings.collapsed.isEmpty { outline.collapse(nodes(matching: settings.collapsed)) }
    guard let depth = settings.depth else { return }
    outline.collapse(outline.rows.filter { $0.isExpanded && $0.level == depth - 1 }.map(\.item))
  }

  private func nodes(matching patterns: [Pattern]) -> [Node] {
    let bytes = bytes.span
    var nodes: [Node] = []
    for node in outline.items where patterns.match(bytes.extracting(name(of: node))) {
      nodes.append(node)
    }
    return nodes
  }

  private mutating func openOnlyTheWay(to nodes: [Node]) {
    outline.collapseAll()
    for node in nodes {
      // Where one ancestor is open, all above it are.
      var parent = outline.parent(of: node)
      while let open = parent, !outline.isExpanded(open) {
        outline.expand(CollectionOfOne(open))
        parent = outline.parent(of: open)
      }
    }
  }
}

extension Settings {
  /// How many levels can be open at most.
  fileprivate var openLevels: Int { depth.map { $0 - 1 } ?? .max }
}
