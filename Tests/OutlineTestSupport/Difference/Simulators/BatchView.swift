import Outline

/// A strict view that takes changes in batches, as `UICollectionView` and `UITableView` do.
///
/// The view keeps the displayed contents. It applies a batch, asks the data source for all
/// contents, and reports the broken rules. A batch that breaks none changes the displayed contents.
///
/// S6 to S10 are, in this order, the bounds of deleted, reloaded and inserted sections, and of the
/// sources and targets of moves; I6 to I10 are the same for cells. A reloaded section is deleted
/// and inserted, so no cell moves into it or out of it. S16 and I22 compare the two positions of a
/// move.
public struct BatchView {
  public private(set) var contents: Contents
  /// Whether C2 and C3 are checked after each batch.
  ///
  /// Otherwise the displayed content may be out of date until the last batch.
  public var isContentChecked = true

  private var violations: [Violation] = []
  private var oldSections = PositionMarks()
  private var newSections = PositionMarks()
  private var oldCells = PositionMarks()
  private var newCells = PositionMarks()
  /// By new section, the old one that stays in it, or -1.
  private var sources: [Int] = []

  public init(_ contents: Contents = Contents()) {
    self.contents = contents
  }

  public mutating func show(_ contents: Contents) {
    self.contents = contents
  }

  public mutating func perform(_ update: Update, answer: Contents) -> [Violation] {
    violations.removeAll(keepingCapacity: true)
    if update.hasReloads && update.isStructural { report(.r1, "reloads beside other changes") }
    let count = violations.count
    checkSections(update, answer)
    guard violations.count == count else { return violations }
    matchSections(update, answer)
    checkOldPositions(update)
    checkNewPositions(update, answer)
    checkCounts(answer)
    guard violations.isEmpty else { return violations }
    var shown = answer
    compareSections(answer, &shown)
    compareCells(update, answer, &shown)
    if violations.isEmpty { contents = shown }
    return violations
  }

  private mutating func report(_ rule: ViewRule, _ text: @autoclosure () -> String) {
    violations.append(Violation(rule, text()))
  }
}

extension BatchView {
  private mutating func checkSections(_ update: Update, _ answer: Contents) {
    oldSections.reset(count: contents.sections.count)
    newSections.reset(count: answer.sections.count)
    for section in update.deletedSections {
      _ = oldSections.put(
        .deleted, at: section, named: "deleted section \(section)", missing: .s6, repeated: .s1,
        in: &violations)
    }
    for section in update.reloadedSections {
      _ = oldSections.put(
        .reloaded, at: section, named: "reloaded section \(section)", missing: .s7, repeated: .s3,
        in: &violations)
    }
    for section in update.insertedSections {
      _ = newSections.put(
        .inserted, at: section, named: "inserted section \(section)", missing: .s8, repeated: .s2,
        in: &violations)
    }
    for move in update.movedSections {
      _ = oldSections.put(
        .movedFrom, at: move.source, named: "moved section \(move.source)", missing: .s9,
        repeated: .s4, in: &violations)
      _ = newSections.put(
        .movedTo, at: move.destination, named: "section to \(move.destination)", missing: .s10,
        repeated: .s5, in: &violations)
      if move.source == move.destination { report(.s16, "section \(move.source) to itself") }
    }
    oldSections.check(Self.oldSectionClashes, in: &violations)
    newSections.check(Self.newSectionClashes, in: &violations)
    let expected =
      contents.sections.count - update.deletedSections.count + update.insertedSections.count
    if answer.sections.count != expected {
      report(.s15, "\(answer.sections.count) sections, expected \(expected)")
    }
  }

  private static let oldSectionClashes: [(PositionMarks.Mark, ViewRule)] = [
    ([.deleted, .movedFrom], .s11), ([.deleted, .reloaded], .s13), ([.movedFrom, .reloaded], .s14),
  ]
  private static let newSectionClashes: [(PositionMarks.Mark, ViewRule)] = [
    ([.inserted, .movedTo], .s12)
  ]

  /// Fills the targets of moves, then the other positions in order.
  private mutating func matchSections(_ update: Update, _ answer: Contents) {
    sources.removeAll(keepingCapacity: true)
    sources.append(contentsOf: repeatElement(-1, count: answer.sections.count))
    for move in update.movedSections { sources[move.destination] = move.source }
    var next = 0
    for section in sources.indices where newSections[section].isEmpty {
      while !oldSections[next].isDisjoint(with: [.deleted, .movedFrom]) { next += 1 }
      sources[section] = next
      next += 1
    }
  }
}

extension BatchView {
  private mutating func checkOldPositions(_ update: Update) {
    oldCells.reset(count: contents.cells.count)
    for position in update.deletions {
      put(.deleted, at: position, missing: .i6, repeated: .i1, inLostSection: .i15)
    }
    for position in update.reloads {
      put(.reloaded, at: position, missing: .i7, repeated: .i3, inLostSection: .i17)
    }
    for position in update.reconfigures {
      put(.reconfigured, at: position, missing: .r1, repeated: nil, inLostSection: .r1)
    }
    for move in update.moves {
      put(.movedFrom, at: move.source, missing: .i9, repeated: .i4, inLostSection: .i18)
    }
    oldCells.check(Self.oldCellClashes, in: &violations)
  }

