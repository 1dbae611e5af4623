import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct ViewStateTests {
  static let shape = """
    1
      +* a
        -* a1
          + a1x
        +* a2
          -* a2x
    2
    3
      -* b
        - b1
    """

  static let snapshot = Snapshot(SnapshotModel<Int, String>(shape))

  static func state() -> ViewState<String> {
    ViewState(
      expandedItems: ["a", "a2"], selectedItems: ["b1", "a"], focusedItem: "a1", topItem: "b",
      topOffset: 2.5)
  }

  @Test func aStateRecordsTheSnapshotAndTheView() {
    let state = ViewState(
      of: Self.snapshot, selectedItems: ["b", "a", "b"], focusedItem: "a1",
      topRow: RowPath(section: 0, row: 3), topOffset: 4)
    #expect(state.expandedItems == ["a", "a1x", "a2"])
    #expect(state.selectedItems == ["b", "a"])
    #expect(state.focusedItem == "a1")
    #expect(state.topItem == "a2x")
    #expect(state.topOffset == 4)
    #expect(ViewState(of: Self.snapshot) == ViewState(expandedItems: ["a", "a1x", "a2"]))
    let empty = ViewState(
      of: Snapshot<Int, String>(), selectedItems: EmptyCollection(),
      topRow: RowPath(section: 0, row: 0))
    #expect(empty == ViewState())
    #expect(empty.isEmpty && !state.isEmpty)
  }

  @Test func theFoundItemsAreThoseOfTheSnapshot() throws {
    var snapshot = Snapshot<Int, Identified<Song>>()
    try snapshot.appendSections([1])
    try snapshot.appendItems([Identified(Song(1, plays: 5)), Identified(Song(2, plays: 6))])
    let saved = ViewState(
      expandedItems: [1, 9], selectedItems: [2], focusedItem: 1, topItem: 2, topOffset: 3)
    let items = saved.compactMapItems(snapshot.item(id:))
    let found = saved.compactMapItems { Identified(Song($0)) }.found(in: snapshot)
    for state in [items, found] {
      #expect(state.expandedItems.map(\.plays) == [5])
      #expect(state.selectedItems.map(\.plays) == [6])
      #expect(state.focusedItem?.plays == 5)
      #expect(state.topItem?.plays == 6)
      #expect(state.topOffset == 3)
    }
  }

  @Test func duplicateItemsAreRemoved() {
    var state = ViewState(expandedItems: [1, 2, 1], selectedItems: [2, 1, 2])
    #expect(state.expandedItems == [1, 2])
    #expect(state.selectedItems == [2, 1])
    state.expandedItems.append(1)
    state.selectedItems += [2, 3]
    #expect(state == ViewState(expandedItems: [1, 2], selectedItems: [2, 1, 3]))
  }

  @Test(arguments: [
    ViewState(), ViewState(expandedItems: ["a"]), ViewState(selectedItems: ["b", "a"]),
    ViewState(focusedItem: "a"), ViewState(topItem: "a", topOffset: -1.5),
  ])
  func everyPropertyIsComparedAndCoded(state: ViewState<String>) throws {
    #expect(state.isEmpty == (state == ViewState()))
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(ViewState<String>.self, from: data) == state)
  }

  /// Regression: the focused item and the top item were missing.
  @Test func optionalItemsSurviveCoding() throws {
    let state = ViewState<String?>(
      expandedItems: [nil, "a"], focusedItem: .some(nil), topItem: .some(nil), topOffset: 2)
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(ViewState<String?>.self, from: data) == state)
  }

  @Test func theEncodedFormIsStable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Self.state())
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"expandedItems":["a","a2"],"focusedItem":"a1","selectedItems":["b1","a"],"#
        + #""topItem":"b","topOffset":2.5}"#)
    #expect(try JSONDecoder().decode(ViewState<String>.self, from: data) == Self.state())
  }

  @Test(
    arguments: [
      ("{}", ViewState()), (#"{"later":1}"#, ViewState()),
      (
        #"{"selectedItems":["a","b","a"],"expandedItems":["c","c"]}"#,
        ViewState(expandedItems: ["c"], selectedItems: ["a", "b"])
      ),
      (#"{"topItem":null,"focusedItem":"a"}"#, ViewState(focusedItem: "a")),
      (#"{"topItem":3}"#, nil), (#"{"selectedItems":"a"}"#, nil), ("[]", nil), ("null", nil),
    ] as [(String, ViewState<String>?)])
  func unusualEncodingsAreDecoded(text: String, state: ViewState<String>?) {
    let decoded = try? JSONDecoder().decode(ViewState<String>.self, from: Data(text.utf8))
    #expect(decoded == state)
  }

  @Test func aStateIsDividedIntoFoundAndMissingItems() {
    var state = Self.state()
    state.expandedItems.append("x")
    state.selectedItems.append("y")
    let found = state.found(in: Self.snapshot)
    #expect(found == Self.state())
    #expect(
      state.missing(from: Self.snapshot)
        == ViewState(expandedItems: ["x"], selectedItems: ["y"]))
    #expect(state.missing(from: Snapshot<Int, String>()) == state)
    #expect(state.found(in: Snapshot<Int, String>()) == ViewState())
  }

  @Test func theMissingPartOfAStateIsSavedWithTheRest() {
    var state = Self.state()
    state.expandedItems.append("volume")
    state.selectedItems.append("file")
    let missing = state.missing(from: Self.snapshot)
    #expect(Self.state().merging(missing) == state)
    #expect(Self.state().merging(Self.state()) == Self.state())
    let scrolled = ViewState(focusedItem: "x", topItem: "x", topOffset: 3)
    #expect(ViewState().merging(scrolled) == scrolled)
    #expect(Self.state().merging(scrolled) == Self.state())
  }

  @Test(arguments: [
    ("a2x", "a2x", 9), ("a1x", "a1", 0), ("b1", "b", 0), ("a", "a", 9), ("x", nil, 0),
  ])
  func theTopRowIsTheNearestVisibleAncestor(item: String, row: String?, offset: Double) {
    let state = ViewState(topItem: item, topOffset: 9)
    let found = state.found(in: Self.snapshot)
    #expect(found == ViewState(topItem: row, topOffset: offset))
  }

  @Test func itemsCanBeTransformed() {
    let counts = Self.state().compactMapItems { $0 == "b" ? nil : $0.count }
    #expect(counts == ViewState(expandedItems: [1, 2], selectedItems: [2, 1], focusedItem: 2))
    let top = ViewState(topItem: 3, topOffset: 1).compactMapItems { "\($0)" }
    #expect(top == ViewState(topItem: "3", topOffset: 1))
  }

  @Test func theStateOfTypedSectionsCanBeCoded() throws {
    let folders = TypedSection<String>("Folders")
    let years = TypedSection<Int>("Years")
    let source = TypedDataSource()
    let names = SectionSnapshot<String>("+* a\n  -* a1\n-* b")
    let numbers = SectionSnapshot<Int>("-* 1\n  - 10")
    try source.update { snapshot in
      try snapshot.appendSections(folders, years)
      snapshot[folders] = try names.compactMapItems(folders.item)
      snapshot[years] = try numbers.compactMapItems(years.item)
    }
    source.toggle(years.item(1))
    let state = ViewState(
      of: source.snapshot(), selectedItems: [folders.item("a1"), years.item(10)],
      topRow: RowPath(section: 1, row: 1))
    let saved = try JSONEncoder().encode([
      state.compactMapItems(folders.value),
      state.compactMapItems { years.value(of: $0).map { "#\($0)" } },
    ])
    let parts = try JSONDecoder().decode([ViewState<String>].self, from: saved)
    #expect(
      parts == [
        ViewState(expandedItems: ["a"], selectedItems: ["a1"]),
        ViewState(expandedItems: ["#1"], selectedItems: ["#10"], topItem: "#10"),
      ])
    source.collapse(folders.item("a"))
    source.collapse(years.item(1))
    #expect(source.restore(parts[0].compactMapItems(folders.item)).isEmpty)
    source.restore(parts[1].compactMapItems { Int($0.dropFirst()).map(years.item) })
    #expect(source.snapshot().expandedItems == [folders.item("a"), years.item(1)])
  }
}
