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

  static func values<Value>(_ source: TypedDataSource, _ section: TypedSection<Value>) -> [Value] {
    source.snapshot()[section].items.compactMap(section.value)
  }

  /// The typed section with the values of its items.
  static func shape<Value>(_ source: TypedDataSource, _ section: TypedSection<Value>) throws
    -> String
  {
    try source.snapshot()[section].compactMapItems(section.value).shape
  }

  @Test func typedSectionsReturnTypedItems() throws {
    let source = try Self.filled()
    let albums: [Album] = Self.values(source, Self.albums)
    #expect(albums == [Self.kind, Self.blue])
    #expect(Self.values(source, Self.years) == [1959, 1960, 1961])
    #expect(Self.values(source, Self.weights) == [1959, 0.5])
    #expect(
      source.snapshot().item(at: RowPath(section: 0, row: 1), in: Self.albums)?.title
        == "Blue Train")
    #expect(source.snapshot().item(at: RowPath(section: 1, row: 0), in: Self.years) == 1959)
    #expect(source.snapshot().item(at: RowPath(section: 2, row: 0), in: Self.weights) == 1959.0)
    #expect(source.snapshot()[TypedSection<Int>("Albums")].items.isEmpty)
  }

  @Test(arguments: [
    RowPath(section: 0, row: 0), RowPath(section: 1, row: 3), RowPath(section: 3, row: 0),
    RowPath(section: -1, row: 0), RowPath(section: 1, row: -1),
  ])
  func rowsOutsideOfASectionHaveNoItemOfIt(path: RowPath) throws {
    let source = try Self.filled()
    #expect(source.snapshot().item(at: path, in: Self.years) == nil)
  }

  @Test func severalSectionsChangeAsOneUpdate() throws {
    let source = try Self.filled()
    let adapter = RecordingAdapter<AnySection, AnyItem>()
    source.attach(adapter)
    try source.update { snapshot in
      try snapshot.setItems([Self.blue, Self.giant], in: Self.albums)
      try snapshot.setItems([1960], in: Self.years)
    }
    try source.update { try $0.setItems([], in: Self.weights) }
    #expect(
      adapter.updates.map(\.difference.description) == ["0: 0-1 1+1, 1: 0-1 2-1", "2: 0-2"])
    #expect(adapter.shown == source.snapshot())
    #expect(
      Self.text(source) == "Albums: -* Blue Train, -* Giant Steps\nYears: -* 1960\nWeights: ")
  }

  @Test func duplicateItemsThrowATypedError() throws {
    let source = try Self.filled()
    let before = source.snapshot()
    #expect(throws: SectionSnapshotError.duplicateItems([Self.albums.item(Self.blue)])) {
      try source.update { try $0.setItems([Self.blue, Self.kind, Self.blue], in: Self.albums) }
    }
    #expect(throws: SectionSnapshotError.duplicateItems([Self.years.item(7)])) {
      try source.update { snapshot in
        try snapshot.setItems([], in: Self.albums)
        try snapshot.setItems([7, 7], in: Self.years)
      }
    }
    #expect(throws: SectionSnapshotError.duplicateItems([Self.years.item(1960)])) {
      try source.update {
        try $0[Self.years].append([Self.years.item(1960)], to: Self.years.item(1961))
      }
    }
    #expect(source.snapshot() == before)
    #expect(
      throws: SnapshotError<AnySection, AnyItem>.duplicateSections([Self.years.erased])
    ) {
      try source.update { try $0.appendSections(TypedSection<Bool>("Bools"), Self.years) }
    }
    #expect(source.snapshot() == before)
  }

  @Test func unknownSectionsAreAppended() throws {
    let source = try Self.filled()
    let more = TypedSection<Int>("More")
    let last = TypedSection<String>("Last")
    try source.update { try $0.setItems([], in: more) }
    source.apply(try SectionSnapshot<String>("-* a").compactMapItems(last.item), to: last.erased)
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
      #expect(source.snapshot().item(at: RowPath(section: 1, row: row), in: Self.years) == nil)
    }
    #expect(Self.values(source, Self.years) == [1959, 1, 1960, 1961])
    #expect(try Self.shape(source, Self.years) == "+* 1959\n-* 1960\n-* 1961")
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { _ in false }
    source.setSectionSnapshotHandlers(handlers, for: Self.years)
    #expect(source.expand(AnyItem("x")) == .done)
    #expect(source.collapse(AnyItem("x")) == .done)
  }

  @Test func itemsAreExpandedOnlyInTheirSection() throws {
    let source = try Self.filled()
    let others = TypedSection<Int>("Others")
    try source.update { try $0.setItems([1], in: others) }
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
    try source.update { try $0.setItems([1959], in: best) }
    source.setChildLoader(
      ChildLoader(hasChildren: { $0 < 1961 }) { [$0 * 10, $0 * 10 + 1] }, for: Self.years)
    source.setChildLoader(
      ChildLoader { year in SectionSnapshot("+* \(year + 1)\n  -* 1") }, for: best)
    try await source.loadChildren(of: .item(Self.years.item(1959)))
    try await source.loadChildren(of: .item(best.item(1959)))
    #expect(
      try Self.shape(source, Self.years)
        == "-* 1959\n  - 19590\n  - 19591\n-* 1960\n-* 1961")
    #expect(
      try Self.shape(source, best) == "-* 1959\n  + 1960\n    - 1")
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
    let children = source.snapshot()[Self.years].children(of: Self.years.item(1959))?.compactMap(
      Self.years.value)
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
      try Self.shape(source, Self.years)
        == "+* 0\n  -* 50\n+* 1\n  -* 51\n+* 2\n  -* 52")
    try await source.reloadChildren(of: .section(Self.albums.erased))
    #expect(Self.text(source).hasPrefix("Albums: -* Albums\n"))
  }

  @MainActor @Test func onlyARootLoaderMakesAnEmptySectionNotLoaded() throws {
    let source = try Self.filled()
    var log: [String] = []
    source.sectionReconfigureHandler = { section, _ in log.append("\(section)") }
    try source.update { try $0.setItems([], in: Self.years) }
    source.setRootLoader(ChildLoader { _ in [1] }, for: Self.years)
    #expect(source.loadingState(of: .section(Self.years.erased)) == .notLoaded && log == ["Years"])
    source.setRootLoader(ChildLoader(hasChildren: { _ in false }) { _ in [1] }, for: Self.years)
    #expect(source.loadingState(of: .section(Self.years.erased)) == .loaded)
    source.setRootLoader(nil, for: Self.years)
    #expect(log == ["Years", "Years"])
  }

  // MARK: - Reordering

  static func reorderingHandlers(
    for section: TypedSection<Int>, log: @escaping (String) -> Void
  ) -> TypedDataSource.ReorderingHandlers {
    var handlers = TypedDataSource.ReorderingHandlers()
    handlers.canReorderItem = { item in
      log("can \(item) move")
      return section.value(of: item) != 1961
    }
    handlers.canDropItems = { items, destination in
      log("can \(items) go \(destination)")
      return items.allSatisfy { section.value(of: $0) != nil }
    }
    handlers.willReorder = { log("will move \($0.movedItems)") }
    handlers.didReorder = { log("did move \($0.movedItems)") }
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
    source.setReorderingHandlers(
      Self.reorderingHandlers(for: Self.years) { log.append($0) }, for: Self.years.erased)
    let (first, last) = (Self.years.item(1959), Self.years.item(1961))
    try source.drop([first], to: .after(last))
    #expect(log.filter { $0.hasSuffix("at all") || $0.hasSuffix("anywhere") } == [])
    log = []
    try source.drop([Self.albums.item(Self.blue)], to: .before(Self.albums.item(Self.kind)))
    #expect(
      log == [
        "can Blue Train move at all", "can [Blue Train] go anywhere", "moved [Blue Train] at all",
      ])
    // Without handlers of its own, the section of the albums takes items of all others.
    log = []
    try source.drop([Self.years.item(1960)], to: .into(Self.albums.item(Self.kind)))
    #expect(
      log == [
        "can 1960 move", "can [1960] go anywhere", "will move [1960]", "moved [1960] at all",
        "did move [1960]",
      ])
    source.setReorderingHandlers(TypedDataSource.ReorderingHandlers(), for: Self.years.erased)
    #expect(!source.canDrop([first], to: .before(last)))
    source.setReorderingHandlers(nil, for: Self.years.erased)
    #expect(source.canDrop([first], to: .before(last)))
  }

  @Test func theHandlersOfBothSectionsReceiveADrop() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update { try $0.setItems([1, 2], in: best) }
    var log: [String] = []
    for section in [Self.years, best] {
      source.setReorderingHandlers(
        Self.reorderingHandlers(for: section) { log.append("\(section) \($0)") },
        for: section.erased)
    }
    let items = [best.item(2), Self.years.item(1959)]
    #expect(!source.canDrop(items, to: .before(best.item(1))), "it takes its own items only")
    log = []
    try source.drop(items, to: .end(of: Self.albums.erased))
    #expect(
      log == [
        "Years can 1959 move", "Best can 2 move", "Years will move [1959, 2]",
        "Best will move [1959, 2]", "Years did move [1959, 2]", "Best did move [1959, 2]",
      ])
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
    #expect(snapshot[section].items.compactMap(section.value) == items)
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
