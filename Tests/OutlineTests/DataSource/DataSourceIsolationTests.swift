import Outline
import Testing

private func listing(of root: String) async throws -> [String] {
  let source = OutlineDataSource<Int, String>()
  source.childLoader = ChildLoader { folder in folder.count < 3 ? [folder + "a", folder + "b"] : []
  }
  try source.update { snapshot in
    try snapshot.appendSections([0])
    try snapshot.appendItems([root])
  }
  source.expand(root)
  try await source.loadChildren(of: .item(root))
  _ = try await source.reveal(root + "ba") { String($0.dropLast()) }
  return Array(source.snapshot()[0].visibleItems)
}

/// Data sources of apps and actors have other suites, such as `DataSourceActorTests`.
@Suite struct DataSourceIsolationTests {
  @Test func aFunctionWithoutAnActorUsesADataSource() async throws {
    #expect(try await listing(of: "r") == ["r", "ra", "rb", "rba", "rbb"])
  }
}
