import Testing

@testable import OutlineCore

@Suite struct SummaryTests {
  private let summaries: [Summary] =
    [.empty]
    + (0..<30).map { seed in
      TreeRow(
        handle: 0, isExpanded: false, indent: Int32(seed % 4),
        collapsedAncestors: Int32(seed / 7 % 3)
      ).summary
    }

  @Test func summariesAreAMonoid() {
    for a in summaries {
      #expect(a + .empty == a && .empty + a == a)
      for b in summaries {
        #expect(summaries.allSatisfy { (a + b) + $0 == a + (b + $0) }, "\(a), \(b)")
      }
    }
  }

  @Test func shiftingDistributesOverAddition() {
    let shift = Shift(indent: 3, collapsedAncestors: -1)
    for a in summaries {
      for b in summaries {
        #expect((a + b).shifted(by: shift) == a.shifted(by: shift) + b.shifted(by: shift))
      }
    }
  }

  @Test func rowsWithoutCollapsedAncestorsAreVisible() {
    let collapsedAncestors: [Int32] = [0, 2, 0, 1]
    let rows = collapsedAncestors.map {
      TreeRow(handle: 0, isExpanded: true, indent: 0, collapsedAncestors: $0)
    }
    let sum = rows.reduce(.empty) { $0 + $1.summary }
    #expect(sum.count(of: .visible) == 2)
    #expect(sum.count(of: .visible, below: Shift(indent: 0, collapsedAncestors: 1)) == 0)
  }
}
