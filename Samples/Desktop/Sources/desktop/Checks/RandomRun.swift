import CGTK
import Outline

/// Makes random changes under a real list view, and compares all models after each.
final class RandomRun {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let source = FileSource()
  private let view: SidebarView
  private var filter: (text: String, filter: Filter)?
  private let mirror: Mirror
  private let window: Widget = gtk_window_new()
  private let seed: UInt64
  private var random: SplitMix
  private var itemCount: UInt64 = 0
  private var frameCount = 0
  /// The rows on screen when it was drawn last, and the changes since then.
  private var drawnRows: [(item: Item, top: Int)] = []
  private var changes: Set<String> = []
  private var heldFrameCount = 0
  private var selectsItems = false
  /// The number of items from which on insertions delete an item instead.
  private var itemLimit = 400

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix(state: seed)
    view = SidebarView(source)
    mirror = Mirror(of: view.list)
    try source.update { snapshot in try snapshot.appendSections(SidebarSection.allCases) }
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { $0.isExpandable }, slowAfter: .milliseconds(1),
      children: { @MainActor [weak self] folder in
        await Task.yield()
        guard let self else { return [] }
        if random.next(below: 8) == 0 { throw Failure(description: "no answer") }
        let kept = source.snapshot().children(of: folder).map(Array.init) ?? []
        return (kept + makeItems()).shuffled(using: &random)
      })
    gtk_window_set_child(window.cast(), view.widget)
    gtk_window_set_default_size(window.cast(), 320, 560)
    Style.add()
    gtk_window_present(window.cast())
    connect(gtk_widget_get_frame_clock(window), "after-paint") { [unowned self] in
      frameCount += 1
    }
  }

  /// Makes a number of changes.
  func run(_ count: Int) throws {
    for step in 1...max(1, count) {
      selectsItems = step > count / 2
      let change = step % 1000 == 1 ? try begin() : try makeChange()
      changes.insert(change)
      do {
        try check()
        if random.next(below: 4) == 0 {
          // Draws rows and runs loads.
          drawFrame()
          try check()
          try checkScrollPosition()
          scroll()
        }
      } catch {
        throw Failure(description: "seed \(seed), change \(step) (\(change)): \(error)")
      }
    }
    print(
      "\(count) random changes with seed \(seed): \(mirror.signalCount) signals,",
      "\(view.list.count) rows at the end,",
      "\(heldFrameCount) scroll positions, no difference")
  }

  private func makeItems() -> [Item] {
    (0..<random.next(below: 5)).map { _ in
      itemCount += 1
      let section = SidebarSection.allCases[Int(random.next(below: 3))]
      let id = File.ID(section: section, device: 0, number: itemCount)
      let kind: Kind = random.next(below: 2) == 0 ? .folder : .text
      return Item(File(id: id, name: "File \(itemCount)", kind: kind))
    }
  }

  // MARK: - Scrolling

  private func drawFrame() {
    let count = frameCount
    gtk_widget_queue_draw(window)
    MainLoop.run { frameCount > count }
    MainLoop.handleEvents()
  }

  /// Sometimes scrolls to a random position, and starts to observe the rows on screen.
  private func scroll() {
    if random.next(below: 8) == 0 {
      let end = gtk_adjustment_get_upper(view.adjustment)
      gtk_adjustment_set_value(view.adjustment, Double(random.next(below: max(1, Int(end)))))
      drawFrame()
    }
    drawnRows = canScroll ? view.visibleRows : []
    changes = []
    mirror.removedItems = []
  }

  /// A Boolean value that indicates whether the list could scroll up and down.
  private var canScroll: Bool {
    let value = gtk_adjustment_get_value(view.adjustment)
    let page = gtk_adjustment_get_page_size(view.adjustment)
    return value > 0 && value + page + 1 < gtk_adjustment_get_upper(view.adjustment)
  }

  /// Checks that a row of the previous frame is still in its place.
  ///
  /// The list holds the first row that was completely visible. If this row and some after it are
  /// removed, the next one takes their place, so it moves up by their height at most. A row above can
  /// move away, as insertions push it out. GTK scrolls when it moves the focus from a row that
  /// disappears, so no row must have it.
  private func checkScrollPosition() throws {
    let movesRows = !changes.isDisjoint(with: ["rebuild", "reload", "edit", "sections"])
    let tops = Dictionary(uniqueKeysWithValues: view.visibleRows.map { ($0.item, $0.top) })
    let completeRows = drawnRows.filter { row in row.top >= 0 }
    let rows = completeRows.filter { row in !mirror.removedItems.contains(row.item) }
    guard !selectsItems, !movesRows, let first = rows.first, canScroll else { return }
    let removedHeight = first.top - completeRows[0].top
    let isHeld = rows.contains { row in
      tops[row.item].map { (-removedHeight - 26...26).contains($0 - row.top) } ?? false
    }
    if !isHeld {
      let moves = drawnRows.map { row in "\(row.top)>\(tops[row.item].map(String.init) ?? "-")" }
      throw Failure(description: "all rows have moved after \(changes.sorted()): \(moves)")
    }
    heldFrameCount += 1
  }

  // MARK: - Checking

  /// Checks that the list has the items that match, and their ancestors.
  private func checkFilter() throws {
    guard let filter else { return }
    let (all, shown) = (source.snapshot(), view.source.snapshot())
    for section in all.sectionIdentifiers {
      let found = all[section].filtered { $0.name.contains(filter.text) }
      guard shown[section].items.elementsEqual(found.items) else {
        throw Failure(description: "the filter \(filter.text) shows other items")
      }
    }
  }

  private func check() throws {
    if let violation = mirror.violation {
      throw Failure(description: violation)
    }
    try checkFilter()
    let snapshot = view.source.snapshot()
    let expected = snapshot.sectionIdentifiers.flatMap { Array(snapshot[$0].visibleItems) }
    let rows = (0..<view.list.count).map(view.list.item(at:))
    guard rows == expected else { throw Failure(description: "the model has other rows") }
    guard mirror.items == expected else { throw Failure(description: "the mirror differs") }
    let selected = view.selectedItem.flatMap { expected.firstIndex(of: $0) }
    guard selected == view.selectedPosition else {
      throw Failure(description: "row \(view.selectedPosition ?? -1) is selected")
    }
    for (position, row) in view.shownRows {
      guard position < expected.count, row.item == expected[position],
        row.content == view.content(of: expected[position])
      else {
        throw Failure(description: "row \(position) shows \(row.content?.title ?? "nothing")")
      }
    }
  }
}

