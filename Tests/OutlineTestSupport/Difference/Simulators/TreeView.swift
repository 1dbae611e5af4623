/// A strict view of a tree that takes changes one after another, as `NSOutlineView` does.
///
/// It asks its data source, which has the new rows from the start, for what it does not have.
public struct TreeView {
  public enum Change: Equatable, Sendable {
    case insert([Int], at: Int, in: Int?)
    case remove(Range<Int>, from: Int?)
    /// The index among the new siblings counts after the removal.
    case move(Int, of: Int?, to: Int, in: Int?)
    /// Shows what is to be seen below the item: so many rows, where the number is given.
    case expand(Int, count: Int? = nil)
    case collapse(Int, count: Int? = nil)
    /// Draws the row anew.
    case update(Int)
  }

  public private(set) var rows: [ViewRow]
  /// Which rows show their children, if they have any.
  private var isOpen: [Bool]
  private let target: [ViewRow]
  /// The items of the rows, where they are too many to be searched.
  private var items: Set<Int>?

  /// A view of the first rows whose data source has the others.
  public init(_ rows: [ViewRow], target: [ViewRow]) {
    self.rows = rows
    self.target = target
    isOpen = rows.indices.map { rows.hasChildren(at: $0) }
    if rows.count + target.count > 64 { items = Set(rows.map(\.id)) }
  }

  public mutating func perform(_ change: Change) -> [Violation] {
    switch change {
    case .insert(let items, at: let index, in: let parent): insert(items, at: index, in: parent)
    case .remove(let range, from: let parent): remove(range, from: parent)
    case .move(let child, of: let parent, to: let index, in: let newParent):
      move(child, of: parent, to: index, in: newParent)
    case .expand(let item, let count): expand(item, count: count)
    case .collapse(let item, let count): collapse(item, count: count)
    case .update(let item): update(item)
    }
  }

  /// Compares what is shown with what should be, after the last change.
  public func finish() -> [Violation] {
    guard rows != target else { return [] }
    var violations: [Violation] = []
    let (shown, wanted) = (rows.families, target.families)
    for (parent, children) in wanted where shown[parent] != children {
      let name = parent.map(String.init) ?? "nil"
      violations.append(
        Violation(.a5, "children of \(name): \(shown[parent] ?? []), not \(children)"))
    }
    if zip(rows, target).contains(where: { $0.id != $1.id || $0.content != $1.content })
      || rows.count != target.count
    {
      violations.append(Violation(.a6, "\(rows), not \(target)"))
    }
    return violations
  }
}

extension TreeView {
  /// The row of a parent that shows its children.
  private func openRow(of parent: Int?) -> Int? {
    guard let row = rows.row(of: parent), row < 0 || isOpen[row] else { return nil }
    return row
  }

  private func contains(_ item: Int) -> Bool {
    items?.contains(item) ?? rows.contains { $0.id == item }
  }

  private func closed(_ parent: Int?) -> [Violation] {
    [Violation(.a2, "\(parent.map(String.init) ?? "nil") is not expanded")]
  }

  private mutating func insert(
    _ newItems: [Int], at index: Int, in parent: Int?
  ) -> [Violation] {
    guard let row = openRow(of: parent) else { return closed(parent) }
    guard index >= 0, index <= rows.childCount(at: row) else {
      return [Violation(.a1, "inserting at \(index) of \(rows.childCount(at: row)) children")]
    }
    var place = rows.row(ofChild: index, at: row)
    let level = rows.level(at: row) + 1
    for item in newItems {
      if contains(item) { return [Violation(.a3, "\(item) is there already")] }
      guard let source = target.row(of: item) else {
        return [Violation(.a5, "\(item) is no child to insert")]
      }
      rows.insert(ViewRow(item, level: level, content: target[source].content), at: place)
      isOpen.insert(false, at: place)
      items?.insert(item)
      place += 1
    }
    return []
  }

