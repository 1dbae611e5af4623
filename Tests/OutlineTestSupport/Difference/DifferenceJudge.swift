public import Outline

/// Judges differences of outlines of small numbers: by what they are to hold, and through all
/// views.
public struct DifferenceJudge {
  /// Whether the rows that are to be updated are known from how the rows look.
  public var isContentJudged = true
  /// How rows looked that come from elsewhere, by item.
  var arrivals: [Int: Int] = [:]
  /// One in so many differences is made a `CollectionDifference`.
  public var interval = 1
  private var number = 0
  /// By item, where its row is in the old and in the new list, or -1.
  private var oldPlaces: [Int] = []
  private var newPlaces: [Int] = []
  /// The last difference that was judged of two short plain lists, by how the rows move: it need
  /// not be judged again.
  private var judged: [Int: SectionDifference] = [:]

  public init() {}

  public mutating func judge(
    from old: ShownOutline, to new: ShownOutline, _ difference: SectionDifference
  ) throws(Disagreement) {
    do {
      try judgeList(from: old.rows, to: new.rows, difference)
      try judgeTree(from: old, to: new, difference)
      number += 1
      if number % interval == 0 { try judgeCollectionDifference(old, new, difference) }
    } catch {
      throw Disagreement(
        """
        \(error)
        \(difference)
        old:
        \(old.snapshot.shape)
        new:
        \(new.snapshot.shape)
        """)
    }
  }

  /// Judges a difference of plain lists.
  mutating func judgeList(
    from old: [ViewRow], to new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    findPlaces(old, new)
    let pattern = pattern(old, new)
    if let pattern, judged[pattern] == difference { return }
    try judgeForm(of: difference)
    try judgeRows(old, new, difference)
    try judgeUpdates(old, new, difference)
    try judgeSplices(from: old, to: new, difference)
    try judgeReplay(old, new, difference)
    if let pattern { judged[pattern] = difference }
  }

  /// A number that two pairs of lists share only when they differ by nothing but names; `nil` where
  /// there are more than seven rows, any has a level or content, or some come from elsewhere.
  private func pattern(_ old: [ViewRow], _ new: [ViewRow]) -> Int? {
    guard old.count < 8, new.count < 8, arrivals.isEmpty else { return nil }
    for row in old where row.level != 0 || row.content != 0 { return nil }
    // The 8 is no part of a count: those are up to 7.
    var pattern = (isContentJudged ? 8 : 0) + old.count
    for row in new {
      guard row.level == 0, row.content == 0 else { return nil }
      pattern = pattern << 4 + oldPlaces[row.id] + 1
    }
    return pattern << 4 + new.count
  }

  private mutating func findPlaces(_ old: [ViewRow], _ new: [ViewRow]) {
    Self.find(old, in: &oldPlaces, besides: new)
    Self.find(new, in: &newPlaces, besides: old)
  }

  private static func find(
    _ rows: [ViewRow], in places: inout [Int], besides others: [ViewRow]
  ) {
    for index in places.indices { places[index] = -1 }
    var last = -1
    for row in rows { last = max(last, row.id) }
    for row in others { last = max(last, row.id) }
    if last >= places.count {
      places.append(contentsOf: repeatElement(-1, count: last + 1 - places.count))
    }
    for (index, row) in rows.enumerated() { places[row.id] = index }
  }
}

/// Throws where something is not as it should be.
func demand(
  _ condition: Bool, _ text: @autoclosure () -> String
) throws(Disagreement) {
  if !condition { throw Disagreement(text()) }
}

extension [Range<Int>] {
  /// Whether the ranges are ascending, with at least one other row between any two.
  var areMaximal: Bool {
    var last = -1
    for range in self {
      if range.isEmpty || range.lowerBound <= last { return false }
      last = range.upperBound
    }
    return true
  }

  /// Whether the ranges are those of the rows.
  func hold(_ rows: [ViewRow], where isMember: (Int, ViewRow) -> Bool) -> Bool {
    var rest = self[...]
    for (index, row) in rows.enumerated() {
      if let first = rest.first, first.upperBound <= index { rest.removeFirst() }
      let isIn = rest.first?.contains(index) ?? false
      if isIn != isMember(index, row) { return false }
    }
    return rest.isEmpty || (rest.count == 1 && rest.first?.upperBound == rows.count)
  }
}

