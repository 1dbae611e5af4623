import Outline
import ViewSimulation

/// Random operations on a data source and on the screen that shows it.
///
/// After each operation the driver compares the screen with the snapshot of the data source.
@MainActor public final class Driver {
  let program: Program
  var random: SeededGenerator
  private let screen: any Screen
  private var isAttached = false
  private var isInWindow = true
  /// The number of times that the screen was detached.
  private var attachment = 0
  private let follower: SelectionFollower
  /// Whether the screen can have another focus than the follower after merged updates.
  private var hasOtherFocus = false
  /// The time of the last typed letter in seconds.
  private var typingTime = 0.0
  private let pendingLoads = PendingLoads()
  /// The number of changes whose completion has not been called.
  private var waiting = 0
  private var lastOperation = ""
  private var pageCount = 0

  var source: OutlineDataSource<Int, Int> { program.source }

  public init(seed: UInt64, _ makeScreen: (Program) -> any Screen) {
    random = SeededGenerator(seed: seed)
    let collapsing: [SelectionRules.Collapsing] = [.keep, .moveToParent, .deselect]
    let deleting: [SelectionRules.Deleting] = [.deselect, .moveToParent, .moveToNextSibling]
    let rules = SelectionRules(
      whenCollapsed: collapsing.randomElement(using: &random) ?? .keep,
      whenDeleted: deleting.randomElement(using: &random) ?? .deselect)
    program = Program(selectionRules: rules)
    follower = SelectionFollower(rules: rules)
    screen = makeScreen(program)
    if let screen = screen as? any KeyScreen {
      screen.allowMultipleSelection(true)
      screen.setTitle(Self.title)
    }
    source.childLoader = pendingLoads.makeLoader()
    source.rootLoader = pendingLoads.makeLoader()
    source.reorderingHandlers.canReorderItem = { $0 % 3 != 1 }
    source.reorderingHandlers.canDropItems = { items, _ in !items.contains { [5, 9].contains($0) } }
    source.reloadThreshold = 12
    program.pauseHandler = { [unowned self] in
      if !random.once(in: 3) { return false }
      Simulation.note("edit during a drag")
      if self.screen.allowsSeveralDrags && random.once(in: 4) {
        dragDuringDrag()
      } else {
        random.once(in: 2) ? edit() : changeTitle()
      }
      if random.once(in: 4) { waitForCompletion() }
      if random.once(in: 6) {
        Simulation.note("detached during a drag")
        detach()
        return true
      }
      // The screens check that their adapters know the items of the rows.
      if random.once(in: 2) {
        for position in positions { _ = self.screen.row(at: position) }
      }
      return true
    }
    program.selectionHandler = { [unowned self] in
      if !random.once(in: 2) { return }
      Simulation.note("edit in a handler")
      edit()
    }
  }

  /// Performs random operations.
  ///
  /// - Returns: The first problem; `nil` if there is none.
  public func run(count: Int) async -> String? {
    Simulation.reset()
    attach()
    for number in 0..<count {
      Simulation.laysOutAtOnce = random.once(in: 2)
      await performOperation()
      // Lets loads begin.
      await Task.yield()
      screen.layOut()
      if let problem = problem() { return "operation \(number), \(lastOperation): \(problem)" }
    }
    Simulation.finishAnimations()
    pendingLoads.finishAll()
    return waiting == 0 ? nil : "\(waiting) completions were not called"
  }

  private func attach() {
    isAttached = true
    source.attach(follower)
    screen.attach()
  }

  // MARK: Operations

  private func performOperation() async {
    switch number(below: 36) {
    case 0...5: perform("edit", edit)
    case 6, 7: perform("tap") { tap() }
    case 8: perform("expand or collapse") { expandOrCollapse() }
    case 9, 22...28: perform("drag") { drag() }
    case 10, 29, 34, 35: perform("key") { pressKey() }
    case 11, 12: perform("scroll") { screen.scroll(to: number(below: 10)) }
    case 13: perform("change title") { changeTitle() }
    case 14, 20, 21: perform("select") { random.once(in: 3) ? selectItems() : select() }
    case 15, 16: await finishLoad()
    case 17: perform("finish animation", Simulation.finishAnimation)
    case 18:
      isInWindow = !random.once(in: 4)
      perform("window") { screen.setInWindow(isInWindow) }
    case 30...32: perform("load roots") { loadRoots() }
    case 33: perform("letters") { type() }
    default: perform("attach") { attachOrDetach() }
    }
  }