  private static let oldCellClashes: [(PositionMarks.Mark, ViewRule)] = [
    ([.deleted, .movedFrom], .i11), ([.deleted, .reloaded], .i13), ([.movedFrom, .reloaded], .i14),
    ([.reconfigured, .deleted], .r1), ([.reconfigured, .reloaded], .r1),
  ]

  private mutating func put(
    _ mark: PositionMarks.Mark, at position: RowPath, missing: ViewRule, repeated: ViewRule?,
    inLostSection lost: ViewRule
  ) {
    let exists = oldCells.put(
      mark, at: contents.index(of: position), named: "old \(position)", missing: missing,
      repeated: repeated, in: &violations)
    guard exists else { return }
    let section = oldSections[position.section]
    if !section.isDisjoint(with: [.deleted, .reloaded]) {
      report(lost, "old \(position) is in a removed section")
    }
    if section.contains(.movedFrom) { report(.i20, "old \(position) is in a moved section") }
  }

  private mutating func checkNewPositions(_ update: Update, _ answer: Contents) {
    newCells.reset(count: answer.cells.count)
    for position in update.insertions {
      put(.inserted, at: position, of: answer, missing: .i8, repeated: .i2, inNewSection: .i16)
    }
    for move in update.moves {
      put(
        .movedTo, at: move.destination, of: answer, missing: .i10, repeated: .i5,
        inNewSection: .i19)
      let section = move.destination.section
      if move.source.row == move.destination.row, sources.indices.contains(section),
        sources[section] == move.source.section
      {
        report(.i22, "\(move.source) to itself")
      }
    }
    newCells.check(Self.newCellClashes, in: &violations)
  }

  private static let newCellClashes: [(PositionMarks.Mark, ViewRule)] = [
    ([.inserted, .movedTo], .i12)
  ]

  private mutating func put(
    _ mark: PositionMarks.Mark, at position: RowPath, of answer: Contents, missing: ViewRule,
    repeated: ViewRule, inNewSection new: ViewRule
  ) {
    let exists = newCells.put(
      mark, at: answer.index(of: position), named: "new \(position)", missing: missing,
      repeated: repeated, in: &violations)
    guard exists else { return }
    let source = sources[position.section]
    if source < 0 || oldSections[source].contains(.reloaded) {
      report(new, "new \(position) is in an inserted section")
    }
    if newSections[position.section].contains(.movedTo) {
      report(.i21, "new \(position) is in a moved section")
    }
  }

  private mutating func checkCounts(_ answer: Contents) {
    for (section, source) in sources.enumerated() where source >= 0 {
      if oldSections[source].contains(.reloaded) { continue }
      var expected = 0
      for index in contents.cellRange(of: source)
      where oldCells[index].isDisjoint(with: [.deleted, .movedFrom]) {
        expected += 1
      }
      for index in answer.cellRange(of: section) where !newCells[index].isEmpty { expected += 1 }
      if expected != answer.cellCount(of: section) {
        report(
          .i23, "\(answer.cellCount(of: section)) cells in section \(section), expected \(expected)"
        )
      }
    }
  }
}

extension BatchView {
  private mutating func compareSections(_ answer: Contents, _ shown: inout Contents) {
    for (section, source) in sources.enumerated() where source >= 0 {
      let (old, new) = (contents.sections[source], answer.sections[section])
      let isReloaded = oldSections[source].contains(.reloaded)
      compare(old, new, isUpdated: isReloaded)
      if !isReloaded { shown.setContent(old.content, ofSection: section) }
    }
  }

  private mutating func compareCells(
    _ update: Update, _ answer: Contents, _ shown: inout Contents
  ) {
    for (section, source) in sources.enumerated() where source >= 0 {
      if oldSections[source].contains(.reloaded) { continue }
      var next = contents.starts[source]
      for index in answer.cellRange(of: section) where newCells[index].isEmpty {
        while !oldCells[next].isDisjoint(with: [.deleted, .movedFrom]) { next += 1 }
        compareCell(next, index, answer, &shown)
        next += 1
      }
    }
    for move in update.moves {
      guard let old = contents.index(of: move.source), let new = answer.index(of: move.destination)
      else { continue }
      compareCell(old, new, answer, &shown)
    }
  }

  private mutating func compareCell(
    _ old: Int, _ new: Int, _ answer: Contents, _ shown: inout Contents
  ) {
    let isUpdated = !oldCells[old].isDisjoint(with: [.reloaded, .reconfigured])
    compare(contents.cells[old], answer.cells[new], isUpdated: isUpdated)
    if !isUpdated { shown.setContent(contents.cells[old].content, ofCell: new) }
  }

  private mutating func compare(_ old: Cell, _ new: Cell, isUpdated: Bool) {
    if old.id != new.id {
      report(.c1, "\(new) is where \(old) should be")
    } else if isContentChecked, (old.content != new.content) != isUpdated {
      report(isUpdated ? .c3 : .c2, isUpdated ? "\(old) is as it was" : "\(old) is out of date")
    }
  }
}