// MARK: - Changes

extension RandomRun {
  /// Makes one random change, and returns its name.
  private func makeChange() throws -> String {
    let snapshot = source.snapshot()
    guard let item = snapshot.itemIdentifiers.randomElement(using: &random) else {
      try insert(into: nil)
      return "insertion"
    }
    switch random.next(below: 18) {
    case 0..<4:
      source.toggle(snapshot.visibleItems.randomElement(using: &random) ?? item)
      return "toggle"
    case 4..<6:
      guard snapshot.numberOfItems < itemLimit else { return try delete(item) }
      try insert(into: item)
      return "insertion"
    case 6: return try delete(item)
    case 7..<9: return try drop(item)
    case 9: return try rename(item)
    case 10:
      if random.next(below: 2) == 0 {
        source.expandSubtree(of: item)
      } else {
        source.collapseSubtree(of: item)
      }
      return "subtree"
    case 11: return try rebuild()
    case 12: return try edit()
    case 13:
      source.beginReloadingChildren(of: .item(item))
      return "reload of children"
    case 14:
      source.applySnapshotUsingReloadData(try shuffled(snapshot))
      return "reload"
    case 15:
      switch random.next(below: 3) {
      case 0: return toggleFilter()
      case 1: return try markSection()
      default: return try changeSections()
      }
    default:
      guard selectsItems else { return try rename(item) }
      if random.next(below: 3) == 0 {
        view.select(snapshot.visibleItems.randomElement(using: &random) ?? item)
        return "selection"
      }
      return try pressKey()
    }
  }

  /// Deletes all items, and chooses how many there can be.
  ///
  /// Long lists take long to draw, and GTK has no widgets for some of their rows.
  private func begin() throws -> String {
    itemLimit = [20, 60, 400, 400][random.next(below: 4)]
    try source.update { snapshot in try snapshot.deleteItems(snapshot.itemIdentifiers) }
    return "deletion"
  }

  /// Shows the items with a digit in their names, or all items again.
  private func toggleFilter() -> String {
    let text = "\(random.next(below: 10))"
    filter = filter == nil ? (text, Filter(source, text)) : nil
    view.show(filter?.filter.source ?? source)
    return "reload"
  }

  /// Marks a section, which has no effect on its rows.
  private func markSection() throws -> String {
    let section = SidebarSection.allCases[random.next(below: 3)]
    let isReload = random.next(below: 2) == 0
    let count = mirror.signalCount
    try source.update { snapshot in
      if isReload {
        try snapshot.reloadSections([section])
      } else {
        try snapshot.reconfigureSections([section])
      }
    }
    guard mirror.signalCount == count else {
      throw Failure(description: "a mark of a section replaces rows")
    }
    return "mark"
  }