  private func perform(_ name: String, _ operation: () -> Void) {
    lastOperation = name
    operation()
    if random.once(in: 4) { waitForCompletion() }
  }

  private func waitForCompletion() {
    waiting += 1
    let (animation, attachment) = (Simulation.lastAnimation, attachment)
    let completion = { [weak self] in
      self?.waiting -= 1
      if Simulation.animationCount > 0 { Simulation.note("completion before other animations") }
      if self?.attachment == attachment && !Simulation.hasEnded(animation) {
        Simulation.report("a completion before the end of the animation")
      }
    }
    source.update({ _ in }, completion: completion)
  }

  private func attachOrDetach() {
    if isAttached && random.once(in: 4) {
      detach()
    } else if !isAttached {
      attach()
    }
  }

  private func detach() {
    isAttached = false
    attachment += 1
    // Nobody waits for a detached view.
    Simulation.lastAnimation = 0
    screen.detach()
    source.detach(follower)
  }

  private func tap() {
    if let position = displayedPosition() { screen.tapDisclosure(at: position) }
  }

  private func loadRoots() {
    source.beginReloadingChildren(of: .section(number(below: Program.sectionCount)))
  }

  private func retry() {
    guard isAttached && isInWindow else { return }
    let headers = screen.rowCounts.indices.filter { screen.mark(inHeader: $0) == .failed }
    if let section = headers.first {
      Simulation.note("retry in a header")
      screen.tapRetry(inHeader: section)
    } else if let position = positions.first(where: { screen.mark(at: $0) == .failed }) {
      Simulation.note("retry")
      screen.tapRetry(at: position)
    }
  }

  private func select() {
    guard let position = displayedPosition(), let row = screen.row(at: position) else { return }
    // The user selects among the visible items.
    let visible = follower.selection.selectedItems.filter { source.rowPath(of: $0) != nil }
    follower.select(visible.symmetricDifference([row.item]))
    screen.select(position)
  }

  private func selectItems() {
    guard isAttached else { return }
    selectItems(Set((0..<number(below: 3)).map { _ in number(below: Program.itemCount) }))
  }

  private func pressKey() {
    guard isAttached && isInWindow else { return }
    selectAgain()
    let modifier: OutlineSelection<Int>.Modifier? =
      screen is any KeyScreen && random.once(in: 2) ? .shift : nil
    let count = follower.selection.selectedItems.count
    if count == 0 || count > 1 && modifier == nil || random.once(in: 6) {
      let item = source.snapshot().visibleItems.randomElement(using: &random)
      selectItems(Set([item].compactMap(\.self)))
    }
    // The program can select other items meanwhile.
    let old = follower.selection
    let selected = old.selectedItems
    guard modifier == nil ? selected.count == 1 : !selected.isEmpty,
      let key = screen.keys.randomElement(using: &random)
    else { return }
    let expansion = follower.selection.press(
      key, modifier, in: source.snapshot(), hasChildren: source.hasChildren)
    Simulation.note(expansion == nil ? "key that selects" : "key that expands or collapses")
    let edits = Simulation.events["edit in a handler", default: 0]
    let isLoading = old.focusedItem.map { source.loadingState(of: .item($0)) == .loading } ?? false
    screen.press(key, modifier)
    // Left can end a load, and then keeps the selection.
    if isLoading && key == .left && screen.selection == selected { follower.selection = old }
    let isPerformed =
      switch expansion {
      // An item whose children load expands later.
      case .expand(let items):
        items.allSatisfy {
          source.snapshot().isExpanded($0) || source.loadingState(of: .item($0)) == .loading
        }
      case .collapse(let item): !source.snapshot().isExpanded(item)
      case nil: true
      }
    if !isPerformed && edits == Simulation.events["edit in a handler", default: 0] {
      Simulation.report("\(key) does not expand or collapse")
    }
  }

