import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentUpdateTests {
  private let fixture: ContentFixture
  private var source: OutlineDataSource<Int, Int> { fixture.source }

  init() throws {
    fixture = try ContentFixture()
  }

  @Test func hiddenContentIsNotRead() throws {
    let screen = fixture.screen(3..<6)
    #expect(fixture.takeAsked() == [3, 4, 5])
    fixture.content = [1: 1, 4: 1, 9: 1, 12: 1, 20: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [3, 4, 5])
    #expect(screen.events() == ["c0.4"])
    #expect(screen.text == "3 4' 5")
    fixture.apply()
    #expect(screen.events() == [])
  }

  @Test func contentIsReadOnceARowIsDisplayed() {
    let screen = fixture.screen(3..<6)
    _ = fixture.takeAsked()
    screen.scroll(to: 4..<8, in: source)
    #expect(fixture.takeAsked() == [6, 7])
    screen.scroll(to: 2..<12, in: source)
    #expect(fixture.takeAsked() == [2, 3, 8, 9, 10, 11])
    screen.scroll(to: 0..<2, in: source)
    #expect(fixture.takeAsked() == [0, 1])
    screen.scroll(to: 15..<17, in: source)
    #expect(fixture.takeAsked() == [15, 16])
    screen.scroll(to: 16..<16, in: source)
    fixture.content = [16: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [])
    // The row shows the content at the time of drawing.
    screen.scroll(to: 15..<17, in: source)
    fixture.apply()
    #expect(screen.events() == [])
    #expect(screen.text == "15 16'")
  }

  @Test func displayedRowsReachFromTheFirstToTheLastItem() {
    let screen = fixture.screen(0..<0)
    // 20 is hidden, and 99 is unknown.
    source.setDisplayedRows(of: [11, 20, 8, 99], for: screen)
    #expect(fixture.takeAsked() == [8, 9, 10, 11])
    source.setDisplayedRows(of: [20], for: screen)
    fixture.apply()
    #expect(fixture.takeAsked() == [])
  }

  @Test func changedRowsCanBeReloaded() {
    let screen = fixture.screen(0..<20)
    source.contentUpdate = .reload
    fixture.content = [5: 1, 6: 1, 14: 1]
    fixture.apply()
    #expect(screen.events() == ["r0.5 r0.6 r1.4"])
  }

  @Test func rebuiltSnapshotsAreCompared() throws {
    let screen = fixture.screen(8..<12)
    _ = fixture.takeAsked()
    fixture.content = [9: 1, 10: 1, 19: 1]
    source.apply(try ContentFixture.snapshot())
    #expect(fixture.takeAsked() == [8, 9, 10, 11])
    #expect(screen.events() == ["c0.9 c1.0"])
  }

  @Test func marksOfTheCallerAreKept() throws {
    let screen = fixture.screen(0..<20)
    fixture.content = [5: 1, 6: 1]
    try source.update { try $0.reloadItems([6, 7]) }
    #expect(screen.events() == ["r0.6 r0.7 c0.5"])
  }

  // MARK: - Changes of rows and of content

  @Test func movedRowsAreMovedAndUpdated() throws {
    let screen = fixture.screen(0..<20)
    fixture.content = [2: 1, 7: 1]
    try source.update { try $0.moveItem(2, afterItem: 8) }
    #expect(screen.events() == ["m0.2>0.8", "c0.6 c0.8"])
    fixture.content[7] = 2
    try source.update { try $0.moveItem(7, beforeItem: 12) }
    #expect(screen.events() == ["m0.6>1.2", "c1.2"])
    #expect(screen.text == "0 1 3 4 5 6 8 2' 9 10 11 7'' 12 13 14 15 16 17 18 19")
  }

  @Test func rowsThatLeaveTheScreenAreComparedOneMoreTime() throws {
    let screen = fixture.screen(3..<6)
    fixture.content = [5: 1, 6: 1]
    try source.update { try $0.insertItems([30, 31, 32], beforeItem: 4) }
    #expect(screen.events() == ["i0.4 i0.5 i0.6", "c0.8"])
    _ = fixture.takeAsked()
    fixture.content[5] = 2
    fixture.apply()
    #expect(fixture.takeAsked() == [3, 30, 31])
    #expect(screen.events() == [])
  }

  @Test func contentOfNewRowsCountsAsShown() throws {
    let screen = fixture.screen(3..<6)
    fixture.content = [6: 1]
    try source.update { try $0.deleteItems([3, 4]) }
    #expect(screen.events() == ["d0.3 d0.4"])
    #expect(screen.text == "5 6' 7")
    fixture.content = [6: 2, 7: 1]
    fixture.apply()
    #expect(screen.events() == ["c0.4 c0.5"])
  }

  @Test func hiddenRowsAreNotUpdated() throws {
    source.expand(0)
    let screen = fixture.screen(0..<5)
    fixture.content = [21: 1, 4: 1]
    source.collapse(0)
    #expect(screen.events() == ["d0.1 d0.2 d0.3", "c0.0"])
    fixture.content[21] = 2
    _ = fixture.takeAsked()
    fixture.apply()
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 4])
    #expect(screen.events() == [])
    // The inserted row shows the current content.
    source.expand(0)
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0"])
    #expect(screen.text == "0 20 21'' 22 1")
    fixture.apply()
    #expect(screen.events() == [])
  }

  @Test func contentThatChangesBackIsNotUpdated() throws {
    let screen = fixture.screen(0..<5)
    fixture.content = [3: 1]
    fixture.content = [:]
    fixture.apply()
    #expect(screen.events() == [])
    // The same holds while a change is pending.
    source.sectionSnapshotHandlers.willExpandItem = { [fixture] _ in
      fixture.content = [3: 1]
      fixture.apply()
      fixture.source.checkContent()
      fixture.content = [:]
    }
    source.expand(0)
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0"])
  }

  // MARK: - Ranges

  @Test func adaptersDisplayDifferentRows() throws {
    let (top, bottom) = (fixture.screen(0..<4), fixture.screen(2..<6))
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 2, 3, 4, 5])
    fixture.content = [1: 1, 3: 1, 5: 1, 6: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 2, 3, 4, 5])
    #expect(top.events() == ["c0.1 c0.3 c0.5"])
    #expect(bottom.events() == ["c0.1 c0.3 c0.5"])
    source.detach(top)
    fixture.apply()
    #expect(fixture.takeAsked() == [2, 3, 4, 5])
    top.scroll(to: 0..<10, in: source)
    #expect(fixture.takeAsked() == [])
  }

  @Test func releasedAdaptersAreRemoved() {
    var screen: Screen<Int>? = fixture.screen(0..<4)
    #expect(screen?.text == "0 1 2 3")
    screen = nil
    _ = fixture.takeAsked()
    fixture.content = [1: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [])
  }

  @Test func displayedRangesCanBeOutOfBounds() throws {
    let screen = fixture.screen(-5..<2)
    #expect(fixture.takeAsked() == [0, 1])
    screen.scroll(to: 18..<30, in: source)
    #expect(fixture.takeAsked() == [18, 19])
    screen.scroll(to: 20..<Int.max, in: source)
    screen.scroll(to: Int.min..<0, in: source)
    screen.scroll(to: 500..<500, in: source)
    #expect(fixture.takeAsked() == [])
    screen.scroll(to: Int.min..<Int.max, in: source)
    #expect(fixture.takeAsked() == Array(0..<20))
    fixture.content = [19: 1]
    source.reconfigureHandler = { _, _ in }
    fixture.apply()
    #expect(screen.events() == ["c1.9"])
    source.applySnapshotUsingReloadData(Snapshot())
    source.apply(Snapshot())
    #expect(screen.text == "")
  }

  @Test func displayedRangesKeepTheirBounds() throws {
    let screen = fixture.screen(19..<24)
    _ = fixture.takeAsked()
    source.expand(0)
    #expect(fixture.takeAsked() == [19, 16, 17, 18])
    #expect(screen.text == "16 17 18 19")
    try source.update { try $0.appendItems([30, 31]) }
    #expect(screen.text == "16 17 18 19 30")
    fixture.content = [16: 1, 30: 1, 31: 1]
    fixture.apply()
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0", "i1.10 i1.11", "c1.6 c1.10"])
  }

  // MARK: - Reloads

  @Test func aReloadResetsTheContent() throws {
    let (screen, log) = (fixture.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    fixture.content = [1: 1]
    var snapshot = source.snapshot()
    try snapshot.deleteItems([2])
    source.applySnapshotUsingReloadData(snapshot)
    #expect(screen.events() == ["reload"])
    #expect(log.take().map(\.description) == ["0: 2-1"])
    fixture.apply()
    #expect(screen.events() == [])
  }

  @Test func contentCountsForTheThreshold() {
    let screen = fixture.screen(0..<5)
    source.reloadThreshold = 2
    fixture.content = [1: 1, 2: 1, 3: 1, 15: 1]
    fixture.apply()
    #expect(screen.events() == ["c0.1 c0.2 c0.3"])
    fixture.content = [0: 1, 1: 1, 2: 2, 3: 1, 4: 1]
    fixture.apply()
    #expect(screen.events() == ["reload"])
    fixture.content[1] = 2
    fixture.apply()
    #expect(screen.events() == ["c0.1"])
  }
}
