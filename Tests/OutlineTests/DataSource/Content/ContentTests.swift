import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentTests {
  private let fixture: ContentFixture
  private var source: OutlineDataSource<Int, Int> { fixture.source }

  init() throws {
    fixture = try ContentFixture()
  }

  // MARK: - Content

  @Test func rowsWithoutContentAreUpdatedAtEachChange() {
    struct Failure: Error {}
    func encode(_ item: Int) throws -> String {
      if fixture.content[item] == 1 { throw Failure() }
      return "\(item)"
    }
    source.setContent { item in try? encode(item) }
    let screen = fixture.screen(2..<5)
    fixture.content = [3: 1]
    fixture.apply()
    source.checkContent()
    fixture.content = [:]
    source.checkContent()
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 3]~1", "[0, 3]~1", "[0, 3]~1"])
  }

  @Test func contentThatReturnsIsShownIfEachChangeIsChecked() {
    let screen = fixture.screen(2..<5)
    fixture.content = [3: 1]
    fixture.apply()
    fixture.content = [3: 2]
    source.checkContent()
    screen.display(0..<1)
    screen.display(2..<5)
    fixture.content = [3: 1]
    source.checkContent()
    screen.checkDrawing()
  }

  @Test func aClosureCanCompareContent() {
    struct Cover { let plays: Int }
    source.setContent(
      { [fixture] in Cover(plays: fixture.content[$0] ?? 0) },
      isEqual: { $0.plays / 10 == $1.plays / 10 })
    let screen = fixture.screen(0..<5)
    fixture.content = [2: 9, 3: 10]
    fixture.apply()
    #expect(screen.events == ["[0, 3]~1"])
  }

  /// Regression: the closure read the snapshot before the change, so the row was updated late.
  @Test func contentCanDependOnTheSnapshot() throws {
    source.setContent { [unowned source] item in source.snapshot().children(of: item)?.count }
    let screen = fixture.screen(0..<3)
    try source.update { try $0[0].append([23], to: 0) }
    #expect(screen.takeEvents() == ["[0, 0]~1"])
    source.checkContent()
    #expect(screen.takeEvents() == [])
  }

  @Test func contentOfANewClosureCountsAsShown() {
    let screen = fixture.screen(0..<5)
    // Without an update, here and before the last one.
    fixture.content = [3: 1]
    source.setContent { [fixture] item in "\(fixture.content[item] ?? 0)" }
    fixture.apply()
    fixture.content = [3: 2]
    fixture.apply()
    screen.display(2..<8)
    fixture.content = [3: 3]
    source.setContent { [fixture] item in fixture.content[item] ?? 0 }
    fixture.content = [7: 1]
    fixture.apply()
    #expect(screen.events == ["[0, 3]~1", "[0, 3]~1, [0, 7]~1"])
  }

  @Test func contentCanHaveSeveralValues() {
    var isPlaying: Set<Int> = []
    source.setContent { [fixture] item in (fixture.content[item], isPlaying.contains(item)) }
    let screen = fixture.screen(0..<5)
    isPlaying = [2, 8]
    fixture.content = [4: 1]
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 2]~1, [0, 4]~1"])
    source.checkContent()
    #expect(screen.takeEvents() == [])
    #expect(screen.text == "0 1 2 3 4'")
  }

  @Test func contentCountsForTheThreshold() {
    let screen = fixture.screen(0..<5)
    source.reloadThreshold = 2
    fixture.content = [1: 1, 2: 1, 3: 1, 15: 1]
    fixture.apply()
    #expect(screen.takeEvents() == ["[0, 1]~3"])
    fixture.content = [0: 1, 1: 1, 2: 2, 3: 1, 4: 1]
    fixture.apply()
    #expect(screen.takeEvents() == ["reload, still"])
    fixture.content[1] = 2
    fixture.apply()
    #expect(screen.takeEvents() == ["[0, 1]~1"])
  }

  // MARK: - Displayed rows

  @Test func rowsThatComeOnScreenByScrollingAreUpdatedOnce() {
    let screen = fixture.screen(0..<5)
    screen.display(3..<8)
    fixture.content = [6: 1]
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 4])
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 5]~3"])
    source.checkContent()
    #expect(screen.takeEvents() == [])
    #expect(screen.text == "3 4 5 6' 7")
  }

  @Test func rowsThatAnUpdateBringsOnScreenAreUpToDate() {
    let screen = fixture.screen(0..<5)
    source.expand(0)
    source.collapse(0)
    source.applySnapshotUsingReloadData(source.snapshot())
    _ = screen.takeEvents()
    fixture.content = [4: 1]
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 4]~1"])
  }

  @Test func adaptersDisplayDifferentRows() throws {
    let (top, bottom) = (fixture.screen(0..<4), fixture.screen(2..<6))
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 4, 5])
    fixture.content = [1: 1, 3: 1, 5: 1, 6: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [0, 1, 2, 3, 4, 5])
    #expect(top.takeEvents() == ["[0, 1]~1, [0, 3]~1, [0, 5]~1"])
    #expect(bottom.takeEvents() == ["[0, 1]~1, [0, 3]~1, [0, 5]~1"])
    source.detach(top)
    fixture.apply()
    #expect(fixture.takeAsked() == [2, 3, 4, 5])
  }

  @Test func releasedAdaptersAreRemoved() {
    var screen: RecordingAdapter<Int, Int>? = fixture.screen(0..<4)
    #expect(screen?.text == "0 1 2 3")
    screen = nil
    _ = fixture.takeAsked()
    fixture.content = [1: 1]
    fixture.apply()
    #expect(fixture.takeAsked() == [])
  }

  /// Displays rows at any paths.
  private final class PathView: OutlineAdapter {
    let source: OutlineDataSource<Int, Int>
    var paths: [RowPath] = []
    var detachesWhenAsked = false

    init(_ source: OutlineDataSource<Int, Int>) { self.source = source }

    func reload(_ snapshot: Snapshot<Int, Int>) {}

    var displayedRows: [RowPath] {
      if detachesWhenAsked { source.detach(self) }
      return paths
    }
  }

  @Test func displayedRowsCanBeOutOfBounds() {
    let view = PathView(source)
    source.attach(view)
    for section in [.min, -1, 0, 1, 2, .max] {
      view.paths += [.min, -1, 3, 10, .max].map { RowPath(section: section, row: $0) }
    }
    view.paths += [RowPath(section: 1, row: 9), RowPath(section: 1, row: 9)]
    source.checkContent()
    #expect(fixture.takeAsked() == [3, 13, 19])
  }

  @Test func anAdapterCanBeDetachedWhenItsDisplayedRowsAreRead() {
    let view = PathView(source)
    source.attach(view)
    view.paths = [RowPath(section: 0, row: 3)]
    view.detachesWhenAsked = true
    source.checkContent()
    fixture.content = [3: 1]
    _ = fixture.takeAsked()
    source.checkContent()
    #expect(fixture.takeAsked() == [])
  }

  /// Regression: the content that the second adapter drew counted as shown by the first one.
  @Test func anAdapterThatIsAttachedHidesNoChangesFromOthers() {
    let first = fixture.screen(0..<1)
    first.display(0..<5)
    fixture.content = [3: 1]
    let second = fixture.screen(0..<5)
    source.checkContent()
    first.checkDrawing()
    second.checkDrawing()
  }

  // MARK: - The reconfigure handler

  @Test func theReconfigureHandlerReceivesReconfiguredRows() throws {
    let (screen, other) = (fixture.screen(0..<5), fixture.screen(3..<8))
    var handled: [String] = []
    source.reconfigureHandler = { [fixture] item, path in
      // Adapters receive the update first.
      handled += screen.takeEvents() + ["\(item) \(path)"]
      #expect(fixture.source.itemIdentifier(for: path) == item)
    }
    fixture.content = [4: 1, 5: 1, 9: 1]
    fixture.apply()
    #expect(handled == ["[0, 4]~2", "4 [0, 4]", "5 [0, 5]"])
    handled = []
    source.expand(0)
    #expect(handled == ["[0, 1]+3 / [0, 0]~1", "0 [0, 0]"])
    handled = []
    other.display(5..<8)
    screen.display(5..<8)
    source.collapse(0)
    #expect(handled == [])
  }

  @Test func theReconfigureHandlerSkipsReloadedRows() throws {
    let screen = fixture.screen(0..<20)
    var handled: [Int] = []
    source.reconfigureHandler = { item, _ in handled.append(item) }
    fixture.content = [4: 1, 14: 1]
    source.contentUpdate = { _ in .reload }
    fixture.apply()
    #expect(screen.takeEvents() == ["[0, 4]!1, [1, 4]!1"])
    source.contentUpdate = { _ in .reconfigure }
    fixture.content = [:]
    try source.update { try $0.reloadSections([0]) }
    #expect(screen.takeEvents() == ["(0!1), [1, 4]~1"])
    #expect(handled == [14])
    fixture.content = [4: 2]
    source.applySnapshotUsingReloadData(source.snapshot())
    #expect(screen.takeEvents() == ["reload, still"])
    #expect(handled == [14])
  }

  @Test func headersWithOtherContentAreUpdatedWithoutTheirRows() throws {
    var titles = [0: "A", 1: "B"]
    var handled: [String] = []
    source.setSectionContent { section, _ in titles[section] }
    source.sectionReconfigureHandler = { handled.append("\($0) at \($1)") }
    let screen = fixture.screen(0..<20)
    fixture.apply()
    #expect(screen.takeEvents() == [])
    titles[1] = "C"
    source.checkContent()
    #expect(screen.takeEvents() == ["(1~1)"])
    titles = [0: "D", 1: "E", 2: "F"]
    fixture.content = [4: 1]
    try source.update { try $0.insertSections([2], beforeSection: 0) }
    #expect(screen.takeEvents() == ["(0+1) / (1~1 2~1), [1, 4]~1"])
    #expect(handled == ["1 at 1", "0 at 1", "1 at 2"])
  }

  @Test func sectionsWithBothMarksAreReloaded() throws {
    let screen = fixture.screen(0..<20)
    try source.update { snapshot in
      try snapshot.reconfigureSections([0, 1])
      try snapshot.reloadSections([1])
    }
    #expect(screen.takeEvents() == ["(1!1 0~1)"])
    try source.update { try $0.reconfigureSections([1]) }
    #expect(screen.takeEvents() == ["(1~1)"])
  }

  @Test func theKindOfUpdateCanDifferByItem() {
    let screen = fixture.screen(0..<20)
    source.contentUpdate = { $0 % 2 == 0 ? .reload : .reconfigure }
    fixture.content = [3: 1, 4: 1, 15: 1]
    source.checkContent()
    #expect(screen.takeEvents() == ["[0, 4]!1, [0, 3]~1, [1, 5]~1"])
  }
}
