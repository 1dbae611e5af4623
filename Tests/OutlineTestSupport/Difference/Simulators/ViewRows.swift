/// Rows in pre-order as a tree; row -1 is the invisible parent of the roots.
extension [ViewRow] {
  func row(of id: Int?) -> Int? {
    guard let id else { return -1 }
    return firstIndex { $0.id == id }
  }

  func level(at row: Int) -> Int { row < 0 ? -1 : self[row].level }

  func end(ofSubtreeAt row: Int) -> Int {
    guard row >= 0 else { return count }
    var end = row + 1
    while end < count, self[end].level > self[row].level { end += 1 }
    return end
  }

  func childCount(at row: Int) -> Int {
    let level = level(at: row) + 1
    var result = 0
    for child in row + 1..<end(ofSubtreeAt: row) where self[child].level == level { result += 1 }
    return result
  }

  func row(ofChild index: Int, at parent: Int) -> Int {
    let (level, end) = (level(at: parent) + 1, end(ofSubtreeAt: parent))
    var remaining = index
    for child in parent + 1..<end where self[child].level == level {
      if remaining == 0 { return child }
      remaining -= 1
    }
    return end
  }

  func rows(ofChildren range: Range<Int>, at parent: Int) -> Range<Int> {
    row(ofChild: range.lowerBound, at: parent)..<row(ofChild: range.upperBound, at: parent)
  }

  func hasChildren(at row: Int) -> Bool {
    row + 1 < count && self[row + 1].level > self[row].level
  }

  var childrenByParent: [Int?: [Int]] {
    var children: [Int?: [Int]] = [:]
    var path: [Int] = []
    for row in self {
      path.removeLast(Swift.max(0, path.count - row.level))
      children[path.last, default: []].append(row.id)
      path.append(row.id)
    }
    return children
  }
}
