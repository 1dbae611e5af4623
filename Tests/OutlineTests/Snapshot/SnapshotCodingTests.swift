import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct SnapshotCodingTests {
  static let shape = "1\n  +* a\n    -* a1\n2\n3\n  -* b"

  @Test(arguments: TestLayout.allCases)
  func encodedFormIsStable(layout: TestLayout) throws {
    var snapshot = Snapshot(
      SnapshotModel<Int, String>("1\n  +* a\n    -* a1\n3"), in: layout.emptySnapshot())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let sections =
      #""sections":[{"outline":{"items":["a","a1"],"shape":"[()]"},"section":1},"#
      + #"{"outline":{"items":[],"shape":""},"section":3}]"#
    #expect(String(decoding: try encoder.encode(snapshot), as: UTF8.self) == "{\(sections)}")
    try snapshot.reloadItems(["a1", "a"])
    try snapshot.reconfigureItems(["a"])
    try snapshot.reloadSections([3])
    try snapshot.reconfigureSections([1])
    let marks =
      #""reconfiguredItems":["a"],"reconfiguredSections":[1],"#
      + #""reloadedItems":["a1","a"],"reloadedSections":[3],"#
    #expect(
      String(decoding: try encoder.encode(snapshot), as: UTF8.self) == "{\(marks)\(sections)}")
  }

  @Test(arguments: TestLayout.allCases)
  func snapshotsSurviveARoundTrip(layout: TestLayout) throws {
    var model = SnapshotModel<Int, String>(Self.shape)
    model.reloadedItemIdentifiers = ["b", "a"]
    model.reconfiguredItemIdentifiers = ["a1"]
    model.reloadedSectionIdentifiers = [3, 2]
    model.reconfiguredSectionIdentifiers = [1]
    let snapshot = Snapshot(model, in: layout.emptySnapshot())
    let data = try JSONEncoder().encode(snapshot)
    let decoded = try JSONDecoder().decode(Snapshot<Int, String>.self, from: data)
    #expect(decoded == snapshot)
    #expect(decoded.hashValue == snapshot.hashValue)
    try model.compareAll(with: decoded)
    let empty = try JSONDecoder().decode(
      Snapshot<Int, String>.self, from: JSONEncoder().encode(Snapshot<Int, String>()))
    #expect(empty == Snapshot())
  }

  @Test(arguments: [
    #"{"sections":[\#(a),\#(a)]}"#,
    #"{"sections":[\#(a),{"section":2,"outline":\#(outline)}]}"#,
    #"{"sections":[{"section":1,"outline":{"items":["a","a"],"shape":"()()"}}]}"#,
    #"{"sections":[{"section":1,"outline":{"items":["a"],"shape":")("}}]}"#,
    #"{"sections":[{"section":1}]}"#,
    #"{"sections":[{"outline":\#(outline)}]}"#,
    #"{"sections":[\#(a)],"reloadedItems":["x"]}"#,
    #"{"sections":[\#(a)],"reloadedItems":["a","a"]}"#,
    #"{"sections":[\#(a)],"reconfiguredItems":["a","x"]}"#,
    #"{"sections":[\#(a)],"reloadedSections":[2]}"#,
    #"{"sections":[\#(a)],"reloadedSections":[1,1]}"#,
    #"{"sections":[\#(a)],"reloadedSections":"1"}"#,
    #"{"sections":[\#(a)],"reconfiguredSections":[2]}"#,
    #"{"sections":[["a"]]}"#, #"{"sections":null}"#, #"{"sections":{}}"#,
    "[]", "null", "{}", "7",
  ])
  func malformedInputThrows(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Snapshot<Int, String>.self, from: Data(text.utf8))
    }
  }

  static let outline = #"{"items":["a"],"shape":"()"}"#
  static let a = #"{"section":1,"outline":\#(outline)}"#

  @Test func rowPathsAreOrderedAndCoded() throws {
    let path = RowPath(section: 1, row: 5)
    #expect("\(path)" == "[1, 5]")
    #expect(
      [RowPath(section: 2, row: 0), path, RowPath(section: 1, row: 4)].sorted()
        == [RowPath(section: 1, row: 4), path, RowPath(section: 2, row: 0)])
    let data = try JSONEncoder().encode(path)
    #expect(try JSONDecoder().decode(RowPath.self, from: data) == path)
  }

  @Test func rowRangesAreCollectionsAndCoded() throws {
    let range = RowPathRange(section: 1, rows: 5..<8)
    #expect("\(range)" == "[1, 5..<8]")
    #expect(Array(range) == (5..<8).map { RowPath(section: 1, row: $0) })
    #expect(range[6] == RowPath(section: 1, row: 6))
    #expect(RowPathRange(section: 0, rows: 3..<3).isEmpty)
    let data = try JSONEncoder().encode(range)
    #expect(try JSONDecoder().decode(RowPathRange.self, from: data) == range)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RowPathRange.self, from: Data(#"{"section":1,"rows":[8,5]}"#.utf8))
    }
  }

  @Test func descriptionsCountSectionsAndItems() {
    var snapshot = Snapshot(SnapshotModel<Int, String>(Self.shape))
    snapshot.collapse(["a"])
    #expect("\(snapshot)" == "Snapshot(3 sections, 3 items, 2 visible)")
    #expect("\(snapshot.itemIdentifiers)" == #"["a", "a1", "b"]"#)
    let children = Mirror(reflecting: snapshot).children
    #expect(children.map(\.label) == ["1", "2", "3"])
    #expect(
      children.compactMap { ($0.value as? SectionSnapshot<String>)?.items.count } == [2, 0, 1])
  }

  @Test(
    arguments: [
      (
        .items(.duplicateItems(["a"])),
        #"The item "a" is already in the snapshot, or repeated in the argument."#
      ),
      (.items(.unknownItems(["a", "b"])), #"The items "a", "b" are not in the snapshot."#),
      (
        .duplicateSections([1, 2]),
        #"The sections "1", "2" are already in the snapshot, or repeated in the argument."#
      ),
      (.unknownSections([1]), #"The section "1" is not in the snapshot."#),
      (.noSections, "The snapshot has no section to append items to."),
      (
        .items(.anchorAmongItems("a")), #"The anchor "a" is also one of the items to insert."#
      ),
      (.anchorAmongSections(1), #"The anchor "1" is also one of the sections to insert."#),
      (
        .items(.moveIntoItself(["a"], destination: "b")),
        #"The item "a" cannot be moved to "b", which is in its subtree."#
      ),
      (
        .items(.moveIntoItself(["a", "b"], destination: "c")),
        #"The items "a", "b" cannot be moved to "c", which is in their subtrees."#
      ),
      (.items(.indexOutOfRange(7, count: 3)), "The child index 7 is not in 0...3."),
      (
        .items(.levelOutOfRange(-2, position: 5)),
        "The item at position 5 has level -2, which is negative, or more than one above the previous "
          + "level."
      ),
      (.moveSectionToItself(1), #"The section "1" cannot be moved before or after itself."#),
    ] as [(SnapshotError<Int, String>, String)])
  func errorDescriptionsNameTheProblem(error: SnapshotError<Int, String>, text: String) {
    #expect("\(error)" == text)
    if case .items(let error) = error { #expect("\(error)" == text) }
  }
}
