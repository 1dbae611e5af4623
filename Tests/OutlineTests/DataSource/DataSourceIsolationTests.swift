import Outline
import Testing

//  Data sources in an app, in an actor and in a server. The test is that these compile.

@MainActor
private final class FileSidebar {
  let source = OutlineDataSource<String, String>()
  private(set) var shown = Snapshot<String, String>()

  init() {
    source.childLoader = ChildLoader { folder in folder.count < 3 ? [folder + "1"] : [] }
    source.attach(self)
  }

  func show(_ roots: [String]) throws {
    try source.update { snapshot in
      try snapshot.appendSections(["Files"])
      try snapshot.appendItems(roots)
    }
  }

  func tapped(_ row: RowPath) {
    guard let item = source.itemIdentifier(for: row) else { return }
    source.toggle(item)
  }

  func find(_ item: String) async throws -> Bool {
    try await source.reveal(item) { String($0.dropLast()) }
  }

  func waitForChildren(of item: String) async throws {
    try await source.loadChildren(of: item)
  }
}

extension FileSidebar: @MainActor OutlineAdapter {
  func perform(_ batch: Snapshot<String, String>.Batch, animatingDifferences: Bool) {
    shown = batch.snapshot
  }
  func reload(_ snapshot: Snapshot<String, String>) { shown = snapshot }
  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<String, String>) {}
}

private actor Store {
  private let source = OutlineDataSource<String, Int>()

  func take(_ snapshot: Snapshot<String, Int>) { source.apply(snapshot) }

  func open(_ item: Int) async throws -> Snapshot<String, Int> {
    source.childLoader = ChildLoader { [$0 * 2] }
    source.expand(item)
    try await source.loadChildren(of: item)
    return source.snapshot()
  }

  func update(
    after change: @escaping @Sendable (inout Snapshot<String, Int>) -> Void
  ) async -> OutlineDataSource<String, Int>.Update? {
    let updates = source.updates
    Task { source.update { change(&$0) } }
    for await update in updates { return update }
    return nil
  }
}

private func listing(of root: String) async throws -> [String] {
  let source = OutlineDataSource<Int, String>()
  source.childLoader = ChildLoader { folder in folder.count < 3 ? [folder + "a", folder + "b"] : []
  }
  try source.update { snapshot in
    try snapshot.appendSections([0])
    try snapshot.appendItems([root])
  }
  source.expand(root)
  try await source.loadChildren(of: root)
  _ = try await source.reveal(root + "ba") { String($0.dropLast()) }
  return Array(source.snapshot()[0].visibleItems)
}

@Suite struct DataSourceIsolationTests {
  @Test @MainActor func aMainActorAppUsesADataSource() async throws {
    let sidebar = FileSidebar()
    try sidebar.show(["x"])
    sidebar.tapped(RowPath(section: 0, row: 0))
    try await sidebar.waitForChildren(of: "x")
    #expect(Array(sidebar.shown["Files"].visibleItems) == ["x", "x1"])
    let isThere = try await sidebar.find("x11")
    #expect(isThere && sidebar.shown.row(of: "x11") == 2)
  }

  @Test func anActorUsesADataSource() async throws {
    let store = Store()
    var snapshot = Snapshot<String, Int>()
    try snapshot.appendSections(["a"])
    try snapshot.appendItems([1])
    await store.take(snapshot)
    let opened = try await store.open(1)
    #expect(Array(opened["a"].visibleItems) == [1, 2])
    let update = await store.update { $0.collapse([1]) }
    #expect(update?.initialSnapshot == opened)
    #expect(update.map { "\($0.difference)" } == "0: 1-1 0~1")
  }

  @Test func aFunctionWithoutAnActorUsesADataSource() async throws {
    #expect(try await listing(of: "r") == ["r", "ra", "rb", "rba", "rbb"])
  }
}
