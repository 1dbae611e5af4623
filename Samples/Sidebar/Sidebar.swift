//  A sidebar of three sections in the terminal.
//
//      swift run sidebar            keys move, expand, collapse and drag; `?` explains them
//      swift run sidebar --tour     prints a sequence of actions with their changes
//      swift run sidebar < keys     reads keys from a file, and prints the rows after each

import Outline

@main
@MainActor
struct Sidebar {
  let library = MusicLibrary()
  let source = OutlineDataSource<String, String>()
  let view: TerminalView

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["--tour"] {
      try await Tour.run()
    } else if !arguments.isEmpty {
      print("usage: sidebar [--tour] [<KEYS]\n\n" + Browser.help)
    } else if Terminal.isInteractive {
      let delay = Duration.seconds(1)
      try await Browser(Sidebar(server: RadioServer(delay: delay))).run(in: Terminal())
    } else {
      try await Browser(Sidebar(server: RadioServer())).replay(Terminal.readKeys())
    }
  }

  /// Creates a sidebar whose radio stations load from a server.
  init(server: RadioServer) throws {
    view = TerminalView(of: library, source: source)
    source.attach(view)
    source.setContent { [library] item in library.newSongs[item, default: 0] }
    source.sectionSnapshotHandlers.shouldExpandItem = {
      MusicLibrary.ruleAgainstExpanding($0) == nil
    }
    source.reorderingHandlers.canReorderItem = { MusicLibrary.ruleAgainstMoving($0) == nil }
    source.childLoader = ChildLoader(
      hasChildren: { ["Norway", "Moon"].contains($0) },
      pages: { (country, cursor: Int?) in
        try await server.stations(of: country, from: cursor ?? 0)
      })
    source.apply(try library.makeSnapshot())
  }
}
