import Outline
import Testing

/// What the guides to differences promise.
@Suite struct ArticleTests {
  private let shown: SectionSnapshot<String>
  private let outline: SectionSnapshot<String>

  init() throws {
    var outline = SectionSnapshot<String>()
    try outline.append(["Fruit", "Tools", "Twine"])
    try outline.append(["Apple", "Pear", "Plum"], to: "Fruit")
    try outline.append(["Saw"], to: "Tools")
    outline.expand(["Fruit"])
    shown = outline
    try outline.move("Twine", before: "Fruit")
    try outline.delete(["Pear"])
    outline.expand(["Tools"])
    self.outline = outline
  }

  @Test func anEditBecomesRows() {
    let difference = outline.difference(from: shown)
    #expect(difference.description == "2-1 5+1 5>0 4~1")
    let rows = Array(shown.visibleItems)
    #expect(rows == ["Fruit", "Apple", "Pear", "Plum", "Tools", "Twine"])
    let replayed = rows.applying(difference, from: outline.visibleItems)
    #expect(replayed == Array(outline.visibleItems))
  }

  @Test func contentIsCompared() {
    let titles = ["Apple": "Apples"]
    let difference = shown.difference(from: shown, updating: .reload) { _, new in
      titles[new] == nil
    }
    #expect(difference.description == "1!1")
  }

  @Test func rowsChangeSections() throws {
    var snapshot = Snapshot<String, String>()
    try snapshot.appendSections(["Food", "Shed"])
    try snapshot.appendItems(["Apple", "Saw"], toSection: "Food")
    let before = snapshot
    try snapshot.appendItems(["Saw"], toSection: "Shed")
    let difference = snapshot.difference(from: before)
    #expect(difference.description == "0: 1-1, 1: 0+1, [0, 1]>[1, 0]")
    let batches = try #require(difference.batches(from: before, to: snapshot))
    #expect(batches.map(\.moves) == [difference.moves])
  }

  @Test func viewsAreTold() throws {
    let difference = outline.difference(from: shown)
    #expect(
      difference.splices.map { [$0.position, $0.removed, $0.added] }
        == [[0, 0, 1], [3, 1, 0], [5, 1, 1]])
    let changes = try #require(difference.treeChanges(from: shown, to: outline))
    #expect(
      changes == [
        .move(2, of: nil, to: 0, in: nil), .remove(1..<2, from: "Fruit"), .expand("Tools"),
        .update("Tools"),
      ])
  }

  @Test func expandingIsOneRange() throws {
    var outline = SectionSnapshot<String>()
    try outline.append(["Fruit", "Tools"])
    try outline.append(["Apple", "Pear"], to: "Fruit")
    let before = outline
    outline.expand(["Fruit"])
    #expect(outline.difference(from: before).description == "1+2 0~1")
  }
}
