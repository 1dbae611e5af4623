public import Outline

/// Checks differences of outlines of small numbers, directly and through all strict views.
public struct DifferenceChecker {
  public var isContentChecked = true
  /// The old content of rows from other sections, by item.
  var contentFromElsewhere: [Int: Int] = [:]
  /// One of this many differences is checked as a `CollectionDifference` too.
  public var interval = 1
  private var number = 0
  /// By item, its row in the old and in the new list, or -1.
  private var oldRows: [Int] = []
  private var newRows: [Int] = []
  /// The last checked differences of two short plain lists by their pattern, to skip equal ones.
  private var checked: [Int: SectionDifference] = [:]

  public init() {}

  public mutating func check(
    from old: ShownOutline, to new: ShownOutline, _ difference: SectionDifference
  ) throws(Disagreement) {
    do {
      try checkList(from: old.rows, to: new.rows, difference)
      try checkTree(from: old, to: new, difference)
      number += 1
      if number % interval == 0 { try checkCollectionDifference(old, new, difference) }
    } catch {
      throw Disagreement(
        """
        \(error)
        \(difference)
        old:
        \(old.snapshot.shape)
        new:
        \(new.snapshot.shape)
        """)
    }
  }

  mutating func checkList(
    from old: [ViewRow], to new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    findRows(old, new)
    let pattern = pattern(old, new)
    if let pattern, checked[pattern] == difference { return }
    try checkForm(of: difference)
    try checkRows(old, new, difference)
    try checkUpdates(old, new, difference)
    try checkSplices(from: old, to: new, difference)
    try checkReplay(old, new, difference)
    if let pattern { checked[pattern] = difference }
  }

  /// Returns a number that two pairs of lists share only if they differ in names only.
  ///
  /// Returns `nil` for more than seven rows, and if there are levels, content, or rows from other
  /// sections.
  private func pattern(_ old: [ViewRow], _ new: [ViewRow]) -> Int? {
    guard old.count < 8, new.count < 8, contentFromElsewhere.isEmpty else { return nil }
    for row in old where row.level != 0 || row.content != 0 { return nil }
    // Counts are at most 7.
    var pattern = (isContentChecked ? 8 : 0) + old.count
    for row in new {
      guard row.level == 0, row.content == 0 else { return nil }
      pattern = pattern << 4 + oldRows[row.id] + 1
    }
    return pattern << 4 + new.count
  }

  private mutating func findRows(_ old: [ViewRow], _ new: [ViewRow]) {
    Self.find(old, in: &oldRows, excluding: new)
    Self.find(new, in: &newRows, excluding: old)
  }

  private static func find(
    _ rows: [ViewRow], in positions: inout [Int], excluding others: [ViewRow]
  ) {
    for index in positions.indices { positions[index] = -1 }
    var last = -1
    for row in rows { last = max(last, row.id) }
    for row in others { last = max(last, row.id) }
    if last >= positions.count {
      positions.append(contentsOf: repeatElement(-1, count: last + 1 - positions.count))
    }
    for (index, row) in rows.enumerated() { positions[row.id] = index }
  }
}

func demand(_ condition: Bool, _ text: @autoclosure () -> String) throws(Disagreement) {
  if !condition { throw Disagreement(text()) }
}

extension [Range<Int>] {
  /// Whether the ranges are ascending, with at least one other row between any two.
  var areMaximal: Bool {
    var last = -1
    for range in self {
      if range.isEmpty || range.lowerBound <= last { return false }
      last = range.upperBound
    }
    return true
  }

  /// Returns whether the ranges are those of the rows that meet a condition.
  func hold(_ rows: [ViewRow], where isMember: (Int, ViewRow) -> Bool) -> Bool {
    var rest = self[...]
    for (index, row) in rows.enumerated() {
      if let first = rest.first, first.upperBound <= index { rest.removeFirst() }
      let isIn = rest.first?.contains(index) ?? false
      if isIn != isMember(index, row) { return false }
    }
    return rest.isEmpty || (rest.count == 1 && rest.first?.upperBound == rows.count)
  }
}

extension DifferenceChecker {
  private func checkForm(of difference: SectionDifference) throws(Disagreement) {
    try demand(difference.removals.areMaximal, "removals are not maximal ranges")
    try demand(difference.insertions.areMaximal, "insertions are not maximal ranges")
    try demand(difference.reloads.areMaximal, "reloads are not maximal ranges")
    try demand(difference.reconfigures.areMaximal, "reconfigures are not maximal ranges")
    var last: SectionDifference.Move?
    for move in difference.moves {
      try demand(!move.source.isEmpty && move.destination >= 0, "a move of nothing")
      if let last {
        let end = last.source.upperBound
        let newEnd = last.destination + last.source.count
        try demand(end <= move.source.lowerBound, "moves are not ascending")
        try demand(
          end < move.source.lowerBound || newEnd != move.destination, "moves are not maximal")
      }
      last = move
    }
    let count =
      [difference.removals, difference.insertions, difference.reloads, difference.reconfigures]
      .joined().count + difference.moves.count
    try demand(count == difference.changeCount, "changeCount is not \(count)")
    try demand(difference.isEmpty == (count == 0), "isEmpty")
  }

