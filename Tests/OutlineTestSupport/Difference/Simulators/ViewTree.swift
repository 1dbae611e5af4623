/// The tree of a view's data source: all items, hidden ones included.
public struct ViewTree: Sendable {
  public let rows: [ViewRow]
  let visibleIndices: [Int]
  public let visibleRows: [ViewRow]
  private let indices: [Int: Int]

  public init(_ rows: [ViewRow], isVisible: [Bool]) {
    self.rows = rows
    visibleIndices = rows.indices.filter { isVisible[$0] }
    visibleRows = visibleIndices.map { rows[$0] }
    indices = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
    self.isVisible = isVisible
  }

  private let isVisible: [Bool]

  func isExpanded(at index: Int) -> Bool {
    rows.hasChildren(at: index) && isVisible[index + 1]
  }

  func content(of item: Int) -> Int? {
    indices[item].map { rows[$0].content }
  }

  func hasChildren(_ item: Int) -> Bool {
    indices[item].map { rows.hasChildren(at: $0) } ?? false
  }

  func children(of item: Int) -> [ViewRow] {
    guard let index = indices[item] else { return [] }
    let level = rows[index].level + 1
    return rows[index + 1..<rows.end(ofSubtreeAt: index)].filter { $0.level == level }
  }
}
