import Outline

extension DifferenceChecker {
  func checkSplices(
    from old: [ViewRow], to new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    let new = new.map { ViewRow($0.id) }
    var model = old.map { ViewRow($0.id) }
    var view = SpliceView(model)
    var last = -1
    for splice in difference.splices {
      try demand(splice.position > last, "splices do not ascend")
      last = splice.position + splice.added
      let end = splice.position + splice.removed
      guard splice.position >= 0, end <= model.count, last <= new.count else {
        throw Disagreement("\(splice) does not fit \(model.count) rows")
      }
      model.replaceSubrange(splice.position..<end, with: new[splice.position..<last])
      let violations = view.itemsChanged(
        .init(splice.position, removed: splice.removed, added: splice.added), model: model)
      try demand(violations.isEmpty, "\(violations)")
    }
    try demand(view.rows == new, "spliced: \(view.rows)")
  }

  func checkTree(
    from old: ShownOutline, to new: ShownOutline, _ difference: SectionDifference
  ) throws(Disagreement) {
    guard let changes = difference.treeChanges(from: old.snapshot, to: new.snapshot) else {
      throw Disagreement("no treeChanges")
    }
    do {
      try checkTree(from: old.tree, to: new.tree, changes, .forgets)
      // If no rows become visible, there is nothing to remember.
      if (changes.structural + changes.subsequent).contains(where: { $0.showsRows }) {
        try checkTree(from: old.tree, to: new.tree, changes, .remembers)
      }
    } catch {
      throw Disagreement("\(error)\n\(changes)")
    }
  }

  private func checkTree(
    from old: ViewTree, to new: ViewTree, _ changes: SectionDifference.TreeChanges<Int>,
    _ memory: TreeView.Memory
  ) throws(Disagreement) {
    var tree = TreeView(old, target: new, memory: memory)
    var model = QtTreeModel(tree.rows)
    func perform(_ changes: [SectionDifference.TreeChange<Int>]) throws(Disagreement) {
      for change in changes {
        let rows = tree.rows
        var violations = tree.perform(change)
        if violations.isEmpty && memory == .forgets {
          violations = model.receive(change, rows, tree.rows)
        }
        try demand(violations.isEmpty, "\(memory), \(change): \(violations)")
      }
    }
    tree.beginUpdates()
    try perform(changes.structural)
    var violations = tree.endUpdates()
    try demand(violations.isEmpty, "\(memory), end of the block: \(violations)")
    try perform(changes.subsequent)
    violations = tree.finish(comparingContent: isContentChecked)
    try demand(violations.isEmpty, "\(memory): \(violations)")
  }
}

extension SectionDifference.TreeChange {
  fileprivate var showsRows: Bool {
    switch self {
    case .insert, .expand: true
    case .remove, .move, .collapse, .update: false
    }
  }
}

extension QtTreeModel {
  /// Receives a change of a tree view as a change of the model.
  mutating func receive(
    _ change: TreeView.Change, _ old: [ViewRow], _ new: [ViewRow]
  ) -> [Violation] {
    if case .update(let item) = change {
      guard let row = old.row(of: item) else { return [Violation(.q4, "no \(item)")] }
      let position = old.position(of: row)
      return dataChanged(
        first: position.index, last: position.index, parent: position.parent, model: new)
    }
    // Expanding an expanded row, or collapsing a leaf, does not change the model.
    switch change {
    case .expand, .collapse: if old == new { return [] }
    default: break
    }
    let violations = begin(Change(change, old, new))
    return violations.isEmpty ? end(model: new) : violations
  }
}

extension QtTreeModel.Change {
  init(_ change: TreeView.Change, _ old: [ViewRow], _ new: [ViewRow]) {
    switch change {
    case .insert(let items, at: let index, in: let parent):
      self = .insert(first: index, last: index + items.count - 1, parent: parent)
    case .remove(let range, from: let parent):
      self = .remove(first: range.lowerBound, last: range.upperBound - 1, parent: parent)
    case .move(let index, of: let parent, to: let target, in: let newParent):
      let isLater = parent == newParent && target > index
      self = .move(
        first: index, last: index, parent: parent, before: isLater ? target + 1 : target,
        newParent: newParent)
    case .expand(let item):
      self = .insert(first: 0, last: new.childCount(of: item) - 1, parent: item)
    case .collapse(let item), .update(let item):
      self = .remove(first: 0, last: old.childCount(of: item) - 1, parent: item)
    }
  }
}

extension [ViewRow] {
  fileprivate func childCount(of item: Int) -> Int {
    row(of: item).map { childCount(at: $0) } ?? 0
  }

  fileprivate func position(of row: Int) -> (parent: Int?, index: Int) {
    var index = 0
    var other = row - 1
    while other >= 0, self[other].level >= self[row].level {
      if self[other].level == self[row].level { index += 1 }
      other -= 1
    }
    return (other < 0 ? nil : self[other].id, index)
  }
}
