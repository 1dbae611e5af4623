//  A sidebar of three sections on the terminal. `swift run sidebar` shows what the user and the
//  program do, what a list view is told of it, and the rows that are on screen then.

import Outline

@main
@MainActor
struct Sidebar {
  let library = MusicLibrary()
  let source = OutlineDataSource<String, String>()
  let view: TerminalView

  static func main() async throws {
    let sidebar = try Sidebar()
    sidebar.open()
    try await sidebar.load()
    let transaction = try sidebar.reorder()
    sidebar.updateContent()
    try sidebar.undo(transaction)
    try sidebar.rebuild()
    try await sidebar.restart()
  }

  private init() throws {
    view = TerminalView(of: library, source: source)
    source.attach(view)
    source.setContent { [library] item in library.unheard[item] }
    source.sectionSnapshotHandlers.shouldExpandItem = { $0 != "Artists" }
    source.reorderingHandlers.canReorderItem = { $0 != "Artists" && $0 != "Playlists" }
    let server = RadioServer()
    source.childLoader = ChildLoader(
      hasChildren: { ["Norway", "Moon"].contains($0) },
      pages: { country, cursor in
        try await server.stations(of: country, from: cursor as? Int ?? 0)
      })
    source.apply(try library.makeSnapshot())
    source.setDisplayedRows(0..<20, for: view)
    view.draw("The program starts")
  }

  private func open() {
    source.toggle("Playlists")
    view.draw("The user opens Playlists")
    source.toggle("Artists")
    view.draw("The user tries to open Artists, which a handler forbids")
  }

  private func load() async throws {
    source.toggle("Norway")
    view.draw("The user opens Norway, whose stations are on a server")
    try await source.loadChildren(of: "Norway")
    view.draw("The first page has come")
    try await source.loadMoreChildren(of: "Norway")
    view.draw("The user scrolls to the end, and the next page comes")
    source.toggle("Moon")
    try? await source.loadChildren(of: "Moon")
    view.draw("The user opens Moon, which cannot be reached")
  }

  private func reorder() throws -> OutlineDataSource<String, String>.Transaction? {
    let transaction = try source.drop(["Jazz", "Evening"], at: .after("Party"))
    view.draw("The user selects Jazz and Evening, and drops them after Party")
    return transaction
  }

  private func updateContent() {
    library.unheard = ["Jazz": 4]
    source.checkContent()
    view.draw("A song comes in for Jazz")
  }

  private func undo(_ transaction: OutlineDataSource<String, String>.Transaction?) throws {
    if let transaction {
      try source.apply(transaction.inverse)
    }
    view.draw("The user takes the drop back")
  }

  private func rebuild() throws {
    source.apply(try library.makeSnapshot(), keepingExpansion: true)
    view.draw("The program builds the sidebar anew, without stations; all else stays open")
  }

  /// Goes on in another run of the program, as it were.
  private func restart() async throws {
    source.expand("Norway")
    try await source.loadChildren(of: "Norway")
    let state = ViewState(of: source.snapshot(), selectedItems: ["P1"], focusedItem: "P1")
    let next = try Sidebar()
    let missing = await next.source.loadAndRestore(state)
    next.view.draw("The next run restores what was open and selected, and loads what it takes")
    print("   selected: \(state.found(in: next.source.snapshot()).selectedItems)")
    print("   not found: \(missing.isEmpty ? "nothing" : "\(missing)")")
  }
}
