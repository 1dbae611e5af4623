import Foundation
import Testing

@Suite("The sidebar among the samples")
struct SidebarTests {
  /// `Samples/sidebar.txt` is the reviewed output of `swift run sidebar --tour`.
  @Test func tourIsUnchanged() throws {
    #expect(try Tool.shell("sidebar --tour | diff - Samples/sidebar.txt") == "")
  }

  @Test func keysSelectExpandAndMoveRows() throws {
    let run = try Tool.shell("sidebar", input: "jjj\u{1B}[Cjmkkkpu")
    let frames = run.output.split(separator: "\n\n== ")
    let keys = frames.dropFirst().map { $0.prefix { $0 != "\n" } }
    #expect(keys == ["down", "down", "down", "right", "down", "m", "up", "up", "up", "p", "u"])
    #expect(
      frames.dropLast().last == """
        p
        Favorites
           Jazz (3)
           Morning
        >  Evening

        Library
         ▸ Artists
         ▾ Playlists
             Party

        Radio
         ▸ Norway
         ▸ Moon

        move Evening
        changes: move [1, 2]>[0, 2], update [0, 2..<3]
        """)
    #expect(run.output.hasSuffix("undo\nchanges: move [0, 2]>[1, 2], update [1, 2..<3]\n"))
  }

  @Test func keysLoadPagesOfStations() throws {
    #expect(
      try Tool.shell("sidebar | tail -n 10", input: "jjjjl+") == """
        Radio
        >▾ Norway
             P1
             P2
             P3
             Jazz FM
         ▸ Moon

        load more of Norway
        changes: update [2, 0..<1], insert [2, 3..<5], update [2, 0..<1]

        """)
  }

  @Test func undoingARebuildBringsTheStationsBack() throws {
    #expect(
      try Tool.shell("sidebar | tail -n 8", input: "jjjjlru") == """
        Radio
        >▾ Norway
             P1
             P2
         ▸ Moon

        undo
        changes: insert [2, 1..<3], update [2, 0..<1], update [2, 0..<1], update [2, 0..<1]

        """)
  }

  @Test func messagesNameTheOutcomeOfAKey() throws {
    let run = try Tool.shell("sidebar", input: "lhjjljl jjll")
    let messages = run.output.split(separator: "\n\n== ").dropFirst().map { frame in
      frame.split(separator: "\n").last { !$0.hasPrefix("changes: ") } ?? ""
    }
    #expect(
      messages == [
        "Jazz has no children", "left: nothing to do", "select Morning",
        "select Artists", "expand Artists: refused, because artists stay collapsed",
        "select Playlists", "expand Playlists",
        "expand or collapse Playlists", "select Norway", "select Moon",
        "expand Moon: waiting for children", "expand Moon: waiting for children",
      ])
  }

  @Test func keysGoToParentsAndToTheEnds() throws {
    let run = try Tool.shell("sidebar", input: "jjj*jhh\u{1B}[F\u{1B}[H")
    let messages = run.output.split(separator: "\n\n== ").compactMap { frame in
      frame.split(separator: "\n").last { !$0.hasPrefix("changes: ") }
    }
    #expect(
      messages.suffix(6) == [
        "expand Artists: refused, because artists stay collapsed", "select Evening",
        "select Playlists", "collapse Playlists", "select Moon", "select Jazz",
      ])
  }

  @Test func refusedMovesNameTheRule() throws {
    let run = try Tool.shell("sidebar", input: "jjmjjp")
    #expect(
      run.output.hasSuffix(
        "\nmove Artists: refused, because the folders of the library stay in place\n"))
  }

  @Test func helpListsTheKeys() throws {
    let help = try Tool.shell("sidebar --help").output
    #expect(help.hasPrefix("usage: sidebar [--tour] [<KEYS]\n"))
    #expect(help.contains("\nreturn, space    expand or collapse\n"))
  }

  #if os(Linux)  // elsewhere `script` takes other arguments
    @Test(
      .enabled(if: Tool.systemHas("/usr/bin/script"), "needs /usr/bin/script"),
      arguments: [("printf q", "sidebar"), ("sleep 3", "timeout --foreground 1 sidebar")])
    func terminalIsRestored(keys: String, command: String) async throws {
      let directory = try TemporaryDirectory()
      let script = "stty -a >before; \(command); stty -a >after"
      _ = try await Tool.waitForShell(
        "\(keys) | script -qec '\(script)' /dev/null >/dev/null", in: directory)
      #expect(try directory.read("before") == directory.read("after"))
      #expect(try directory.read("before").contains(" icanon "))
    }

    @Test(.enabled(if: Tool.systemHas("/usr/bin/script"), "needs /usr/bin/script"))
    func returnExpandsARowInATerminal() async throws {
      let directory = try TemporaryDirectory()
      let show = "show() { for _ in $(seq 200); do grep -q $1 out && break; sleep 0.05; done; }"
      let keys = "{ show Moon; printf 'jjj\\r'; show Party; printf q; }"
      _ = try await Tool.waitForShell(
        "\(show); \(keys) | script -qfc sidebar out >/dev/null", in: directory)
      #expect(try directory.read("out").contains("expand or collapse Playlists"))
    }
  #endif
}
