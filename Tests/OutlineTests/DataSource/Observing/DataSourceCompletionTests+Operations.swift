import OutlineTestSupport
import Testing

@testable import Outline

extension DataSourceCompletionTests {
  func checkCompletions(
    _ changes: (
      _ source: Source, _ make: (String, (@escaping () -> Void) throws -> Void) throws -> Void
    ) throws -> Void
  ) throws {
    for isAnimating in [false, true] {
      let (fixture, log) = (Fixture(), EventLog())
      let adapter = isAnimating ? fixture.attachSlowAdapter() : nil
      var names: [String] = []
      try changes(fixture.source) { name, change in
        try change { log.add(name) }
        names.append(name)
      }
      #expect(log.events.isEmpty == isAnimating)
      while let completion = adapter?.completions.popLast() { completion() }
      #expect(log.take() == names.joined(separator: ", "))
    }
  }

  @Test func everyActionOfTheUserTakesACompletion() throws {
    try checkCompletions { source, make in
      source.reorderingHandlers.canReorderItem = { _ in true }
      try make("collapse") { source.collapse("a", completion: $0) }
      try make("expand") { source.expand("a", completion: $0) }
      try make("toggle") { source.toggle("a", completion: $0) }
      try make("expand subtree") { source.expandSubtree(of: "a", completion: $0) }
      try make("collapse subtree") { source.collapseSubtree(of: "a", completion: $0) }
      try make("unknown") { source.toggle("?", completion: $0) }
      var moved: Source.Transaction?
      try make("drop") { moved = try source.drop(["b"], to: .before("a"), completion: $0) }
      let undo = try #require(moved?.inverse)
      try make("undo") { try source.apply(undo, completion: $0) }
      let state = ViewState<String>(expandedItems: ["a"])
      try make("restore") { source.restore(state, completion: $0) }
      #expect(throws: SnapshotError<Int, String>.self) {
        try source.drop(["?"], to: .into("a")) { Issue.record("was called") }
      }
    }
  }

  @Test func everyChangeByTheProgramTakesACompletion() throws {
    try checkCompletions { source, make in
      source.setContent { $0 }
      var (whole, section) = (source.snapshot(), source.snapshot(for: 1))
      whole.collapse(["a"])
      try section.append(["x"])
      try make("update") { source.update({ try? $0.deleteItems(["b"]) }, completion: $0) }
      try make("check") { source.checkContent(completion: $0) }
      try make("snapshot") { source.apply(whole, completion: $0) }
      try make("without effect") { source.apply(whole, completion: $0) }
      try make("section") { source.apply(section, to: 1, completion: $0) }
      try make("sections") {
        try source.apply([1: section, 2: SectionSnapshot()], completion: $0)
      }
      try make("reload") { source.applySnapshotUsingReloadData(whole, completion: $0) }
      #expect(throws: SnapshotError<Int, String>.self) {
        try source.apply([1: section, 2: section]) { Issue.record("was called") }
      }
    }
  }
}
