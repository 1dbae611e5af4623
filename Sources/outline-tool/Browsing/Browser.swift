import Outline

/// An outline on the screen of a terminal, under the keys of the user.
@MainActor
final class Browser {
  /// What the keys act on.
  enum Mode {
    case rows
    /// A text instead of the rows, from a line on.
    case text(ShownText, top: Int)
    case prompt(Prompt)
  }

  struct ShownText {
    let title: String
    let paragraphs: [Bytes]
  }

  /// A filter: its text, and the rows that match it with their ancestors.
  struct Filter {
    let text: Bytes
    var snapshot: Snapshot<Int, Node>
  }

  let input: InputName
  let options: InputOptions
  /// The status of the input before it was read, if new versions are shown.
  let watchedStatus: FileStatus?
  var watcher: FileWatcher?
  /// The directories whose entries are watched, by row; `nil` is the root.
  var watchedDirectories: [Node?: WatchedDirectory] = [:]
  /// Reads directories below the rows on screen, until it is cancelled.
  var readingOfLevels: Task<Void, Never>?
  /// The input if it can arrive slowly.
  let arriving: ArrivingInput?
  let reader: BackgroundReader
  var reading = Reading.none
  var document: Document
  let source: OutlineDataSource<Int, Node>
  let glyphs: TreeGlyphs
  let terminal: Terminal
  var screen: Screen

  var mode = Mode.rows
  var filter: Filter?
  /// The rows that the user made the root of the screen, the last one in effect.
  var roots: [Node] = []
  /// The text of the last search.
  var pattern: Bytes = []
  var message: Bytes = []
  /// Says that the input is no longer there.
  var noVersionMessage: Bytes {
    let reason = document.format == nil ? "the directory is gone" : "the file is gone or empty"
    return Bytes("\(reason); these are the last rows".utf8)
  }
  /// The number of the first row on screen.
  var top = 0
  var selection = OutlineSelection<Node>()
  /// The snapshot that the selection refers to.
  private var shown: Snapshot<Int, Node>
  private(set) var end: End?
  /// Called when children of a directory have arrived, or could not be read.
  var didChange: () -> Void = {}
  /// Called when the input has been read again.
  var didRead: (Result<Document, Problem>, _ start: ContinuousClock.Instant) -> Void = { _, _ in }

  /// The reading of a new version of the input.
  enum Reading {
    case none
    case inProgress
    /// The input has changed since the reading began.
    case outdated
  }

  struct WatchedDirectory {
    let path: Bytes
    /// The status before the entries were read.
    let status: FileStatus?
  }

  private enum Event {
    case terminal(Terminal.Event)
    /// The data source has changed.
    case change
    /// There is a new version of the input, or it is gone or empty.
    case newVersion
    case noVersion
    /// The new version has been read.
    case read(Result<Document, Problem>, start: ContinuousClock.Instant)
  }

  enum End {
    case quit
    /// Quits and prints the visible rows.
    case print
  }

  init(
    _ document: Document, of input: InputName, options: InputOptions,
    watching status: FileStatus?, arriving: ArrivingInput?,
    appearance: Appearance, on terminal: Terminal
  ) {
    self.document = document
    self.input = input
    self.options = options
    watchedStatus = status
    self.arriving = arriving
    self.terminal = terminal
    glyphs = TreeGlyphs(appearance.charset)
    screen = Screen(terminal.descriptor, appearance: appearance)

    shown = Self.snapshot(document.outline)
    source = OutlineDataSource(shown)
    // Only the reader uses the patterns of the options from now on.
    nonisolated(unsafe) let readOptions = options
    reader = unsafe BackgroundReader(readOptions, readsDirectories: document.format == nil)
    select(outline.rootItems.first)
    if document.format == nil { loadDirectories() }
  }

