import Outline
import OutlineTestSupport
import Testing

@testable import outline_tool

@Suite("Moves of diff")
struct DiffMovesTests {
  /// A row of a small outline.
  private struct Row: Hashable {
    var level: Int
    var label: Int
  }

  /// Compares the number of moves with the shortest way from each outline to each other one, found
  /// by breadth-first search.
  @Test func theFewestRowsMove() {
    let count = TestEffort.choose(quick: 3, full: 4, long: 4)
    let shapes = (1..<count).reduce([[0]]) { shapes, _ in
      shapes.flatMap { shape in (0...(shape.last ?? 0) + 1).map { shape + [$0] } }
    }
    for shape in shapes {
      let start = zip(shape, 0...).map { Row(level: $0, label: $1) }
      var distances = [start: 0]
      var queue = [start][...]
      while let rows = queue.popFirst() {
        let next = (distances[rows] ?? 0) + 1
        for other in neighbors(of: rows) where distances[other] == nil {
          distances[other] = next
          queue.append(other)
        }
      }
      #expect(distances.count == (count == 3 ? 30 : 336))
      for (rows, distance) in distances {
        let comparison = comparison(start, rows)
        let moves = comparison.changes.values.count { $0.isMove }
        #expect(comparison.removed.isEmpty && moves == comparison.changes.count)
        #expect(moves == distance, "\(start) \(rows)")
      }
    }
  }

  private func comparison(_ old: [Row], _ new: [Row]) -> OutlineComparison {
    let hasher = TextHasher()
    return OutlineComparison(
      ComparedSide([document(old)], hasher: hasher), ComparedSide([document(new)], hasher: hasher),
      sectionMatches: [0], options: ComparisonOptions())
  }

  private func document(_ rows: [Row]) -> Document {
    let text = rows.map { String(repeating: "\t", count: $0.level) + "\($0.label)\n" }.joined()
    let file = PlainTextFormat().read(Bytes(text.utf8), name: [], options: ReaderOptions())
    var document = Document(file, format: PlainTextFormat(), expansion: .all)
    document.outline.expandAll()
    return document
  }

  /// Returns the outlines after the move of one subtree.
  private func neighbors(of rows: [Row]) -> Set<[Row]> {
    var neighbors: Set<[Row]> = []
    for start in rows.indices {
      let end = rows[(start + 1)...].firstIndex { $0.level <= rows[start].level } ?? rows.count
      let rest = Array(rows[..<start] + rows[end...])
      for position in 0...rest.count {
        let deepest = position == 0 ? 0 : rest[position - 1].level + 1
        // Below a sibling that follows, the row would get its descendants.
        let least = position == rest.count ? 0 : rest[position].level
        for level in stride(from: least, through: deepest, by: 1) {
          var moved = Array(rows[start..<end])
          for index in moved.indices { moved[index].level += level - rows[start].level }
          neighbors.insert(Array(rest[..<position] + moved + rest[position...]))
        }
      }
    }
    return neighbors
  }
}
