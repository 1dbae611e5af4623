public import Outline

struct SnapshotVersions<Value: EditableSnapshot>
where Value.Section == Int, Value.Item: Comparable {
  var current: Value
  var copies: [Value] = []

  init(_ current: Value) {
    self.current = current
  }

  mutating func take(
    _ step: SnapshotStep<Value.Item>, sections: (Value) -> [Int]
  ) -> SnapshotOutcome<Value.Item> {
    switch step {
    case .apply(let operation):
      return operation.apply(to: &current)
    case .copy:
      copies.append(current)
    case .exchange(copy: let index):
      if copies.indices.contains(index) { swap(&current, &copies[index]) }
    case .recall(copy: let index, let section, to: let target):
      guard copies.indices.contains(index) else { break }
      return current.assign(copies[index][section], to: target) ?? .done
    case .recallAll(copy: let index):
      guard copies.indices.contains(index) else { break }
      return current.install(sections(copies[index]).map { ($0, copies[index][$0]) })
    }
    return .done
  }
}

public struct SnapshotTrial<Item: Hashable & Comparable & Sendable> {
  private var snapshots: SnapshotVersions<Snapshot<Int, Item>>
  private var models = SnapshotVersions(SnapshotModel<Int, Item>())

  public var snapshot: Snapshot<Int, Item> { snapshots.current }
  public var model: SnapshotModel<Int, Item> { models.current }
  public var copies: Int { models.copies.count }

  public init(startingWith empty: Snapshot<Int, Item>) {
    snapshots = SnapshotVersions(empty)
  }

  public mutating func take(_ step: SnapshotStep<Item>) throws(Disagreement) {
    let expected = models.take(step) { $0.sections }
    let outcome = snapshots.take(step) { Array($0.sectionIdentifiers) }
    try agree(swiftSource(of: step), outcome, expected)
  }

  public func checkCopies() throws(Disagreement) {
    for (index, copy) in models.copies.enumerated() {
      do {
        try copy.compareAll(with: snapshots.copies[index])
      } catch {
        throw Disagreement("copy \(index) has changed: \(error)")
      }
      try agree(
        "copy \(index) equal to the present value", snapshots.copies[index] == snapshot,
        copy.entries == model.entries)
      try agree(
        "the present value equal to copy \(index)", snapshot == snapshots.copies[index],
        copy.entries == model.entries)
    }
  }
}

/// Random sequences of steps on one layout, with about `targetCount` items of one type.
public struct RandomSnapshots<Item: Hashable & Comparable & Sendable> {
  let empty: Snapshot<Int, Item>
  let targetCount: Int
  let sectionCount: Int
  let item: (Int) -> Item
  let inspect: (Snapshot<Int, Item>) -> Void

  public init(
    empty: Snapshot<Int, Item>, targetCount: Int, sectionCount: Int,
    item: @escaping (Int) -> Item, inspect: @escaping (Snapshot<Int, Item>) -> Void
  ) {
    self.empty = empty
    self.targetCount = targetCount
    self.sectionCount = sectionCount
    self.item = item
    self.inspect = inspect
  }

  public func steps(ofSequence seed: UInt64, count: Int) -> [SnapshotStep<Item>] {
    var generator = SnapshotStepGenerator(
      seed: seed, targetCount: targetCount, sectionCount: sectionCount, item: item)
    var models = SnapshotVersions(SnapshotModel<Int, Item>())
    return (0..<count).map { _ in
      let step = generator.next(after: models.current, copies: models.copies.count)
      _ = models.take(step) { $0.sections }
      return step
    }
  }

  /// Takes steps, and returns the first disagreement.
  ///
  /// Compares everything after each `interval`, and most of it ten times as often.
  public func disagreement(after steps: [SnapshotStep<Item>], interval: Int) -> Disagreement? {
    var trial = SnapshotTrial(startingWith: empty)
    do {
      for (index, step) in steps.enumerated() {
        try trial.take(step)
        if (index + 1).isMultiple(of: interval) || index + 1 == steps.count {
          inspect(trial.snapshot)
          try trial.model.compareAll(with: trial.snapshot, unknown: [item(-1)])
        } else if (index + 1).isMultiple(of: max(1, interval / 10)) {
          try trial.model.compareOutlines(with: trial.snapshot)
        }
      }
      try trial.checkCopies()
      return nil
    } catch {
      return error
    }
  }
}