  /// Handles keys until the user quits.
  func run() async -> End {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    terminal.begin { continuation.yield(.terminal($0)) }
    var isChangePending = false
    didChange = {
      if !isChangePending { continuation.yield(.change) }
      isChangePending = true
    }
    didRead = { continuation.yield(.read($0, start: $1)) }
    source.attach(self)
    arriving?.begin { continuation.yield(.newVersion) }
    let watching = watchedStatus.flatMap { status in
      beginWatching(status) { continuation.yield($0 ? .newVersion : .noVersion) }
    }
    defer { watching?.cancel() }
    defer { terminal.end() }
    screen.clear(terminal.size)

    var input = Bytes()
    follow()
    do throws(SystemError) {
      try draw()
      for await event in events {
        switch event {
        case .terminal(.input):
          input += terminal.takeInput()
          for key in keys(in: &input) where end == nil {
            await press(key)
            follow()
          }
        case .terminal(.resize): screen.clear(terminal.size)
        case .terminal(.pause): terminal.pause()
        case .terminal(.resume):
          terminal.resume()
          screen.clear(terminal.size)
        case .change:
          isChangePending = false
          if case .directory = document.source, let text = filter?.text { await applyFilter(text) }
        case .newVersion:
          if message == noVersionMessage { message = [] }
          if document.format != nil { readAgain() } else { readChangedDirectories() }
        case .read(let result, let start): await show(result, begunAt: start)
        case .noVersion: message = noVersionMessage
        case .terminal(.end): end = .quit
        }
        if let end { return end }
        follow()
        try draw()
      }
    } catch {
      // The terminal is gone.
    }
    return end ?? .quit
  }

  /// Returns the keys of some input, and waits a moment for the rest of the last one.
  private func keys(in input: inout Bytes) -> [Key] {
    var keys = Key.parse(&input)
    while !input.isEmpty {
      let rest = terminal.takeInput(within: 25)
      input += rest
      if rest.isEmpty {
        // The start of a sequence without the rest of it is the Escape key.
        if input[0] == 0x1B { keys.append(.escape) }
        input = []
      }
      keys += Key.parse(&input)
    }
    return keys
  }

  func quit(_ end: End) {
    self.end = end
  }
}

// MARK: - The outline on screen

extension Browser {
  /// Returns a snapshot with an outline in its only section.
  static func snapshot(_ outline: SectionSnapshot<Node>) -> Snapshot<Int, Node> {
    var snapshot = Snapshot<Int, Node>()
    do {
      try snapshot.appendSection(0, outline)
    } catch {
      preconditionFailure("The section is the only one: \(error)")
    }
    return snapshot
  }

  var snapshot: Snapshot<Int, Node> { filter?.snapshot ?? source.snapshot() }
  var outline: SectionSnapshot<Node> { snapshot[0] }

  /// Edits the expansion of the rows on screen.
  func edit(_ body: (inout SectionSnapshot<Node>) -> Void) {
    // The closure may read the snapshot.
    var snapshot = snapshot
    body(&snapshot[0])
    if filter != nil {
      filter?.snapshot = snapshot
    } else {
      // Lines are compared instead of rows, so no difference is needed.
      source.applySnapshotUsingReloadData(snapshot)
    }
  }

  /// The root of the screen, if the user has chosen one that is visible.
  var root: Node? { roots.last { outline.isVisible($0) } }

  /// The visible rows on the screen: all of them, or those of the root.
  var visibleRows: Range<Int> {
    let outline = outline
    guard let root, let first = outline.row(of: root), let index = outline.index(of: root) else {
      return 0..<outline.visibleItems.count
    }
    // The item after a subtree is visible: its parent is an ancestor of the root.
    let next = index + 1 + (outline.descendants(of: root)?.count ?? 0)
    let end = next < outline.count ? outline.row(of: outline.items[next]) : nil
    return first..<(end ?? outline.visibleItems.count)
  }

  /// The rows on the screen, one for each line.
  ///
  /// Ancestors of the first rows cover them, so that they stay at the top while their descendants
  /// scroll.
  var rowsOnScreen: [SectionSnapshot<Node>.Row] {
    let outline = outline
    let rows = visibleRows
    let covering = stickyRows(from: top)
    let rest = top + covering.count..<min(top + pageSize, rows.upperBound)
    return (covering + rest).map { outline.rows[$0] }
  }

