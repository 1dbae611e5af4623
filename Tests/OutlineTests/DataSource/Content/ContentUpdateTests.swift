import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentUpdateTests {
  private let shelf: Shelf
  private var source: OutlineDataSource<Int, Int> { shelf.source }

  init() throws {
    shelf = try Shelf()
  }

  @Test func hiddenContentIsNotRead() throws {
    let screen = shelf.screen(3..<6)
    #expect(shelf.takeAsked() == [3, 4, 5])
    shelf.content = [1: 1, 4: 1, 9: 1, 12: 1, 20: 1]
    shelf.apply()
    #expect(shelf.takeAsked() == [3, 4, 5])
    #expect(screen.events() == ["c0.4"])
    #expect(screen.text == "3 4' 5")
    shelf.apply()
    #expect(screen.events() == [])
  }

  @Test func contentIsReadOnceARowIsDisplayed() {
    let screen = shelf.screen(3..<6)
    _ = shelf.takeAsked()
    screen.scroll(to: 4..<8, in: source)
    #expect(shelf.takeAsked() == [6, 7])
    screen.scroll(to: 2..<12, in: source)
    #expect(shelf.takeAsked() == [2, 3, 8, 9, 10, 11])
    screen.scroll(to: 0..<2, in: source)
    #expect(shelf.takeAsked() == [0, 1])
    screen.scroll(to: 15..<17, in: source)
    #expect(shelf.takeAsked() == [15, 16])
    screen.scroll(to: 16..<16, in: source)
    shelf.content = [16: 1]
    shelf.apply()
    #expect(shelf.takeAsked() == [])
    // The row shows the content at the time of drawing.
    screen.scroll(to: 15..<17, in: source)
    shelf.apply()
    #expect(screen.events() == [])
    #expect(screen.text == "15 16'")
  }

  @Test func displayedRowsReachFromTheFirstToTheLastItem() {
    let screen = shelf.screen(0..<0)
    // 20 is hidden, and 99 is unknown.
    source.setDisplayedRows(of: [11, 20, 8, 99], for: screen)
    #expect(shelf.takeAsked() == [8, 9, 10, 11])
    source.setDisplayedRows(of: [20], for: screen)
    shelf.apply()
    #expect(shelf.takeAsked() == [])
  }

  @Test func changedRowsCanBeReloaded() {
    let screen = shelf.screen(0..<20)
    source.contentUpdate = .reload
    shelf.content = [5: 1, 6: 1, 14: 1]
    shelf.apply()
    #expect(screen.events() == ["r0.5 r0.6 r1.4"])
  }

  @Test func rebuiltSnapshotsAreCompared() throws {
    let screen = shelf.screen(8..<12)
    _ = shelf.takeAsked()
    shelf.content = [9: 1, 10: 1, 19: 1]
    source.apply(try Shelf.snapshot())
    #expect(shelf.takeAsked() == [8, 9, 10, 11])
    #expect(screen.events() == ["c0.9 c1.0"])
  }

  @Test func marksOfTheCallerAreKept() throws {
    let screen = shelf.screen(0..<20)
    shelf.content = [5: 1, 6: 1]
    try source.update { try $0.reloadItems([6, 7]) }
    #expect(screen.events() == ["r0.6 r0.7 c0.5"])
  }

  // MARK: - Changes of rows and of content

  @Test func movedRowsAreMovedAndUpdated() throws {
    let screen = shelf.screen(0..<20)
    shelf.content = [2: 1, 7: 1]
    try source.update { try $0.moveItem(2, afterItem: 8) }
    #expect(screen.events() == ["m0.2>0.8", "c0.6 c0.8"])
    shelf.content[7] = 2
    try source.update { try $0.moveItem(7, beforeItem: 12) }
    #expect(screen.events() == ["m0.6>1.2", "c1.2"])
    #expect(screen.text == "0 1 3 4 5 6 8 2' 9 10 11 7'' 12 13 14 15 16 17 18 19")
  }

  @Test func rowsThatLeaveTheScreenAreComparedOneMoreTime() throws {
    let screen = shelf.screen(3..<6)
    shelf.content = [5: 1, 6: 1]
    try source.update { try $0.insertItems([30, 31, 32], beforeItem: 4) }
    #expect(screen.events() == ["i0.4 i0.5 i0.6", "c0.8"])
    _ = shelf.takeAsked()
    shelf.content[5] = 2
    shelf.apply()
    #expect(shelf.takeAsked() == [3, 30, 31])
    #expect(screen.events() == [])
  }

  @Test func contentOfNewRowsCountsAsShown() throws {
    let screen = shelf.screen(3..<6)
    shelf.content = [6: 1]
    try source.update { try $0.deleteItems([3, 4]) }
    #expect(screen.events() == ["d0.3 d0.4"])
    #expect(screen.text == "5 6' 7")
    shelf.content = [6: 2, 7: 1]
    shelf.apply()
    #expect(screen.events() == ["c0.4 c0.5"])
  }

  @Test func hiddenRowsAreNotUpdated() throws {
    source.expand(0)
    let screen = shelf.screen(0..<5)
    shelf.content = [21: 1, 4: 1]
    source.collapse(0)
    #expect(screen.events() == ["d0.1 d0.2 d0.3", "c0.0"])
    shelf.content[21] = 2
    _ = shelf.takeAsked()
    shelf.apply()
    #expect(shelf.takeAsked() == [0, 1, 2, 3, 4])
    #expect(screen.events() == [])
    // The inserted row shows the current content.
    source.expand(0)
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0"])
    #expect(screen.text == "0 20 21'' 22 1")
    shelf.apply()
    #expect(screen.events() == [])
  }

  @Test func contentThatChangesBackIsNotUpdated() throws {
    let screen = shelf.screen(0..<5)
    shelf.content = [3: 1]
    shelf.content = [:]
    shelf.apply()
    #expect(screen.events() == [])
    // The same holds while a change is pending.
    source.sectionSnapshotHandlers.willExpandItem = { [shelf] _ in
      shelf.content = [3: 1]
      shelf.apply()
      shelf.source.checkContent()
      shelf.content = [:]
    }
    source.expand(0)
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0"])
  }

  // MARK: - Ranges

  @Test func adaptersDisplayDifferentRows() throws {
    let (top, bottom) = (shelf.screen(0..<4), shelf.screen(2..<6))
    #expect(shelf.takeAsked() == [0, 1, 2, 3, 2, 3, 4, 5])
    shelf.content = [1: 1, 3: 1, 5: 1, 6: 1]
    shelf.apply()
    #expect(shelf.takeAsked() == [0, 1, 2, 3, 2, 3, 4, 5])
    #expect(top.events() == ["c0.1 c0.3 c0.5"])
    #expect(bottom.events() == ["c0.1 c0.3 c0.5"])
    source.detach(top)
    shelf.apply()
    #expect(shelf.takeAsked() == [2, 3, 4, 5])
    top.scroll(to: 0..<10, in: source)
    #expect(shelf.takeAsked() == [])
  }

  @Test func releasedAdaptersAreRemoved() {
    var screen: Screen<Int>? = shelf.screen(0..<4)
    #expect(screen?.text == "0 1 2 3")
    screen = nil
    _ = shelf.takeAsked()
    shelf.content = [1: 1]
    shelf.apply()
    #expect(shelf.takeAsked() == [])
  }

  @Test func displayedRangesCanBeOutOfBounds() throws {
    let screen = shelf.screen(-5..<2)
    #expect(shelf.takeAsked() == [0, 1])
    screen.scroll(to: 18..<30, in: source)
    #expect(shelf.takeAsked() == [18, 19])
    screen.scroll(to: 20..<Int.max, in: source)
    screen.scroll(to: Int.min..<0, in: source)
    screen.scroll(to: 500..<500, in: source)
    #expect(shelf.takeAsked() == [])
    screen.scroll(to: Int.min..<Int.max, in: source)
    #expect(shelf.takeAsked() == Array(0..<20))
    shelf.content = [19: 1]
    source.reconfigureHandler = { _, _ in }
    shelf.apply()
    #expect(screen.events() == ["c1.9"])
    source.applyUsingReload(Snapshot())
    source.apply(Snapshot())
    #expect(screen.text == "")
  }

  @Test func displayedRangesKeepTheirBounds() throws {
    let screen = shelf.screen(19..<24)
    _ = shelf.takeAsked()
    source.expand(0)
    #expect(shelf.takeAsked() == [19, 16, 17, 18])
    #expect(screen.text == "16 17 18 19")
    try source.update { try $0.appendItems([30, 31]) }
    #expect(screen.text == "16 17 18 19 30")
    shelf.content = [16: 1, 30: 1, 31: 1]
    shelf.apply()
    #expect(screen.events() == ["i0.1 i0.2 i0.3", "c0.0", "i1.10 i1.11", "c1.6 c1.10"])
  }

  // MARK: - Reloads

  @Test func aReloadResetsTheContent() throws {
    let (screen, log) = (shelf.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    shelf.content = [1: 1]
    var snapshot = source.snapshot()
    try snapshot.deleteItems([2])
    source.applyUsingReload(snapshot)
    #expect(screen.events() == ["reload"])
    #expect(log.take().map(\.description) == ["0: 2-1"])
    shelf.apply()
    #expect(screen.events() == [])
  }

  @Test func contentCountsForTheThreshold() {
    let screen = shelf.screen(0..<5)
    source.reloadThreshold = 2
    shelf.content = [1: 1, 2: 1, 3: 1, 15: 1]
    shelf.apply()
    #expect(screen.events() == ["c0.1 c0.2 c0.3"])
    shelf.content = [0: 1, 1: 1, 2: 2, 3: 1, 4: 1]
    shelf.apply()
    #expect(screen.events() == ["reload"])
    shelf.content[1] = 2
    shelf.apply()
    #expect(screen.events() == ["c0.1"])
  }
}
