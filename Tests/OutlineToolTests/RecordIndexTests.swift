import Testing

@testable import outline_tool

@Suite("Records")
struct RecordIndexTests {
  private struct Texts {
    private(set) var bytes: Bytes = []
    private(set) var ranges: [Range<Int>] = []

    init(_ texts: some Sequence<String>) {
      for text in texts {
        ranges.append(bytes.count..<bytes.count + text.utf8.count)
        bytes += text.utf8
      }
    }

    var packed: [Range<UInt32>] { ranges.map { UInt32($0.lowerBound)..<UInt32($0.upperBound) } }
  }

  @Test(arguments: [
    ["1", "2", "9", "10", "11", "100"], ["b", "a", "c"], ["a", "b", "a", "", "b", "a"],
    ["", "a"], ["a", "aa", "aaaaaaaaa", "aaaaaaaab"], ["x"], [],
  ])
  func firstRowOfAnIdentityIsFound(identities: [String]) {
    let missing = ["0", "ab", "zzzzzzzzzz"]
    let texts = Texts(identities + missing)
    let span = texts.bytes.span
    let index = RecordIndex(Array(texts.packed.prefix(identities.count)), in: span)
    for (range, text) in zip(texts.ranges, identities + missing) where !text.isEmpty {
      let row = index.row(of: range, in: span)
      #expect(row == identities.firstIndex(of: text), "\(text) in \(identities)")
    }
    let repeated = identities.indices.filter {
      !identities[$0].isEmpty && identities[..<$0].contains(identities[$0])
    }
    #expect(index.repeated == repeated, "\(identities)")
  }

  /// Chains in both directions, a parent of all other rows, and cycles of all sizes.
  @Test func hostileLinksGiveOutlines() {
    let count = 50_000
    let shapes: [(label: String, parent: (Int) -> Int?, cuts: Int, deepest: Int)] = [
      ("chain", { $0 == 0 ? nil : $0 - 1 }, 0, count - 1),
      ("chain upward", { $0 == count - 1 ? nil : $0 + 1 }, 0, count - 1),
      ("wide", { $0 == 0 ? nil : 0 }, 0, 1),
      ("one cycle", { ($0 + 1) % count }, 1, count - 1),
      ("pairs", { $0 ^ 1 }, count / 2, 1),
      ("themselves", { $0 }, 0, 0),
      ("into a cycle", { $0 < 3 ? ($0 + 1) % 3 : $0 - 1 }, 1, count - 2),
    ]
    let texts = Texts((0..<count).lazy.map { "\($0 + 1_000_000)" })
    for shape in shapes {
      var records = LinkedRecords(expecting: count)
      for row in 0..<count {
        records.append(
          identity: texts.ranges[row], parent: shape.parent(row).map { texts.ranges[$0] })
      }
      let result = records.linked(in: texts.bytes.span)
      var seen = Set<Int>()
      var (roots, deepest) = (0, 0)
      result.links.walk { row, level in
        seen.insert(row)
        if level == 0 { roots += 1 }
        deepest = max(deepest, level)
      }
      #expect(seen.count == count && deepest == shape.deepest, "\(shape.label)")
      let expected = (0..<count).count { shape.parent($0) == nil || shape.parent($0) == $0 }
      #expect(roots == expected + shape.cuts, "\(shape.label)")
    }
  }
}
