import Outline

/// The sidebar under the keys of the user.
@MainActor
final class Browser {
  private let sidebar: Sidebar
  private var source: OutlineDataSource<String, String> { sidebar.source }
  private var selection = OutlineSelection("Jazz")
  /// The snapshot that the selection refers to.
  private var shown = Snapshot<String, String>()
  /// The position of the first line on screen, and the items from there on.
  private var firstLine = 0
  private var itemsOnScreen: [String?] = []
  /// The item that the next `p` moves.
  private var markedItem: String?
  /// The items whose next page is loading.
  private var itemsLoadingMore: Set<String> = []
  private var undoableEdits: [Snapshot<String, String>.Patch] = []
  private var message = "press ? for help"
  /// The last changes that the view has received since the last key.
  private var changes = ""
  private var isDone = false

  static let help = """
    up down (k j)    select a row
    home end         select the first or the last row
    page up, down    go up or down by ten rows
    right left (l h) expand, collapse, or go to the first child or the parent
    *                expand the row and its siblings
    return, space    expand or collapse
    m, then p        mark a row, then put it after the selected one
    +                load the next page of radio stations
    n                Jazz gets a new song
    r                rebuild the sidebar without the expansion and the stations
    u                undo the last move or rebuild
    q                quit
    """

  init(_ sidebar: Sidebar) {
    self.sidebar = sidebar
    shown = source.snapshot()
    sidebar.view.didChange = { [weak self] in self?.follow() }
  }

