import OutlineTestSupport

@testable import Outline

/// Random operations on a data source whose loader adds an item to section 3 at some of its calls,
/// and changes something else at others.
///
/// Unchecked: all jobs of a simulated actor run on one thread.
final class EditingLoaderTrial: @unchecked Sendable {
  private static let items = ["a", "b", "c", "d", "e", "f", "g", "h"]

  private let source = Source("1\n  -* a\n    - b\n    - c\n  +* d\n    -* e\n2\n  -* f\n3")
  private let gate = LoadGate<String>()
  private var random: SeededGenerator
  private var added: [String] = []
  private var mayEdit = true
  private var transaction: Source.Transaction?
  private var waiterCount = 0

  init(seed: UInt64) {
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
    let (item, other, flag) = (item(), item(), once(in: 2))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: transaction = try? source.drop([item], to: flag ? .into(other) : .before(other))
    case 1: if let transaction { try? source.apply(transaction.inverse) }
    case 2: source.apply(outline(), to: flag ? 1 : 2, keepingExpansion: true)
    case 3: source.restore(ViewState(expandedItems: [item, other]), collapsingOthers: flag)
    case 4: source.markStale(item)
    case 5: setLoader()
    case 6: source.cancelLoading(of: item)
    case 7: source.update { try? $0.deleteItems([item]) }
    case 8: source.collapseSubtree(of: item)
    case 9: source.beginReloadingChildren(of: item)
    case 10: source.expandSubtree(of: item)
    default: source.expand(item)
    }
  }

  /// Starts a call that waits for children; one in four is cancelled.
  private func wait(on actor: isolated SimulatedActor) {
    let (item, kind) = (item(), Int.random(in: 0..<5, using: &random))
    waiterCount += 1
    let task = Task { [self] in
      _ = actor
      switch kind {
      case 0: try? await source.loadChildren(of: item)
      case 1: try? await source.reloadChildren(of: item)
      case 2: try? await source.loadMoreChildren(of: item)
      case 3: _ = await source.loadAndExpandSubtree(of: item)
      default: _ = await source.loadAndRestore(ViewState(expandedItems: [item, "a", "d"]))
      }
      waiterCount -= 1
    }
    if once(in: 4) { Task { task.cancel() } }
  }

  /// Ends the load of an item, if there is one.
  private func finish(_ item: String) {
    let (outline, cursor) = (outline(), once(in: 3) ? Int.random(in: 0..<9, using: &random) : nil)
    let page =
      once(in: 2)
      ? ChildPage(outline, cursor: cursor) : ChildPage(outline.rootItems, cursor: cursor)
    gate.finish(
      item, with: once(in: 6) ? .failure(DataSourceLoadingTests.Boom()) : .success(page))
  }

  /// Returns a description of what went wrong, or an empty text.
  func run(on actor: isolated SimulatedActor) async -> String {
    source.rememberActor(actor)
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