  /// The positions of the ancestors that cover the rows from a position on.
  ///
  /// They cover a third of the screen at most, so a deep row has only its nearest ancestors there.
  func stickyRows(from top: Int) -> [Int] {
    let outline = outline
    let rows = visibleRows
    let limit = pageSize / 3
    guard rows.contains(top) else { return [] }
    let rootLevel = outline.rows[rows.lowerBound].level
    let level = max(rootLevel, outline.rows[top].level - limit)
    var sticky: [Int] = []
    for row in outline.rows[top..<min(top + limit, rows.upperBound)] {
      let ancestorLevel = level + sticky.count
      if row.level <= ancestorLevel { break }
      var ancestor = row.item
      for _ in ancestorLevel..<row.level { ancestor = outline.parent(of: ancestor) ?? ancestor }
      guard let position = outline.row(of: ancestor) else { break }
      sticky.append(position)
    }
    return sticky
  }

  /// The rows to print at the end: those of the root, or all of them.
  var printedOutline: SectionSnapshot<Node> {
    root.flatMap { try? outline.snapshot(of: $0, includingParent: true) } ?? outline
  }

  /// The number of rows that fit above the status line.
  var pageSize: Int { max(1, screen.rows - 1) }

  // MARK: Selection

  var selected: Node? { selection.focusedItem }

  func select(_ node: Node?) {
    selection = OutlineSelection(node)
  }

  /// Selects a row and shows it on a line of the screen.
  func select(_ node: Node, onLine line: Int) {
    select(node)
    top = (outline.row(of: node) ?? 0) - line
  }

  var lineOfSelection: Int { max(0, (selected.flatMap { outline.row(of: $0) } ?? 0) - top) }

  /// Selects the row at a position, or the nearest one.
  func select(row: Int) {
    let rows = visibleRows
    guard !rows.isEmpty else { return }
    select(outline.visibleItems[min(max(row, rows.lowerBound), rows.upperBound - 1)])
  }

  /// Gives the rows other numbers.
  func renumber(_ number: (Node) -> Node) {
    func renumber(_ snapshot: inout Snapshot<Int, Node>) {
      do {
        snapshot[0] = try snapshot[0].compactMapItems(number)
      } catch {
        preconditionFailure("The numbers are different: \(error)")
      }
    }
    var snapshot = source.snapshot()
    renumber(&snapshot)
    source.applySnapshotUsingReloadData(snapshot)
    renumber(&shown)
    select(selected.map(number))
    replaceStoredRows(number)
  }

  /// Replaces the roots and the rows of a prompt, or forgets them.
  private func replaceStoredRows(_ replacement: (Node) -> Node?) {
    roots = roots.compactMap(replacement)
    if case .prompt(var prompt) = mode {
      prompt.origin = prompt.origin.flatMap(replacement)
      // Rows before the last match may contain the text now.
      prompt.match = prompt.origin
      prompt.expanded = prompt.expanded.compactMap(replacement)
      mode = .prompt(prompt)
    }
  }

  /// Forgets the stored rows that the outline no longer has: later rows can get their numbers.
  func forgetRemovedRows() {
    let all = source.snapshot()
    replaceStoredRows { all.contains($0) ? $0 : nil }
  }

  /// Keeps the selection on a visible row, and that row on the screen.
  ///
  /// If rows above it came or went, it stays on its line.
  private func follow() {
    let line = selected.flatMap { shown[0].row(of: $0) }.map { $0 - top }
    let snapshot = snapshot
    let hasChanged = !snapshot[0].isTriviallyIdentical(to: shown[0])
    if hasChanged {
      selection.follow(from: shown, to: snapshot)
      shown = snapshot
    }

    let rows = visibleRows
    guard !rows.isEmpty else {
      select(nil)
      top = 0
      return
    }
    if selected.map(outline.isVisible) != true {
      let parent = selected.flatMap { outline.ancestors(of: $0)?.first(where: outline.isVisible) }
      select(parent ?? outline.visibleItems[rows.lowerBound])
    }
    let row = selected.flatMap { outline.row(of: $0) } ?? rows.lowerBound
    if !rows.contains(row) { select(row: row) }
    let selectedRow = min(max(row, rows.lowerBound), max(rows.lowerBound, rows.upperBound - 1))
    if hasChanged, let line, 0..<pageSize ~= line { top = selectedRow - line }
    top = min(max(top, selectedRow - pageSize + 1), selectedRow)
    top = max(rows.lowerBound, min(top, rows.upperBound - pageSize))
    while selectedRow - top < stickyRows(from: top).count { top -= 1 }
  }
}