  /// Removes a section and inserts it elsewhere, in one update or in two.
  private func changeSections() throws -> String {
    let snapshot = source.snapshot()
    let section = SidebarSection.allCases[random.next(below: 3)]
    let others = snapshot.sectionIdentifiers.filter { $0 != section }
    let next = others[random.next(below: 2)]
    if random.next(below: 2) == 0 {
      try source.update { try $0.moveSection(section, beforeSection: next) }
    } else {
      try source.update { try $0.deleteSections([section]) }
      try source.update { changed in
        try changed.insertSections([section], beforeSection: next)
        changed[section] = snapshot[section]
      }
    }
    return "sections"
  }

  /// Presses a key, and checks that the right item has the focus.
  private func pressKey() throws -> String {
    let keys: [(Int32, OutlineSelection<Item>.Key)] = [
      (GDK_KEY_Up, .up), (GDK_KEY_Down, .down), (GDK_KEY_Left, .left), (GDK_KEY_Right, .right),
      (GDK_KEY_Home, .home), (GDK_KEY_End, .end), (GDK_KEY_asterisk, .asterisk),
      (GDK_KEY_Page_Up, .pageUp(rows: view.pageLength)),
      (GDK_KEY_Page_Down, .pageDown(rows: view.pageLength)),
    ]
    let (code, key) = keys[random.next(below: keys.count)]
    var expected = view.selection
    let expansion = expected.press(key, in: view.list.snapshot, of: view.source)
    _ = view.press(key: Int(code))
    if expansion == nil && view.selectedItem != expected.focusedItem {
      throw Failure(description: "\(key) selects \(view.selectedItem?.name ?? "nothing")")
    }
    return "selection"
  }

  private func insert(into item: Item?) throws {
    let items = makeItems()
    let choice = random.next(below: 3)
    try source.update { snapshot in
      switch (item, choice) {
      case (let item?, 0): try snapshot.insertItems(items, beforeItem: item)
      case (let item?, 1): try snapshot.insertItems(items, afterItem: item)
      case (let item?, _):
        guard let section = snapshot.sectionIdentifier(containingItem: item) else { return }
        try snapshot[section].append(items, to: item)
      case (nil, _): try snapshot.appendItems(items, toSection: .folders)
      }
    }
  }

  private func delete(_ item: Item) throws -> String {
    try source.update { snapshot in try snapshot.deleteItems([item]) }
    return "deletion"
  }

  private func drop(_ item: Item) throws -> String {
    let snapshot = source.snapshot()
    guard let target = snapshot.itemIdentifiers.randomElement(using: &random) else { return "" }
    let destinations: [Snapshot<SidebarSection, Item>.Destination] = [
      .before(target), .after(target), .into(target), .end(of: .recent),
    ]
    // A drop into the item itself is an error that changes nothing.
    _ = try? source.drop([item], to: destinations[random.next(below: 4)])
    return "drop"
  }

  private func rename(_ item: Item) throws -> String {
    var file = item.value
    file.name += "'"
    try source.update { snapshot in try snapshot.updateItems([Item(file)]) }
    return "new name"
  }

  /// Applies a snapshot in which the siblings have another order.
  private func rebuild() throws -> String {
    source.apply(try shuffled(source.snapshot()), keepingExpansion: random.next(below: 2) == 0)
    return "rebuild"
  }

  private func shuffled(_ snapshot: FileSnapshot) throws -> FileSnapshot {
    var result = snapshot
    var keys: [Item: UInt64] = [:]
    for item in snapshot.itemIdentifiers where random.next(below: 3) == 0 {
      keys[item] = random.next()
    }
    for section in snapshot.sectionIdentifiers {
      try result[section].sortChildren(recursively: true) {
        keys[$0, default: 0] < keys[$1, default: 0]
      }
    }
    return result
  }

  /// Makes several changes in one update.
  private func edit() throws -> String {
    let items = source.snapshot().itemIdentifiers.shuffled(using: &random).prefix(12)
    let added = makeItems()
    try source.update { snapshot in
      for (index, item) in items.enumerated() where snapshot.contains(item) {
        switch index % 4 {
        case 0: try snapshot.deleteItems([item])
        case 1: snapshot.expand([item])
        case 2: snapshot.collapse([item])
        default: try snapshot.moveItems([item], to: .end(of: .places))
        }
      }
      try snapshot.appendItems(added, toSection: .recent)
    }
    return "edit"
  }
}

/// A small generator of random numbers that a seed repeats.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int(next(upperBound: UInt64(bound))) }
}
