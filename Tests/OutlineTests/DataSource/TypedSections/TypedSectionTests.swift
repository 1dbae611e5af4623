import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct TypedSectionTests {
  struct Album: Hashable, Sendable, CustomStringConvertible {
    var title: String
    var description: String { title }
  }

  static let albums = TypedSection<Album>("Albums")
  static let years = TypedSection<Int>("Years")
  static let weights = TypedSection<Double>("Weights")

  static let kind = Album(title: "Kind of Blue")
  static let blue = Album(title: "Blue Train")
  static let giant = Album(title: "Giant Steps")

  static func filled(isolation: isolated (any Actor)? = #isolation) throws -> TypedDataSource {
    let source = TypedDataSource()
    try source.update { snapshot in
      try snapshot.appendSections(albums, years, weights)
      try snapshot.setItems([kind, blue], in: albums)
      try snapshot.setItems(1959...1961, in: years)
      try snapshot.setItems([1959, 0.5], in: weights)
    }
    return source
  }

  static func text(_ source: TypedDataSource) -> String {
    let snapshot = source.snapshot()
    return snapshot.sectionIdentifiers.map { section in
      let lines = snapshot[section].visualDescription().split(separator: "\n")
      return "\(section): " + lines.joined(separator: ", ")
    }.joined(separator: "\n")
  }

  @Test func typedSectionsReturnTypedItems() throws {
    let source = try Self.filled()
    let albums: [Album] = Array(source.snapshot(for: Self.albums).items)
    #expect(albums == [Self.kind, Self.blue])
    #expect(Array(source.snapshot(for: Self.years).items) == [1959, 1960, 1961])
    #expect(Array(source.snapshot(for: Self.weights).items) == [1959, 0.5])
    #expect(source.item(at: RowPath(section: 0, row: 1), in: Self.albums)?.title == "Blue Train")
    #expect(source.item(at: RowPath(section: 1, row: 0), in: Self.years) == 1959)
    #expect(source.item(at: RowPath(section: 2, row: 0), in: Self.weights) == 1959.0)
    #expect(Array(source.snapshot(for: TypedSection<Int>("Albums")).items) == [])
  }

  @Test(arguments: [
    RowPath(section: 0, row: 0), RowPath(section: 1, row: 3), RowPath(section: 3, row: 0),
    RowPath(section: -1, row: 0), RowPath(section: 1, row: -1),
  ])
  func rowsOutsideOfASectionHaveNoItemOfIt(path: RowPath) throws {
    let source = try Self.filled()
    #expect(source.item(at: path, in: Self.years) == nil)
  }

  @Test func severalSectionsChangeAsOneUpdate() throws {
    let source = try Self.filled()
    let adapter = RecordingAdapter<AnySection, AnyItem>()
    source.attach(adapter)
    try source.update { snapshot in
      try snapshot.setItems([Self.blue, Self.giant], in: Self.albums)
      try snapshot.setItems([1960], in: Self.years)
    }
    try source.update(in: Self.weights, items: [])
    #expect(
      adapter.updates.map(\.difference.description) == ["0: 0-1 1+1, 1: 0-1 2-1", "2: 0-2"])
    #expect(adapter.shown == source.snapshot())
    #expect(
      Self.text(source) == "Albums: -* Blue Train, -* Giant Steps\nYears: -* 1960\nWeights: ")
  }

  @Test func duplicateItemsThrowATypedError() throws {
    let source = try Self.filled()
    let before = source.snapshot()
    #expect(throws: SectionSnapshotError.duplicateItems([Self.blue])) {
      try source.update(in: Self.albums, items: [Self.blue, Self.kind, Self.blue])
    }
    #expect(throws: SectionSnapshotError<Int>.duplicateItems([7])) {
      try source.update { snapshot in
        try snapshot.setItems([], in: Self.albums)
        try snapshot.setItems([7, 7], in: Self.years)
      }
    }
    #expect(throws: SectionSnapshotError.duplicateItems([Self.years.item(1960)])) {
      try source.update { try $0[Self.years].append([1960], to: 1961) }
    }
    #expect(source.snapshot() == before)
    #expect(
      throws: SnapshotError<AnySection, AnyItem>.duplicateSections([Self.years.erased])
    ) {
      try source.update { try $0.appendSections(TypedSection<Bool>("Bools"), Self.years) }
    }
    #expect(source.snapshot() == before)
  }

  @Test func aTypedSectionAnswersLikeItsOutline() throws {
    let source = try Self.filled()
    let tree = SectionSnapshot<Int>("+* 1\n  -* 10\n    - 100\n  -* 11\n-* 2")
    source.update { $0.replace(Self.years, using: tree) }
    let section = source.snapshot(for: Self.years)
    #expect(Array(section.items) == Array(tree.items))
    #expect(Array(section.visibleItems) == Array(tree.visibleItems))
    #expect(section.rows.map { "\($0)" } == tree.rows.map { "\($0)" })
    #expect(section.expandedItems == tree.expandedItems)
    #expect(section.children(of: nil).map(Array.init) == [1, 2])
    for item in Array(tree.items) + [7] {
      #expect(section.children(of: item).map(Array.init) == tree.children(of: item).map(Array.init))
      #expect(section.contains(item) == tree.contains(item))
      #expect(section.isExpanded(item) == tree.isExpanded(item))
      #expect(section.isVisible(item) == tree.isVisible(item))
      #expect(section.hasChildren(item) == (tree.children(of: item)?.isEmpty == false))
      #expect(section.level(of: item) == tree.level(of: item))
      #expect(section.index(of: item) == tree.index(of: item))
      #expect(section.row(of: item) == tree.row(of: item))
      #expect(section.childIndex(of: item) == tree.childIndex(of: item))
      #expect(section.parent(of: item) == tree.parent(of: item))
      #expect(section.ancestors(of: item) == tree.ancestors(of: item))
    }
    #expect(section == source.snapshot()[Self.years])
    #expect(source.snapshot(for: TypedSection<Int>("Unknown")).items.isEmpty)
  }

  @Test func unknownSectionsAreAppended() throws {
    let source = try Self.filled()
    let more = TypedSection<Int>("More")
    let last = TypedSection<String>("Last")
    try source.update(in: more, items: [])
    source.apply(SectionSnapshot<String>("-* a"), to: last)
    #expect(Self.text(source).hasSuffix("\nMore: \nLast: -* a"))
    #expect(source.index(for: more.erased) == 3)
  }

  @Test func itemsOfOtherSectionsAreSkipped() throws {
    let source = try Self.filled()
    let first = Self.years.item(1959)
    let foreign = AnyItem(1959)
    try source.update { snapshot in
      try snapshot[Self.years.erased].append([AnyItem("x"), foreign], to: first)
      try snapshot[Self.years.erased].append([Self.years.item(1)], to: AnyItem("x"))
      snapshot.expand([first])
    }
    for row in 1...2 {
      #expect(source.item(at: RowPath(section: 1, row: row), in: Self.years) == nil)
    }
    #expect(Array(source.snapshot(for: Self.years).items) == [1959, 1, 1960, 1961])
    #expect(SectionSnapshot(source.snapshot(for: Self.years)).shape == "+* 1959\n-* 1960\n-* 1961")
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { _ in false }
    source.setSectionSnapshotHandlers(handlers, for: Self.years)
    #expect(source.expand(AnyItem("x")) == .done)
    #expect(source.collapse(AnyItem("x")) == .done)
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

  // MARK: - Loading

  @MainActor @Test func sectionsHaveTheirOwnLoaders() async throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1959])
    source.setChildLoader(
      ChildLoader(hasChildren: { $0 < 1961 }) { [$0 * 10, $0 * 10 + 1] }, for: Self.years)
    source.setChildLoader(
      ChildLoader { year in SectionSnapshot("+* \(year + 1)\n  -* 1") }, for: best)
    try await source.loadChildren(of: .item(Self.years.item(1959)))
    try await source.loadChildren(of: .item(best.item(1959)))
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

  @MainActor @Test func pagesContinueWithTheSameLoader() async throws {
    let source = try Self.filled()
    var loader = ChildLoader<Int, Int>(pages: { year, cursor in
      let page = cursor as? Int ?? 0
      return ChildPage([year * 10 + page], cursor: page < 2 ? page + 1 : nil)
    })
    source.setChildLoader(loader, for: Self.years)
    try await source.loadChildren(of: .item(Self.years.item(1959)))
    loader.whenCollapsed = .keepLoading
    source.setChildLoader(loader, for: Self.years)
    while source.hasMoreChildren(of: .item(Self.years.item(1959))) {
      try await source.loadMoreChildren(of: .item(Self.years.item(1959)))
    }
    let children = source.snapshot(for: Self.years).children(of: 1959).map(Array.init)
    #expect(children == [19590, 19591, 19592])
  }

  @MainActor @Test func rootsOfASectionAreLoadedAsTypedItems() async throws {
    let source = try Self.filled()
    source.rootLoader = ChildLoader { section in [AnyItem("\(section)")] }
    var loader = ChildLoader<TypedSection<Int>, Int>(pages: { section, cursor in
      let page = cursor as? Int ?? 0
      let roots = SectionSnapshot<Int>("+* \(page)\n  -* \(section.description.count)\(page)")
      return ChildPage(roots, cursor: page < 2 ? page + 1 : nil)
    })
    source.setRootLoader(loader, for: Self.years)
    #expect(source.loadingState(of: .section(Self.years.erased)) == .stale)
    try await source.reloadChildren(of: .section(Self.years.erased))
    loader.slowAfter = .seconds(1)
    source.setRootLoader(loader, for: Self.years)
    while source.hasMoreChildren(of: .section(Self.years.erased)) {
      try await source.loadMoreChildren(of: .section(Self.years.erased))
    }
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape
        == "+* 0\n  -* 50\n+* 1\n  -* 51\n+* 2\n  -* 52")
    try await source.reloadChildren(of: .section(Self.albums.erased))
    #expect(Self.text(source).hasPrefix("Albums: -* Albums\n"))
  }

  @MainActor @Test func onlyARootLoaderMakesAnEmptySectionNotLoaded() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.rootLoadingStateHandler = { log.append("\($0)") }
    try source.update(in: Self.years, items: [])
    source.setRootLoader(ChildLoader { _ in [1] }, for: Self.years)
    #expect(source.loadingState(of: .section(Self.years.erased)) == .notLoaded && log == ["Years"])
    source.setRootLoader(ChildLoader(hasChildren: { _ in false }) { _ in [1] }, for: Self.years)
    #expect(source.loadingState(of: .section(Self.years.erased)) == .loaded)
    source.setRootLoader(nil, for: Self.years)
    #expect(log == ["Years", "Years"])
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

  // MARK: - Reordering

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

