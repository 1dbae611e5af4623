@usableFromInline
struct SnapshotComparison<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  @usableFromInline let old: Snapshot<Section, Item>
  @usableFromInline let new: Snapshot<Section, Item>
  @usableFromInline let rows: RowSet
  @usableFromInline var sections: SectionDifference
  /// By the new handle of a section: its old handle, if it is not inserted, and its difference.
  @usableFromInline var changes: [Int32: (old: Int32?, difference: SectionDifference)] = [:]
  @usableFromInline var removed: [Int32] = []
  /// The new rows whose items were not in their section before.
  @usableFromInline var newItemRows: [(section: Int32, row: Int, handle: Int32)] = []
  @usableFromInline var moves: [RowMove] = []

  @inlinable
  init(
    old: Snapshot<Section, Item>, new: Snapshot<Section, Item>,
    comparing rows: RowSet = .visible
  ) {
    self.old = old
    self.new = new
    self.rows = rows
    sections = new.order.difference(from: old.order)
  }

  @inlinable
  func oldHandle(of section: Int32) -> Int32? {
    old.order.handle(of: section, in: new.order)
  }

  @inlinable
  mutating func compareSections() {
    removed = sections.removals.joined().compactMap { old.sectionHandle(at: $0) }
    let handles = new.sectionHandlesNotShared(with: old)
    changes.reserveCapacity(handles.count)
    for section in handles {
      let newRows = 0..<new.outline(section).tree.count(of: rows)
      let oldSection = oldHandle(of: section)
      let oldRows = 0..<(oldSection.map { old.outline($0).tree.count(of: rows) } ?? 0)
      guard let oldSection, !oldRows.isEmpty else {
        if newRows.isEmpty { continue }
        changes[section] = (oldSection, SectionDifference(insertions: [newRows]))
        for (row, handle) in new.outline(section).tree.handles(of: rows).enumerated() {
          newItemRows.append((section, row, handle))
        }
        continue
      }
      if newRows.isEmpty {
        changes[section] = (oldSection, SectionDifference(removals: [oldRows]))
        continue
      }
      let rowChanges = new.outline(section).rowChanges(
        from: old.outline(oldSection), comparing: rows, listingNewItems: true)
      guard let rowChanges else { continue }
      changes[section] = (oldSection, SectionDifference(rowChanges))
      for (row, handle) in rowChanges.newItems {
        newItemRows.append((section, row, handle))
      }
    }
  }

  @inlinable var hasRemovals: Bool {
    !removed.isEmpty || changes.values.contains { !$0.difference.removals.isEmpty }
  }

  @inlinable
  mutating func findMoves() {
    guard hasRemovals else { return }
    var changed: [Int32: [Int]] = [:]
    for (section, row, handle) in newItemRows {
      guard let location = old.locate(handle, in: new.outline(section)),
        let oldRow = old.outline(location.section).tree.position(of: location.handle, among: rows)
      else { continue }
      moves.append(
        RowMove(source: (location.section, oldRow), destination: (section, row)))
      let appearance = new.outline(section).tree.appearance(of: handle)
      if old.outline(location.section).tree.appearance(of: location.handle) != appearance {
        changed[section, default: []].append(row)
      }
    }
    update(changed, as: .reconfigure)
  }

  @inlinable
  mutating func update(_ rows: [Int32: [Int]], as update: ContentUpdate) {
    for (section, rows) in rows where !rows.isEmpty {
      var change = changes[section] ?? (oldHandle(of: section), .none)
      change.difference.update(rows.sorted(), as: update)
      changes[section] = change
    }
  }

  @inlinable
  mutating func addMarks() {
    guard new.hasMarks else { return }
    mark(sections: new.reconfiguredSectionIdentifiers, as: .reconfigure)
    mark(sections: new.reloadedSectionIdentifiers, as: .reload)
    mark(new.reconfiguredItemIdentifiers, as: .reconfigure)
    mark(new.reloadedItemIdentifiers, as: .reload)
  }

  @inlinable
  mutating func mark(sections marked: [Section], as update: ContentUpdate) {
    let common = marked.filter { old.order.contains($0) }
    sections.update(common.compactMap { new.indexOfSection($0) }.sorted(), as: update)
  }

  @inlinable
  mutating func mark(_ items: [Item], as update: ContentUpdate) {
    var rows: [Int32: [Int]] = [:]
    for item in items where old.row(of: item) != nil {
      if let (section, handle) = new.locate(item),
        let row = new.outline(section).tree.position(of: handle, among: .visible)
      {
        rows[section, default: []].append(row)
      }
    }
    self.update(rows, as: update)
  }

  @inlinable
  mutating func addContentChanges(
    as update: ContentUpdate, _ isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) {
    var changed: [Int32: [Int]] = [:]
    for section in new.sectionHandles {
      guard let oldSection = oldHandle(of: section) else { continue }
      let difference = changes[section]?.difference ?? .none
      changed[section] = new.outline(section).rowsOfChangedContent(
        from: old.outline(oldSection), difference, isContentEqual)
    }
    for move in moves {
      let (from, to) = (move.source, move.destination)
      let oldItem = old.outline(from.section).visibleItems[from.row]
      if !isContentEqual(oldItem, new.outline(to.section).visibleItems[to.row]) {
        changed[to.section, default: []].append(to.row)
      }
    }
    self.update(changed, as: update)
  }
}

