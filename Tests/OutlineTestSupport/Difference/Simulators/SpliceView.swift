public import Outline

/// A strict view of a list that reports one change after another, as `GListModel` does.
public struct SpliceView {
  public private(set) var rows: [ViewRow]

  public init(_ rows: [ViewRow]) {
    self.rows = rows
  }

  public mutating func itemsChanged(_ splice: SectionDifference.Splice, model: [ViewRow])
    -> [Violation]
  {
    let position = splice.position
    let removed = splice.removed
    let added = splice.added
    guard position >= 0, removed >= 0, added >= 0, removed <= rows.count,
      position <= rows.count - removed
    else { return [Violation(.spliceIsInBounds, "\(splice) of \(rows.count) rows")] }
    guard model.count - added == rows.count - removed else {
      return [
        Violation(.spliceCounts, "\(splice) of \(rows.count) rows does not give \(model.count)")
      ]
    }
    var violations: [Violation] = []
    if !agrees(with: model, after: splice) {
      violations.append(
        Violation(.otherRowsStay, "rows outside \(splice) differ: \(rows), \(model)"))
    }
    if removed > 0 && added > 0 {
      let last = position + removed - 1
      let newLast = position + added - 1
      if rows[position] == model[position] || rows[last] == model[newLast] {
        violations.append(Violation(.spliceIsMinimal, "\(splice) changes less than it says"))
      }
    }
    if violations.isEmpty {
      rows.replaceSubrange(position..<position + removed, with: model[position..<position + added])
    }
    return violations
  }

  private func agrees(with model: [ViewRow], after splice: SectionDifference.Splice) -> Bool {
    for index in 0..<splice.position where rows[index] != model[index] { return false }
    let shift = splice.added - splice.removed
    for index in splice.position + splice.removed..<rows.count
    where rows[index] != model[index + shift] { return false }
    return true
  }
}