// MARK: - Erased items and sections

extension TypedSectionTests {
  class Animal: Hashable, @unchecked Sendable {
    static func == (left: Animal, right: Animal) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  final class Dog: Animal, @unchecked Sendable {}

  @Test func itemsOfDifferentTypesDiffer() {
    #expect(AnyItem(1) == AnyItem(1))
    #expect(AnyItem(1).hashValue == AnyItem(1).hashValue)
    #expect(AnyItem(1) != AnyItem(2))
    #expect(AnyItem(1) != AnyItem(1.0))
    #expect(AnyItem(1) != AnyItem(1 as Int?))
    #expect(AnyItem(Dog()) == AnyItem(Dog()))
    #expect(AnyItem(Dog()) != AnyItem(Dog() as Animal))
    #expect(AnyItem(Dog() as Animal) == AnyItem(Animal()))
    #expect(AnyItem(1).value(as: Int.self) == 1)
    #expect(AnyItem(1).value(as: Double.self) == nil)
    #expect(AnyItem(Dog()).value(as: Animal.self) == nil)
    #expect("\(AnyItem("a"))" == "a")
    let years = Self.years
    let erased = Self.years.item(1)
    #expect(erased == TypedSection<Int>("Years").item(1) && "\(erased)" == "1")
    #expect(erased.hashValue == TypedSection<Int>("Years").item(1).hashValue)
    #expect(erased != AnyItem(1) && erased != TypedSection<Int>("Best").item(1))
    #expect(years.value(of: erased) == 1 && erased.value(as: Int.self) == 1)
    #expect(years.value(of: AnyItem(1)) == nil && Self.weights.value(of: erased) == nil)
  }

