public import Outline

/// Judges differences of snapshots of several sections.
public struct SnapshotJudge {
  /// Whether the sections are flat and nothing but places changes.
  public var areFlat = false
  /// How new items and sections look, for the snapshots between the batches.
  public var content: (Int) -> Int = { _ in 0 }
  public var sectionContent: (Int) -> Int = { _ in 0 }

  var view = BatchView()
  var update = BatchView.Update()
  /// One in so many differences of sections is applied to an array.
  public var interval: Int {
    get { lists.interval }
    set { lists.interval = newValue }
  }

  private var lists = DifferenceJudge()
  /// By item, its place in the old snapshot.
  private var oldPlaces: [BatchView.Place?] = []

  public init() {}

  public mutating func judge(
    from old: ShownSnapshot, to new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    do {
      try lists.judgeList(from: old.sections, to: new.sections, difference.sections)
      findArrivals(old, difference)
      defer { lists.arrivals = [:] }
      try judgeChanges(old, new, difference)
      try judgeMoves(old, new, difference)
      try judgeBatches(old, new, difference)
    } catch {
      throw Disagreement(
        "\(error)\n\(difference)\nold: \(old.contents)\nnew: \(new.contents)")
    }
  }

  /// Rows from other sections are updated where they arrive.
  private mutating func findArrivals(_ old: ShownSnapshot, _ difference: SnapshotDifference) {
    for path in difference.moves.lazy.map(\.source).joined() {
      if let index = old.contents.index(of: .init(path.section, path.row)) {
        let cell = old.contents.cells[index]
        lists.arrivals[cell.id] = cell.content
      }
    }
  }

  private mutating func judgeChanges(
    _ old: ShownSnapshot, _ new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    var changes = difference.changes[...]
    for (index, section) in new.contents.sections.enumerated() {
      let oldIndex = old.contents.sections.firstIndex { $0.id == section.id }
      let oldRows = oldIndex.map { old.rows(of: $0) } ?? []
      let newRows = new.rows(of: index)
      guard let at = changes.firstIndex(where: { $0.newSection == index }) else {
        try demand(oldRows == newRows, "no changes of section \(index)")
        continue
      }
      let change = changes.remove(at: at)
      try demand(change.oldSection == oldIndex, "change of \(index) has the wrong old section")
      try demand(!change.difference.isEmpty, "change of \(index) is empty")
      let isReloaded = oldIndex.map { old.contents.sections[$0].content != section.content } ?? true
      lists.isContentJudged = !isReloaded
      defer { lists.isContentJudged = true }
      try lists.judgeList(from: oldRows, to: newRows, change.difference)
      if !areFlat, !isReloaded, oldIndex != nil {
        let shown = ShownOutline(new.snapshot[section.id], content: content)
        let oldShown = ShownOutline(old.snapshot[section.id])
        try lists.judgeTree(from: oldShown, to: shown, change.difference)
        try lists.judgeCollectionDifference(oldShown, shown, change.difference)
      }
    }
    for (index, section) in old.contents.sections.enumerated()
    where !new.contents.sections.contains(where: { $0.id == section.id }) {
      let rows = old.rows(of: index)
      guard let at = changes.firstIndex(where: { $0.oldSection == index }) else {
        try demand(rows.isEmpty, "no changes of the old section \(index)")
        continue
      }
      let change = changes.remove(at: at)
      try demand(change.newSection == nil, "change of old \(index) has a new section")
      try lists.judgeList(from: rows, to: [], change.difference)
    }
    try demand(changes.isEmpty, "too many changes")
  }

  /// Rows that go from section to section are all among the moves.
  private mutating func judgeMoves(
    _ old: ShownSnapshot, _ new: ShownSnapshot, _ difference: SnapshotDifference
  ) throws(Disagreement) {
    for index in oldPlaces.indices { oldPlaces[index] = nil }
    for section in old.contents.sections.indices {
      for (row, cell) in old.contents.cells[old.contents.cellRange(of: section)].enumerated() {
        while oldPlaces.count <= cell.id { oldPlaces.append(nil) }
        oldPlaces[cell.id] = .init(section, row)
      }
    }
    var expected = 0
    for section in new.contents.sections.indices {
      for cell in new.contents.cells[new.contents.cellRange(of: section)]
      where cell.id < oldPlaces.count {
        guard let place = oldPlaces[cell.id] else { continue }
        let (before, after) = (old.contents.sections[place.section], new.contents.sections[section])
        if before.id != after.id { expected += 1 }
      }
    }
    var count = 0
    for move in difference.moves {
      for (offset, path) in move.source.enumerated() {
        let target = BatchView.Place(move.destination.section, move.destination.row + offset)
        guard let source = old.contents.index(of: .init(path.section, path.row)),
          let destination = new.contents.index(of: target),
          old.contents.cells[source].id == new.contents.cells[destination].id
        else { throw Disagreement("\(move) moves something else") }
        try demand(
          old.contents.sections[path.section].id != new.contents.sections[target.section].id,
          "\(move) stays in its section")
        count += 1
      }
    }
    try demand(count == expected, "\(count) rows change sections, expected \(expected)")
    let rowCount = difference.changes.reduce(0) { $0 + $1.difference.changedRowCount } - count
    try demand(rowCount == difference.changedRowCount, "changedRowCount is not \(rowCount)")
    try demand(
      difference.isEmpty == (difference.sections.isEmpty && difference.changes.isEmpty), "isEmpty")
  }
}
