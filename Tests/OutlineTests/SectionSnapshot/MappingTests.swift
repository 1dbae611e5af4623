import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct MappingTests {
  static let shape = """
    +* 1
      -* 10
        - 100
        - 101
      +* 11
    -* 2
      + 20
    """

  @Test(arguments: TestLayout.allCases)
  func hierarchyAndExpansionAreKept(layout: TestLayout) throws {
    let outline = SectionSnapshot<Int>(Self.shape, in: layout.empty())
    let texts = try outline.compactMapItems { String($0) }
    texts.checkInvariants()
    #expect(texts.shape == Self.shape)
    #expect(try texts.compactMapItems { Int($0) } == outline)
    #expect(try SectionSnapshot<Int>().compactMapItems { String($0) }.items.isEmpty)
  }

  @Test(
    arguments: [
      ([10], "+* 1\n  +* 11\n-* 2\n  + 20"),
      ([100], "+* 1\n  -* 10\n    - 101\n  +* 11\n-* 2\n  + 20"),
      ([11, 2], "+* 1\n  -* 10\n    - 100\n    - 101"),
      ([10, 101, 20], "+* 1\n  +* 11\n-* 2"),
      ([1], "-* 2\n  + 20"),
      ([1, 2], ""),
    ] as [([Int], String)])
  func omittedItemsOmitTheirDescendants(omitted: [Int], shape: String) throws {
    for layout in TestLayout.allCases {
      let outline = SectionSnapshot<Int>(Self.shape, in: layout.empty())
      var asked: [Int] = []
      let mapped = try outline.compactMapItems { item -> String? in
        asked.append(item)
        return omitted.contains(item) ? nil : String(item)
      }
      mapped.checkInvariants()
      #expect(mapped.shape == shape)
      let kept = outline.items.filter { item in
        outline.ancestors(of: item)?.contains(where: omitted.contains) == false
      }
      #expect(asked == kept)
    }
  }

  @Test(arguments: TestLayout.allCases)
  func itemsMappedToOneValueAreAnError(layout: TestLayout) {
    let outline = SectionSnapshot<Int>(Self.shape, in: layout.empty())
    #expect(throws: SectionSnapshotError<Int>.duplicateItems([0, 1])) {
      try outline.compactMapItems { $0 % 10 }
    }
  }

  /// A mapped outline must not share pages: comparisons skip shared pages.
  @Test(arguments: TestLayout.allCases)
  func mappedItemsAreNewItems(layout: TestLayout) throws {
    let outline = SectionSnapshot<Int>(Self.shape, in: layout.empty())
    let mapped = try outline.compactMapItems { $0 + 1_000 }
    #expect(mapped != outline)
    #expect(mapped.difference(from: outline).description == "0-4 0+4")
    var kept = mapped
    kept.collapseAll()
    kept.keepExpansion(of: outline)
    #expect(kept.expandedItems.isEmpty)
  }
}
