import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentReentrancyTests {
  private let fixture: ContentFixture
  private var source: OutlineDataSource<Int, Int> { fixture.source }
  /// Performed once, when content is read the next time.
  private let reaction = Reaction()

  private final class Reaction {
    var action: (() -> Void)?

    func perform() {
      let action = action
      self.action = nil
      action?()
    }
  }

  init() throws {
    fixture = try ContentFixture()
    setContent()
  }

  private func setContent() {
    source.setContent { [fixture, reaction] item in
      reaction.perform()
      return fixture.content[item] ?? 0
    }
  }

  @Test func rowsThatComeOnScreenWhileContentIsReadAreUpToDate() {
    let screen = fixture.screen(0..<5)
    let calls: [(name: String, call: () -> Void)] = [
      ("check", { source.checkContent() }),
      ("reload", { source.applySnapshotUsingReloadData(source.snapshot()) }),
      ("set content", { setContent() }),
    ]
    for (number, (name, call)) in calls.enumerated() {
      screen.display(0..<5)
      reaction.action = { screen.display(12..<16) }
      call()
      _ = screen.takeEvents()
      fixture.content = [4: number + 1, 13: number + 1]
      fixture.apply()
      #expect(screen.text.contains(" 13'"), "\(name)")
      screen.checkDrawing()
    }
  }

  @Test func contentThatChangesWhileItIsReadIsComparedAgain() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in
      screen.display(4..<8)
      fixture.content[6] = 1
      fixture.source.checkContent()
    }
    source.checkContent()
    _ = screen.takeEvents()
    #expect(screen.text == "4 5 6' 7")
  }

  @Test func contentThatAnAdapterChangesAfterDrawingIsComparedAgain() {
    let screen = fixture.screen(0..<8)
    screen.reaction = { [fixture] _ in
      screen.reaction = nil
      fixture.content[21] = 1
      fixture.source.checkContent()
    }
    source.expand(0)
    #expect(screen.text == "0 20 21' 22 1 2 3 4")
    screen.checkDrawing()
  }

  /// Regression: the old closure came back.
  @Test func contentThatIsReplacedWhileItIsReadStaysReplaced() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in
      fixture.source.setContent { [fixture] item in "\(fixture.content[item] ?? 0)" }
    }
    setContent()
    reaction.action = { Issue.record("The old closure is called.") }
    fixture.content = [3: 1]
    fixture.apply()
    #expect(screen.takeEvents() == ["[0, 3]~1"])
  }
}
