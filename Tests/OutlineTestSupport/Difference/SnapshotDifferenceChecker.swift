public import Outline

public struct SnapshotDifferenceChecker {
  public var areFlat = false
  public var content: (Int) -> Int = { _ in 0 }
  public var sectionContent: (Int) -> Int = { _ in 0 }

  private var view = BatchView()
  /// The contents of the data source after a batch.
  private var answer = BatchView.Contents()
  private var lists = DifferenceChecker()

  public init() {}

  public mutating func check(
    from old: ShownSnapshot, to new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    do {
      try lists.checkList(from: old.sections, to: new.sections, difference.sections)
      if !areFlat { findArrivals(old, difference) }
      defer { if !areFlat { lists.contentFromElsewhere = [:] } }
      try checkChanges(old, new, difference)
      try checkMoves(old, new, difference)
      try checkBatches(old, new, difference)
    } catch {
      throw Disagreement("\(error)\n\(difference)\nold: \(old.contents)\nnew: \(new.contents)")
    }
  }

  private mutating func findArrivals(_ old: ShownSnapshot, _ difference: SnapshotDifference) {
    for path in difference.moves.lazy.map({ $0.source }).joined() {
      if let index = old.contents.index(of: path) {
        let row = old.contents.rows[index]
        lists.contentFromElsewhere[row.id] = row.content
      }
    }
  }

  /// The changes are those of the removed sections in their old order, then those of the others in
  /// the new one.
  private mutating func checkChanges(
    _ old: ShownSnapshot, _ new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    let changes = difference.changes
    var next = 0
    for (index, section) in old.sections.enumerated() where new.index(of: section) == nil {
      guard next < changes.count, changes[next].newSection == nil,
        changes[next].oldSection == index
      else {
        try demand(old.rows[index].isEmpty, "no changes of the old section \(index)")
        continue
      }
      try demand(!changes[next].difference.isEmpty, "change of old \(index) is empty")
      try lists.checkList(from: old.rows[index], to: [], changes[next].difference)
      next += 1
    }
    for (index, section) in new.sections.enumerated() {
      let oldIndex = old.index(of: section)
      let oldRows = oldIndex.map { old.rows[$0] } ?? []
      guard next < changes.count, changes[next].newSection == index else {
        try demand(oldRows == new.rows[index], "no changes of section \(index)")
        continue
      }
      try demand(
        changes[next].oldSection == oldIndex, "change of \(index) has the wrong old section")
      try checkChange(changes[next].difference, oldRows, index, oldIndex, old, new)
      next += 1
    }
    try demand(next == changes.count, "too many changes, or not in order")
  }

  private mutating func checkChange(
    _ difference: SectionDifference, _ oldRows: [ViewRow], _ index: Int, _ oldIndex: Int?,
    _ old: ShownSnapshot, _ new: ShownSnapshot
  ) throws(Disagreement) {
    try demand(!difference.isEmpty, "change of \(index) is empty")
    let section = new.sections[index]
    let isReloaded = oldIndex.map { old.sections[$0].content != section.content } ?? true
    lists.isContentChecked = !isReloaded
    defer { lists.isContentChecked = true }
    try lists.checkList(from: oldRows, to: new.rows[index], difference)
    if !areFlat, !isReloaded, oldIndex != nil {
      let shown = ShownOutline(new.snapshot[section.id], content: content)
      let oldShown = ShownOutline(old.snapshot[section.id])
      try lists.checkTree(from: oldShown, to: shown, difference)
      try lists.checkCollectionDifference(oldShown, shown, difference)
    }
  }

  private func checkMoves(
    _ old: ShownSnapshot, _ new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    var expected = 0
    for (section, rows) in zip(new.sections, new.rows) {
      for row in rows where row.id < old.owners.count {
        let owner = old.owners[row.id]
        if owner >= 0 && owner != section.id { expected += 1 }
      }
    }
    var count = 0
    for move in difference.moves {
      for (path, target) in zip(move.source, move.destinationRows) {
        guard let source = old.contents.index(of: path),
          let destination = new.contents.index(of: target),
          old.contents.rows[source].id == new.contents.rows[destination].id
        else { throw Disagreement("\(move) moves something else") }
        try demand(
          old.sections[path.section].id != new.sections[target.section].id,
          "\(move) stays in its section")
        count += 1
      }
    }
    try demand(count == expected, "\(count) rows change sections, expected \(expected)")
    let lists = [difference.sections] + difference.changes.map { $0.difference }
    let changeCount = lists.reduce(difference.moves.count) { $0 + $1.changeCount }
    try demand(changeCount == difference.changeCount, "changeCount is not \(changeCount)")
    try demand(
      difference.isEmpty == (difference.sections.isEmpty && difference.changes.isEmpty), "isEmpty")
  }
}

extension SnapshotDifferenceChecker {
  private mutating func checkBatches(
    _ old: ShownSnapshot, _ new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    guard let batches = difference.batches(from: old.snapshot, to: new.snapshot) else {
      throw Disagreement("no batches")
    }
    try demand(batches.isEmpty == difference.isEmpty, "\(batches.count) batches")
    view.show(old.contents)
    var log: [String] = []
    do {
      for number in batches.indices {
        let batch = batches[number]
        if number == batches.count - 1 {
          answer = new.contents
        } else if areFlat {
          answer.set(flat: batch.snapshot)
        } else {
          answer =
            ShownSnapshot(batch.snapshot, content: content, sectionContent: sectionContent).contents
        }
        if !areFlat { log.append("\(view.contents) [\(batch)] \(answer)") }
        view.isContentChecked = !batch.hasStructuralChanges
        let violations = view.perform(batch, answer: answer)
        try demand(violations.isEmpty, "batch \(number) [\(batch)]: \(violations)")
        try demand(!batch.description.isEmpty, "batch \(number) is empty")
      }
      try demand(
        batches.last.map { $0.snapshot == new.snapshot } ?? true, "the last is not the new snapshot"
      )
      try demand(view.contents == new.contents, "the view shows \(view.contents)")
    } catch {
      throw Disagreement("\(error)\n\(log.joined(separator: "\n"))")
    }
  }
}
