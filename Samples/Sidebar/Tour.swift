import Outline

/// A sequence of actions of the user and of the program.
///
/// It prints each action, the changes that a list view receives, and the rows on screen after them.
@MainActor
struct Tour {
  private let sidebar: Sidebar
  private var library: MusicLibrary { sidebar.library }
  private var source: OutlineDataSource<String, String> { sidebar.source }
  private var view: TerminalView { sidebar.view }

  static func run() async throws {
    let tour = try Tour()
    tour.open()
    try await tour.load()
    let transaction = try tour.reorder()
    tour.updateContent()
    try tour.undo(transaction)
    try tour.rebuild()
    try await tour.restart()
  }

  private init() throws {
    sidebar = try Sidebar(server: RadioServer())
    view.draw("The program starts")
  }

  private func open() {
    source.toggle("Playlists")
    view.draw("The user expands Playlists")
    source.toggle("Artists")
    view.draw("The user tries to expand Artists, but a handler forbids it")
  }

  private func load() async throws {
    source.toggle("Norway")
    view.draw("The user expands Norway, and the stations load from a server")
    try await source.loadChildren(of: .item("Norway"))
    view.draw("The first page arrives")
    try await source.loadMoreChildren(of: .item("Norway"))
    view.draw("The user scrolls to the end, and the next page arrives")
    source.toggle("Moon")
    try? await source.loadChildren(of: .item("Moon"))
    view.draw("The user expands Moon, but the server does not answer")
  }

  private func reorder() throws -> OutlineDataSource<String, String>.Transaction? {
    let transaction = try source.drop(["Jazz", "Evening"], to: .after("Party"))
    view.draw("The user drags Jazz and Evening, and drops them after Party")
    return transaction
  }

  private func updateContent() {
    library.newSongs = ["Jazz": 4]
    source.checkContent()
    view.draw("Jazz gets a new song")
  }

  private func undo(_ transaction: OutlineDataSource<String, String>.Transaction?) throws {
    if let transaction {
      try source.apply(transaction.inverse)
    }
    view.draw("The user undoes the drop")
  }

  private func rebuild() throws {
    source.apply(try library.makeSnapshot(), keepingExpansion: true)
    view.draw("The program rebuilds the sidebar and keeps the expansion and the loaded stations")
  }

  /// Simulates the next run of the program, with a new data source.
  private func restart() async throws {
    source.expand("Norway")
    try await source.loadChildren(of: .item("Norway"))
    let state = ViewState(of: source.snapshot(), selectedItems: ["P1"], focusedItem: "P1")
    let next = try Tour()
    let missing = await next.source.loadAndRestore(state)
    next.view.draw("The next run restores the expansion and the selection, and loads the stations")
    print("   selected: \(state.found(in: next.source.snapshot()).selectedItems)")
    print("   not found: \(missing.isEmpty ? "nothing" : "\(missing)")")
  }
}
