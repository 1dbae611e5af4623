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

  /// Regression: the rows that were displayed before came back.
  @Test func rowsThatAreSetWhileContentIsReadAreDisplayed() {
    let screen = fixture.screen(0..<5)
    let calls: [(name: String, call: () -> Void)] = [
      ("set rows", { screen.display(1..<10, of: source) }),
      ("check", { source.checkContent() }),
      ("reload", { source.applySnapshotUsingReloadData(source.snapshot()) }),
      ("set content", { setContent() }),
    ]
    for (number, (name, call)) in calls.enumerated() {
      screen.display(0..<5, of: source)
      reaction.action = { [fixture] in screen.display(12..<16, of: fixture.source) }
      call()
      _ = screen.takeEvents()
      fixture.content = [4: number + 1, 13: number + 1]
      fixture.apply()
      #expect(screen.takeEvents() == ["[1, 3]~1"], "\(name)")
    }
  }

  /// Regression: such changes were noticed at the next change.
  @Test func rowsThatAreSetDuringAComparisonAreCompared() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in
      screen.display(4..<8, of: fixture.source)
      fixture.content[6] = 1
    }
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 6]~1"])
  }

  /// Regression: the data source compared content forever.
  @Test func aComparisonEndsIfEveryCallSetsOtherRows() {
    let screen = fixture.screen(0..<5)
    var count = 10_000
    source.setContent { [fixture] item in
      if count < 10_000 {
        count += 1
        screen.display(0..<4 + count % 2, of: fixture.source)
      }
      return fixture.content[item] ?? 0
    }
    count = 0
    fixture.content = [2: 1]
    source.checkContent()
    #expect(count < 200)
    #expect(screen.takeEvents() == ["[0, 2]~1"])
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

  /// Regression: the closure was called for new rows.
  @Test func contentThatIsRemovedWhileItIsReadStaysRemoved() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in fixture.source.removeContent() }
    setContent()
    reaction.action = { Issue.record("The old closure is called.") }
    screen.display(12..<16, of: source)
  }
}
