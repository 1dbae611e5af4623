import Outline

extension Browser {
  /// Performs the action of a key.
  func press(_ key: Key) async {
    message = []
    switch mode {
    case .rows: await pressOnRows(key)
    case .text(let text, let top): press(key, in: text, top: top)
    case .prompt(let prompt): await press(key, in: prompt)
    }
  }

  private func press(_ key: Key, in text: ShownText, top: Int) {
    let last = max(0, screen.wrapped(text.paragraphs).count - pageSize)
    func scroll(_ count: Int) { mode = .text(text, top: min(max(0, top + count), last)) }
    switch (key, KeyBinding.actions[key]) {
    case (.wheelDown, _): scroll(3)
    case (.wheelUp, _): scroll(-3)
    case (_, .move(let count)): scroll(count)
    case (_, .page(let count)): scroll(count * pageSize / 2)
    case (.control("c"), _): quit(.quit)
    case (_, .pause): terminal.pause()
    case (_, .redraw): screen.clear(terminal.size)
    default: mode = .rows
    }
  }

  private func pressOnRows(_ key: Key) async {
    switch key {
    case .wheelDown: scroll(3)
    case .wheelUp: scroll(-3)
    case .click(let row, let column): click(line: row, column: column)
    default:
      if let action = KeyBinding.actions[key] {
        await perform(action, key)
      } else {
        message = Bytes("no action for \(key.name); press ? for help".utf8)
      }
    }
  }

  private func perform(_ action: Action, _ key: Key) async {
    switch action {
    case .move(let count): perform(count < 0 ? .up : .down)
    case .page(let count):
      let rows = abs(count) * pageSize / 2
      perform(count < 0 ? .pageUp(rows: rows) : .pageDown(rows: rows))
    case .goToFirst: perform(.home)
    case .goToLast: perform(.end)
    case .goToParent: goToParent()
    case .goToSibling(let step): goToSibling(step)
    case .expand: perform(.right)
    case .collapse:
      if let selected, isLoading(selected) { source.collapse(selected) } else { perform(.left) }
    case .toggle: toggle()
    case .expandSiblings: expandSiblings()
    case .expandAll:
      expandMany { $0.expandAll(in: root) }
      readDirectories(levels: nil)
    case .collapseAll:
      readingOfLevels?.cancel()
      edit { $0.collapseAll(in: root) }
      // Directories that are being read do not expand when their entries arrive.
      if document.format == nil && filter == nil {
        for row in root.map({ [$0] }) ?? Array(outline.rootItems) {
          source.collapseSubtree(of: row)
        }
      }
    case .showLevels:
      if case .character(let digit) = key { showLevels(Int(digit.value) - 0x30) }
    case .showSubtree: showSubtree()
    case .leaveSubtree:
      if let root = roots.popLast() { reveal(root) }
    case .search: mode = .prompt(Prompt(purpose: .search, origin: selected))
    case .filter: mode = .prompt(Prompt(purpose: .filter, origin: selected))
    case .findNext(let direction): await findNext(direction)
    case .leaveFilter: leaveFilter()
    case .help:
      let lines = KeyBinding.lines.map { Bytes($0.utf8) }
      mode = .text(ShownText(title: "keys", paragraphs: lines), top: 0)
    case .showNote: showNote()
    case .copyText: copy(selected.map { Bytes(document.text(of: $0)) })
    case .copyPath: copy(selected.map(fullPath))
    case .edit: await edit()
    case .point: break
    case .printRows: quit(.print)
    case .redraw: screen.clear(terminal.size)
    case .pause: terminal.pause()
    case .quit: quit(.quit)
    }
  }
}

extension Browser {
  private func showNote() {
    guard let selected, let note = document.note(of: selected) else {
      message = Bytes("the row has no note".utf8)
      return
    }
    let lines = note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    mode = .text(ShownText(title: "note", paragraphs: lines.map { Bytes($0) }), top: 0)
  }
}

// MARK: - Moving

extension Browser {
  /// Performs a key of the tree view pattern; rows outside of the root give way to those inside.
  private func perform(_ key: OutlineSelection<Node>.Key) {
    switch selection.press(key, in: snapshot, hasChildren: { self.canExpand($0) }) {
    case .expand(let nodes): for node in nodes { setExpanded(true, node) }
    case .collapse(let node): setExpanded(false, node)
    case nil: break
    }
  }

  /// Scrolls by some rows; the selection stays on the screen.
  private func scroll(_ count: Int) {
    let rows = visibleRows
    top = max(rows.lowerBound, min(top + count, rows.upperBound - pageSize))
    guard let row = selected.flatMap({ outline.row(of: $0) }) else { return }
    select(row: min(max(row, top + stickyRows(from: top).count), top + pageSize - 1))
  }

  private func goToParent() {
    if let selected, selected != root, let parent = outline.parent(of: selected) { select(parent) }
  }

  private func goToSibling(_ step: Int) {
    guard let selected, selected != root else { return }
    let sibling =
      step > 0 ? outline.nextSibling(of: selected) : outline.previousSibling(of: selected)
    if let sibling { select(sibling) }
  }

  /// Selects the row on a line of the screen; a click on its mark, or on the selected row, expands
  /// or collapses it.
  private func click(line: Int, column: Int) {
    let rows = rowsOnScreen
    guard line < rows.count else { return }
    let row = rows[line]
    let wasSelected = row.item == selected
    select(row.item)
    let mark = indent(of: row).columns
    if wasSelected || mark..<mark + 2 ~= column { toggle() }
  }
}

// MARK: - Expanding and collapsing

extension Browser {
  /// Returns whether a row has children, or may have some that were not read.
  func canExpand(_ node: Node) -> Bool { outline.hasChildren(node) || isUnread(node) }

  private func setExpanded(_ isExpanded: Bool, _ node: Node) {
    if isUnread(node) {
      if isExpanded { readDirectories([node]) }
      return
    }
    edit { isExpanded ? $0.expand(CollectionOfOne(node)) : $0.collapse(CollectionOfOne(node)) }
  }

  private func toggle() {
    guard let selected, canExpand(selected) else { return }
    setExpanded(!outline.isExpanded(selected), selected)
  }

  /// Expands many rows, without the directories that were not read yet.
  private func expandMany(_ body: (inout SectionSnapshot<Node>) -> Void) {
    edit {
      body(&$0)
      $0.collapse(document.unreadDirectories)
    }
  }

  private func expandSiblings() {
    guard let selected else { return }
    if selected == root { return setExpanded(true, selected) }
    guard let siblings = outline.children(of: outline.parent(of: selected)) else { return }
    expandMany { $0.expand(siblings) }
    readDirectories(siblings.filter(isUnread))
  }

  private func showLevels(_ count: Int) {
    expandMany { $0.expand(toLevel: count - 1, in: root, collapsingOthers: true) }
    readDirectories(levels: count - 1)
  }

  private func showSubtree() {
    guard let selected, selected != root else { return }
    roots.append(selected)
    if !outline.isExpanded(selected) && canExpand(selected) { setExpanded(true, selected) }
  }

  /// Selects a row and expands its ancestors; returns those that were collapsed.
  @discardableResult
  func reveal(_ node: Node) -> [Node] {
    let outline = outline
    guard outline.contains(node) else { return [] }
    select(node)
    if outline.isVisible(node) { return [] }
    edit { $0.reveal(node) }
    return outline.ancestors(of: node)?.filter { !outline.isExpanded($0) } ?? []
  }
}
