/// A strict listener to a tree model of Qt, which reports the begin and the end of each change.
public struct QtTreeModel {
  /// The rows of a parent, from `first` to `last`.
  public enum Change: Equatable, Sendable {
    case insert(first: Int, last: Int, parent: Int?)
    case remove(first: Int, last: Int, parent: Int?)
    /// The target is the row of the new parent before which the rows go, numbered before the move.
    case move(first: Int, last: Int, parent: Int?, before: Int, newParent: Int?)
  }

  public private(set) var rows: [ViewRow]
  private var change: Change?

  public init(_ rows: [ViewRow]) {
    self.rows = rows
  }

  public mutating func begin(_ change: Change) -> [Violation] {
    guard self.change == nil else {
      return [Violation(.changesAreSeparate, "\(change) begins before the last one has ended")]
    }
    if let violation = refusal(of: change) { return [violation] }
    self.change = change
    return []
  }

  public mutating func end(model: [ViewRow]) -> [Violation] {
    guard let change else { return [Violation(.changesAreSeparate, "an end without a beginning")] }
    self.change = nil
    let violation =
      switch change {
      case .insert(let first, let last, let parent):
        insert(first..<last + 1, of: parent, model)
      case .remove(let first, let last, let parent):
        remove(first..<last + 1, of: parent, model)
      case .move(let first, let last, let parent, let before, let newParent):
        move(first..<last + 1, of: parent, before: before, of: newParent, model)
      }
    if let violation { return [violation] }
    rows = model
    return []
  }

  public mutating func dataChanged(
    first: Int, last: Int, parent: Int?, model: [ViewRow]
  ) -> [Violation] {
    guard change == nil else {
      return [Violation(.changesAreSeparate, "data changed during a change")]
    }
    guard let row = rows.row(of: parent), first >= 0, first <= last,
      last < rows.childCount(at: row)
    else { return [Violation(.changedRowsExist, "no rows from \(first) to \(last)")] }
    guard rows.count == model.count else {
      return [Violation(.childCount, "\(model), not \(rows)")]
    }
    var expected = rows
    for index in first...last {
      let child = rows.row(ofChild: index, at: row)
      expected[child].content = model[child].content
    }
    guard expected == model else {
      return [Violation(.otherChildrenStay, "\(model), not \(expected)")]
    }
    rows = model
    return []
  }
}

extension QtTreeModel {
  private func refusal(of change: Change) -> Violation? {
    switch change {
    case .insert(let first, let last, let parent):
      guard let row = rows.row(of: parent), first >= 0, first <= last,
        first <= rows.childCount(at: row)
      else { return Violation(.insertedRowsAreInBounds, "\(change)") }
    case .remove(let first, let last, let parent):
      guard let row = rows.row(of: parent), first >= 0, first <= last,
        last < rows.childCount(at: row)
      else { return Violation(.removedRowsExist, "\(change)") }
    case .move(let first, let last, let parent, let before, let newParent):
      guard let row = rows.row(of: parent), let newRow = rows.row(of: newParent),
        first >= 0, first <= last, last < rows.childCount(at: row),
        before >= 0, before <= rows.childCount(at: newRow),
        row != newRow || before < first || before > last + 1,
        !rows.rows(ofChildren: first..<last + 1, at: row).contains(newRow)
      else { return Violation(.movedRowsLeaveTheirPosition, "\(change)") }
    }
    return nil
  }

  private func miscount(_ parent: Int?, by difference: Int, _ model: [ViewRow]) -> Violation? {
    guard let row = rows.row(of: parent), let newRow = model.row(of: parent) else {
      return Violation(.otherChildrenStay, "the parent is missing")
    }
    let old = rows.childCount(at: row)
    let new = model.childCount(at: newRow)
    return new == old + difference
      ? nil : Violation(.childCount, "\(old)+\(difference) is not \(new)")
  }

  private func compare(_ expected: [ViewRow], _ model: [ViewRow]) -> Violation? {
    expected == model ? nil : Violation(.otherChildrenStay, "\(model), not \(expected)")
  }

  private func insert(_ range: Range<Int>, of parent: Int?, _ model: [ViewRow]) -> Violation? {
    if let violation = miscount(parent, by: range.count, model) { return violation }
    guard let row = rows.row(of: parent), let newRow = model.row(of: parent) else { return nil }
    var expected = rows
    expected.insert(
      contentsOf: model[model.rows(ofChildren: range, at: newRow)],
      at: rows.row(ofChild: range.lowerBound, at: row))
    return compare(expected, model)
  }

  private func remove(_ range: Range<Int>, of parent: Int?, _ model: [ViewRow]) -> Violation? {
    if let violation = miscount(parent, by: -range.count, model) { return violation }
    guard let row = rows.row(of: parent) else { return nil }
    var expected = rows
    expected.removeSubrange(rows.rows(ofChildren: range, at: row))
    return compare(expected, model)
  }

  private func move(
    _ range: Range<Int>, of parent: Int?, before: Int, of newParent: Int?, _ model: [ViewRow]
  ) -> Violation? {
    let isAmongSiblings = parent == newParent
    if let violation = miscount(parent, by: isAmongSiblings ? 0 : -range.count, model)
      ?? miscount(newParent, by: isAmongSiblings ? 0 : range.count, model)
    {
      return violation
    }
    guard let row = rows.row(of: parent), let newRow = rows.row(of: newParent) else { return nil }
    let source = rows.rows(ofChildren: range, at: row)
    let target = rows.row(ofChild: before, at: newRow)
    let shift = rows.level(at: newRow) - rows.level(at: row)
    let moved = rows[source].map { ViewRow($0.id, level: $0.level + shift, content: $0.content) }
    var expected = rows
    expected.insert(contentsOf: moved, at: target)
    let start = source.lowerBound < target ? source.lowerBound : source.lowerBound + moved.count
    expected.removeSubrange(start..<start + source.count)
    return compare(expected, model)
  }
}
