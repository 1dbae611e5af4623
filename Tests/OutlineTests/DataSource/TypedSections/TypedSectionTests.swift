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

  static func filled() throws -> TypedDataSource {
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

  @Test func rowsAreReadByTheirSection() throws {
    let source = try Self.filled()
    let texts = source.snapshot().sectionIdentifiers.indices.map { section in
      let path = RowPath(section: section, row: 0)
      return source.item(at: path, in: Self.albums)?.title
        ?? source.item(at: path, in: Self.years).map { "\($0 + 1)" }
    }
    #expect(texts == ["Kind of Blue", "1960", nil])
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
    #expect(source.snapshot() == before)
    #expect(
      throws: SnapshotError<AnySection, AnyItem>.duplicateSections([Self.years.erased])
    ) {
      try source.update { try $0.appendSections(TypedSection<Bool>("Bools"), Self.years) }
    }
    #expect(source.snapshot() == before)
  }

  @Test func typedOutlinesAreAppliedAndRead() throws {
    let source = try Self.filled()
    let tree = SectionSnapshot<Int>("+* 1\n  -* 10\n    - 100\n-* 2")
    source.apply(tree, to: Self.years)
    #expect(SectionSnapshot(source.snapshot(for: Self.years)) == tree)
    #expect(source.rowPath(of: Self.years.item(10)) == RowPath(section: 1, row: 1))
    #expect(source.rowPath(of: Self.years.item(100)) == nil)
    #expect(Array(source.snapshot(for: Self.years).items) == [1, 10, 100, 2])
    try source.update { snapshot in
      var years = SectionSnapshot(snapshot[Self.years])
      try years.append([20], to: 2)
      years.expand([10])
      snapshot.replace(Self.years, using: years)
    }
    let edited = "+* 1\n  +* 10\n    -* 100\n-* 2\n  - 20"
    #expect(SectionSnapshot(source.snapshot(for: Self.years)).shape == edited)
    source.apply(tree, to: Self.years, keepingExpansion: true)
    #expect(
      SectionSnapshot(source.snapshot(for: Self.years)).shape == "+* 1\n  +* 10\n    -* 100\n-* 2")
  }

  @Test func typedSectionsAreEditedLikeOutlines() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1959, 1960])
    try source.update { snapshot in
      try snapshot[Self.years].append([1, 2], to: 1960)
      try snapshot[Self.years].insert([3], before: 2)
      try snapshot[Self.years].insert([4], after: 1960)
      try snapshot[Self.years].delete([1959])
      try snapshot[Self.years].move([2, 1], to: 4, at: 0)
      snapshot[Self.years].expand([1960, 4])
      snapshot[Self.years].collapse([1960])
      try snapshot[best].append([4])
    }
    let shape = "-* 1960\n  - 3\n+* 4\n  -* 1\n  -* 2\n-* 1961"
    #expect(SectionSnapshot(source.snapshot(for: Self.years)).shape == shape)
    #expect(Array(source.snapshot(for: best).items) == [1959, 1960, 4])
    #expect(throws: SectionSnapshotError.duplicateItems([Self.years.item(4)])) {
      try source.update { try $0[Self.years].append([4], to: 1961) }
    }
    #expect(SectionSnapshot(source.snapshot(for: Self.years)).shape == shape)
  }

  @Test func aTypedSectionAnswersLikeItsOutline() throws {
    let source = try Self.filled()
    let tree = SectionSnapshot<Int>("+* 1\n  -* 10\n    - 100\n  -* 11\n-* 2")
    source.apply(tree, to: Self.years)
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

  @Test func sectionsOfOneTypeCanContainEqualItems() throws {
    let source = try Self.filled()
    let best = TypedSection<Int>("Best")
    try source.update(in: best, items: [1960, 1])
    source.apply(SectionSnapshot<Int>("-* 1959\n  - 1960"), to: best)
    #expect(Array(source.snapshot(for: Self.years).items) == [1959, 1960, 1961])
    #expect(source.rowPath(of: Self.years.item(1960)) == RowPath(section: 1, row: 1))
    #expect(source.rowPath(of: best.item(1960)) == nil)
    #expect(source.expand(best.item(1959)) == .done)
    #expect(!source.snapshot(for: Self.years).isExpanded(1959))
    let path = RowPath(section: 3, row: 1)
    #expect(source.rowPath(of: best.item(1960)) == path)
    #expect(source.item(at: path, in: best) == 1960)
    #expect(source.item(at: path, in: Self.years) == nil)
  }

  @Test func itemsOfOtherSectionsAreSkipped() throws {
    let source = try Self.filled()
    let (first, foreign) = (Self.years.item(1959), AnyItem(1959))
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
    source.setSectionSnapshotHandlers(Self.handlers { _ in }, for: Self.years)
    #expect(source.expand(AnyItem("x")) == .done)
    #expect(source.collapse(AnyItem("x")) == .done)
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
    let (years, erased) = (Self.years, Self.years.item(1))
    #expect(erased == TypedSection<Int>("Years").item(1) && "\(erased)" == "1")
    #expect(erased.hashValue == TypedSection<Int>("Years").item(1).hashValue)
    #expect(erased != AnyItem(1) && erased != TypedSection<Int>("Best").item(1))
    #expect(years.value(of: erased) == 1 && erased.value(as: Int.self) == 1)
    #expect(years.value(of: AnyItem(1)) == nil && Self.weights.value(of: erased) == nil)
  }

  @Test(arguments: [1, 2, 3])
  func itemsWithEqualHashesAreDistinguished(number: Int) throws {
    var snapshot = TypedSnapshot()
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
