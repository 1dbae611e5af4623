import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentDeliveryTests {
  private let fixture: ContentFixture
  private var source: OutlineDataSource<Int, Int> { fixture.source }

  init() throws {
    fixture = try ContentFixture()
  }

  // MARK: - Checks without another change

  @Test func checkingContentUpdatesChangedRows() {
    let (screen, log) = (fixture.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    source.checkContent()
    #expect(log.take() == [])
    fixture.content = [3: 1, 7: 1]
    source.checkContent()
    #expect(screen.events() == ["c0.3"])
    #expect(log.take().map(\.description) == ["0: 3~1"])
    source.checkContent()
    #expect(log.take() == [])
    source.removeContent()
    fixture.content[3] = 2
    source.checkContent()
    #expect(log.take() == [])
  }

  @Test func contentChangesInAHandlerAreDeliveredInOrder() {
    let (screen, log) = (fixture.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    source.sectionSnapshotHandlers.willExpandItem = { [fixture, log] _ in
      fixture.content = [3: 1]
      fixture.source.checkContent()
      #expect(log.take() == [])
    }
    source.expand(0)
    #expect(log.take().map(\.description) == ["0: 3~1", "0: 1+3 0~1"])
    #expect(screen.events() == ["c0.3", "i0.1 i0.2 i0.3", "c0.0"])
  }

  // MARK: - Content

  @Test func aFailedEncodingCountsAsOneChange() {
    struct Failure: Error {}
    func encode(_ item: Int) throws -> String {
      if fixture.content[item] == 1 { throw Failure() }
      return "\(item)"
    }
    source.setContent { item in try? encode(item) }
    let (screen, log) = (fixture.screen(2..<5), UpdateLog<Int, Int>())
    source.attach(log)
    fixture.content = [3: 1]
    fixture.apply()
    source.checkContent()
    #expect(log.take().map(\.description) == ["0: 3~1"])
    #expect(screen.events() == ["c0.3"])
  }

  @Test func aClosureCanCompareContent() {
    struct Cover { let plays: Int }
    source.setContent(
      { [fixture] in Cover(plays: fixture.content[$0] ?? 0) },
      isEqual: { $0.plays / 10 == $1.plays / 10 })
    let screen = fixture.screen(0..<5)
    fixture.content = [2: 9, 3: 10]
    fixture.apply()
    #expect(screen.events().first == "c0.3")
  }

  @Test func contentOfANewClosureCountsAsShown() {
    let (screen, log) = (fixture.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    fixture.content = [3: 1]
    source.setContent { [fixture] item in "\(fixture.content[item] ?? 0)" }
    fixture.apply()
    #expect(log.take() == [])
    fixture.content = [3: 2]
    fixture.apply()
    #expect(log.take().map(\.description) == ["0: 3~1"])
    source.removeContent()
    fixture.content = [3: 3]
    fixture.apply()
    screen.scroll(to: 2..<8, in: source)
    fixture.content = [3: 4]
    fixture.apply()
    #expect(log.take() == [])
    source.setContent { [fixture] item in fixture.content[item] }
    fixture.content = [7: 1]
    fixture.apply()
    #expect(log.take().map(\.description) == ["0: 3~1 7~1"])
  }

  @Test func contentCanHaveSeveralValues() {
    var isPlaying: Set<Int> = []
    source.setContent { [fixture] item in (fixture.content[item], isPlaying.contains(item)) }
    let (screen, log) = (fixture.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    isPlaying = [2, 8]
    fixture.content = [4: 1]
    source.checkContent()
    #expect(log.take().map(\.description) == ["0: 2~1 4~1"])
    source.checkContent()
    #expect(log.take() == [])
    #expect(screen.text == "0 1 2 3 4'")
  }

  // MARK: - Adapters

  /// Its layout reports the displayed rows to the data source.
  private final class LayoutView: OutlineAdapter {
    let source: OutlineDataSource<Int, Int>
    var rows = 0..<5
    var isAttached = true

    init(_ source: OutlineDataSource<Int, Int>) { self.source = source }

    func perform(_ batch: Snapshot<Int, Int>.Batch, animatingDifferences: Bool) { layOut() }
    func reload(_ snapshot: Snapshot<Int, Int>) { layOut() }
    func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, Int>) { layOut() }

    func layOut() {
      if isAttached {
        source.setDisplayedRows(rows, for: self)
      } else {
        source.detach(self)
      }
    }
  }

  @Test func adaptersCanSetDisplayedRowsDuringDelivery() throws {
    let (view, log) = (LayoutView(source), UpdateLog<Int, Int>())
    source.attach(view)
    source.attach(log)
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 4])
    view.rows = 2..<6
    try source.update { try $0.deleteItems([1]) }
    fixture.content = [0: 1, 3: 1, 6: 1]
    fixture.apply()
    #expect(log.take().map(\.description) == ["0: 1-1", "0: 2~1 5~1"])
    view.isAttached = false
    fixture.content = [:]
    fixture.apply()
    fixture.content = [3: 1]
    fixture.apply()
    #expect(log.take().map(\.description) == ["0: 2~1 5~1"])
  }

  // MARK: - Rows that a view has moved

  @Test func theMoverOfRowsReceivesContentUpdates() throws {
    let (mover, other) = (fixture.screen(0..<5), fixture.screen(0..<3))
    source.reorderingHandlers.canReorderItem = { _ in true }
    var snapshot = source.snapshot()
    try snapshot.moveItem(1, afterItem: 3)
    fixture.content = [1: 1, 2: 1, 9: 1]
    mover.move(to: snapshot)
    try source.drop([1], to: .after(3), movedBy: mover)
    #expect(mover.events() == ["c0.1 c0.3"])
    #expect(other.events() == ["m0.1>0.3", "c0.1 c0.3"])
    #expect(mover.text == "0 2' 3 1' 4")
    fixture.apply()
    #expect(mover.events() + other.events() == [])
  }

  /// Regression: the row showed the content before the handler changed it.
  @Test(arguments: [(7, 2, "c0.2"), (1, 8, "c0.4")])
  func rowsThatTheMoverDisplaysAreUpToDate(
    item: Int, anchor: Int, update: String
  ) throws {
    let mover = fixture.screen(0..<5)
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.reorderingHandlers.willReorder = { [fixture] _ in fixture.content = [5: 1, 7: 1] }
    var snapshot = source.snapshot()
    try snapshot.moveItems([item], to: .before(anchor))
    mover.move(to: snapshot)
    // The screen draws the rows before the data source learns of the move.
    _ = mover.events()
    try source.drop([item], to: .before(anchor), movedBy: mover)
    #expect(mover.events() == [update])
  }

  // MARK: - The reconfigure handler

  @Test func theReconfigureHandlerReceivesReconfiguredRows() throws {
    let (screen, other) = (fixture.screen(0..<5), fixture.screen(3..<8))
    var handled: [String] = []
    source.reconfigureHandler = { [fixture] item, path in
      // Adapters receive the update first.
      handled += screen.events() + ["\(item) \(path)"]
      #expect(fixture.source.itemIdentifier(for: path) == item)
    }
    fixture.content = [4: 1, 5: 1, 9: 1]
    fixture.apply()
    #expect(handled == ["c0.4 c0.5", "4 [0, 4]", "5 [0, 5]"])
    handled = []
    source.expand(0)
    #expect(handled == ["i0.1 i0.2 i0.3", "c0.0", "0 [0, 0]"])
    handled = []
    other.scroll(to: 5..<8, in: source)
    screen.scroll(to: 5..<8, in: source)
    source.collapse(0)
    #expect(handled == [])
  }

  @Test func theReconfigureHandlerSkipsReloadedRows() throws {
    let screen = fixture.screen(0..<20)
    var handled: [Int] = []
    source.reconfigureHandler = { item, _ in handled.append(item) }
    fixture.content = [4: 1, 14: 1]
    source.contentUpdate = .reload
    fixture.apply()
    #expect(screen.events() == ["r0.4 r1.4"])
    source.contentUpdate = .reconfigure
    fixture.content = [:]
    try source.update { try $0.reloadSections([0]) }
    #expect(screen.events() == ["R0 c1.4"])
    #expect(handled == [14])
    fixture.content = [4: 2]
    source.applySnapshotUsingReloadData(source.snapshot())
    #expect(screen.events() == ["reload"])
    #expect(handled == [14])
  }

  @Test func theReconfigureHandlerCanChangeTheDataSource() {
    let screen = fixture.screen(0..<5)
    source.reconfigureHandler = { [fixture] item, _ in
      if item == 2 { fixture.source.expand(0) }
      fixture.source.reconfigureHandler = nil
    }
    fixture.content = [2: 1, 3: 1]
    source.checkContent()
    #expect(screen.events() == ["c0.2 c0.3", "i0.1 i0.2 i0.3", "c0.0"])
  }

  @Test func theReconfigureHandlerReadsTheLatestSnapshot() {
    let screen = fixture.screen(0..<5)
    source.reconfigureHandler = { [fixture] item, path in
      fixture.source.update { try? $0.deleteItems([1]) }
      #expect(!fixture.source.snapshot().contains(1))
      // Rows are still those on screen.
      #expect(fixture.source.itemIdentifier(for: path) == item)
    }
    fixture.content = [2: 1, 3: 1]
    source.checkContent()
    #expect(screen.events() == ["c0.2 c0.3", "d0.1"])
  }
}
