public import Outline

extension DifferenceChecker {
  /// Checks the differences between two random versions of an outline, and between one of them and
  /// a copy of the other that shares no storage.
  public mutating func checkRandomVersions(
    seed: UInt64, rowCount: Int, editCount: Int, _ layout: TestLayout
  ) throws(Disagreement) {
    var edits = RandomEdits(seed: seed, rowCount: rowCount)
    let first = try edits.outline(rowCount: rowCount, in: layout.empty())
    var (old, new) = (first, first)
    edits.edit(&new, count: Int.random(in: 1...editCount, using: &edits.random))
    if Bool.random(using: &edits.random) {
      edits.edit(&old, count: Int.random(in: 1...editCount, using: &edits.random))
    }
    let (oldRows, newRows) = (ShownOutline(old), ShownOutline(new))
    let shared = new.difference(from: old)
    try check(from: oldRows, to: newRows, shared)
    try check(from: newRows, to: oldRows, old.difference(from: new))
    let rebuilt = ShownOutline(try old.rebuilt(in: layout.empty()))
    let apart = new.difference(from: rebuilt.snapshot)
    try check(from: rebuilt, to: newRows, apart)
    try demand(
      shared.counts == apart.counts, "\(shared) with shared storage, but \(apart) without")
    try PatchChecker().check(from: old, to: new)
    try PatchChecker().check(from: rebuilt.snapshot, to: new)
    try PatchChecker().checkMerge(of: new, into: old, base: first)
    try demand(
      new.difference(from: new).isEmpty && old.difference(from: rebuilt.snapshot).isEmpty,
      "a difference of equal snapshots")
  }
}

extension SectionDifference {
  fileprivate var counts: [Int] {
    [removals, insertions, moves.map { $0.source }, reloads, reconfigures].map {
      $0.reduce(0) { $0 + $1.count }
    }
  }
}

extension SnapshotDifferenceChecker {
  /// Checks the difference between two random versions of a snapshot, and returns it.
  ///
  /// A third of the numbers mark items and sections. Another third compare the content of items.
  public mutating func checkRandomVersions(
    _ number: Int
  ) throws(Disagreement) -> SnapshotDifference {
    var edits = RandomSnapshotEdits(
      seed: UInt64(number), sectionCount: 2 + number % 4, itemCount: 4 + number % 9)
    let old = edits.snapshot()
    var new = number % 5 == 0 ? edits.snapshot() : old
    edits.edit(&new, count: 1 + number % 7)
    var (items, sections): (Set<Int>, Set<Int>) = ([], [])
    if number % 3 == 0 { (items, sections) = try new.mark(&edits.random) }
    let isCompared = number % 3 == 1
    if isCompared { items = Set(new.itemIdentifiers.shuffled(using: &edits.random).prefix(3)) }
    let (changedItems, changedSections) = (items, sections)
    content = { changedItems.contains($0) ? 1 : 0 }
    sectionContent = { changedSections.contains($0) ? 1 : 0 }
    let shown = ShownSnapshot(new, content: content, sectionContent: sectionContent)
    let update: ContentUpdate = number % 2 == 0 ? .reload : .reconfigure
    let difference =
      isCompared
      ? new.difference(from: old, updating: update) { !changedItems.contains($1) || $0 != $1 }
      : new.difference(from: old)
    try check(from: ShownSnapshot(old), to: shown, difference)
    try PatchChecker().check(from: old, to: new)
    try PatchChecker().checkMerge(of: edits.snapshot(), into: new, base: old)
    try demand(old.difference(from: old).isEmpty, "a difference of equal snapshots")
    return difference
  }
}

extension Snapshot<Int, Int> {
  fileprivate mutating func mark(
    _ random: inout SeededGenerator
  ) throws(Disagreement) -> (items: Set<Int>, sections: Set<Int>) {
    var items = Array(itemIdentifiers)
    items.shuffle(using: &random)
    let reloaded = Array(items.prefix(Int.random(in: 0...2, using: &random)))
    let reconfigured = Array(items.suffix(items.count - reloaded.count).prefix(2))
    let sections = Array(sectionIdentifiers.prefix(Int.random(in: 0...1, using: &random)))
    let headers = Array(sectionIdentifiers.suffix(Int.random(in: 0...1, using: &random)))
    do {
      try reloadItems(reloaded)
      try reconfigureItems(reconfigured)
      try reloadSections(sections)
      try reconfigureSections(headers)
    } catch {
      throw Disagreement("\(error)")
    }
    return (Set(reloaded + reconfigured), Set(sections + headers))
  }
}
