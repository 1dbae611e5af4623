import OutlineTestSupport
import Testing

@testable import Outline

/// Loaders that make changes when they are asked whether an item has children.
@Suite struct LoaderEditTests {
  /// What a loader does when it is asked.
  ///
  /// Unchecked: all jobs of a test run on one thread.
  private final class Reaction: @unchecked Sendable {
    var perform: ((_ item: String) -> Void)?

    /// Performs something once.
    func once(_ body: @escaping () -> Void) {
      perform = { [unowned self] _ in
        perform = nil
        body()
      }
    }
  }

  private let reaction = Reaction()

  /// A data source in which all items without children may have some.
  @MainActor private func source(_ text: String, hasChildren: Bool = true) -> Source {
    let source = Source(text)
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { [reaction] item in
        reaction.perform?(item)
        return hasChildren
      }, children: { _ in [] })
    return source
  }

  @MainActor @Test func aLoaderThatMakesAChangeAtEachCallIsAskedOnceForEachItem() throws {
    let source = source("1\n  +* a\n    -* a1\n  +* b\n    -* b1\n2")
    var count = 0
    reaction.perform = { _ in
      count += 1
      source.update { try? $0[2].append(["added \(count)"]) }
    }
    try source.apply([(1, SectionSnapshot("-* a\n-* b"))], keepingExpansion: true)
    #expect(count == 2 && source.snapshot(for: 2).items.count == 2)
  }

  @MainActor @Test func aRootLoaderThatMakesAChangeAtEachCallIsAskedOnceForEachSection() {
    let source = Source("1\n  -* a\n2")
    var count = 0
    reaction.perform = { _ in
      count += 1
      source.update { try? $0[2].append(["added \(count)"]) }
    }
    source.rootLoader = ChildLoader(
      hasChildren: { [reaction] section in
        if section == 1 { reaction.perform?("") }
        return true
      }, children: { _ in [] })
    count = 0
    source.apply(Source("1\n2").snapshot(), keepingExpansion: true)
    #expect(count == 1 && source.snapshot().contains("a"))
  }

  @MainActor @Test func anAppliedSnapshotKeepsTheExpansionThatTheLoaderChanges() {
    let source = source("1\n  +* a\n    -* a1\n  +* b\n    -* c", hasChildren: false)
    reaction.once { source.update { $0.collapse(["b"]) } }
    source.apply(Snapshot(SnapshotModel("1\n  -* a\n  -* b\n    - c")), keepingExpansion: true)
    #expect(source.shape == "1\n  +* a\n  -* b\n    - c")
  }

  @MainActor @Test func restoringConsidersTheChangesOfTheLoader() {
    let source = source("1\n  -* a\n  +* b")
    reaction.once { source.update { try? $0[1].append(["a1"], to: "a") } }
    #expect(source.restore(ViewState(expandedItems: ["a"])).isEmpty)
    #expect(source.snapshot().isExpanded("a"))
    let childless = self.source("1\n  +* a\n  -* b", hasChildren: false)
    reaction.once {
      childless.update { snapshot in
        snapshot.collapse(["a"])
        try? snapshot.deleteItems(["b"])
      }
    }
    let missing = childless.restore(ViewState(expandedItems: ["a", "b"]))
    #expect(missing.expandedItems == ["b"] && childless.snapshot().isExpanded("a"))
  }

  @MainActor @Test func anItemThatTheLoaderDeletesIsNotExpanded() {
    let source = source("1\n  -* a", hasChildren: false)
    source.expansionBehavior = .collapsesSiblings
    reaction.once { source.update { try? $0.deleteItems(["a"]) } }
    #expect(source.expand("a") == .refused)
  }

  @MainActor @Test func aNewLoaderThatDeletesAnItemReconfiguresTheOtherRows() {
    let source = Source("1\n  -* a\n  -* b")
    let adapter = TestAdapter(drawing: { [weak source] item in
      source?.hasChildren(item) ?? false ? "▸" : ""
    })
    source.attach(adapter)
    let loader = self.source("1").childLoader
    reaction.perform = { [unowned source] item in
      if item == "b" { source.update { try? $0.deleteItems(["b"]) } }
    }
    source.childLoader = loader
    adapter.checkDrawing()
    #expect(source.hasChildren("a") && !source.snapshot().contains("b"))
  }

  @MainActor @Test func aSectionThatTheLoaderDeletesHasNoLoadingState() {
    let source = Source("1\n2")
    let log = EventLog()
    source.sectionReconfigureHandler = { section, _ in log.add("\(section)") }
    reaction.perform = { [unowned source] section in
      if section == "1" { source.update { try? $0.deleteSections([1]) } }
    }
    source.rootLoader = ChildLoader(
      hasChildren: { [reaction] section in
        reaction.perform?("\(section)")
        return true
      }, children: { _ in [] })
    #expect(log.take() == "2")
  }

  /// Regression: the data source asked the loader forever.
  @MainActor @Test func aLoaderThatMovesAnItemAtEachCallIsNotAskedForever() {
    let source = source("1\n  -* a\n2")
    source.setChildLoader(ChildLoader(hasChildren: { _ in false }, children: { _ in [] }), for: 2)
    var count = 0
    reaction.perform = { _ in
      count += 1
      if count > 1_000 { return }
      source.update { try? $0.moveItems(["a"], to: .end(of: count % 2 == 0 ? 2 : 1)) }
    }
    source.update { try? $0.moveItems(["a"], to: .end(of: 2)) }
    #expect(count < 10)
  }

  /// Regression: the data source asked the loader about each item that it added.
  @MainActor @Test func aLoaderThatAddsAnExpandedItemAtEachCallIsNotAskedForever() {
    let source = source("1\n  -* a")
    var count = 0
    reaction.perform = { _ in
      count += 1
      if count > 1_000 { return }
      source.update { snapshot in
        try? snapshot[1].append(["added \(count)"])
        snapshot.expand(["added \(count)"])
      }
    }
    source.update { $0.expand(["a"]) }
    #expect(count < 10)
  }

  @Test func noChangeOfALoaderIsLost() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 30 as UInt64, full: 2_000, long: 30_000) {
      let problem = SimulatedActor.run(seed: seed &+ number) { actor in
        await EditingLoaderTrial(seed: seed &+ number, on: actor).run(on: actor)
      }
      #expect(problem == "", "OUTLINE_SEED=\(seed &+ number)")
    }
  }
}