  private mutating func remove(_ range: Range<Int>, from parent: Int?) -> [Violation] {
    guard let row = openRow(of: parent) else { return closed(parent) }
    guard range.lowerBound >= 0, range.upperBound <= rows.childCount(at: row) else {
      return [Violation(.a1, "removing \(range) of \(rows.childCount(at: row)) children")]
    }
    removeRows(rows.rows(ofChildren: range, at: row))
    return []
  }

  private mutating func removeRows(_ range: Range<Int>) {
    if items != nil {
      for row in rows[range] { items?.remove(row.id) }
    }
    rows.removeSubrange(range)
    isOpen.removeSubrange(range)
  }

  private mutating func move(
    _ child: Int, of parent: Int?, to index: Int, in newParent: Int?
  ) -> [Violation] {
    guard let row = openRow(of: parent) else { return closed(parent) }
    guard let newRow = openRow(of: newParent) else { return closed(newParent) }
    let childCount = rows.childCount(at: row)
    guard child >= 0, child < childCount else {
      return [Violation(.a1, "moving \(child) of \(childCount) children")]
    }
    let range = rows.rows(ofChildren: child..<child + 1, at: row)
    guard !range.contains(newRow) else {
      return [Violation(.a4, "\(rows[range.lowerBound]) moves into itself")]
    }
    let count = rows.childCount(at: newRow) - (row == newRow ? 1 : 0)
    guard index >= 0, index <= count else {
      return [Violation(.a1, "moving to \(index) of \(count) children")]
    }
    var moved = Array(rows[range])
    let movedFlags = Array(isOpen[range])
    let shift = rows.level(at: newRow) - rows.level(at: row)
    for index in moved.indices { moved[index].level += shift }
    rows.removeSubrange(range)
    isOpen.removeSubrange(range)
    let destination = newRow > range.lowerBound ? newRow - range.count : newRow
    let place = rows.row(ofChild: index, at: destination)
    rows.insert(contentsOf: moved, at: place)
    isOpen.insert(contentsOf: movedFlags, at: place)
    return []
  }

  private mutating func expand(_ item: Int, count: Int?) -> [Violation] {
    guard let row = rows.row(of: item), let source = target.row(of: item), !isOpen[row] else {
      return [Violation(.a7, "\(item) is not there, or expanded already")]
    }
    let range = source + 1..<target.end(ofSubtreeAt: source)
    guard !range.isEmpty, count == nil || count == range.count else {
      return [Violation(.a7, "\(item) shows \(range.count) rows, not \(count ?? 1)")]
    }
    if let twice = target[range].first(where: { contains($0.id) }) {
      return [Violation(.a3, "\(twice) is there already")]
    }
    let shift = rows[row].level - target[source].level
    rows.insert(
      contentsOf: target[range].lazy.map {
        ViewRow($0.id, level: $0.level + shift, content: $0.content)
      }, at: row + 1)
    isOpen.insert(
      contentsOf: range.lazy.map { [target] in target.hasChildren(at: $0) }, at: row + 1)
    isOpen[row] = true
    if items != nil { items?.formUnion(target[range].lazy.map(\.id)) }
    return []
  }

  private mutating func collapse(_ item: Int, count: Int?) -> [Violation] {
    guard let row = rows.row(of: item), isOpen[row] else {
      return [Violation(.a7, "\(item) is not there, or collapsed already")]
    }
    let range = row + 1..<rows.end(ofSubtreeAt: row)
    guard count == nil || count == range.count else {
      return [Violation(.a7, "\(item) hides \(range.count) rows, not \(count ?? 0)")]
    }
    removeRows(range)
    isOpen[row] = false
    return []
  }

  private mutating func update(_ item: Int) -> [Violation] {
    guard let row = rows.row(of: item), let source = target.row(of: item) else {
      return [Violation(.a6, "\(item) is not there to be drawn")]
    }
    rows[row].content = target[source].content
    return []
  }
}