extension DifferenceJudge {
  private func judgeForm(of difference: SectionDifference) throws(Disagreement) {
    try demand(difference.removals.areMaximal, "removals are not maximal ranges")
    try demand(difference.insertions.areMaximal, "insertions are not maximal ranges")
    try demand(difference.reloads.areMaximal, "reloads are not maximal ranges")
    try demand(difference.reconfigures.areMaximal, "reconfigures are not maximal ranges")
    var last: SectionDifference.Move?
    for move in difference.moves {
      try demand(!move.source.isEmpty && move.destination >= 0, "a move of nothing")
      if let last {
        let (end, newEnd) = (last.source.upperBound, last.destination + last.source.count)
        try demand(end <= move.source.lowerBound, "moves are not ascending")
        try demand(
          end < move.source.lowerBound || newEnd != move.destination, "moves are not maximal")
      }
      last = move
    }
    let count =
      [difference.removals, difference.insertions, difference.reloads, difference.reconfigures]
      .reduce(difference.moves.reduce(0) { $0 + $1.source.count }) {
        $0 + $1.reduce(0) { $0 + $1.count }
      }
    try demand(count == difference.changedRowCount, "changedRowCount is not \(count)")
    try demand(difference.isEmpty == (count == 0), "isEmpty")
  }

  private func judgeRows(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    let (oldPlaces, newPlaces) = (oldPlaces, newPlaces)
    try demand(
      difference.removals.hold(old) { newPlaces[$1.id] < 0 }, "not the rows that are removed")
    try demand(
      difference.insertions.hold(new) { oldPlaces[$1.id] < 0 },
      "not the rows that are inserted")
    var isMoved = [Bool](repeating: false, count: old.count)
    var moveCount = 0
    for move in difference.moves {
      for row in move.source {
        let target = move.destination + row - move.source.lowerBound
        try demand(
          row < old.count && newPlaces[old[row].id] == target, "row \(row) is not moved")
        isMoved[row] = true
        moveCount += 1
      }
    }
    var last = -1
    var places: [Int] = []
    for (index, row) in old.enumerated() where newPlaces[row.id] >= 0 {
      places.append(newPlaces[row.id])
      guard !isMoved[index] else { continue }
      try demand(last < newPlaces[row.id], "row \(index) does not keep its place")
      last = newPlaces[row.id]
    }
    let fewest = places.count > 8 ? FewestMoves.quickCount(places) : FewestMoves.count(places)
    try demand(moveCount == fewest, "\(moveCount) rows move, and \(fewest) would do")
  }

  /// Rows that survive and look different are reconfigured or reloaded, and no others.
  private func judgeUpdates(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    for range in difference.reloads + difference.reconfigures {
      try demand(range.upperBound <= new.count, "updates out of range")
    }
    guard isContentJudged else { return }
    var isReloaded = [Bool](repeating: false, count: new.count)
    for row in difference.reloads.joined() { isReloaded[row] = true }
    let isDifferent = { [oldPlaces, arrivals] (row: ViewRow) in
      let place = oldPlaces[row.id]
      return (place >= 0 ? old[place].content : arrivals[row.id] ?? row.content) != row.content
    }
    try demand(
      difference.reconfigures.hold(new) { isDifferent($1) && !isReloaded[$0] },
      "not the rows that are reconfigured")
    for row in difference.reloads.joined() {
      try demand(isDifferent(new[row]), "row \(row) is reloaded without need")
    }
  }

  private func judgeReplay(
    _ old: [ViewRow], _ new: [ViewRow], _ difference: SectionDifference
  ) throws(Disagreement) {
    guard let replayed = old.applying(difference, from: new) else {
      throw Disagreement("not to be replayed")
    }
    var isSame = replayed.count == new.count
    for (row, target) in zip(replayed, new) {
      isSame = isSame && row.id == target.id && (!isContentJudged || row.content == target.content)
    }
    try demand(isSame, "replayed: \(replayed), not \(new)")
  }

  func judgeCollectionDifference(
    _ old: ShownOutline, _ new: ShownOutline, _ difference: SectionDifference
  ) throws(Disagreement) {
    let changes = difference.collectionDifference(from: old.snapshot, to: new.snapshot)
    guard let changes else { throw Disagreement("no CollectionDifference") }
    let items = old.rows.map(\.id).applying(changes)
    try demand(
      items == new.rows.map(\.id), "by CollectionDifference: \(items.map { "\($0)" } ?? "nil")")
    var moveCount = 0
    for case .insert(_, _, .some) in changes.insertions { moveCount += 1 }
    try demand(
      moveCount == difference.moves.reduce(0) { $0 + $1.source.count }, "associated changes")
  }
}