  @Test(arguments: [1, 2, 3])
  func itemsWithEqualHashesAreDistinguished(number: Int) throws {
    var snapshot = Snapshot<AnySection, AnyItem>()
    let section = TypedSection<ConstantHashItem>(0)
    let items = (0..<20).map { ConstantHashItem(number: $0 * number) }
    try snapshot.setItems(items, in: section)
    #expect(Array(snapshot[section].items) == items)
    #expect(snapshot.rowPath(of: section.item(items[7]))?.row == 7)
  }

  @Test func sectionsDifferByNameAndType() {
    #expect(TypedSection<Int>("a") == TypedSection<Int>("a"))
    #expect(TypedSection<Int>("a") != TypedSection<Int>("b"))
    #expect(TypedSection<Int>("a").erased != TypedSection<Double>("a").erased)
    #expect(TypedSection<Int>(1) != TypedSection<Int>(1.0))
    #expect("\(TypedSection<Int>("a")) \(TypedSection<Int>("b").erased)" == "a b")
  }

  struct CountingItem: Hashable, Sendable {
    final class Counter: @unchecked Sendable {
      var count = 0
    }
    let counter: Counter
    static func == (left: Self, right: Self) -> Bool { left.counter === right.counter }
    func hash(into hasher: inout Hasher) {
      counter.count += 1
      hasher.combine(ObjectIdentifier(counter))
    }
  }

  @Test func aValueIsHashedOnce() throws {
    let counter = CountingItem.Counter()
    let item = AnyItem(CountingItem(counter: counter))
    var outline = SectionSnapshot<AnyItem>()
    try outline.append([item])
    try outline.append([AnyItem(1)], to: item)
    outline.expand([item])
    #expect(outline.isVisible(AnyItem(1)))
    #expect(counter.count == 1)
  }
}