  /// Titles that have beginnings in common.
  private static func title(_ item: Int) -> String { String(item, radix: 2) }

  private func type() {
    guard isAttached && isInWindow, let screen = screen as? any KeyScreen else { return }
    selectAgain()
    typingTime += 2  // begins a new search
    let text = Self.title(number(below: Program.itemCount))
    for (index, letter) in text.enumerated() {
      typingTime += 0.1
      let isFound = follower.selection.typeAhead(
        String(text.prefix(index + 1)), in: source.snapshot(), title: Self.title)
      if isFound { Simulation.note("letters that select") }
      screen.type(String(letter), at: typingTime)
    }
  }

  private func selectItems(_ items: Set<Int>) {
    follower.select(items)
    screen.select(items)
  }

  /// Makes the focus that of the follower, and ends the range of keys.
  private func selectAgain() {
    if !hasOtherFocus { return }
    hasOtherFocus = false
    let selected = screen.selection
    selectItems([])
    selectItems(selected)
  }

  private func drag() {
    guard let position = displayedPosition() else { return }
    let isInOtherSection = random.once(in: 2)
    var target = ListPosition(
      isInOtherSection ? number(below: screen.rowCounts.count) : position.section, 0)
    let count = screen.rowCounts[target.section] - (target.section == position.section ? 1 : 0)
    target.row = number(below: count + 1)
    let path = RowPath(section: position.section, row: position.row)
    let isAllowed = source.itemIdentifier(for: path).map(source.canReorder) ?? false
    let refusals = Simulation.events["refused drag", default: 0]
    let snapshot = source.snapshot()
    var selection = follower.selection
    let edits = Simulation.events["edit in a handler", default: 0]
    screen.drag(position, to: target)
    if !isAttached {
      // The screen has shown no update of the drag.
      follower.shown = snapshot
      follower.selection.selectedItems = screen.selection
      hasOtherFocus = true
    } else if program.editedSnapshot != nil {
      // Merged updates can select other items than one after another.
      selection.follow(
        from: snapshot, to: source.snapshot(), rules: program.selectionRules)
      if screen.selection != selection.selectedItems
        && edits == Simulation.events["edit in a handler", default: 0]
      {
        Simulation.report("selects \(screen.selection) after merged updates, not \(selection)")
      }
      follower.selection.selectedItems = screen.selection
      hasOtherFocus = true
    }
    if !isAllowed && Simulation.events["refused drag", default: 0] == refusals {
      Simulation.report("a drag of an item that must stay")
    }
  }

  private func dragDuringDrag() {
    guard let source = displayedPosition(), let target = displayedPosition() else { return }
    Simulation.note("drag during a drag")
    screen.drag(source, to: target)
  }

  private func changeTitle() {
    program.titles[number(below: Program.itemCount)] += 1
    let update: ContentUpdate = random.once(in: 2) ? .reload : .reconfigure
    source.contentUpdate = { _ in update }
    source.checkContent()
  }

  private func finishLoad() async {
    lastOperation = "load"
    guard pendingLoads.count > 0 else { return }
    let items = (0..<number(below: 4)).map { _ in number(below: Program.itemCount) }
    pageCount += 1
    let page = ChildPage(Set(items).sorted(), cursor: random.once(in: 2) ? pageCount : nil)
    let result: Result<ChildPage<Int>, any Error> =
      random.once(in: 4) ? .failure(CancellationError()) : .success(page)
    pendingLoads.finish(number(below: pendingLoads.count), with: result)
    Simulation.note("load")
    for _ in 0..<8 { await Task.yield() }
    screen.layOut()
    retry()
  }