  private func checkRows(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    let oldRows = oldRows
    let newRows = newRows
    try demand(
      difference.removals.hold(old) { newRows[$1.id] < 0 }, "not the rows that are removed")
    try demand(
      difference.insertions.hold(new) { oldRows[$1.id] < 0 },
      "not the rows that are inserted")
    var isMoved = [Bool](repeating: false, count: old.count)
    var moveCount = 0
    for move in difference.moves {
      for row in move.source {
        let target = move.destination + row - move.source.lowerBound
        try demand(row < old.count && newRows[old[row].id] == target, "row \(row) is not moved")
        isMoved[row] = true
        moveCount += 1
      }
    }
    var last = -1
    var positions: [Int] = []
    for (index, row) in old.enumerated() where newRows[row.id] >= 0 {
      positions.append(newRows[row.id])
      guard !isMoved[index] else { continue }
      try demand(last < newRows[row.id], "row \(index) is not in order")
      last = newRows[row.id]
    }
    let fewest = Self.fewestMoves(positions)
    try demand(moveCount == fewest, "\(moveCount) rows move, and \(fewest) would do")
  }

  /// Returns the smallest number of rows that move: all but the longest increasing subsequence.
  ///
  /// The rows of both lists are given by their new positions in old order.
  private static func fewestMoves(_ positions: [Int]) -> Int {
    var lasts: [Int] = []
    for position in positions {
      var low = 0
      var high = lasts.count
      while low < high {
        let middle = (low + high) / 2
        if lasts[middle] < position { low = middle + 1 } else { high = middle }
      }
      if low == lasts.count { lasts.append(position) } else { lasts[low] = position }
    }
    return positions.count - lasts.count
  }

  private func checkUpdates(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    for range in difference.reloads + difference.reconfigures {
      try demand(range.upperBound <= new.count, "updates out of range")
    }
    guard isContentChecked else { return }
    var isReloaded = [Bool](repeating: false, count: new.count)
    for row in difference.reloads.joined() { isReloaded[row] = true }
    let isDifferent = { [oldRows, contentFromElsewhere] (row: ViewRow) in
      let oldRow = oldRows[row.id]
      return (oldRow >= 0 ? old[oldRow].content : contentFromElsewhere[row.id] ?? row.content)
        != row.content
    }
    try demand(
      difference.reconfigures.hold(new) { isDifferent($1) && !isReloaded[$0] },
      "not the rows that are reconfigured")
    for row in difference.reloads.joined() {
      try demand(isDifferent(new[row]), "row \(row) is reloaded without need")
    }
  }

  private func checkReplay(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    guard let replayed = difference.applied(to: old, newRows: new) else {
      throw Disagreement("not to be replayed")
    }
    var isSame = replayed.count == new.count
    for (row, target) in zip(replayed, new) {
      isSame = isSame && row.id == target.id && (!isContentChecked || row.content == target.content)
    }
    try demand(isSame, "replayed: \(replayed), not \(new)")
  }

  func checkCollectionDifference(
    _ old: ShownOutline, _ new: ShownOutline, _ difference: SectionDifference
  ) throws(Disagreement) {
    let changes = difference.collectionDifference(from: old.snapshot, to: new.snapshot)
    guard let changes else { throw Disagreement("no CollectionDifference") }
    #if !hasFeature(Embedded)  // which lacks `applying`
      let items = old.rows.map { $0.id }.applying(changes)
      try demand(
        items == new.rows.map { $0.id },
        "by CollectionDifference: \(items.map { "\($0)" } ?? "nil")")
    #endif
    var moveCount = 0
    for case .insert(_, _, .some) in changes.insertions { moveCount += 1 }
    try demand(
      moveCount == difference.moves.reduce(0) { $0 + $1.source.count }, "associated changes")
  }
}

// MARK: - Views

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
      let violations = view.itemsChanged(splice, model: model)
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
        try checkTree(from: old.tree, to: new.tree, changes, .remembersItems)
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
    let violations = tree.perform(changes, comparingContent: isContentChecked) { change, old, new in
      memory == .forgets ? model.receive(change, old, new) : []
    }
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
    _ change: SectionDifference.TreeChange<Int>, _ old: [ViewRow], _ new: [ViewRow]
  ) -> [Violation] {
    if case .update(let item) = change {
      guard let row = old.row(of: item) else { return [Violation(.changedRowsExist, "no \(item)")] }
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
  init(_ change: SectionDifference.TreeChange<Int>, _ old: [ViewRow], _ new: [ViewRow]) {
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
