import Outline
import OutlineTestSupport
import Testing

/// Loaders that make changes when they are asked whether an item has children.
@Suite struct LoaderEditTests {
  private static let items = ["a", "b", "c", "d", "e", "f", "g", "h"]
  private static let start = "1\n  -* a\n    - b\n    - c\n  +* d\n    -* e\n2\n  -* f\n3"

  /// A data source whose loader adds an item to section 3 at some of its calls, and may change
  /// something else.
  ///
  /// Unchecked: all jobs of a simulated actor run on one thread.
  private final class Trial: @unchecked Sendable {
    let source: Source
    let gate = LoadGate<String>()
    var random: SeededGenerator
    private var added: [String] = []
    private var isEditing = false
    private var undone: Source.Transaction?

    init(_ text: String, seed: UInt64) {
      (source, random) = (Source(text), SeededGenerator(seed: seed))
      source.reorderingHandlers.canReorderItem = { _ in true }
      setLoader()
    }

    private func setLoader() {
      source.childLoader = ChildLoader(
        hasChildren: { [unowned self] in
          edit()
          return $0 < "f"
        },
        pages: { [gate] in try await gate.load($0, $1) })
    }

    private func edit() {
      guard !isEditing, random.next() % 4 == 0 else { return }
      isEditing = true
      defer { isEditing = false }
      added.append("added \(added.count)")
      source.update { try? $0[3].append([added[added.count - 1]]) }
      if random.next() % 4 == 0 { _ = change() }
    }

    var problem: String? {
      let found = source.snapshot(for: 3).items.map(\.self)
      return found == added ? nil : "\(found) instead of \(added)"
    }

    func item() -> String { LoaderEditTests.items.randomElement(using: &random) ?? "" }

    private func outline() -> SectionSnapshot<String> {
      var outline = SectionSnapshot<String>()
      for item in LoaderEditTests.items.shuffled(using: &random).prefix(3) {
        try? outline.append([item], to: outline.items.randomElement(using: &random))
      }
      return outline
    }

    /// Performs a random operation, and returns its name.
    func step(on actor: isolated SimulatedActor) -> String {
      let item = item()
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return "toggle \(source.toggle(item))"
      case 1: return "expand subtree \(source.expandSubtree(of: item))"
      case 2:
        source.beginReloadingChildren(of: item)
        return "reload \(item)"
      default: return change()
      }
    }

    /// Performs a random operation that begins no load, and returns its name.
    private func change() -> String {
      let (item, other, flag) = (item(), item(), Bool.random(using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        undone = try? source.drop([item], at: flag ? .into(other) : .before(other))
        return "drop \(item) at \(other)"
      case 1:
        if let undone { try? source.apply(undone.inverse) }
        return "undo"
      case 2:
        source.apply(outline(), to: flag ? 1 : 2, keepingExpansion: true)
        return "apply"
      case 3:
        source.restore(ViewState(expandedItems: [item, other]), collapsingOthers: true)
        return "restore"
      case 4:
        source.markStale(item)
        return "mark stale"
      case 5:
        setLoader()
        return "set loader"
      case 6:
        flag ? source.cancelLoading(of: item) : source.update { try? $0.deleteItems([item]) }
        return "cancel or delete"
      default: return "collapse subtree \(source.collapseSubtree(of: item))"
      }
    }

    /// Ends a load with a page that contains known items, some of them expanded.
    func finish(_ item: String) {
      let outline = outline()
      let page: ChildPage<String> =
        Bool.random(using: &random) ? ChildPage(outline) : ChildPage(outline.rootItems)
      gate.finish(item, with: .success(page))
    }
  }

  @Test func noEditOfALoaderIsLost() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 30 as UInt64, full: 3_000, long: 30_000) {
      let problem = SimulatedActor.run(seed: seed &+ number) { actor in
        await Self.problem(seed: seed &+ number, on: actor)
      }
      #expect(problem == "", "OUTLINE_SEED=\(seed &+ number)")
    }
  }

  private static func problem(seed: UInt64, on actor: isolated SimulatedActor) async -> String {
    let trial = Trial(start, seed: seed)
    let adapter = TestAdapter()
    trial.source.attach(adapter)
    for _ in 0..<60 {
      let name = trial.step(on: actor)
      if let problem = trial.problem { return "\(name): \(problem)" }
      await actor.settle()
      for item in items where Bool.random(using: &trial.random) {
        trial.finish(item)
        await actor.settle()
        if let problem = trial.problem { return "page of \(item): \(problem)" }
      }
      adapter.checkDrawing()
    }
    return ""
  }

  @Test func aPageOfALoadThatALoaderReplacesIsNotInserted() {
    loading("1\n  -* a\n    + b", leafLength: 2) { actor, fixture, source in
      nonisolated(unsafe) let owner = source
      let reloads = EventLog()
      source.childLoader?.hasChildren = { item in
        if item == "b" && reloads.take() != "" {
          unsafe owner.beginReloadingChildren(of: "a")
        }
        return true
      }
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      reloads.add("a")
      var outline = SectionSnapshot<String>()
      try? outline.append(["b", "c"])
      fixture.gate.finish("a", with: .success(ChildPage(outline)))
      await actor.settle()
      #expect(source.states("a") == "a loading" && !source.snapshot().contains("c"))
      await fixture.finish("a", "d")
      #expect(source.states("a") == "a loaded" && source.snapshot().contains("d"))
    }
  }

  @Test func aMarkConsidersChildrenThatTheLoaderAdds() {
    simulated { actor in
      let source = Source("1\n  -* a")
      nonisolated(unsafe) let owner = source
      source.childLoader = ChildLoader(
        hasChildren: { item in
          unsafe owner.update { try? $0[1].append(["\(item)1"], to: item) }
          return true
        }, children: { _ in [] })
      source.update { try? $0.deleteItems(["a1"]) }
      source.markStale("a")
      #expect(source.states("a") == "a stale")
    }
  }

  @Test func aLoaderThatDeletesAnItemChangesTheOtherRows() {
    loading { actor, fixture, source in
      nonisolated(unsafe) let owner = source
      source.childLoader = nil
      fixture.adapter.checkDrawing()
      source.childLoader = ChildLoader(
        hasChildren: { item in
          if item == "b" { unsafe owner.update { try? $0.deleteItems(["b"]) } }
          return true
        }, children: { _ in [] })
      fixture.adapter.checkDrawing()
      #expect(source.hasChildren("a") && !source.snapshot().contains("b"))
    }
  }
}
