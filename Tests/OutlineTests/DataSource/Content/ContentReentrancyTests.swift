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
      ("set rows", { screen.scroll(to: 1..<10, in: source) }),
      ("check", { source.checkContent() }),
      ("reload", { source.applySnapshotUsingReloadData(source.snapshot()) }),
      ("set content", { setContent() }),
    ]
    for (number, (name, call)) in calls.enumerated() {
      screen.scroll(to: 0..<5, in: source)
      reaction.action = { [fixture] in screen.scroll(to: 12..<16, in: fixture.source) }
      call()
      _ = screen.events()
      fixture.content = [4: number + 1, 13: number + 1]
      fixture.apply()
      #expect(screen.events() == ["c1.3"], "\(name)")
    }
  }

  /// Regression: such changes were noticed at the next change.
  @Test func rowsThatAreSetDuringAComparisonAreCompared() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in
      screen.scroll(to: 4..<8, in: fixture.source)
      fixture.content[6] = 1
    }
    source.checkContent()
    #expect(screen.events() == ["c0.6"])
  }

  /// Regression: the data source compared content forever.
  @Test func aComparisonEndsIfEveryCallSetsOtherRows() {
    let screen = fixture.screen(0..<5)
    var count = 10_000
    source.setContent { [fixture] item in
      if count < 10_000 {
        count += 1
        screen.scroll(to: 0..<4 + count % 2, in: fixture.source)
      }
      return fixture.content[item] ?? 0
    }
    count = 0
    fixture.content = [2: 1]
    source.checkContent()
    #expect(count < 200)
    #expect(screen.events() == ["c0.2"])
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
    #expect(screen.events() == ["c0.3"])
  }

  /// Regression: the closure was called for new rows.
  @Test func contentThatIsRemovedWhileItIsReadStaysRemoved() {
    let screen = fixture.screen(0..<5)
    reaction.action = { [fixture] in fixture.source.removeContent() }
    setContent()
    reaction.action = { Issue.record("The old closure is called.") }
    screen.scroll(to: 12..<16, in: source)
  }

  @Test func changesMadeWhileContentIsReadAreDeferred() throws {
    let screen = fixture.screen(0..<5)
    var isFirst = true
    source.setContent { [fixture] item in
      if isFirst {
        isFirst = false
        try? fixture.source.update { try $0.deleteItems([1]) }
        fixture.source.expand(0)
      }
      return fixture.content[item]
    }
    #expect(screen.events() == ["d0.1", "i0.1 i0.2 i0.3", "c0.0"])
    isFirst = true
    screen.scroll(to: 3..<40, in: source)
    isFirst = true
    fixture.content = [5: 1]
    fixture.apply()
    #expect(screen.text == "22 2 3 4 5' 6 7 8 9 10 11 12 13 14 15 16 17 18 19")
    #expect(screen.events() == ["c0.7"])
  }
}
