/// Finds the rules of `UICollectionView` and `UITableView` that a batch breaks.
struct ListBatchChecker {
  private let batch: ListBatch
  private let oldCounts: [Int]
  private let newCounts: [Int]
  /// By new section, the old section that stays or moves there.
  private(set) var sources: [Int?] = []
  private var broken: [String] = []

  init(_ batch: ListBatch, oldCounts: [Int], newCounts: [Int]) {
    (self.batch, self.oldCounts, self.newCounts) = (batch, oldCounts, newCounts)
  }

  mutating func violations() -> [String] {
    checkSections()
    if broken.isEmpty {
      matchSections()
      checkRows()
    }
    if broken.isEmpty { checkCounts() }
    return broken
  }

  private mutating func require(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { broken.append(text()) }
  }

  private mutating func requireDistinct<Position: Hashable>(
    _ positions: [Position], _ others: [Position], _ text: String
  ) {
    require(Set(positions).isDisjoint(with: others), text)
  }

  private mutating func requireUnique<Position: Hashable>(_ positions: [Position], _ text: String) {
    require(Set(positions).count == positions.count, "\(text) twice")
  }

  private mutating func checkSections() {
    let (deleted, inserted) = (batch.deletedSections, batch.insertedSections)
    let (sources, targets) = (batch.movedSections.map(\.source), batch.movedSections.map(\.target))
    requireUnique(deleted, "section deleted")
    requireUnique(inserted, "section inserted")
    requireUnique(batch.reloadedSections, "section reloaded")
    requireUnique(sources, "section moved")
    requireUnique(targets, "section moved to a position")
    for section in deleted + batch.reloadedSections + sources {
      require(oldCounts.indices.contains(section), "no old section \(section)")
    }
    for section in inserted + targets {
      require(newCounts.indices.contains(section), "no new section \(section)")
    }
    requireDistinct(deleted, sources, "section deleted and moved")
    requireDistinct(inserted, targets, "section inserted and moved to")
    requireDistinct(deleted, batch.reloadedSections, "section deleted and reloaded")
    requireDistinct(sources, batch.reloadedSections, "section moved and reloaded")
    for move in batch.movedSections {
      require(move.source != move.target, "section \(move.source) moved to itself")
    }
    let expected = oldCounts.count - deleted.count + inserted.count
    let count = newCounts.count
    require(count == expected, "\(count) sections, expected \(expected)")
    let reloads = !batch.reloads.isEmpty || !batch.reloadedSections.isEmpty
    require(!reloads || !batch.isStructural, "reloads beside structural changes")
  }

  private mutating func matchSections() {
    let gone = Set(batch.deletedSections + batch.movedSections.map(\.source))
    let targets = Dictionary(
      uniqueKeysWithValues: batch.movedSections.map { ($0.target, $0.source) })
    var staying = oldCounts.indices.filter { !gone.contains($0) }.makeIterator()
    sources = newCounts.indices.map { section in
      if batch.insertedSections.contains(section) { return nil }
      return targets[section] ?? staying.next()
    }
  }

  private mutating func checkRows() {
    let (sources, targets) = (batch.moves.map(\.source), batch.moves.map(\.target))
    requireUnique(batch.deletes, "row deleted")
    requireUnique(batch.inserts, "row inserted")
    requireUnique(batch.reloads, "row reloaded")
    requireUnique(sources, "row moved")
    requireUnique(targets, "row moved to a position")
    requireDistinct(batch.deletes, sources, "row deleted and moved")
    requireDistinct(batch.inserts, targets, "row inserted and moved to")
    requireDistinct(batch.deletes, batch.reloads, "row deleted and reloaded")
    requireDistinct(sources, batch.reloads, "row moved and reloaded")
    requireDistinct(
      batch.reconfigures, batch.deletes + batch.reloads, "row reconfigured and deleted or reloaded")
    let lost = Set(batch.deletedSections + batch.reloadedSections)
    let moved = Set(batch.movedSections.map(\.source))
    for position in batch.deletes + batch.reloads + batch.reconfigures + sources {
      let exists =
        oldCounts.indices.contains(position.section) && position.row >= 0
        && position.row < oldCounts[position.section]
      require(exists, "no old row \(position)")
      require(!lost.contains(position.section), "old row \(position) in a section that goes")
      require(!moved.contains(position.section), "old row \(position) in a section that moves")
    }
    for position in batch.inserts + targets {
      guard newCounts.indices.contains(position.section), position.row >= 0,
        position.row < newCounts[position.section]
      else {
        broken.append("no new row \(position)")
        continue
      }
      let source = self.sources[position.section]
      require(source.map { !lost.contains($0) } ?? false, "new row \(position) in a new section")
      require(source.map { !moved.contains($0) } ?? true, "new row \(position) in a moved section")
    }
    for move in batch.moves where newCounts.indices.contains(move.target.section) {
      let isSame = self.sources[move.target.section] == move.source.section
      require(!isSame || move.source.row != move.target.row, "row \(move.source) moved to itself")
    }
  }

  private mutating func checkCounts() {
    for (section, source) in sources.enumerated() {
      guard let source, !batch.reloadedSections.contains(source) else { continue }
      let leaving = batch.deletes + batch.moves.map(\.source)
      let coming = batch.inserts + batch.moves.map(\.target)
      let expected =
        oldCounts[source] - leaving.count { $0.section == source }
        + coming.count { $0.section == section }
      let count = newCounts[section]
      require(count == expected, "\(count) rows in section \(section), expected \(expected)")
    }
  }
}
