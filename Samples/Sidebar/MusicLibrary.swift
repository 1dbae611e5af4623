import Outline

/// What the sidebar shows: names, numbers of songs that nobody has heard yet, and a radio server.
final class MusicLibrary {
  /// How many songs of a playlist are new.
  var unheard = ["Jazz": 3]

  /// Returns the sidebar as it is when the program starts.
  func makeSnapshot() throws -> Snapshot<String, String> {
    var snapshot = Snapshot<String, String>()
    try snapshot.appendSections(["Favorites", "Library", "Radio"])
    try snapshot["Favorites"].append(["Jazz", "Morning"])
    try snapshot["Library"].append(["Artists", "Playlists"])
    try snapshot["Library"].append(["Ella", "Nina"], to: "Artists")
    try snapshot["Library"].append(["Evening", "Party"], to: "Playlists")
    try snapshot["Radio"].append(["Norway", "Moon"])
    return snapshot
  }
}

/// Knows the stations of a country, and takes its time.
struct RadioServer: Sendable {
  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "nobody answers" }
  }

  /// Returns the stations of a country, a page of two at a time.
  func stations(of country: String, from start: Int) async throws -> ChildPage<String> {
    await Task.yield()
    guard country == "Norway" else { throw Unreachable() }
    let stations = ["P1", "P2", "P3", "Jazz FM"]
    let end = min(start + 2, stations.count)
    return ChildPage(Array(stations[start..<end]), cursor: end < stations.count ? end : nil)
  }
}
