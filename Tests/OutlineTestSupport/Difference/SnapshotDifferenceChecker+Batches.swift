public import Outline

extension SnapshotDifferenceChecker {
  mutating func checkBatches(
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
        update.set(batch)
        if number == batches.count - 1 {
          answer = new.contents
        } else if areFlat {
          answer.set(flat: batch.snapshot)
        } else {
          answer =
            ShownSnapshot(batch.snapshot, content: content, sectionContent: sectionContent).contents
        }
        if !areFlat { log.append("\(view.contents) [\(update)] \(answer)") }
        view.isContentChecked = !update.isStructural
        let violations = view.perform(update, answer: answer)
        try demand(violations.isEmpty, "batch \(number) [\(update)]: \(violations)")
        try demand(update.isStructural || !update.isEmpty, "batch \(number) is empty")
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

extension BatchView.Update {
  var isEmpty: Bool { !isStructural && !hasReloads && reconfigures.isEmpty }

  public mutating func set(_ batch: Snapshot<some Hashable, some Hashable>.Batch) {
    removeAll()
    deletedSections += batch.removedSections
    insertedSections += batch.insertedSections
    reloadedSections += batch.reloadedSections
    for move in batch.movedSections {
      movedSections.append(.init(move.source, move.destination))
    }
    deletions += batch.removals.joined()
    insertions += batch.insertions.joined()
    reloads += batch.reloads.joined()
    reconfigures += batch.reconfigures.joined()
    for move in batch.moves {
      for (source, destination) in zip(move.source, move.destinationRows) {
        moves.append(.init(source, destination))
      }
    }
  }
}
