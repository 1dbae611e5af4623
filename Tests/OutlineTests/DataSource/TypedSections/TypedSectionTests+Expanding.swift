import Outline
import OutlineTestSupport
import Testing

extension TypedSectionTests {
  static func handlers(log: @escaping (String) -> Void) -> SectionSnapshotHandlers<Int> {
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { year in
      log("should expand \(year)")
      return year != 1961
    }
    handlers.willExpandItem = { log("will expand \($0)") }
    handlers.shouldCollapseItem = { year in
      log("should collapse \(year)")
      return year != 1960
    }
    handlers.willCollapseItem = { log("will collapse \($0)") }
    handlers.snapshotForExpandingParent = { year, children in
      log("children of \(year): \(children.items)")
      var snapshot = SectionSnapshot<Int>()
      try? snapshot.append([year * 10, year * 10 + 1])
      return snapshot
    }
    return handlers
  }

  @Test func handlersOfASectionReceiveTypedItems() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.setSectionSnapshotHandlers(Self.handlers { log.append($0) }, for: Self.years)
    #expect(source.expand(Self.years.item(1959)) == .done)
    #expect(source.expand(Self.years.item(1961)) == .refused)
    #expect(source.toggle(Self.years.item(1959)) == .done)
    #expect(source.toggle(Self.years.item(1959)) == .done)
    #expect(source.expand(Self.years.item(1960)) == .done)
    #expect(source.collapse(Self.years.item(1960)) == .refused)
    #expect(source.expand(Self.albums.item(Self.kind)) == .done)
    #expect(
      log == [
        "should expand 1959", "will expand 1959", "children of 1959: []", "should expand 1961",
        "should collapse 1959", "will collapse 1959", "should expand 1959", "will expand 1959",
        "children of 1959: [19590, 19591]", "should expand 1960", "will expand 1960",
        "children of 1960: []", "should collapse 1960",
      ])
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape
        == "+* 1959\n  -* 19590\n  -* 19591\n+* 1960\n  -* 19600\n  -* 19601\n-* 1961")
    log = []
    source.setSectionSnapshotHandlers(nil, for: Self.years)
    #expect(source.expand(Self.years.item(1961)) == .done)
    #expect(log.isEmpty)
  }

  @Test func emptyHandlersAllowEverything() throws {
    let source = try Self.filled()
    source.setSectionSnapshotHandlers(SectionSnapshotHandlers(), for: Self.years)
    #expect(source.expand(Self.years.item(1959)) == .done)
    #expect(source.collapse(Self.years.item(1959)) == .done)
  }

  @Test func itemsAreExpandedOnlyInTheirSection() throws {
    let source = try Self.filled()
    let others = TypedSection<Int>("Others")
    try source.update(in: others, items: [1])
    #expect(source.expand(others.item(1959)) == .nothingToDo)
    #expect(source.toggle(others.item(1959)) == .nothingToDo)
    #expect(source.expand(Self.years.item(1959)) == .done)
    #expect(source.collapse(others.item(1959)) == .nothingToDo)
    #expect(source.expand(Self.years.item(7)) == .nothingToDo)
    #expect(source.snapshot().isExpanded(Self.years.item(1959)))
  }
}
