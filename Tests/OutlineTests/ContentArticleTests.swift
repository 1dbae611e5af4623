import Outline
import Testing

/// What the article on identity and content promises.
@Suite struct ContentArticleTests {
  /// A list that writes down what it is told.
  private final class List<Item: Hashable & Sendable>: OutlineAdapter {
    var lines: [String] = []

    func perform(_ batch: Batch<String, Item>, isAnimated: Bool) {
      lines += batch.removals.map { "removes \($0)" }
      lines += batch.insertions.map { "inserts \($0)" }
      lines += batch.moves.map { "moves \($0)" }
      lines += batch.reloads.map { "reloads \($0)" }
      reconfigure(batch.reconfigures, in: batch.snapshot)
    }

    func reload(_ snapshot: Snapshot<String, Item>) { lines.append("reloads") }

    func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<String, Item>) {
      lines += rows.joined().map { "reconfigures \($0)" }
    }

    func takeLines() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  @Test func contentBesideTheItems() throws {
    var shop = Snapshot<String, String>()
    try shop.appendSections(["Food"])
    try shop.appendItems(["Fruit", "Tools"])
    try shop["Food"].append(["Apple", "Pear"], to: "Fruit")
    shop.expand(["Fruit"])
    let list = List<String>()

    var stock = ["Apple": 3, "Pear": 5]
    let source = OutlineDataSource(shop)
    source.setContent { item in stock[item] }
    source.attach(list)
    source.setDisplayedRows(0..<4, for: list)
    #expect(list.takeLines() == ["reloads"])

    stock["Pear"] = 4
    source.checkContent()
    #expect(list.takeLines() == ["reconfigures [0, 2]"])

    stock["Apple"] = 2
    try source.update { snapshot in
      try snapshot["Food"].move("Apple", after: "Pear")
    }
    #expect(list.takeLines() == ["moves [0, 1]>[0, 2]", "reconfigures [0, 2]"])
  }

  private struct Song: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
  }

  private func library(_ songs: [Song]) throws -> Snapshot<String, Identified<Song>> {
    var snapshot = Snapshot<String, Identified<Song>>()
    try snapshot.appendSections(["Library"])
    try snapshot.appendItems(songs.map(Identified.init))
    return snapshot
  }

  @Test func valuesAsItems() throws {
    let list = List<Identified<Song>>()
    var printed: [String] = []
    func print(_ path: RowPath, _ title: String) { printed.append("\(path) \(title)") }

    var songs = [
      Song(id: 1, title: "Alone"), Song(id: 2, title: "Blue"), Song(id: 3, title: "Cold"),
    ]
    let source = OutlineDataSource(try library(songs))
    source.setContent(\.value)
    source.reconfigureHandler = { song, path in print(path, song.title) }
    source.attach(list)
    source.setDisplayedRows(0..<2, for: list)

    songs[0].title = "Alone Together"
    songs[2].title = "Cold Sweat"
    source.apply(try library(songs))
    #expect(printed == ["[0, 0] Alone Together"])
    #expect(list.takeLines() == ["reloads", "reconfigures [0, 0]"])

    songs[1].title = "Blue in Green"
    try source.update { snapshot in
      try snapshot.updateItems([Identified(songs[1])])
    }
    #expect(printed == ["[0, 0] Alone Together", "[0, 1] Blue in Green"])
    let shown = source.snapshot()
    #expect(shown == (try library(songs)))
    #expect(shown.itemIdentifiers.map(\.title) == songs.map(\.title))
  }
}
