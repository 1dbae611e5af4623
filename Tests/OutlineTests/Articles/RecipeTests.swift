import Outline
import Testing

/// What the recipes of the documentation promise.
@Suite struct RecipeTests {
  private let outline: SectionSnapshot<String>

  init() throws {
    let children = ["Fruit": ["Apple", "Pear"], "Tools": ["Saw"]]
    var outline = try SectionSnapshot(roots: ["Fruit", "Tools"]) { children[$0] ?? [] }
    outline.expand(["Fruit"])
    self.outline = outline
  }

  @Test func expansionIsCarriedOver() throws {
    var new = try SectionSnapshot(roots: ["Fruit"]) { $0 == "Fruit" ? ["Pear"] : [] }
    #expect(new.restoreExpansion(outline.expandedItems + ["Lathe"]) == ["Lathe"])
    #expect(Array(new.visibleItems) == ["Fruit", "Pear"])
  }

  @Test func whatWasFoundIsShown() {
    var found = outline.filtered { $0.contains("a") }
    #expect(!found.isVisible("Saw"))
    found.expandAll()
    #expect(Array(found.visibleItems) == ["Fruit", "Pear", "Tools", "Saw"])
  }

  @Test func errorsAreCaughtByCase() throws {
    var outline = outline
    do {
      try outline.append(["Saw", "File"], to: "Tools")
    } catch .duplicateItems(let items) {
      #expect(items == ["Saw"])
      return
    } catch {
      Issue.record("\(error)")
    }
    Issue.record("nothing was thrown")
  }

  @Test func levelsCountFromTheRoots() {
    var outline = outline
    outline.collapseAll()
    outline.expand(toLevel: 0)
    #expect(outline.visibleItems.count == 2)
    outline.expand(toLevel: 1)
    #expect(outline.visibleItems.count == 5)
  }
}
