import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct ValueItemTests {
  typealias Item = Identified<Song>

  private let source: OutlineDataSource<Int, Item>
  private let screen = RecordingAdapter<Int, Item>(drawing: { "\($0)" })

  init() throws {
    source = OutlineDataSource(try ValueItemTests.snapshot())
    source.setContent(\.value)
    screen.display(0..<5)
    source.attach(screen)
    _ = screen.takeEvents()
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
    #expect(screen.takeEvents() == ["[0, 3]~1"])
    #expect(handled == [Song(3, plays: 2)])
    #expect(source.itemIdentifier(for: RowPath(section: 0, row: 8))?.plays == 2)
    try source.update { try $0.updateItems([item(3, plays: 2)]) }
    #expect(screen.takeEvents().isEmpty, "a change without an effect is not delivered")
  }

  @Test func applyingASectionUpdatesItsItemsWithOtherContent() throws {
    var outline = SectionSnapshot<Item>()
    try outline.append(Self.items(0..<10, plays: [2: 1, 7: 1]))
    try outline.append(Self.items(20..<23, plays: [21: 1]), to: item(0))
    source.apply(outline, to: 0, keepingExpansion: true)
    #expect(screen.takeEvents() == ["[0, 2]~1"])
    source.expand(item(0))
    #expect(screen.text == "0 20 21' 22 1")
  }

  /// Otherwise a screen that keeps the snapshot would draw the old value.
  @Test func rowsThatScrollInShowTheNewValue() throws {
    try source.update { try $0.updateItems([item(8, plays: 3), item(21, plays: 3)]) }
    #expect(screen.takeEvents() == ["nothing"])
    screen.display(7..<10)
    #expect(screen.text == "7 8''' 9")
    source.expand(item(0))
    screen.display(0..<4)
    #expect(screen.text == "0 20 21''' 22")
  }

  /// A section that is rebuilt at its position is removed and inserted with its rows.
  @Test func rowsOfAReinsertedSectionShowTheNewValue() throws {
    screen.display(0..<40)
    try source.update { try $0.moveSection(0, afterSection: 1) }
    _ = screen.takeEvents()
    try source.update {
      try $0.insertSections([2], beforeSection: 1)
      try $0.moveSection(0, beforeSection: 1)
      try $0.updateItems([item(3, plays: 1), item(13, plays: 1)])
      try $0.appendItems([item(30)], toSection: 1)
    }
    #expect(screen.takeEvents() == ["(1-1 0+1 1+1) / [2, 10]+1 / [2, 3]~1"])
    #expect(screen.text.hasPrefix("0 1 2 3' 4"))
  }

  @Test func contentThatChangesBackDuringDeliveryIsUpdatedTwice() throws {
    source.sectionSnapshotHandlers.willExpandItem = { [source] item in
      try? source.update { try $0.updateItems([Item(Song(3, plays: 1))]) }
      try? source.update { try $0.updateItems([Item(Song(3))]) }
    }
    source.expand(item(0))
    // Each change is delivered with its own values.
    #expect(screen.takeEvents().prefix(2) == ["[0, 3]~1", "[0, 3]~1"])
    // Within one change the content is the same.
    try source.update {
      try $0.updateItems([item(4, plays: 1)])
      try $0.updateItems([item(4)])
    }
    #expect(screen.takeEvents().isEmpty)
  }

  /// Long strings are stored elsewhere, so equal ones have other bytes.
  @Test func itemsThatAreBuiltAgainAreNoChange() throws {
    func snapshot() throws -> Snapshot<Int, String> {
      var snapshot = Snapshot<Int, String>()
      try snapshot.appendSections([0])
      try snapshot.appendItems((0..<9).map { "a path of more than sixteen bytes \($0)" })
      return snapshot
    }
    let source = OutlineDataSource(try snapshot())
    let screen = RecordingAdapter<Int, String>(drawing: { $0 })
    source.attach(screen)
    source.apply(try snapshot())
    #expect(screen.updates.isEmpty)
    var expanded = try snapshot()
    expanded.expand([expanded.itemIdentifiers[3]])
    source.apply(expanded)
    let patch = try #require(screen.updates.last).patch
    #expect(patch == expanded.patch(from: try snapshot()))
    #expect(patch.items.expandedItems.count == 1)
  }

  /// Another process would otherwise keep the old content.
  @Test func patchesOfUpdatesReplaceContentOfHiddenItems() throws {
    var copies = [source.snapshot(), source.snapshot()]
    try source.update { try $0.updateItems([item(3, plays: 1), item(21, plays: 1)]) }
    source.apply(try Self.snapshot(plays: [3: 1, 21: 2]))
    let updates = screen.updates
    #expect(updates[1].patch.items.replacements.map { $0.new.value } == [Song(21, plays: 2)])
    for update in updates { try copies[0].apply(update.patch) }
    try copies[1].apply(updates[0].merging(updates[1]).patch)
    for copy in copies {
      #expect(copy.itemIdentifiers.map(\.value) == source.snapshot().itemIdentifiers.map(\.value))
    }
  }
}
