/// A comparison of two snapshots of several sections, step by step.
@usableFromInline
struct SnapshotComparison<Section: Hashable, Item: Hashable> {
  @usableFromInline let old: Snapshot<Section, Item>
  @usableFromInline let new: Snapshot<Section, Item>
  /// The difference of the list of sections.
  @usableFromInline var sections: SectionDifference
  /// By new handle of a section: its old handle, if it is not inserted, and its difference.
  @usableFromInline var changes: [Int32: (old: Int32?, difference: SectionDifference)] = [:]
  /// The old handles of the sections that are removed.
  @usableFromInline var removed: [Int32] = []
  /// New rows whose items were not in their section before.
  @usableFromInline var arrivals: [(section: Int32, row: Int, handle: Int32)] = []
  /// Rows that went from one section to another, by the handles of the sections and by row.
  @usableFromInline var moves: [RowMove] = []

  @usableFromInline
  struct RowMove {
    @usableFromInline var source: (section: Int32, row: Int)
    @usableFromInline var destination: (section: Int32, row: Int)

    @inlinable
    init(source: (section: Int32, row: Int), destination: (section: Int32, row: Int)) {
      self.source = source
      self.destination = destination
    }
  }

  @inlinable
  init(old: Snapshot<Section, Item>, new: Snapshot<Section, Item>) {
    self.old = old
    self.new = new
    sections = new.order.difference(from: old.order)
  }

  /// The old handle of a section that is there now.
  @inlinable
  func oldHandle(of section: Int32) -> Int32? {
    let identifier = new.order.table[section]
    return old.order.table.has(identifier, under: section)
      ? section
      : old.order.table.handle(of: identifier, hash: new.order.table.handles.hash(of: section))
  }

  /// Finds the difference of each section whose storage is not shared.
  @inlinable
  mutating func compareSections() {
    removed = sections.removals.joined().map { old.order.tree.handle(at: $0, visible: false) }
    for section in new.sectionHandlesNotShared(with: old) {
      let contents = new.contents[section]
      guard let oldSection = oldHandle(of: section) else {
        let rows = 0..<contents.tree.visibleCount
        changes[section] = (nil, SectionDifference(insertions: rows.isEmpty ? [] : [rows]))
        arrivals += contents.tree.visibleHandles().enumerated().map { (section, $0, $1) }
        continue
      }
      guard let comparison = contents.comparison(with: old.contents[oldSection]) else { continue }
      changes[section] = (oldSection, comparison.difference())
      arrivals += comparison.arrivalRows().map { (section, $0.row, $0.handle) }
    }
  }

  /// Whether a row went anywhere.
  @inlinable var hasDepartures: Bool {
    !removed.isEmpty || changes.values.contains { !$0.difference.removals.isEmpty }
  }

  /// Finds the rows that went from one section to another.
  @inlinable
  mutating func findMoves() {
    guard hasDepartures else { return }
    var changed: [Int32: [Int]] = [:]
    for (section, row, handle) in arrivals {
      let contents = new.contents[section]
      let hash = contents.table.handles.hash(of: handle)
      guard let place = old.locate(contents.table[handle], hash: hash),
        let oldRow = old.contents[place.section].tree.visiblePosition(of: place.handle)
      else { continue }
      moves.append(
        RowMove(source: (place.section, oldRow), destination: (section, row)))
      let tree = old.contents[place.section].tree
      if tree.looks(of: place.handle) != contents.tree.looks(of: handle) {
        changed[section, default: []].append(row)
      }
    }
    update(changed, as: .reconfigure)
  }

  /// Adds rows that are to be updated, by section.
  @inlinable
  mutating func update(_ rows: [Int32: [Int]], as update: ContentUpdate) {
    for (section, rows) in rows where !rows.isEmpty {
      var change = changes[section] ?? (oldHandle(of: section), .none)
      change.difference.update(rows.sorted(), as: update)
      changes[section] = change
    }
  }

