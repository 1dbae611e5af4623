import OutlineTestSupport
import Testing

@testable import Outline

/// Random edits against a server in memory that saves each of them at once.
///
/// Answers are computed at any time between a request and its arrival. In the end, the data source
/// shows what the server has, whatever order the edits and the answers had.
@Suite struct SavingServerTests {
  @Test func noEditIsLost() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 200 as UInt64, full: 10_000, long: 300_000) {
      let problem = SimulatedActor.run(seed: seed &+ number) { actor in
        await SavingServerTrial(seed: seed &+ number, on: actor).run(on: actor)
      }
      #expect(problem == "", "OUTLINE_SEED=\(seed &+ number)")
      if problem != "" { return }
    }
  }
}

/// Unchecked: all jobs of a simulated actor run on one thread.
private final class SavingServerTrial: @unchecked Sendable {
  /// The children of each folder on the server; the name of a folder ends in a slash.
  private var server = [
    "/": ["a/", "b/", "1", "2"], "a/": ["c/", "3"], "b/": ["4", "5"], "c/": ["6"],
  ]
  private let source: Source
  private let gate = LoadGate<String>()
  private var random: SeededGenerator
  private var nameCount = 6
  /// The answers that the server has computed and that have not arrived, by the numbers of the calls.
  private var answers: [Int: [String]] = [:]
  /// The calls that the server has not answered.
  private var requests: [(number: Int, folder: String)] = []
  private var callCount = 0

  init(seed: UInt64, on actor: isolated SimulatedActor) {
    random = SeededGenerator(seed: seed)
    source = Source("1\n  -* /")
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { $0.hasSuffix("/") }, pages: { [gate] in try await gate.load($0, $1) })
  }

  private func choose<Element>(_ elements: some Sequence<Element>) -> Element? {
    Array(elements).randomElement(using: &random)
  }

  private func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  private func newName(isFolder: Bool) -> String {
    nameCount += 1
    return "\(nameCount)" + (isFolder ? "/" : "")
  }

  // MARK: - Edits, each with its effect on the server

  private func edit() {
    let items = source.snapshot().itemIdentifiers.filter { $0 != "/" }
    let folders = source.snapshot().itemIdentifiers.filter { $0.hasSuffix("/") }
    guard let item = choose(items), let folder = choose(folders) else { return }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      if (try? source.drop([item], to: .into(folder))) ?? nil != nil { save([item, folder]) }
    case 1:
      guard let sibling = choose(items), sibling != item else { return }
      if (try? source.drop([item], to: .before(sibling))) ?? nil != nil { save([item, sibling]) }
    case 2:
      let name = newName(isFolder: once(in: 3))
      source.update { try? $0[1].append([name], to: folder) }
      if name.hasSuffix("/") { server[name] = [] }
      save([name])
    case 3:
      source.update { try? $0.deleteItems([item]) }
      for key in server.keys { server[key]?.removeAll { $0 == item } }
      remove(item)
    case 4:
      let name = newName(isFolder: item.hasSuffix("/"))
      source.update { try? $0.replaceItem(item, with: name) }
      for key in server.keys {
        server[key] = server[key]?.map { $0 == item ? name : $0 }
      }
      if let children = server.removeValue(forKey: item) { server[name] = children }
    case 5: source.toggle(item)
    default: source.expand(folder)
    }
  }

  private func remove(_ item: String) {
    for child in server.removeValue(forKey: item) ?? [] { remove(child) }
  }

  /// Moves items on the server to the parents that they have in the data source.
  private func save(_ items: [String]) {
    guard let item = items.first, let parent = source.snapshot().parent(of: item) else { return }
    for key in server.keys { server[key]?.removeAll { $0 == item } }
    let siblings = source.snapshot().children(of: parent).map(Array.init) ?? []
    let position = siblings.firstIndex(of: item) ?? 0
    let previous = siblings[..<position].last { server[parent]?.contains($0) ?? false }
    let index = previous.flatMap { server[parent]?.firstIndex(of: $0) }.map { $0 + 1 }
    server[parent, default: []].insert(item, at: index ?? 0)
  }

  // MARK: - Answers

  /// Computes answers at a time of the server's choice.
  private func compute() {
    let calls = gate.calls
    requests += (callCount..<calls.count).map { ($0 + 1, calls[$0]) }
    callCount = calls.count
    requests.removeAll { number, folder in
      guard once(in: 2) else { return false }
      answers[number] = server[folder] ?? []
      return true
    }
  }

  private func deliver(on actor: isolated SimulatedActor) async {
    while once(in: 2), let number = choose(answers.keys.sorted()) {
      // Loads that were replaced do not wait for their answers any more.
      let children = answers.removeValue(forKey: number) ?? []
      gate.finish(call: number, with: .success(ChildPage(children)))
      await actor.settle()
    }
  }

  /// Returns a description of what went wrong, or an empty text.
  func run(on actor: isolated SimulatedActor) async -> String {
    for _ in 0..<30 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: edit()
      case 2:
        let folders = source.snapshot().itemIdentifiers.filter { $0.hasSuffix("/") }
        if let folder = choose(folders) { source.beginReloadingChildren(of: .item(folder)) }
      default: break
      }
      await actor.settle()
      compute()
      await deliver(on: actor)
    }
    for _ in 0..<500 where gate.openCount > 0 {
      compute()
      await deliver(on: actor)
      await actor.settle()
    }
    return problem() ?? (gate.openCount > 0 ? "a load has not ended" : "")
  }

  private func problem() -> String? {
    let shown = source.snapshot()
    for item in shown.itemIdentifiers where item != "/" {
      let parent = server.first { $0.value.contains(item) }?.key
      if shown.parent(of: item) != parent {
        return "\(item) is in \(shown.parent(of: item) ?? "-") instead of \(parent ?? "-")"
      }
    }
    for folder in shown.itemIdentifiers where folder.hasSuffix("/") {
      let children = shown.children(of: folder).map(Array.init) ?? []
      if source.loadingState(of: .item(folder)) == .loaded
        && Set(children) != Set(server[folder] ?? [])
      {
        return "\(folder) has \(children) instead of \(server[folder] ?? [])"
      }
    }
    return nil
  }
}
