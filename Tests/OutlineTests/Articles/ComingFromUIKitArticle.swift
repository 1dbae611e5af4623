import Outline
import OutlineTestSupport
import Testing

// begin
/// Lists folders that make their contents when they are opened, as one does with UIKit.
func showFolders() throws -> [String] {
  var log: [String] = []
  let dataSource = OutlineDataSource<Int, String>()
  dataSource.sectionSnapshotHandlers.shouldExpandItem = { $0 != "Locked" }
  dataSource.sectionSnapshotHandlers.willExpandItem = { log.append("will expand \($0)") }
  dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, _ in
    var children = SectionSnapshot<String>()
    try? children.append(["\(parent)/a", "\(parent)/b"])
    return children
  }

  var snapshot = Snapshot<Int, String>()
  try snapshot.appendSections([0])
  dataSource.apply(snapshot, animatingDifferences: false)
  var outline = SectionSnapshot<String>()
  try outline.append(["Inbox", "Locked"])
  dataSource.apply(outline, to: 0)

  dataSource.expand("Inbox")
  dataSource.expand("Locked")
  log += dataSource.snapshot(for: 0).visibleItems
  return log
}
// end

@Suite struct ComingFromUIKitArticleTests {
  @Test func handlersRunAsTheyDoThere() throws {
    #expect(
      try showFolders() == ["will expand Inbox", "Inbox", "Inbox/a", "Inbox/b", "Locked"])
  }

  @Test func theArticleShowsIt() throws {
    #expect(try article("ComingFromUIKit", shows: #filePath))
  }
}
