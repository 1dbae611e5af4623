import Foundation
import Outline

// The values and types that examples mention without declaring them.

/// Fruit with Apple and Pear, and Tools with Saw; Fruit is expanded.
func makeOutline() throws -> SectionSnapshot<String> {
  var outline = SectionSnapshot<String>()
  try outline.append(["Fruit", "Tools"])
  try outline.append(["Apple", "Pear"], to: "Fruit")
  try outline.append(["Saw"], to: "Tools")
  outline.expand(["Fruit"])
  return outline
}

/// Food with Fruit, which has Apple and Pear, and Shed with Tools, which has Saw.
func makeSnapshot() throws -> Snapshot<String, String> {
  var snapshot = Snapshot<String, String>()
  try snapshot.appendSections(["Food", "Shed"])
  try snapshot.appendItems(["Fruit"], toSection: "Food")
  try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
  try snapshot.appendItems(["Tools"], toSection: "Shed")
  try snapshot["Shed"].append(["Saw"], to: "Tools")
  return snapshot
}

@MainActor func makeUpdate() async throws -> OutlineDataSource<String, String>.Update {
  let source = OutlineDataSource(try makeSnapshot())
  source.expand("Fruit")
  var updates = source.updates.makeAsyncIterator()
  source.toggle("Fruit")
  guard let update = await updates.next() else { throw CancellationError() }
  return update
}

struct Song: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  var title: String
  var isPlaying = false
}

struct Artist: Identifiable, Hashable, Sendable {
  let id: Int
  let name: String
}

struct Library: Sendable {
  let artists = [Artist(id: 1, name: "Mingus"), Artist(id: 2, name: "Monk")]
}

let encoder = JSONEncoder()

struct Server: Sendable {
  struct Page: Sendable {
    let names: [String]
    let isLast: Bool
  }

  func names(in folder: String) async throws -> [String] { ["\(folder)/a", "\(folder)/b"] }

  func folder(of file: String) async throws -> String? { nil }

  func page(of folder: String, after name: String?) async throws -> Page {
    Page(names: ["\(folder)/a"], isLast: true)
  }
}

let server = Server()

struct Connection: Sendable {
  func send(_ patch: Snapshot<String, String>.Patch) async {}
}

let connection = Connection()

func names(in folder: String) -> [String] { ["\(folder)/a", "\(folder)/b"] }

func isLocked(_ item: String) -> Bool { item == "Fruit" }

@MainActor func save<Saved>(_ saved: Saved) throws {}
