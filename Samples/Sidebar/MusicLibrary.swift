import Outline

/// The model of the sidebar: names, and the numbers of new songs.
final class MusicLibrary {
  /// The number of new songs of each playlist.
  var newSongs = ["Jazz": 3]

  /// Returns the sidebar at the start of the program.
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

  /// Returns the reason why an item cannot expand, or `nil` if it can.
  static func ruleAgainstExpanding(_ item: String) -> String? {
    item == "Artists" ? "artists stay collapsed" : nil
  }

  /// Returns the reason why an item cannot move, or `nil` if it can.
  static func ruleAgainstMoving(_ item: String) -> String? {
    ["Artists", "Playlists"].contains(item) ? "the folders of the library stay in place" : nil
  }
}

/// A slow server that knows the radio stations of a country.
struct RadioServer: Sendable {
  /// The time that an answer takes.
  var delay = Duration.zero

  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "no answer" }
  }

  /// Returns one page of the stations of a country: two stations.
  func stations(of country: String, from start: Int) async throws -> ChildPage<String> {
    try await Task.sleep(for: delay)
    guard country == "Norway" else { throw Unreachable() }
    let stations = ["P1", "P2", "P3", "Jazz FM"]
    let end = min(start + 2, stations.count)
    return ChildPage(Array(stations[start..<end]), cursor: end < stations.count ? end : nil)
  }
}
