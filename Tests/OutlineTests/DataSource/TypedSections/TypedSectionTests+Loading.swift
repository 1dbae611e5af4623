import OutlineTestSupport
import Testing

@testable import Outline

extension TypedSectionTests {
  @Test func sectionsHaveTheirOwnLoaders() async throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1959])
    source.setChildLoader(
      ChildLoader(hasChildren: { $0 < 1961 }) { [$0 * 10, $0 * 10 + 1] }, for: Self.years)
    source.setChildLoader(
      ChildLoader { year in SectionSnapshot("+* \(year + 1)\n  -* 1") }, for: best)
    try await source.loadChildren(of: Self.years.item(1959))
    try await source.loadChildren(of: best.item(1959))
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape
        == "-* 1959\n  - 19590\n  - 19591\n-* 1960\n-* 1961")
    #expect(
      SectionSnapshot(source.snapshot(for: best)).shape == "-* 1959\n  + 1960\n    - 1")
    #expect(source.hasChildren(Self.years.item(1960)))
    #expect(!source.hasChildren(Self.years.item(1961)))
    #expect(!source.hasChildren(Self.albums.item(Self.kind)), "other sections have no loader")
    source.childLoader = ChildLoader { _ in [] }
    #expect(source.hasChildren(Self.albums.item(Self.kind)))
    source.setChildLoader(nil, for: Self.years)
    #expect(source.hasChildren(Self.years.item(1961)))
  }

  @Test func pagesContinueWithTheSameLoader() async throws {
    let source = try Self.filled()
    var loader = ChildLoader<Int, Int>(pages: { year, cursor in
      let page = cursor as? Int ?? 0
      return ChildPage([year * 10 + page], cursor: page < 2 ? page + 1 : nil)
    })
    source.setChildLoader(loader, for: Self.years)
    try await source.loadChildren(of: Self.years.item(1959))
    loader.whenCollapsed = .keepLoading
    source.setChildLoader(loader, for: Self.years)
    while source.hasMoreChildren(Self.years.item(1959)) {
      try await source.loadMoreChildren(of: Self.years.item(1959))
    }
    let children = source.snapshot(for: Self.years).children(of: 1959).map(Array.init)
    #expect(children == [19590, 19591, 19592])
  }

  @Test func rootsOfASectionAreLoadedAsTypedItems() async throws {
    let source = try Self.filled()
    source.rootLoader = ChildLoader { section in [AnyItem("\(section)")] }
    var loader = ChildLoader<TypedSection<Int>, Int>(pages: { section, cursor in
      let page = cursor as? Int ?? 0
      let roots = SectionSnapshot<Int>("+* \(page)\n  -* \(section.description.count)\(page)")
      return ChildPage(roots, cursor: page < 2 ? page + 1 : nil)
    })
    source.setRootLoader(loader, for: Self.years)
    #expect(source.loadingState(ofRoots: Self.years.erased) == .loaded)
    try await source.reloadRoots(of: Self.years.erased)
    loader.slowAfter = .seconds(1)
    source.setRootLoader(loader, for: Self.years)
    while source.hasMoreRoots(in: Self.years.erased) {
      try await source.loadMoreRoots(of: Self.years.erased)
    }
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape
        == "+* 0\n  -* 50\n+* 1\n  -* 51\n+* 2\n  -* 52")
    try await source.reloadRoots(of: Self.albums.erased)
    #expect(Self.text(source).hasPrefix("Albums: -* Albums\n"))
  }

  @Test func onlyARootLoaderMakesAnEmptySectionNotLoaded() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.rootLoadingStateHandler = { log.append("\($0)") }
    try source.update(in: Self.years, items: [])
    source.setRootLoader(ChildLoader { _ in [1] }, for: Self.years)
    #expect(source.loadingState(ofRoots: Self.years.erased) == .notLoaded && log == ["Years"])
    source.setRootLoader(ChildLoader(hasChildren: { _ in false }) { _ in [1] }, for: Self.years)
    #expect(source.loadingState(ofRoots: Self.years.erased) == .loaded)
    source.setRootLoader(nil, for: Self.years)
    #expect(log == ["Years", "Years"])
  }

  @Test func itemsAreRevealedInTheirSection() async throws {
    let source = try Self.filled()
    source.setChildLoader(ChildLoader { [$0 * 10] }, for: Self.years)
    let isVisible = try await source.reveal(195900, in: Self.years) { $0 / 10 }
    #expect(isVisible && source.rowPath(of: Self.years.item(195900))?.row == 2)
    #expect(try await !source.reveal(7, in: Self.years))
  }

  @Test func itemsAreDroppedInTheirSection() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1959, 1960])
    #expect(!source.canDrop([1961], in: Self.years, to: .into(1959)))
    source.reorderingHandlers.canReorderItem = { Self.years.value(of: $0) != nil }
    #expect(source.canDrop([1961], in: Self.years, to: .into(1959)))
    #expect(!source.canDrop([1960], in: best, to: .before(1959)))
    try source.drop([1961], in: Self.years, to: .before(1959))
    try source.drop([1959], in: Self.years, to: .into(1960))
    let moved = try source.drop([1961], in: Self.years, to: .end(of: Self.years))
    #expect(moved?.movedItems == [Self.years.item(1961)])
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape == "-* 1960\n  - 1959\n-* 1961")
    try source.drop([1959], in: Self.years, to: .after(1961))
    #expect(Array(source.snapshot(for: Self.years).items) == [1960, 1961, 1959])
    #expect(Array(source.snapshot(for: best).items) == [1959, 1960])
    #expect(
      throws: SnapshotError<AnySection, AnyItem>.items(
        .unknownItems([Self.years.item(7)]))
    ) {
      try source.drop([7], in: Self.years, to: .into(1960))
    }
  }

  @Test func itemsOfATypedSectionCannotBeDroppedInAnother() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1])
    source.reorderingHandlers.canReorderItem = { _ in true }
    let mover = RecordingAdapter<AnySection, AnyItem>()
    source.attach(mover)
    let before = Self.text(source)
    #expect(!source.canDrop([1959], in: Self.years, to: .end(of: best)))
    #expect(throws: SnapshotError<AnySection, AnyItem>.unknownSections([best.erased])) {
      try source.drop([1959], in: Self.years, to: .end(of: best), movedBy: mover)
    }
    #expect(Self.text(source) == before)
    // The view has moved the row.
    #expect(mover.events == ["reload", "reload"])
    #expect(source.canDrop([1959], in: Self.years, to: .end(of: Self.years)))
  }
}