  /// Handles keys until the user quits, and draws the sidebar after each change.
  func run(in terminal: Terminal) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: Terminal.Event.self)
    sidebar.view.didChange = { [weak self] in
      self?.follow()
      continuation.yield(.change)
    }
    try terminal.begin { continuation.yield($0) }
    defer { terminal.end() }
    draw(on: terminal)
    for await event in events {
      switch event {
      case .key(let key): press(key)
      case .change: break
      case .end: isDone = true
      }
      if isDone { break }
      draw(on: terminal)
    }
  }

  /// Handles keys, and prints the sidebar after each of them and the loads that it has started.
  func replay(_ keys: [Terminal.Key]) async {
    printRows()
    for key in keys where !isDone {
      press(key)
      repeat { await Task.yield() } while isLoading
      print("\n== \(key)")
      printRows()
    }
  }

  private var isLoading: Bool {
    !itemsLoadingMore.isEmpty
      || source.snapshot().itemIdentifiers.contains {
        source.loadingState(of: .item($0)) == .loading
      }
  }

  /// Keeps the selection on its items after a change of the rows.
  private func follow() {
    let snapshot = sidebar.view.shown
    selection.follow(from: shown, to: snapshot)
    shown = snapshot
  }

  // MARK: - Drawing

  private func printRows() {
    print((lines(isMarked: false).map(\.text) + footer()).joined(separator: "\n"))
  }

  private func draw(on terminal: Terminal) {
    let (lines, footer) = (lines(isMarked: true), footer())
    let space = max(1, terminal.height - footer.count)
    scroll(lines.map(\.item), space: space)
    let visible = lines.dropFirst(firstLine).prefix(space)
    itemsOnScreen = visible.map(\.item)
    terminal.draw(visible.map(\.text) + footer)
  }

  /// Keeps the first row on screen in its place, and scrolls by the least that shows the selected one.
  private func scroll(_ items: [String?], space: Int) {
    // At the top, the screen shows new rows.
    if firstLine > 0 {
      let places = itemsOnScreen.indices.lazy.compactMap { distance in
        self.itemsOnScreen[distance].flatMap(items.firstIndex).map { $0 - distance }
      }
      firstLine = places.first ?? firstLine
    }
    if let line = selectedItem.flatMap(items.firstIndex) {
      // With the first row of a section, its header.
      let top = space > 1 && line > 0 && items[line - 1] == nil ? line - 1 : line
      firstLine = min(max(firstLine, line - space + 1), top)
    }
    firstLine = max(0, min(firstLine, items.count - space))
  }

  /// Returns the lines, with the items of those that are rows.
  ///
  /// - Parameter isMarked: `true` to show the selected row in reverse video, for a terminal.
  private func lines(isMarked: Bool) -> [(item: String?, text: String)] {
    var lines: [(item: String?, text: String)] = []
    for section in shown.sectionIdentifiers {
      lines.append((nil, section))
      for row in shown[section].rows {
        let line =
          sidebar.view.line(of: row) + (itemsLoadingMore.contains(row.item) ? " …" : "")
          + (row.item == markedItem ? " *" : "")
        let selected = isMarked ? "\u{1B}[7m \(line) \u{1B}[0m" : ">\(line)"
        lines.append((row.item, row.item == selectedItem ? selected : " \(line)"))
      }
      lines.append((nil, ""))
    }
    return lines
  }

  /// Returns the message, with a mark during loads, and the changes that a list view would animate.
  private func footer() -> [String] {
    let lines = (message + (isLoading ? " …" : "")).split(separator: "\n").map(String.init)
    let newChanges = sidebar.view.takeChanges()
    if !newChanges.isEmpty {
      changes = newChanges
    }
    return changes.isEmpty ? lines : lines + ["changes: " + changes]
  }

  // MARK: - Keys

  private var selectedItem: String? { selection.focusedItem }

  private func press(_ key: Terminal.Key) {
    changes = ""
    do {
      message = try perform(key)
    } catch {
      message = "\(error)"
    }
  }

  /// Performs the action of a key, and returns its name.
  private func perform(_ key: Terminal.Key) throws -> String {
    guard let item = selectedItem ?? source.snapshot().visibleItems.first else { return "no rows" }
    switch key {
    case .row(.right) where !source.hasChildren(item), .toggle where !source.hasChildren(item):
      return "\(item) has no children"
    case .row(let key): return press(key)
    case .toggle: return describe(source.toggle(item), "expand or collapse", item)
    case .character("m"):
      markedItem = item
      return "mark \(item)"
    case .character("p"): return try moveMarkedItem(after: item)
    case .character("u"):
      guard let patch = undoableEdits.popLast() else { return "nothing to undo" }
      let conflicts = source.update { $0.merge(patch.inverse) }
      return conflicts.isEmpty ? "undo" : "undo, with \(conflicts.count) conflicts"
    case .character("+"): return loadMore(at: item)
    case .character("n"):
      sidebar.library.newSongs["Jazz", default: 0] += 1
      source.checkContent()
      return "new song"
    case .character("r"):
      let before = source.snapshot()
      source.apply(try sidebar.library.makeSnapshot())
      let patch = source.snapshot().patch(from: before)
      if !patch.isEmpty { undoableEdits.append(patch) }
      return "rebuild"
    case .character("q"):
      isDone = true
      return "quit"
    case .character("?"): return Self.help
    case .character(let character): return "no action for \(character); press ? for help"
    }
  }

  private func press(_ key: OutlineSelection<String>.Key) -> String {
    let old = selectedItem
    switch selection.press(key, in: source.snapshot(), of: source) {
    case .expand(let items):
      return items.map { describe(source.expand($0), "expand", $0) }.joined(separator: "\n")
    case .collapse(let item): return describe(source.collapse(item), "collapse", item)
    case nil:
      guard let item = selectedItem, item != old else { return "\(key): nothing to do" }
      return "select \(item)"
    }
  }

  private func describe(_ result: ExpansionResult, _ verb: String, _ item: String) -> String {
    let action = "\(verb) \(item)"
    let rule = MusicLibrary.ruleAgainstExpanding(item) ?? "a handler forbids it"
    return switch result {
    case .done: action
    case .stoppedWaiting: "\(action): no longer waiting for children"
    case .refused: "\(action): refused, because \(rule)"
    case .missingActor: "\(action): no actor can receive the children"
    case .waitingForChildren: "\(action): waiting for children"
    case .nothingToDo: "\(action): nothing to do"
    }
  }

  private func moveMarkedItem(after item: String) throws -> String {
    guard let marked = markedItem else { return "mark a row with m first" }
    markedItem = nil
    guard let transaction = try source.drop([marked], to: .after(item)) else {
      let rule = MusicLibrary.ruleAgainstMoving(marked)
      return "move \(marked): \(rule.map { "refused, because \($0)" } ?? "nothing to do")"
    }
    undoableEdits.append(transaction.patch)
    selection.select(marked, in: source.snapshot())
    // Other rows keep their places on the screen.
    itemsOnScreen = itemsOnScreen.map { $0 == marked ? nil : $0 }
    return "move \(marked)"
  }

  private func loadMore(at item: String) -> String {
    let outline = source.snapshot().sectionSnapshot(containingItem: item)
    let candidates = [item] + (outline?.ancestors(of: item) ?? [])
    guard let parent = candidates.first(where: { source.hasMoreChildren(of: .item($0)) }) else {
      return "there is no further page"
    }
    itemsLoadingMore.insert(parent)
    Task {
      try? await source.loadMoreChildren(of: .item(parent))
      itemsLoadingMore.remove(parent)
      sidebar.view.didChange()
    }
    return "load more of \(parent)"
  }
}
