import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct RowTreeTests {
  @Test(arguments: 0..<12)
  func editsMatchAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = RowTree(layout: seed % 4 == 0 ? .standard : .tiny)
    var rows: [TreeRow] = []
    var nextHandle: Int32 = 0
    for _ in 0..<100 {
      let start = Int.random(in: 0...rows.count, using: &random)
      let end = Int.random(in: start...min(rows.count, start + 40), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        // All rows are roots, so every range of them is an outline.
        let count = Int.random(in: 1...40, using: &random)
        let new = (0..<Int32(count)).map { TreeRow(handle: nextHandle + $0, level: 0) }
        nextHandle += Int32(count)
        tree.insert(new, at: start)
        rows.insert(contentsOf: new, at: start)
      case 2:
        #expect(tree.remove(start..<end) == rows[start..<end].map(\.handle))
        rows.removeSubrange(start..<end)
      default:
        let to = Int.random(in: 0...rows.count, using: &random)
        guard start < end, to <= start || to >= end else { continue }
        tree.move(start..<end, to: to, shiftedBy: .none)
        let moved = Array(rows[start..<end])
        rows.removeSubrange(start..<end)
        rows.insert(contentsOf: moved, at: to > start ? to - moved.count : to)
      }
      tree.checkInvariants()
      #expect(tree.rows(in: 0..<tree.count) == rows, "seed \(seed)")
    }
  }

  @Test func shiftingARangeKeepsOtherRows() throws {
    var tree = RowTree(layout: .tiny)
    tree.insert((0..<100).map { TreeRow(handle: $0, level: $0 == 0 ? 0 : 1) }, at: 0)
    for handle in [Int32(0), 50] {
      tree.setExpanded(true, handle)
      tree.checkInvariants()
    }
    #expect(tree.visibleCount == 100)
    tree.setExpanded(false, 0)
    tree.checkInvariants()
    #expect(tree.visibleCount == 1)
    #expect(tree.isExpanded(50))
  }
}