extension SnapshotComparison {
  @inlinable
  func difference() -> SnapshotDifference {
    var result: [SnapshotDifference.SectionChange] = []
    result.reserveCapacity(removed.count + changes.count)
    for section in removed where old.outline(section).tree.count(of: rows) > 0 {
      let rows = 0..<old.outline(section).tree.count(of: rows)
      result.append(
        SnapshotDifference.SectionChange(
          oldSection: old.order.position(of: section), newSection: nil,
          difference: SectionDifference(removals: [rows])))
    }
    for (section, change) in changes where !change.difference.isEmpty {
      result.append(
        SnapshotDifference.SectionChange(
          oldSection: change.old.map { old.order.position(of: $0) },
          newSection: new.order.position(of: section), difference: change.difference))
    }
    return SnapshotDifference(
      sections: sections, changes: result.inSectionOrder,
      moves: moves.joined(
        oldPosition: { old.order.position(of: $0) }, newPosition: { new.order.position(of: $0) }))
  }
}

extension [SnapshotDifference.SectionChange] {
  @usableFromInline var inSectionOrder: Self {
    sorted(byKey: { ($0.newSection ?? -1, $0.oldSection ?? -1) })
  }
}

@usableFromInline
struct RowMove {
  @usableFromInline var source: (section: Int32, row: Int)
  @usableFromInline var destination: (section: Int32, row: Int)

  @usableFromInline
  init(source: (section: Int32, row: Int), destination: (section: Int32, row: Int)) {
    self.source = source
    self.destination = destination
  }
}

extension [RowMove] {
  /// The moves as ranges, in the order of the old paths.
  @usableFromInline
  func joined(
    oldPosition: (Int32) -> Int, newPosition: (Int32) -> Int
  ) -> [SnapshotDifference.Move] {
    if isEmpty { return [] }
    var single: [SnapshotDifference.Move] = []
    single.reserveCapacity(count)
    for move in self {
      let row = move.source.row
      single.append(
        SnapshotDifference.Move(
          source: RowPathRange(section: oldPosition(move.source.section), rows: row..<row + 1),
          destination: RowPath(
            section: newPosition(move.destination.section), row: move.destination.row)))
    }
    single = single.sorted(byKey: { ($0.source.section, $0.source.rows.lowerBound) })
    var ranges: [SnapshotDifference.Move] = []
    ranges.reserveCapacity(count)
    for move in single {
      if let last = ranges.last, last.isFollowed(by: move) {
        let rows = last.source.rows.lowerBound..<move.source.rows.upperBound
        ranges[ranges.count - 1] = SnapshotDifference.Move(
          source: RowPathRange(section: last.source.section, rows: rows),
          destination: last.destination)
      } else {
        ranges.append(move)
      }
    }
    return ranges
  }
}

extension SnapshotDifference.Move {
  fileprivate func isFollowed(by other: SnapshotDifference.Move) -> Bool {
    source.section == other.source.section
      && source.rows.upperBound == other.source.rows.lowerBound
      && destination.section == other.destination.section
      && destination.row + source.count == other.destination.row
  }
}
