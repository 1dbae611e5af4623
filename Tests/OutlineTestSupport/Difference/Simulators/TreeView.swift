public import Outline

/// A strict view of a tree that takes changes one after another, as `NSOutlineView` does.
///
/// Its data source has the new tree from the start. The view asks it for the children of an
/// expanding row, and for inserted rows when the update block ends.
public struct TreeView {
  /// How a view treats the state of a row that it shows again: Apple does not specify it.
  public enum Memory: Sendable {
    /// A row that becomes visible is collapsed.
    case forgets
    /// A row that becomes visible is expanded if the old outline has it.
    case remembersRows
    /// A row that becomes visible is expanded: its item may have been in an earlier outline.
    case remembersItems
  }

  /// The state of a row as the view knows it.
  private struct State: Equatable {
    var isExpanded: Bool
    /// As it was when the view last asked.
    var isExpandable: Bool
    /// Whether the row was inserted in the present update block.
    var isUnknown = false
  }

  public private(set) var rows: [ViewRow]
  private var states: [State]
  private let target: ViewTree
  private let remembers: (_ item: Int) -> Bool
  /// The items of the rows, if they are too many to be searched.
  private var items: Set<Int>?
  private var isInBlock = false
  private var reducedParents: Set<Int> = []

  /// Creates a view of a tree whose data source has another one.
  public init(_ tree: ViewTree, target: ViewTree, memory: Memory = .forgets) {
    self.target = target
    rows = tree.visibleRows
    states = tree.visibleIndices.map {
      State(isExpanded: tree.isExpanded(at: $0), isExpandable: tree.rows.hasChildren(at: $0))
    }
    switch memory {
    case .forgets: remembers = { _ in false }
    case .remembersRows:
      let known = Set(tree.rows.map { $0.id })
      remembers = known.contains
    case .remembersItems: remembers = { _ in true }
    }
    if rows.count + target.rows.count > 64 { items = Set(rows.map { $0.id }) }
  }

  /// Performs steps up to the first that breaks a rule, and compares the rows at the end.
  ///
  /// Also performs a check after each step, with the rows before and after it.
  public mutating func perform(
    _ changes: SectionDifference.TreeChanges<Int>, comparingContent: Bool = true,
    check: (
      _ change: SectionDifference.TreeChange<Int>, _ old: [ViewRow], _ new: [ViewRow]
    ) -> [Violation] = { _, _, _ in [] }
  ) -> [Violation] {
    func perform(_ changes: [SectionDifference.TreeChange<Int>]) -> [Violation] {
      for change in changes {
        let old = rows
        var violations = self.perform(change)
        if violations.isEmpty { violations = check(change, old, rows) }
        if !violations.isEmpty { return violations }
      }
      return []
    }
    isInBlock = true
    var violations = perform(changes.structural)
    isInBlock = false
    if violations.isEmpty { violations = endUpdates() }
    if violations.isEmpty { violations = perform(changes.subsequent) }
    return violations.isEmpty ? finish(comparingContent) : violations
  }

  private mutating func perform(_ change: SectionDifference.TreeChange<Int>) -> [Violation] {
    switch change {
    case .insert(let items, at: let index, in: let parent): insert(items, at: index, in: parent)
    case .remove(let range, from: let parent): remove(range, from: parent)
    case .move(let child, of: let parent, to: let index, in: let newParent):
      move(child, of: parent, to: index, in: newParent)
    case .expand(let item): expand(item)
    case .collapse(let item): collapse(item)
    case .update(let item): update(item)
    }
  }
}

// MARK: - Comparing with the data source

extension TreeView {
  private mutating func endUpdates() -> [Violation] {
    var row = 0
    while row < rows.count {
      if states[row].isUnknown {
        states[row] = State(isExpanded: false, isExpandable: target.hasChildren(rows[row].id))
        if let violation = showRemembered(row) { return [violation] }
      }
      row += 1
    }
    return differentChildren(visibleOnly: false)
  }

