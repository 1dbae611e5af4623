import Outline

/// A task that reads the updates of a data source into a strict view.
final class ScriptedFollower {
  let view: RecordingAdapter<Int, Int>
  /// A Boolean value that indicates whether a task requests each update.
  let isSlow: Bool
  private let turn: AsyncStream<Void>.Continuation
  private let task: Task<Void, Never>

  init(
    _ view: RecordingAdapter<Int, Int>, _ updates: OutlineDataSource<Int, Int>.Updates,
    isSlow: Bool, on actor: SimulatedActor
  ) {
    self.view = view
    self.isSlow = isSlow
    let turns = AsyncStream<Void>.makeStream()
    turn = turns.continuation
    let reader = Reader(view: view, updates: updates, turns: isSlow ? turns.stream : nil)
    task = Task.detached { await reader.follow(on: actor) }
  }

  /// Unchecked: all jobs of a seed run on one thread.
  private struct Reader: @unchecked Sendable {
    let view: RecordingAdapter<Int, Int>
    let updates: OutlineDataSource<Int, Int>.Updates
    let turns: AsyncStream<Void>?

    func follow(on actor: isolated SimulatedActor) async {
      var turns = turns?.makeAsyncIterator()
      for await update in updates {
        view.show(update)
        await turns?.next(isolation: actor)
      }
    }
  }

  func read() { turn.yield() }
  func readAll() { turn.finish() }
}

/// Views of lists and of trees that replay the splices and the tree changes of updates.
final class ChangeMirror: OutlineAdapter {
  private var shown = Snapshot<Int, Int>()
  private let checker = DifferenceChecker()
  private let report: (String) -> Void

  init(_ report: @escaping (String) -> Void) {
    self.report = report
  }

  func reload(_ snapshot: Snapshot<Int, Int>) { shown = snapshot }

  func show(_ update: OutlineDataSource<Int, Int>.Update) {
    do {
      try replay(update)
    } catch {
      report("\(error)\n\(update.difference)")
    }
    shown = update.finalSnapshot
  }

  private func replay(_ update: OutlineDataSource<Int, Int>.Update) throws(Disagreement) {
    let difference = update.difference
    let new = update.finalSnapshot
    try agree("initial snapshot", update.initialSnapshot, shown)
    try checker.checkSplices(
      from: shown.sectionIdentifiers.map { ViewRow($0) },
      to: new.sectionIdentifiers.map { ViewRow($0) }, difference.sections)
    let reloaded = Set(difference.sections.reloads.joined())
    for (position, section) in new.sectionIdentifiers.enumerated() {
      let old = ShownOutline(shown[section])
      let next = ShownOutline(new[section])
      guard let change = difference.changes.first(where: { $0.newSection == position }) else {
        try agree("rows of section \(section)", old.rows, next.rows)
        continue
      }
      try checker.checkSplices(from: old.rows, to: next.rows, change.difference)
      if change.oldSection != nil && !reloaded.contains(position) {
        var checker = checker
        checker.isContentChecked = false
        try checker.checkTree(from: old, to: next, change.difference)
      }
    }
  }
}

extension OutlineDataSource<Int, Int>.Transaction {
  /// Returns the first problem of the differences.
  func problem() -> String? {
    let old = initialSnapshot
    let new = finalSnapshot
    let changed = new.sectionIdentifiers.filter { old[$0] != new[$0] }
    guard sectionTransactions.map(\.sectionIdentifier) == changed else {
      return "\(sectionTransactions.map(\.sectionIdentifier)), not \(changed)"
    }
    for section in sectionTransactions {
      let before = old[section.sectionIdentifier]
      let after = new[section.sectionIdentifier]
      guard section.initialSnapshot == before, section.finalSnapshot == after,
        section.difference.leads(from: before.items, to: after.items)
      else { return "section \(section.sectionIdentifier): \(section.difference)" }
    }
    guard difference.leads(from: old.itemIdentifiers, to: new.itemIdentifiers),
      visibleDifference.leads(from: old.visibleItems, to: new.visibleItems)
    else { return "\(difference)" }
    var patched = old
    guard (try? patched.apply(patch)) != nil, patched == new else { return "\(patch)" }
    return nil
  }
}

extension CollectionDifference<Int> {
  /// Returns whether applying the difference leads to these items, and whether exactly the items
  /// that are both removed and inserted are moved.
  fileprivate func leads(from old: some Sequence<Int>, to new: some Sequence<Int>) -> Bool {
    func offsets(_ changes: [Change]) -> [Int: (offset: Int, other: Int?)] {
      var offsets: [Int: (offset: Int, other: Int?)] = [:]
      for change in changes {
        switch change {
        case .remove(let offset, let item, let other), .insert(let offset, let item, let other):
          offsets[item] = (offset, other)
        }
      }
      return offsets
    }
    let removed = offsets(removals)
    let inserted = offsets(insertions)
    return Array(old).applying(self) == Array(new)
      && removed.allSatisfy { $1.other == inserted[$0]?.offset }
      && inserted.allSatisfy { $1.other == removed[$0]?.offset }
  }
}