  /// Adds what is marked.
  @inlinable
  mutating func addMarks() {
    let marked = new.reloadedSectionIdentifiers.filter { old.order.contains($0) }
    sections.update(marked.compactMap { new.indexOfSection($0) }.sorted(), as: .reload)
    mark(new.reconfiguredItemIdentifiers, as: .reconfigure)
    mark(new.reloadedItemIdentifiers, as: .reload)
  }

  @inlinable
  mutating func mark(_ items: [Item], as update: ContentUpdate) {
    var rows: [Int32: [Int]] = [:]
    for item in items where old.row(of: item) != nil {
      if let (section, handle) = new.locate(item),
        let row = new.contents[section].tree.visiblePosition(of: handle)
      {
        rows[section, default: []].append(row)
      }
    }
    self.update(rows, as: update)
  }

  /// Adds the rows whose content changed.
  @inlinable
  mutating func addContentChanges(
    as update: ContentUpdate, _ isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) {
    var changed: [Int32: [Int]] = [:]
    for section in new.sectionHandles {
      guard let oldSection = oldHandle(of: section) else { continue }
      let difference = changes[section]?.difference ?? .none
      changed[section] = new.contents[section].rowsOfChangedContent(
        from: old.contents[oldSection], difference, isContentEqual)
    }
    for move in moves {
      let (from, to) = (move.source, move.destination)
      let oldItem = old.contents[from.section].visibleItems[from.row]
      if !isContentEqual(oldItem, new.contents[to.section].visibleItems[to.row]) {
        changed[to.section, default: []].append(to.row)
      }
    }
    self.update(changed, as: update)
  }
}

extension SnapshotComparison {
  /// The outcome of all steps.
  @usableFromInline
  func difference() -> SnapshotDifference {
    let removals = removed.map { section in
      let rows = 0..<old.contents[section].tree.visibleCount
      return SnapshotDifference.SectionChange(
        oldSection: old.order.tree.position(of: section), newSection: nil,
        difference: SectionDifference(removals: rows.isEmpty ? [] : [rows]))
    }
    let others = changes.map { section, change in
      SnapshotDifference.SectionChange(
        oldSection: change.old.map { old.order.tree.position(of: $0) },
        newSection: new.order.tree.position(of: section), difference: change.difference)
    }
    let sorted = others.sorted { ($0.newSection ?? 0) < ($1.newSection ?? 0) }
    return SnapshotDifference(
      sections: sections, changes: (removals + sorted).filter { !$0.difference.isEmpty },
      moves: joinedMoves())
  }

  /// The moves by ranges, in the order of the old places.
  private func joinedMoves() -> [SnapshotDifference.Move] {
    var ranges: [SnapshotDifference.Move] = []
    let single = moves.map { move in
      SnapshotDifference.Move(
        source: RowRange(
          section: old.order.tree.position(of: move.source.section),
          rows: move.source.row..<move.source.row + 1),
        destination: RowPath(
          section: new.order.tree.position(of: move.destination.section),
          row: move.destination.row))
    }
    for move in single.sorted(by: { $0.start < $1.start }) {
      if let last = ranges.last, last.isFollowed(by: move) {
        let rows = last.source.rows.lowerBound..<move.source.rows.upperBound
        ranges[ranges.count - 1] = SnapshotDifference.Move(
          source: RowRange(section: last.source.section, rows: rows),
          destination: last.destination)
      } else {
        ranges.append(move)
      }
    }
    return ranges
  }
}

extension SnapshotDifference.Move {
  /// The old place of the first row.
  var start: RowPath { RowPath(section: source.section, row: source.rows.lowerBound) }

  fileprivate func isFollowed(by other: SnapshotDifference.Move) -> Bool {
    source.section == other.source.section
      && source.rows.upperBound == other.source.rows.lowerBound
      && destination.section == other.destination.section
      && destination.row + source.count == other.destination.row
  }
}
