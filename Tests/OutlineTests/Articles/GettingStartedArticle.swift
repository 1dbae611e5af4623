import Outline
import OutlineTestSupport
import Testing

// begin
/// Tells what a list view would have to do.
final class ListAdapter: OutlineAdapter {
  private(set) var log: [String] = []

  func perform(_ batch: Batch<String, String>, isAnimated: Bool) {
    log += batch.insertedSections.map { "insert section \($0)" }
    log += batch.removals.map { "remove \($0)" }
    log += batch.insertions.map { "insert \($0)" }
    log += batch.moves.map { "move \($0)" }
  }

  func reload(_ snapshot: Snapshot<String, String>) {
    log.append("reload \(snapshot.numberOfRows)")
  }

  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<String, String>) {
    log += rows.map { "reconfigure \($0)" }
  }
}

func showSidebar() throws -> [String] {
  let source = OutlineDataSource<String, String>()
  let adapter = ListAdapter()
  source.attach(adapter)

  try source.update { snapshot in
    try snapshot.appendSections(["Food", "Shed"])
    try snapshot["Food"].append(["Fruit", "Bread"])
    try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
    try snapshot["Shed"].append(["Saw"])
  }
  source.toggle("Fruit")

  var rebuilt = SectionSnapshot<String>()
  try rebuilt.append(["Bread", "Fruit"])
  try rebuilt.append(["Apple", "Plum"], to: "Fruit")
  source.apply(rebuilt, to: "Food", keepingExpansion: true)
  return adapter.log
}
// end

@Suite struct GettingStartedArticleTests {
  @Test func theAdapterIsTold() throws {
    let log = try showSidebar()
    let told = [
      "reload 0", "insert section 0", "insert section 1", "insert [0, 1..<3]",
      "reconfigure [0, 0..<1]", "remove [0, 2..<3]", "insert [0, 3..<4]", "move [0, 3]>[0, 0]",
    ]
    #expect(log == told)
  }

  @Test func theArticleShowsIt() throws {
    #expect(try article("GettingStarted", shows: #filePath))
  }
}
