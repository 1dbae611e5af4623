import OutlineTestSupport
import Testing

@testable import Outline

/// Random edits against a server in memory that saves each of them at once.
///
/// Answers are computed at any time between a request and its arrival. Half of the servers return
/// pages of two children, some with a row that loads more. The top folder is an item or a section.
/// In the end, the data source shows what the server has, whatever order the edits and the answers
/// had; without pages, in the same order.
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
  /// The positions of children in their folders, which are the cursors of pages.
  private var positions: [String: Double] = [:]
  private let source: Source
  private let gate = LoadGate<String>()
  private var random: SeededGenerator
  private let hasPages: Bool
  private let hasMoreItems: Bool
  private static let more = " more"
  /// A Boolean value that indicates whether the top folder is a section instead of an item.
  private let isRooted: Bool
  private var nameCount = 6
  /// The answers that the server has computed and that have not arrived, by the numbers of the calls.
  private var answers: [Int: ChildPage<String>] = [:]
  /// The calls that the server has not answered.
  private var requests: [(number: Int, call: String)] = []
  private var callCount = 0

  init(seed: UInt64, on actor: isolated SimulatedActor) {
    random = SeededGenerator(seed: seed)
    hasPages = seed % 2 == 0
    isRooted = seed % 4 > 1
    hasMoreItems = seed % 8 > 3
    source = Source(isRooted ? "1" : "1\n  -* /")
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { $0.hasSuffix("/") }, pages: { [gate] in try await gate.load($0, $1) })
    source.rootLoader = ChildLoader(pages: { [gate] in try await gate.load("/", $1) })
    for (index, name) in server.values.flatMap(\.self).sorted().enumerated() {
      positions[name] = Double(index)
    }
    for folder in server.keys {
      server[folder]?.sort { positions[$0, default: 0] < positions[$1, default: 0] }
    }
  }

  private func choose<Element>(_ elements: some Sequence<Element>) -> Element? {
    Array(elements).randomElement(using: &random)
  }

  private func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  private func newName(isFolder: Bool) -> String {
    nameCount += 1
    return "\(nameCount)" + (isFolder ? "/" : "")
  }

  private func parent(_ folder: String) -> Source.Parent {
    isRooted && folder == "/" ? .section(1) : .item(folder)
  }

  /// The items except the top folder and those that load more.
  private var items: [String] {
    source.snapshot().itemIdentifiers.filter { $0 != "/" && !$0.hasSuffix(Self.more) }
  }
  private var folders: [String] { ["/"] + items.filter { $0.hasSuffix("/") } }

  private func children(of folder: String) -> [String] {
    source.snapshot().listOfChildren(of: parent(folder))
  }

  private func folder(of item: String) -> String {
    source.snapshot().parent(of: item) ?? "/"
  }

  // MARK: - Edits, each with its effect on the server

  private func edit() {
    guard let item = choose(items), let folder = choose(folders) else { return }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let isTop = isRooted && folder == "/"
      if (try? source.drop([item], to: isTop ? .end(of: 1) : .into(folder))) ?? nil != nil {
        save(item)
      }
    case 1:
      let siblings = once(in: 2) ? children(of: self.folder(of: item)) : items
      guard let sibling = choose(siblings), sibling != item else { return }
      let isBefore = once(in: 2)
      if (try? source.drop([item], to: isBefore ? .before(sibling) : .after(sibling))) ?? nil != nil
      {
        save(item)
      }
    case 2:
      let name = newName(isFolder: once(in: 3))
      let sibling = choose(children(of: folder))
      source.update { snapshot in
        if let sibling, once(in: 2) {
          try? snapshot[1].insert([name], before: sibling)
        } else {
          try? snapshot[1].append([name], to: isRooted && folder == "/" ? nil : folder)
        }
      }
      if name.hasSuffix("/") { server[name] = [] }
      save(name)
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
      positions[name] = positions[item]
      if let children = server.removeValue(forKey: item) { server[name] = children }
    case 5: source.toggle(item)
    case 6:
      // The outline says nothing about the children of roots.
      var outline = SectionSnapshot<String>()
      try? outline.append(source.snapshot(for: 1).rootItems)
      source.apply(outline, to: 1, keepingExpansion: true)
    case 7:
      // Two filters, which are removed together.
      let shown = source.snapshot()
      source.update { try? $0.deleteItems([item]) }
      if folder != "/" { source.update { try? $0.deleteItems([folder]) } }
      source.apply(shown, keepingExpansion: once(in: 2))
    default: if folder != "/" || !isRooted { source.expand(folder) }
    }
  }

  private func remove(_ item: String) {
    for child in server.removeValue(forKey: item) ?? [] { remove(child) }
  }

  /// Moves an item on the server to the position that it has in the data source.
  private func save(_ item: String) {
    guard source.snapshot().contains(item) else { return }
    let folder = folder(of: item)
    for key in server.keys { server[key]?.removeAll { $0 == item } }
    let siblings = children(of: folder)
    let saved = server[folder] ?? []
    let previous = siblings.prefix { $0 != item }.last(where: saved.contains)
    let next = siblings.drop { $0 != item }.first(where: saved.contains)
    let index =
      previous.flatMap(saved.firstIndex).map { $0 + 1 } ?? next.flatMap(saved.firstIndex)
      ?? saved.count
    let before = index > 0 ? positions[saved[index - 1]] : nil
    let after = index < saved.count ? positions[saved[index]] : nil
    positions[item] = ((before ?? (after ?? 0) - 2) + (after ?? (before ?? 0) + 2)) / 2
    server[folder, default: []].insert(item, at: index)
  }

  // MARK: - Answers

  /// The server's answer to a call, which is the name of a folder and a cursor.
  private func answer(_ call: String) -> ChildPage<String> {
    let parts = call.split(separator: " ")
    let cursor = parts.count > 1 ? Double(parts[1]) ?? 0 : -.infinity
    let rest = (server[String(parts[0])] ?? []).filter { positions[$0, default: 0] > cursor }
    guard hasPages else { return ChildPage(rest) }
    let page = Array(rest.prefix(2))
    return ChildPage(
      page, cursor: rest.count > 2 ? page.last.flatMap { positions[$0] } : nil,
      moreItem: hasMoreItems ? parts[0] + Self.more : nil)
  }

  /// Computes answers at a time of the server's choice.
  private func compute() {
    let calls = gate.calls
    requests += (callCount..<calls.count).map { ($0 + 1, calls[$0]) }
    callCount = calls.count
    requests.removeAll { number, call in
      guard once(in: 2) else { return false }
      answers[number] = answer(call)
      return true
    }
  }

  private func deliver(on actor: isolated SimulatedActor) async {
    while once(in: 2), let number = choose(answers.keys.sorted()),
      let page = answers.removeValue(forKey: number)
    {
      // Loads that were replaced do not wait for their answers any more.
      gate.finish(call: number, with: .success(page))
      await actor.settle()
    }
  }

  private func finishLoads(on actor: isolated SimulatedActor) async {
    await actor.settle()
    for _ in 0..<500 where gate.openCount > 0 {
      compute()
      await deliver(on: actor)
      await actor.settle()
    }
  }

  private func loadMore(of folder: String, on actor: isolated SimulatedActor) {
    let parent = parent(folder)
    Task { [source] in
      _ = actor
      try? await source.loadMoreChildren(of: parent)
    }
  }

  /// Returns a description of what went wrong, or an empty text.
  func run(on actor: isolated SimulatedActor) async -> String {
    if isRooted { source.beginReloadingChildren(of: .section(1)) }
    for _ in 0..<30 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: edit()
      case 2: if let folder = choose(folders) { source.beginReloadingChildren(of: parent(folder)) }
      case 3: if let folder = choose(folders) { loadMore(of: folder, on: actor) }
      default: break
      }
      await actor.settle()
      compute()
      await deliver(on: actor)
      let last = folders.first { folder in
        let children = children(of: folder)
        return children.contains(folder + Self.more) && children.last != folder + Self.more
          && source.hasMoreChildren(of: parent(folder))
      }
      if let last { return "the last child of \(last) does not load more" }
    }
    await finishLoads(on: actor)
    // Rows of further pages are missing until these have loaded.
    for _ in 0..<500 {
      guard let folder = folders.first(where: { source.hasMoreChildren(of: parent($0)) }) else {
        break
      }
      loadMore(of: folder, on: actor)
      await finishLoads(on: actor)
    }
    return problem() ?? (gate.openCount > 0 ? "a load has not ended" : "")
  }

  private func problem() -> String? {
    for folder in folders {
      if case .failed(let error) = source.loadingState(of: parent(folder)) {
        return "\(folder) has failed: \(error)"
      }
    }
    for item in items {
      let parent = server.first { $0.value.contains(item) }?.key
      if folder(of: item) != parent {
        return "\(item) is in \(folder(of: item)) instead of \(parent ?? "-")"
      }
    }
    for folder in folders where source.loadingState(of: parent(folder)) == .loaded {
      let children = children(of: folder).filter { !$0.hasSuffix(Self.more) }
      let saved = server[folder] ?? []
      // Rows can move from one page to another between the requests of the pages.
      if hasPages ? Set(children) != Set(saved) : children != saved {
        return "\(folder) has \(children) instead of \(saved)"
      }
    }
    return nil
  }
}
