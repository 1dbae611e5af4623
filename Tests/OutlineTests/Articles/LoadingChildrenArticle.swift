import Outline
import OutlineTestSupport
import Testing

// begin
/// Has folders and files, and takes its time.
struct FileServer {
  struct Unreachable: Error {}

  var names = ["/": ["docs/", "src/", "read.me"], "docs/": ["guide.md", "faq.md"], "src/": []]

  func names(in folder: String) async throws -> [String] {
    try await Task.sleep(for: .milliseconds(1))
    guard let names = names[folder] else { throw Unreachable() }
    return names
  }
}

@MainActor
final class FileBrowser {
  let source = OutlineDataSource<String, String>()

  init(_ server: FileServer) throws {
    source.childLoader = ChildLoader(
      hasChildren: { $0.hasSuffix("/") },
      children: { folder in try await server.names(in: folder) })
    try source.update { snapshot in
      try snapshot.appendSections(["Server"])
      try snapshot["Server"].append(["/", "gone/"])
    }
  }

  /// The rows as a view would draw them.
  var lines: [String] {
    source.snapshot(for: "Server").rows.map { row in
      let state = source.loadingState(of: row.item)
      let mark = source.hasChildren(row.item) ? (row.isExpanded ? "▾ " : "▸ ") : "  "
      let note =
        switch state {
        case .loading: " …"
        case .failed: " (cannot be read)"
        case .notLoaded, .loaded, .stale, nil: ""
        }
      return String(repeating: "  ", count: row.level) + mark + row.item + note
    }
  }
}
// end

@Suite struct LoadingChildrenArticleTests {
  @Test @MainActor func foldersOpenWhenTheirNamesHaveCome() async throws {
    let browser = try FileBrowser(FileServer())
    let source = browser.source
    #expect(browser.lines == ["▸ /", "▸ gone/"])
    source.expand("/")
    #expect(browser.lines == ["▸ / …", "▸ gone/"])
    try await source.loadChildren(of: "/")
    #expect(browser.lines == ["▾ /", "  ▸ docs/", "  ▸ src/", "    read.me", "▸ gone/"])
    source.expand("src/")
    try await source.loadChildren(of: "src/")
    #expect(browser.lines == ["▾ /", "  ▸ docs/", "    src/", "    read.me", "▸ gone/"])
    source.expand("gone/")
    await #expect(throws: FileServer.Unreachable.self) {
      try await source.loadChildren(of: "gone/")
    }
    #expect(browser.lines.last == "▸ gone/ (cannot be read)")
    let isThere = try await source.reveal("faq.md") { _ in "docs/" }
    #expect(isThere)
    #expect(browser.lines[1...3] == ["  ▾ docs/", "      guide.md", "      faq.md"])
  }

  @Test func theArticleShowsIt() throws {
    #expect(try article("LoadingChildren", shows: #filePath))
  }
}
