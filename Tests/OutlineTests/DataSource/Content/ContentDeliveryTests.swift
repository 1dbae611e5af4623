import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentDeliveryTests {
  private let shelf: Shelf
  private var source: OutlineDataSource<Int, Int> { shelf.source }

  init() throws {
    shelf = try Shelf()
  }

  // MARK: - Checks without another change

  @Test func checkingContentUpdatesChangedRows() {
    let (screen, log) = (shelf.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    source.checkContent()
    #expect(log.take() == [])
    shelf.content = [3: 1, 7: 1]
    source.checkContent()
    #expect(screen.events() == ["c0.3"])
    #expect(log.take().map(\.description) == ["0: 3~1"])
    source.checkContent()
    #expect(log.take() == [])
    source.removeContent()
    shelf.content[3] = 2
    source.checkContent()
    #expect(log.take() == [])
  }

  @Test func contentChangesInAHandlerAreDeliveredInOrder() {
    let (screen, log) = (shelf.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    source.sectionSnapshotHandlers.willExpandItem = { [shelf, log] _ in
      shelf.content = [3: 1]
      shelf.source.checkContent()
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
      if shelf.content[item] == 1 { throw Failure() }
      return "\(item)"
    }
    source.setContent { item in try? encode(item) }
    let (screen, log) = (shelf.screen(2..<5), UpdateLog<Int, Int>())
    source.attach(log)
    shelf.content = [3: 1]
    shelf.apply()
    source.checkContent()
    #expect(log.take().map(\.description) == ["0: 3~1"])
    #expect(screen.events() == ["c0.3"])
  }

  @Test func aClosureCanCompareContent() {
    struct Cover { let plays: Int }
    source.setContent(
      { [shelf] in Cover(plays: shelf.content[$0] ?? 0) },
      isEqual: { $0.plays / 10 == $1.plays / 10 })
    let screen = shelf.screen(0..<5)
    shelf.content = [2: 9, 3: 10]
    shelf.apply()
    #expect(screen.events().first == "c0.3")
  }

  @Test func contentOfANewClosureCountsAsShown() {
    let (screen, log) = (shelf.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    shelf.content = [3: 1]
    source.setContent { [shelf] item in "\(shelf.content[item] ?? 0)" }
    shelf.apply()
    #expect(log.take() == [])
    shelf.content = [3: 2]
    shelf.apply()
    #expect(log.take().map(\.description) == ["0: 3~1"])
    source.removeContent()
    shelf.content = [3: 3]
    shelf.apply()
    screen.scroll(to: 2..<8, in: source)
    shelf.content = [3: 4]
    shelf.apply()
    #expect(log.take() == [])
    source.setContent { [shelf] item in shelf.content[item] }
    shelf.content = [7: 1]
    shelf.apply()
    #expect(log.take().map(\.description) == ["0: 3~1 7~1"])
  }

  @Test func contentCanHaveSeveralValues() {
    var isPlaying: Set<Int> = []
    source.setContent { [shelf] item in (shelf.content[item], isPlaying.contains(item)) }
    let (screen, log) = (shelf.screen(0..<5), UpdateLog<Int, Int>())
    source.attach(log)
    isPlaying = [2, 8]
    shelf.content = [4: 1]
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

    func perform(_ batch: Batch<Int, Int>, isAnimated: Bool) { layOut() }
    func reload(_ snapshot: Snapshot<Int, Int>) { layOut() }
    func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Int, Int>) { layOut() }

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
    #expect(shelf.takeAsked() == [0, 1, 2, 3, 4])
    view.rows = 2..<6
    try source.update { try $0.deleteItems([1]) }
    shelf.content = [0: 1, 3: 1, 6: 1]
    shelf.apply()
    #expect(log.take().map(\.description) == ["0: 1-1", "0: 2~1 5~1"])
    view.isAttached = false
    shelf.content = [:]
    shelf.apply()
    shelf.content = [3: 1]
    shelf.apply()
    #expect(log.take().map(\.description) == ["0: 2~1 5~1"])
  }

  // MARK: - Rows that a view has moved

  @Test func theAuthorOfAMoveReceivesContentUpdates() throws {
    let (author, other) = (shelf.screen(0..<5), shelf.screen(0..<3))
    source.reorderingHandlers.canReorderItem = { _ in true }
    var snapshot = source.snapshot()
    try snapshot.moveItem(1, afterItem: 3)
    shelf.content = [1: 1, 2: 1, 9: 1]
    author.move(to: snapshot)
    try source.drop([1], at: .after(3), movedBy: author)
    #expect(author.events() == ["c0.1 c0.3"])
    #expect(other.events() == ["m0.1>0.3", "c0.1 c0.3"])
    #expect(author.text == "0 2' 3 1' 4")
    shelf.apply()
    #expect(author.events() + other.events() == [])
  }

  /// Regression: the row showed the content before the handler changed it.
  @Test(arguments: [(7, 2, "c0.2"), (1, 8, "c0.4")])
  func rowsThatTheAuthorOfAMoveDisplaysAreUpToDate(
    item: Int, anchor: Int, update: String
  ) throws {
    let author = shelf.screen(0..<5)
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.reorderingHandlers.willReorder = { [shelf] _ in shelf.content = [5: 1, 7: 1] }
    var snapshot = source.snapshot()
    try snapshot.moveItems([item], to: .before(anchor))
    author.move(to: snapshot)
    // The screen draws the rows before the data source learns of the move.
    _ = author.events()
    try source.drop([item], at: .before(anchor), movedBy: author)
    #expect(author.events() == [update])
  }

  // MARK: - The reconfigure handler

  @Test func theReconfigureHandlerReceivesReconfiguredRows() throws {
    let (screen, other) = (shelf.screen(0..<5), shelf.screen(3..<8))
    var handled: [String] = []
    source.reconfigureHandler = { [shelf] item, path in
      // Adapters receive the update first.
      handled += screen.events() + ["\(item) \(path)"]
      #expect(shelf.source.itemIdentifier(for: path) == item)
    }
    shelf.content = [4: 1, 5: 1, 9: 1]
    shelf.apply()
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
    let screen = shelf.screen(0..<20)
    var handled: [Int] = []
    source.reconfigureHandler = { item, _ in handled.append(item) }
    shelf.content = [4: 1, 14: 1]
    source.contentUpdate = .reload
    shelf.apply()
    #expect(screen.events() == ["r0.4 r1.4"])
    source.contentUpdate = .reconfigure
    shelf.content = [:]
    try source.update { try $0.reloadSections([0]) }
    #expect(screen.events() == ["R0 c1.4"])
    #expect(handled == [14])
    shelf.content = [4: 2]
    source.applyUsingReload(source.snapshot())
    #expect(screen.events() == ["reload"])
    #expect(handled == [14])
  }

  @Test func theReconfigureHandlerCanChangeTheDataSource() {
    let screen = shelf.screen(0..<5)
    source.reconfigureHandler = { [shelf] item, _ in
      if item == 2 { shelf.source.expand(0) }
      shelf.source.reconfigureHandler = nil
    }
    shelf.content = [2: 1, 3: 1]
    source.checkContent()
    #expect(screen.events() == ["c0.2 c0.3", "i0.1 i0.2 i0.3", "c0.0"])
  }
}
