import Outline
import OutlineTestSupport
import Testing

// begin
/// A sidebar whose rows the user drags.
final class DraggableSidebar {
  let source = OutlineDataSource<String, String>()
  private(set) var saved: [String: [String]] = [:]
  private var undoStack: [OutlineDataSource<String, String>.Transaction] = []

  init() throws {
    try source.update { snapshot in
      try snapshot.appendSections(["Food", "Shed"])
      try snapshot["Food"].append(["Fruit", "Bread"])
      try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
      try snapshot["Shed"].append(["Tools", "Saw"])
      snapshot.expand(["Fruit"])
    }
    source.reorderingHandlers.canReorderItem = { $0 != "Fruit" }
    source.reorderingHandlers.didReorder = { [unowned self] transaction in
      for section in transaction.sectionTransactions {
        saved[section.sectionIdentifier] = Array(section.finalSnapshot.items)
      }
    }
  }

  /// Where a drag leads while the pointer is in a gap between rows, at a distance from the margin.
  func destination(
    of dragged: Set<String>, in gap: RowPath, distance: Int
  ) -> DropDestination<String, String>? {
    let place = source.snapshot().dropDestination(at: gap, level: distance / 16, moving: dragged)
    return place.flatMap { source.canDrop(dragged, at: $0) ? $0 : nil }
  }

  func drop(_ dragged: Set<String>, at destination: DropDestination<String, String>) throws {
    if let transaction = try source.drop(dragged, at: destination) {
      undoStack.append(transaction)
    }
  }

  func undo() throws {
    if let transaction = undoStack.popLast() {
      try source.apply(transaction.inverse)
    }
  }
}
// end

@Suite struct ReorderingArticleTests {
  @Test func rowsAreDraggedAndComeBack() throws {
    let sidebar = try DraggableSidebar()
    let before = sidebar.source.snapshot()
    let gap = RowPath(section: 0, row: 3)
    let near = try #require(sidebar.destination(of: ["Saw", "Pear"], in: gap, distance: 4))
    let far = try #require(sidebar.destination(of: ["Saw", "Pear"], in: gap, distance: 70))
    #expect(near == .after("Fruit"))
    #expect(far == .into("Apple"))
    #expect(sidebar.destination(of: ["Saw", "Pear"], in: gap, distance: 20) == .after("Apple"))
    #expect(sidebar.destination(of: ["Saw", "Fruit"], in: gap, distance: 4) == nil)
    try sidebar.drop(["Saw", "Pear"], at: near)
    #expect(sidebar.saved["Food"] == ["Fruit", "Apple", "Pear", "Saw", "Bread"])
    #expect(sidebar.saved["Shed"] == ["Tools"])
    try sidebar.undo()
    #expect(sidebar.source.snapshot() == before)
    try sidebar.undo()
    #expect(sidebar.source.snapshot() == before)
  }

  @Test func theArticleShowsIt() throws {
    #expect(try article("Reordering", shows: #filePath))
  }
}
