/// A row of a simulated view.
public struct ViewRow: Equatable, Sendable, CustomStringConvertible {
  public var id: Int
  public var level: Int
  /// A number for everything that is drawn.
  public var content: Int

  public init(_ id: Int, level: Int = 0, content: Int = 0) {
    self.id = id
    self.level = level
    self.content = content
  }

  /// The text `..3'`: a dot for each level, the item, and a stroke for each change of its content,
  /// if these are few.
  public var description: String {
    let strokes =
      (0..<4).contains(content) ? String(repeating: "'", count: content) : "(\(content))"
    return String(repeating: ".", count: level) + "\(id)\(strokes)"
  }

  init(text: some StringProtocol) {
    let name = text.drop { $0 == "." }
    let number = name.prefix { $0 != "'" }
    guard let id = Int(number) else { preconditionFailure("not a row: '\(text)'") }
    self.init(id, level: text.count - name.count, content: name.count - number.count)
  }
}

extension [ViewRow] {
  /// Reads rows as `1 .2 ..3' 4`.
  public init(text: String) {
    self = text.split(separator: " ").map(ViewRow.init(text:))
  }
}

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
    let level = level(at: parent) + 1
    let end = end(ofSubtreeAt: parent)
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

  /// Reads rows as `1 (.2 ..3) 4`, with hidden rows in parentheses.
  public init(text: String) {
    var isHidden = false
    var isVisible: [Bool] = []
    for word in text.split(separator: " ") {
      isHidden = isHidden || word.hasPrefix("(")
      isVisible.append(!isHidden)
      isHidden = isHidden && !word.hasSuffix(")")
    }
    self.init([ViewRow](text: text.filter { !"()".contains($0) }), isVisible: isVisible)
  }
}
