import Testing

@testable import outline_tool

@Suite("Rows of paths")
struct PathRowsTests {
  private func rows(of paths: some Sequence<[String]>) -> (rows: PathRows, ends: [Int]) {
    var bytes: Bytes = []
    let ranges = paths.map { path in
      path.map { part in
        bytes += part.utf8
        return bytes.count - part.utf8.count..<bytes.count
      }
    }
    var rows = PathRows()
    let ends = ranges.map { path in
      path.reduce(PathRows.root) { parent, part in
        rows.row(part, below: parent, in: bytes.span).row
      }
    }
    return (rows, ends)
  }

  @Test(arguments: [0, 1, 2, 30, 40])
  func equalTextsShareARowBelowEachParent(count: Int) {
    let parts = (0..<count).map(String.init)
    let paths = ["a", "b"].flatMap { top in parts.map { [top, $0] } }
    let (rows, ends) = rows(of: paths + paths.reversed() + [["a"], ["b"], ["0"]])
    #expect(rows.count == count * 2 + 3)
    #expect(ends[..<paths.count].elementsEqual(ends[paths.count..<paths.count * 2].reversed()))
    #expect(Set(ends).count == count * 2 + 3)
    for end in ends[..<paths.count] {
      #expect(rows.parent(of: rows.parent(of: end)) == PathRows.root)
    }
  }

  @Test func addedRowsAreNotFoundByText() {
    let bytes = Bytes("a".utf8)
    var rows = PathRows()
    let first = rows.add(0..<1, below: PathRows.root)
    let found = rows.row(0..<1, below: PathRows.root, in: bytes.span)
    #expect(found.isNew && found.row != first)
    let again = rows.row(0..<1, below: PathRows.root, in: bytes.span)
    #expect(!again.isNew && again.row == found.row)
  }

  /// A text and the empty text can be children of themselves.
  @Test func aChildCanHaveTheTextOfItsParent() {
    let (rows, ends) = rows(of: [
      ["a"], ["a", "a"], ["a", "a", "a"], ["", ""], [""], ["a", "a"],
    ])
    #expect(rows.count == 5)
    #expect(ends == [0, 1, 2, 4, 3, 1])
  }

  @Test func manyAndDeepPathsAreRows() {
    let count = 50_000
    let wide = (0..<count).map { ["r", "\($0 % (count / 2))"] }
    let (wideRows, wideEnds) = rows(of: wide)
    #expect(wideRows.count == count / 2 + 1)
    #expect(wideEnds.prefix(count / 2).elementsEqual(wideEnds.suffix(count / 2)))
    let deep = [String](repeating: "a", count: count)
    let (deepRows, deepEnds) = rows(of: [deep, deep])
    #expect(deepRows.count == count && deepEnds == [count - 1, count - 1])
    var levels: [Int] = []
    deepRows.links().walk { levels.append($1) }
    #expect(levels == Array(0..<count))
  }
}