/// Random operations on a data source whose loader adds an item to section 3 at some of its calls,
/// and changes something else at others.
///
/// Unchecked: all jobs of a simulated actor run on one thread.
private final class EditingLoaderTrial: @unchecked Sendable {
  private static let items = ["a", "b", "c", "d", "e", "f", "g", "h"]

  private let source: Source
  private let gate = LoadGate<String>()
  private var random: SeededGenerator
  private var added: [String] = []
  private var mayEdit = true
  private var transaction: Source.Transaction?
  private var waiterCount = 0

  init(seed: UInt64, on actor: isolated SimulatedActor) {
    source = Source("1\n  -* a\n    - b\n    - c\n  +* d\n    -* e\n2\n  -* f\n3")
    random = SeededGenerator(seed: seed)
    source.reorderingHandlers.canReorderItem = { _ in true }
    setLoader()
  }

  private func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  private func setLoader() {
    source.childLoader = ChildLoader(
      hasChildren: { [unowned self] in
        edit()
        return $0 < "f"
      },
      pages: { [gate] in try await gate.load($0, $1) })
  }

  private func edit() {
    guard mayEdit, once(in: 4) else { return }
    mayEdit = false
    defer { mayEdit = true }
    added.append("added \(added.count)")
    source.update { try? $0[3].append([added[added.count - 1]]) }
    if once(in: 3) { change() }
  }

  private func item() -> String { Self.items.randomElement(using: &random) ?? "" }

  private func outline() -> SectionSnapshot<String> {
    var outline = SectionSnapshot<String>()
    for item in Self.items.shuffled(using: &random).prefix(3) {
      try? outline.append([item], to: outline.items.randomElement(using: &random))
    }
    if once(in: 2) { outline.expandAll() }
    return outline
  }

  private func change() {
    let item = item()
    let other = self.item()
    let flag = once(in: 2)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: transaction = try? source.drop([item], to: flag ? .into(other) : .before(other))
    case 1: if let transaction { try? source.apply(transaction.inverse) }
    case 2: source.apply(outline(), to: flag ? 1 : 2, keepingExpansion: true)
    case 3: source.restore(ViewState(expandedItems: [item, other]), collapsingOthers: flag)
    case 4: source.markStale(.item(item))
    case 5: setLoader()
    case 6: source.cancelLoading(of: .item(item))
    case 7: source.update { try? $0.deleteItems([item]) }
    case 8: source.collapseSubtree(of: item)
    case 9: source.beginReloadingChildren(of: .item(item))
    case 10: source.expandSubtree(of: item)
    default: source.expand(item)
    }
  }

  /// Starts a call that waits for children; one in four is cancelled.
  private func wait(on actor: isolated SimulatedActor) {
    let item = item()
    let kind = Int.random(in: 0..<5, using: &random)
    waiterCount += 1
    let task = Task { [self] in
      _ = actor
      switch kind {
      case 0: try? await source.loadChildren(of: .item(item))
      case 1: try? await source.reloadChildren(of: .item(item))
      case 2: try? await source.loadMoreChildren(of: .item(item))
      case 3: _ = await source.loadAndExpandSubtree(of: item)
      default: _ = await source.loadAndRestore(ViewState(expandedItems: [item, "a", "d"]))
      }
      waiterCount -= 1
    }
    if once(in: 4) { Task { task.cancel() } }
  }

  /// Ends the load of an item, if there is one.
  private func finish(_ item: String) {
    let outline = outline()
    let cursor = once(in: 3) ? Int.random(in: 0..<9, using: &random) : nil
    let page =
      once(in: 2)
      ? ChildPage(outline, cursor: cursor) : ChildPage(outline.rootItems, cursor: cursor)
    gate.finish(
      item, with: once(in: 6) ? .failure(DataSourceLoadingTests.Boom()) : .success(page))
  }

  /// Returns a description of what went wrong, or an empty text.
  func run(on actor: isolated SimulatedActor) async -> String {
    let adapter = TestAdapter(drawing: { [weak source] item in source?.states(item) ?? "" })
    source.attach(adapter)
    for step in 0..<40 {
      if once(in: 2) { change() } else { wait(on: actor) }
      if once(in: 2) { await actor.settle() }
      for item in Self.items where once(in: 3) {
        finish(item)
        await actor.settle()
      }
      let found = source.snapshot(for: 3).items.map(\.self)
      if found != added { return "step \(step): \(found) instead of \(added)" }
    }
    mayEdit = false
    await actor.settle()
    for _ in 0..<200 where gate.openCount > 0 || waiterCount > 0 {
      for item in Self.items { finish(item) }
      await actor.settle()
    }
    adapter.checkDrawing()
    if waiterCount > 0 { return "\(waiterCount) calls wait for \(gate.openCount) loads" }
    return source.loads.areFinished ? "" : "a load has not ended"
  }
}
