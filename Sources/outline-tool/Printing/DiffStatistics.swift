/// The numbers of changed rows of a section.
struct DiffStatistics: Equatable {
  private var inserted = 0
  private var removed = 0
  private var moved = 0
  private var changed = 0

  var isEmpty: Bool { self == DiffStatistics() }

  mutating func add(_ change: RowChange) {
    if change.contains(.inserted) {
      inserted += 1
    } else if change.isMove {
      moved += 1
    } else {
      changed += 1
    }
  }

  mutating func addRemoval() {
    removed += 1
  }

  /// Prints the numbers of each section with changes, and their sums.
  static func print(
    _ comparison: OutlineComparison, names: (old: [Bytes], new: [Bytes]),
    to output: inout OutputBuffer
  ) throws(SystemError) {
    var sums = DiffStatistics()
    var new = [DiffStatistics](repeating: DiffStatistics(), count: names.new.count)
    var old = [DiffStatistics](repeating: DiffStatistics(), count: names.old.count)

    for (row, change) in comparison.changes {
      new[comparison.new.section(of: row)].add(change)
      sums.add(change)
    }
    for row in comparison.removed {
      let section = comparison.old.section(of: row)
      sums.addRemoval()
      if let match = comparison.matching.sectionMatches.firstIndex(of: Int32(section)) {
        new[match].addRemoval()
      } else {
        old[section].addRemoval()
      }
    }

    for (name, statistics) in zip(names.old + names.new, old + new) where !statistics.isEmpty {
      output.appendEscaped(name.span)
      output.append(": \(statistics.text)")
      try output.endLine()
    }
    if names.new.count > 1 || names.old.count > 1 {
      output.append("in all: \(sums.text)")
      try output.endLine()
    }
  }

  private var text: String {
    "\(inserted) inserted, \(removed) removed, \(moved) moved, \(changed) changed"
  }
}