  func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// A position of a row with a cell.
  private func displayedPosition() -> ListPosition? {
    isAttached && isInWindow
      ? positions.filter { screen.row(at: $0) != nil }.randomElement(using: &random) : nil
  }

  private var positions: [ListPosition] {
    screen.rowCounts.enumerated().flatMap { section, count in
      (0..<count).map { ListPosition(section, $0) }
    }
  }

  // MARK: Comparison

  private func problem() -> String? {
    if !Simulation.violations.isEmpty {
      return Simulation.violations.joined(separator: "; ")
    }
    guard isAttached else { return nil }
    let snapshot = source.snapshot()
    let sections = Array(snapshot.sectionIdentifiers)
    let counts = sections.map { snapshot[$0].visibleItems.count }
    guard screen.rowCounts == counts else { return "shows \(screen.rowCounts), not \(counts)" }
    let headers = sections.map(program.header)
    guard screen.headers.count == headers.count,
      zip(screen.headers, headers).allSatisfy({ $0 == nil || $0 == $1 })
    else { return "shows \(screen.headers), not \(headers)" }
    for (number, section) in sections.enumerated() where screen.headers[number] != nil {
      let mark = screen.mark(inHeader: number)
      let expected = expectedMark(of: .section(section))
      guard mark == expected else {
        return "the header of \(section) shows \(mark as Any), not \(expected as Any)"
      }
      if mark == .loading { Simulation.note("spinner in a header") }
    }
    for (number, position) in positions.enumerated() where screen.displayedRows.contains(number) {
      let shown = snapshot[sections[position.section]].rows[position.row]
      var row = program.content(of: shown)
      if screen.hidesExpansionOfLeaves && shown.childCount == 0 { row.isExpanded = false }
      guard screen.row(at: position) == row else {
        return "\(position) shows \(screen.row(at: position) as Any), not \(row)"
      }
      let mark = screen.mark(at: position)
      let expected = expectedMark(of: shown.item, shown: mark)
      if mark != expected {
        return "\(position) shows \(mark as Any), not \(expected as Any)"
      }
      if mark == .loading { Simulation.note("spinner") }
    }
    guard screen.reportedSelection == screen.selection else {
      return "reports \(screen.reportedSelection) as selected, not \(screen.selection)"
    }
    let wanted = follower.selection.selectedItems.filter { snapshot.rowPath(of: $0) != nil }
    let selected = screen.selectedPositions.compactMap {
      snapshot.itemIdentifier(for: RowPath(section: $0.section, row: $0.row))
    }
    return Set(selected) == wanted ? nil : "selects \(selected.sorted()), not \(wanted.sorted())"
  }

  private func expectedMark(of item: Int, shown: ShownMark?) -> ShownMark? {
    let snapshot = source.snapshot()
    guard let section = snapshot.sectionIdentifier(containingItem: item) else { return nil }
    let parent = snapshot.parent(of: item)
    let siblings = parent.flatMap(snapshot.children) ?? snapshot[section].rootItems
    let pages: OutlineDataSource<Int, Int>.Parent = parent.map { .item($0) } ?? .section(section)
    if siblings.last == item, source.hasMoreChildren(of: pages) {
      Simulation.note("row before a page")
      if case .failed = source.loadingState(of: pages) { return .failed }
      // A request that brought no items also has a button, until a load is shown.
      return source.isLoadingSlowly(of: pages) ? .loading : shown ?? .loading
    }
    return expectedMark(of: .item(item))
  }

  private func expectedMark(of parent: OutlineDataSource<Int, Int>.Parent) -> ShownMark? {
    let snapshot = source.snapshot()
    let showsChildren =
      switch parent {
      case .item(let item): snapshot.isExpanded(item) && snapshot.hasChildren(item)
      case .section(let section): !snapshot[section].items.isEmpty
      }
    // The last child has the mark of further pages.
    if showsChildren && source.hasMoreChildren(of: parent) { return nil }
    if source.isLoadingSlowly(of: parent) { return .loading }
    if case .failed = source.loadingState(of: parent) { return .failed }
    return nil
  }
}