  private func finish(_ comparingContent: Bool) -> [Violation] {
    var violations = differentChildren(visibleOnly: true)
    let shown = target.visibleRows
    let isSame = rows.elementsEqual(shown) {
      $0.id == $1.id && (!comparingContent || $0.content == $1.content)
    }
    if violations.isEmpty && !isSame {
      violations.append(Violation(.endIsTheTarget, "\(rows), not \(shown)"))
    }
    for (row, state) in zip(rows, states)
    where state.isExpandable != target.hasChildren(row.id) {
      violations.append(
        Violation(.expandabilityIsKnown, "\(row.id) is taken for a row with or without children"))
    }
    return violations
  }

  private func differentChildren(visibleOnly: Bool) -> [Violation] {
    var violations: [Violation] = []
    let shown = rows.childrenByParent
    let wanted = (visibleOnly ? target.visibleRows : target.rows).childrenByParent
    for row in [nil] + rows.indices.map(Optional.some) {
      let item = row.map { rows[$0].id }
      guard row.map({ states[$0].isExpanded }) ?? true, shown[item] != wanted[item] else {
        continue
      }
      violations.append(
        Violation(
          .endIsTheTarget,
          "children of \(item.map(String.init) ?? "nil"): \(shown[item] ?? []), "
            + "not \(wanted[item] ?? [])"))
    }
    return violations
  }
}

// MARK: - Steps

extension TreeView {
  private func expandedRow(of parent: Int?) -> Result<Int, Violation> {
    guard let row = rows.row(of: parent) else {
      return .failure(Violation(.parentIsExpanded, "\(parent ?? 0) is not in view"))
    }
    if row >= 0 && states[row].isUnknown {
      return .failure(
        Violation(.comesAfterTheBlock, "\(rows[row].id) is not known before the block ends"))
    }
    if row >= 0 && !states[row].isExpanded {
      return .failure(Violation(.parentIsExpanded, "\(rows[row].id) is not expanded"))
    }
    return .success(row)
  }

  private func contains(_ item: Int) -> Bool {
    items?.contains(item) ?? rows.contains { $0.id == item }
  }

  private mutating func insert(_ newItems: [Int], at index: Int, in parent: Int?) -> [Violation] {
    let row: Int
    switch expandedRow(of: parent) {
    case .success(let expanded): row = expanded
    case .failure(let violation): return [violation]
    }
    guard index >= 0, index <= rows.childCount(at: row) else {
      return [
        Violation(
          .childIndexExists, "inserting at \(index) of \(rows.childCount(at: row)) children")
      ]
    }
    var position = rows.row(ofChild: index, at: row)
    let level = rows.level(at: row) + 1
    for item in newItems {
      if contains(item) { return [Violation(.itemIsOnce, "\(item) is there already")] }
      guard let content = target.content(of: item) else {
        return [Violation(.itemIsOnce, "\(item) is no item of the data source")]
      }
      rows.insert(ViewRow(item, level: level, content: content), at: position)
      states.insert(State(isExpanded: false, isExpandable: false, isUnknown: true), at: position)
      items?.insert(item)
      position += 1
    }
    return isInBlock ? [] : endUpdates()
  }

  private mutating func remove(_ range: Range<Int>, from parent: Int?) -> [Violation] {
    let row: Int
    switch expandedRow(of: parent) {
    case .success(let expanded): row = expanded
    case .failure(let violation): return [violation]
    }
    guard range.lowerBound >= 0, range.upperBound <= rows.childCount(at: row) else {
      return [
        Violation(.childIndexExists, "removing \(range) of \(rows.childCount(at: row)) children")
      ]
    }
    removeRows(rows.rows(ofChildren: range, at: row))
    if let parent { reducedParents.insert(parent) }
    return []
  }

  private mutating func removeRows(_ range: Range<Int>) {
    if items != nil {
      for row in rows[range] { items?.remove(row.id) }
    }
    rows.removeSubrange(range)
    states.removeSubrange(range)
  }

