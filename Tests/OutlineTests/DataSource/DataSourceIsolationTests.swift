import Outline
import Testing

private actor Library {
  private lazy var source = OutlineDataSource<Int, String>()

  func listing(of root: String) async throws -> [String] {
    source.childLoader = ChildLoader { folder in
      folder.count < 3 ? [folder + "a", folder + "b"] : []
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
}

/// Other rules of data sources that actors own are in `DataSourceActorTests`.
@Suite struct DataSourceIsolationTests {
  @Test func anActorUsesItsDataSource() async throws {
    #expect(try await Library().listing(of: "r") == ["r", "ra", "rb", "rba", "rbb"])
  }
}
