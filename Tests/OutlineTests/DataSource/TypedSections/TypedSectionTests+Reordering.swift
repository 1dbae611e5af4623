import OutlineTestSupport
import Testing

@testable import Outline

extension TypedSectionTests {
  static func reorderingHandlers(
    log: @escaping (String) -> Void
  ) -> TypedSection<Int>.ReorderingHandlers {
    var handlers = TypedSection<Int>.ReorderingHandlers()
    handlers.canReorderItem = { year in
      log("can \(year) move")
      return year != 1961
    }
    handlers.canDropItems = { years, destination in
      log("can \(years) go \(destination)")
      return destination != .into(1961)
    }
    handlers.willReorder = { log("will move \($0.movedItems): \(Array($0.initialSnapshot.items))") }
    handlers.didReorder = { log("did move \($0.movedItems): \(Array($0.finalSnapshot.items))") }
    return handlers
  }

  @Test func reorderingHandlersOfASectionReceiveTypedItems() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.setReorderingHandlers(Self.reorderingHandlers { log.append($0) }, for: Self.years)
    #expect(source.canReorder(Self.years.item(1959)) && !source.canReorder(Self.years.item(1961)))
    try source.drop([1961], in: Self.years, to: .before(1959))
    try source.drop([1959], in: Self.years, to: .into(1961))
    try source.drop([1959], in: Self.years, to: .end(of: Self.years))
    #expect(
      log == [
        "can 1959 move", "can 1961 move", "can 1961 move", "can 1959 move",
        "can [1959] go into(1961)", "can 1959 move", "can [1959] go end(of: Years)",
        "will move [1959]: [1959, 1960, 1961]", "did move [1959]: [1960, 1961, 1959]",
      ])
    #expect(Array(source.snapshot(for: Self.years).items) == [1960, 1961, 1959])
    log = []
    source.setReorderingHandlers(nil, for: Self.years)
    #expect(!source.canReorder(Self.years.item(1959)))
    source.reorderingHandlers.canReorderItem = { _ in true }
    #expect(source.canReorder(Self.years.item(1961)))
    #expect(log.isEmpty)
  }

  @Test func reorderingHandlersOfASectionReplaceThoseOfTheDataSource() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.reorderingHandlers.canReorderItem = { item in
      log.append("can \(item) move at all")
      return true
    }
    source.reorderingHandlers.canDropItems = { items, destination in
      log.append("can \(items) go anywhere")
      return true
    }
    source.reorderingHandlers.didReorder = { log.append("moved \($0.movedItems) at all") }
    source.setReorderingHandlers(Self.reorderingHandlers { log.append($0) }, for: Self.years)
    try source.drop([1959], in: Self.years, to: .after(1961))
    #expect(log.filter { $0.hasSuffix("at all") || $0.hasSuffix("anywhere") } == [])
    log = []
    try source.drop([Self.blue], in: Self.albums, to: .before(Self.kind))
    #expect(
      log == [
        "can Blue Train move at all", "can [Blue Train] go anywhere", "moved [Blue Train] at all",
      ])
    // Without handlers of its own, the section of the albums takes items of all others.
    log = []
    try source.drop([Self.years.item(1960)], to: .into(Self.albums.item(Self.kind)))
    #expect(
      log == [
        "can 1960 move", "can [1960] go anywhere", "will move [1960]: [1960, 1961, 1959]",
        "moved [1960] at all", "did move [1960]: [1961, 1959]",
      ])
    source.setReorderingHandlers(TypedSection.ReorderingHandlers(), for: Self.years)
    #expect(!source.canDrop([1959], in: Self.years, to: .before(1961)))
  }

  @Test func eachSectionHandlesItsOwnItemsOfADrop() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1, 2])
    var log: [String] = []
    for (name, section) in [("Years", Self.years), ("Best", best)] {
      source.setReorderingHandlers(
        Self.reorderingHandlers { log.append("\(name) \($0)") }, for: section)
    }
    let items = [best.item(2), Self.years.item(1959)]
    #expect(!source.canDrop(items, to: .before(best.item(1))), "it takes its own items only")
    log = []
    try source.drop(items, to: .end(of: Self.albums.erased))
    #expect(
      log == [
        "Years can 1959 move", "Best can 2 move", "Years will move [1959]: [1959, 1960, 1961]",
        "Best will move [2]: [1, 2]", "Years did move [1959]: [1960, 1961]",
        "Best did move [2]: [1]",
      ])
  }

  @Test func itemsOfOtherSectionsDoNotReachReorderingHandlers() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1, 2])
    var log: [String] = []
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.setReorderingHandlers(Self.reorderingHandlers { log.append($0) }, for: Self.years)
    try source.update { snapshot in
      try snapshot[Self.years.erased].append([AnyItem("x")])
    }
    #expect(!source.canReorder(AnyItem("x")))
    for destination in [
      .into(Self.years.item(1959)), .end(of: Self.years.erased), .after(AnyItem("x")),
    ] as [Snapshot<AnySection, AnyItem>.Destination] {
      #expect(!source.canDrop([best.item(1)], to: destination))
      #expect(!source.canDrop([Self.albums.item(Self.kind)], to: destination))
    }
    #expect(!source.canDrop([Self.years.item(1959), best.item(1)], to: .before(AnyItem("x"))))
    #expect(source.canDrop([best.item(1)], to: .before(best.item(2))))
    #expect(log == ["can 1959 move"])
    #expect(!source.canDrop([Self.years.item(1959)], to: .before(AnyItem("x"))))
    #expect(log == ["can 1959 move", "can 1959 move"])
  }

  @Test func aTypedTransactionCanBeUndone() throws {
    let source = try Self.filled()
    var undo: TypedDataSource.Transaction?
    var handlers = TypedSection<Int>.ReorderingHandlers()
    handlers.canReorderItem = { _ in true }
    handlers.didReorder = { undo = $0.erased.inverse }
    source.setReorderingHandlers(handlers, for: Self.years)
    try source.drop([1959], in: Self.years, to: .end(of: Self.years))
    try source.apply(#require(undo))
    #expect(Array(source.snapshot(for: Self.years).items) == [1959, 1960, 1961])
  }
}