  private mutating func move(
    _ child: Int, of parent: Int?, to index: Int, in newParent: Int?
  ) -> [Violation] {
    let row: Int
    let newRow: Int
    switch (expandedRow(of: parent), expandedRow(of: newParent)) {
    case (.success(let old), .success(let new)): (row, newRow) = (old, new)
    case (.failure(let violation), _), (_, .failure(let violation)): return [violation]
    }
    let childCount = rows.childCount(at: row)
    guard child >= 0, child < childCount else {
      return [Violation(.childIndexExists, "moving \(child) of \(childCount) children")]
    }
    let range = rows.rows(ofChildren: child..<child + 1, at: row)
    guard !range.contains(newRow) else {
      return [Violation(.moveIsNotIntoItself, "\(rows[range.lowerBound]) moves into itself")]
    }
    let count = rows.childCount(at: newRow) - (row == newRow ? 1 : 0)
    guard index >= 0, index <= count else {
      return [Violation(.childIndexExists, "moving to \(index) of \(count) children")]
    }
    var moved = Array(rows[range])
    let movedStates = Array(states[range])
    let shift = rows.level(at: newRow) - rows.level(at: row)
    for index in moved.indices { moved[index].level += shift }
    rows.removeSubrange(range)
    states.removeSubrange(range)
    let destination = newRow > range.lowerBound ? newRow - range.count : newRow
    let position = rows.row(ofChild: index, at: destination)
    rows.insert(contentsOf: moved, at: position)
    states.insert(contentsOf: movedStates, at: position)
    return []
  }

  private mutating func expand(_ item: Int) -> [Violation] {
    guard let row = rows.row(of: item) else {
      return [Violation(.itemIsVisible, "\(item) is not in view")]
    }
    if isInBlock {
      return [Violation(.comesAfterTheBlock, "\(item) expands before the block ends")]
    }
    if states[row].isExpanded { return [] }
    guard states[row].isExpandable else {
      return [Violation(.expandabilityIsKnown, "\(item) is taken for a row without children")]
    }
    return show(row).map { [$0] } ?? []
  }

  private mutating func show(_ row: Int) -> Violation? {
    let children = target.children(of: rows[row].id)
    guard !children.isEmpty else {
      return Violation(.expandabilityIsKnown, "\(rows[row].id) has no children")
    }
    if let twice = children.first(where: { contains($0.id) }) {
      return Violation(.itemIsOnce, "\(twice) is there already")
    }
    states[row].isExpanded = true
    let level = rows[row].level + 1
    rows.insert(
      contentsOf: children.map { ViewRow($0.id, level: level, content: $0.content) }, at: row + 1)
    states.insert(
      contentsOf: children.map {
        State(isExpanded: false, isExpandable: target.hasChildren($0.id))
      }, at: row + 1)
    items?.formUnion(children.map { $0.id })
    for child in (row + 1...row + children.count).reversed() {
      if let violation = showRemembered(child) { return violation }
    }
    return nil
  }

  private mutating func showRemembered(_ row: Int) -> Violation? {
    guard states[row].isExpandable, remembers(rows[row].id) else { return nil }
    return show(row)
  }

  private mutating func collapse(_ item: Int) -> [Violation] {
    guard let row = rows.row(of: item) else {
      return [Violation(.itemIsVisible, "\(item) is not in view")]
    }
    if states[row].isUnknown {
      return [Violation(.comesAfterTheBlock, "\(item) is not known before the block ends")]
    }
    if reducedParents.contains(item) {
      return [Violation(.collapseIsOneStep, "\(item) lost children one by one")]
    }
    removeRows(row + 1..<rows.end(ofSubtreeAt: row))
    states[row].isExpanded = false
    return []
  }

  private mutating func update(_ item: Int) -> [Violation] {
    guard let row = rows.row(of: item), let content = target.content(of: item) else {
      return [Violation(.itemIsVisible, "\(item) is not in view")]
    }
    if states[row].isUnknown {
      return [Violation(.comesAfterTheBlock, "\(item) is not known before the block ends")]
    }
    if states[row].isExpanded && !target.hasChildren(item) {
      return [
        Violation(
          .expandabilityIsKnown, "\(item) has no children, and is updated while it is expanded")
      ]
    }
    rows[row].content = content
    states[row].isExpandable = target.hasChildren(item)
    return []
  }
}
