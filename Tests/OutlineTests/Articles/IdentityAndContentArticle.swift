import Outline
import OutlineTestSupport
import Testing

// begin
struct Track: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}

/// Tells what a list view would have to do.
final class TrackList: OutlineAdapter {
  private(set) var log: [String] = []

  func perform(_ batch: Batch<String, Identified<Track>>, isAnimated: Bool) {
    log += batch.insertions.map { "insert \($0)" }
    log += batch.moves.map { "move \($0)" }
  }

  func reload(_ snapshot: Snapshot<String, Identified<Track>>) {
    log.append("reload")
  }

  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<String, Identified<Track>>) {
    for path in rows.joined() {
      let title = snapshot.itemIdentifier(for: path)?.title ?? ""
      log.append("update \(path): \(title)")
    }
  }
}

func album(_ tracks: [Track]) throws -> Snapshot<String, Identified<Track>> {
  var snapshot = Snapshot<String, Identified<Track>>()
  try snapshot.appendSections(["Album"])
  try snapshot.appendItems(tracks.map(Identified.init))
  return snapshot
}

func showAlbum() throws -> [String] {
  var tracks = [
    Track(id: 0, title: "Alone"), Track(id: 1, title: "Blue"), Track(id: 2, title: "Cold"),
    Track(id: 3, title: "Deep"),
  ]
  let source = OutlineDataSource(try album(tracks))
  let list = TrackList()
  source.attach(list)
  source.setContent(\.value)
  source.setDisplayedRows(0..<3, for: list)

  // Values that were made anew.
  tracks[1].title = "Blue in Green"
  tracks[3].title = "Deep River"
  tracks.swapAt(0, 1)
  source.apply(try album(tracks))

  // One value, without making anything anew.
  tracks[2].title = "Cold Sweat"
  try source.update { snapshot in
    try snapshot.updateItems([Identified(tracks[2])])
  }

  // Content that is not in the items.
  var playing: Int?
  source.contentOf = { track in ItemContent(hashing: track.title, track.id == playing) }
  playing = 0
  source.checkContent()
  return list.log
}
// end

@Suite struct ContentArticleTests {
  @Test func changedRowsAreUpdated() throws {
    let log = [
      "reload", "move [0, 1]>[0, 0]", "update [0, 0]: Blue in Green", "update [0, 2]: Cold Sweat",
      "update [0, 1]: Alone",
    ]
    #expect(try showAlbum() == log)
  }

  @Test func theArticleShowsIt() throws {
    #expect(try article("IdentityAndContent", shows: #filePath))
  }
}
