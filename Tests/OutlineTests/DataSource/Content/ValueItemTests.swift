import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct ValueItemTests {
  typealias Item = Identified<Song>

  private let source: OutlineDataSource<Int, Item>
  private let screen: Screen<Item>

  init() throws {
    source = OutlineDataSource(try ValueItemTests.snapshot())
    source.setContent(\.value)
    screen = Screen { .init($0.id, content: $0.plays) }
    source.attach(screen)
    screen.scroll(to: 0..<5, in: source)
    _ = screen.events()
  }

  private static func snapshot(plays: [Int: Int] = [:]) throws -> Snapshot<Int, Item> {
    var snapshot = Snapshot<Int, Item>()
    try snapshot.appendSections([0, 1])
    try snapshot.appendItems(items(0..<10, plays: plays), toSection: 0)
    try snapshot[0].append(items(20..<23, plays: plays), to: Item(Song(0)))
    try snapshot.appendItems(items(10..<20, plays: plays), toSection: 1)
    return snapshot
  }

  private static func items(_ ids: Range<Int>, plays: [Int: Int]) -> [Item] {
    ids.map { Item(Song($0, plays: plays[$0] ?? 0)) }
  }

  private func item(_ id: Int, plays: Int = 0) -> Item { Item(Song(id, plays: plays)) }

  @Test func updatedItemsAreReconfigured() throws {
    var handled: [Song] = []
    source.reconfigureHandler = { item, _ in handled.append(item.value) }
    try source.update { try $0.updateItems([item(3, plays: 2), item(8, plays: 2)]) }
    #expect(screen.events() == ["c0.3"])
    #expect(handled == [Song(3, plays: 2)])
    #expect(source.itemIdentifier(for: RowPath(section: 0, row: 8))?.plays == 2)
    try source.update { try $0.updateItems([item(3, plays: 2)]) }
    #expect(screen.events() == [])
  }

  @Test func rebuiltSnapshotsAreCompared() throws {
    source.apply(try Self.snapshot(plays: [1: 1, 4: 2, 5: 1, 12: 1]))
    #expect(screen.events() == ["c0.1 c0.4"])
    #expect(screen.text == "0 1' 2 3 4''")
    screen.scroll(to: 3..<7, in: source)
    #expect(screen.text == "3 4'' 5' 6")
    source.apply(try Self.snapshot(plays: [1: 1, 4: 2, 5: 1, 12: 1]))
    #expect(screen.events() == [])
  }

  @Test func applyingASectionUpdatesItsItemsWithOtherContent() throws {
    var outline = SectionSnapshot<Item>()
    try outline.append(Self.items(0..<10, plays: [2: 1, 7: 1]))
    try outline.append(Self.items(20..<23, plays: [21: 1]), to: item(0))
    source.apply(outline, to: 0, keepingExpansion: true)
    #expect(screen.events() == ["c0.2"])
    source.expand(item(0))
    #expect(screen.text == "0 20 21' 22 1")
  }

  @Test func movedItemsAreUpdated() throws {
    try source.update {
      try $0.updateItems([item(2, plays: 1)])
      try $0.moveItem(item(2), afterItem: item(12))
    }
    #expect(screen.events() == ["m0.2>1.3", "c1.3"])
  }

  /// Otherwise a screen that keeps the snapshot would draw the old value.
  @Test func rowsThatScrollInShowTheNewValue() throws {
    try source.update { try $0.updateItems([item(8, plays: 3), item(21, plays: 3)]) }
    #expect(screen.events() == [])
    screen.scroll(to: 7..<10, in: source)
    #expect(screen.text == "7 8''' 9")
    source.expand(item(0))
    screen.scroll(to: 0..<4, in: source)
    #expect(screen.text == "0 20 21''' 22")
  }

  /// A section that is rebuilt at its position is removed and inserted with its rows.
  @Test func rowsOfAReinsertedSectionShowTheNewValue() throws {
    screen.scroll(to: 0..<40, in: source)
    try source.update { try $0.moveSection(0, afterSection: 1) }
    _ = screen.events()
    try source.update {
      try $0.insertSections([2], beforeSection: 1)
      try $0.moveSection(0, beforeSection: 1)
      try $0.updateItems([item(3, plays: 1), item(13, plays: 1)])
      try $0.appendItems([item(30)], toSection: 1)
    }
    #expect(screen.events() == ["D1 I0 I1", "i2.10", "c2.3"])
    #expect(screen.text.hasPrefix("0 1 2 3' 4"))
  }

  @Test func contentThatChangesBackDuringDeliveryIsUpdatedTwice() throws {
    source.sectionSnapshotHandlers.willExpandItem = { [source] item in
      try? source.update { try $0.updateItems([Item(Song(3, plays: 1))]) }
      try? source.update { try $0.updateItems([Item(Song(3))]) }
    }
    source.expand(item(0))
    // Each change is delivered with its own values.
    #expect(screen.events().prefix(2) == ["c0.3", "c0.3"])
    // Within one change the content is the same.
    try source.update {
      try $0.updateItems([item(4, plays: 1)])
      try $0.updateItems([item(4)])
    }
    #expect(screen.events() == [])
  }
}
