import Outline
import OutlineTestSupport
import Testing

@Suite struct ConcurrencyTests {
  static let count = 300
  static let operationCount = TestEffort.choose(quick: 20, full: 60, long: 60)

  struct Pair: Sendable {
    var snapshot: SectionSnapshot<Int>
    var model: OutlineModel<Int>
  }

  static func shared(_ layout: TestLayout) throws -> Pair {
    var trial = Trial(startingWith: layout.empty(of: Int.self))
    var generator = StepGenerator(seed: 5, targetCount: count) { $0 }
    for _ in 0..<count { try trial.take(generator.next(after: trial.models)) }
    try trial.take(.apply(.appendPreorder((0..<count).map { (1_000 + $0, $0 % 3) }, to: nil)))
    return Pair(snapshot: trial.snapshot, model: trial.model)
  }

  @Test(arguments: TestLayout.allCases)
  func tasksChangeTheirOwnCopies(layout: TestLayout) async throws {
    let shared = try Self.shared(layout)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 1...8 as ClosedRange<UInt64> {
        group.addTask {
          var pair = shared
          var generator = StepGenerator(seed: seed, targetCount: Self.count) { $0 }
          for _ in 0..<Self.operationCount {
            let operation = generator.operation(on: pair.model)
            let outcome = operation.apply(to: &pair.model)
            #expect(operation.apply(to: &pair.snapshot) == outcome)
            _ = shared.snapshot.rows.reduce(0) { $0 + $1.level }
          }
          try pair.model.compareAll(with: pair.snapshot)
          try shared.model.compareAll(with: shared.snapshot)
        }
      }
      try await group.waitForAll()
    }
    try shared.model.compareAll(with: shared.snapshot)
  }

  /// The slowest task releases the last reference to shared pages.
  @Test(arguments: TestLayout.allCases)
  func copiesAreReleasedOnOtherTasks(layout: TestLayout) async throws {
    var snapshot = try Self.shared(layout).snapshot
    await withTaskGroup(of: Int.self) { group in
      for round in 0..<50 {
        let copy = snapshot
        group.addTask { copy.visibleItems.reduce(0, &+) &+ copy.items.count }
        snapshot.expand([1_000 + round])
        snapshot.collapse([1_100 + round])
        try? snapshot.delete([1_200 + round])
      }
      for await _ in group {}
    }
    #expect(!snapshot.items.isEmpty)
  }
}

@Suite struct SnapshotConcurrencyTests {
  @Test(arguments: TestLayout.allCases)
  func tasksChangeTheirOwnCopies(layout: TestLayout) async throws {
    let snapshots = RandomSnapshots<Int>(
      empty: layout.emptySnapshot(), targetCount: 200, sectionCount: 20, item: { $0 },
      inspect: { _ in })
    var trial = SnapshotTrial<Int>(startingWith: layout.emptySnapshot())
    try trial.take(.apply(.appendSections(Array(0..<20))))
    for section in 0..<20 {
      let items = Array(section * 10..<section * 10 + 10)
      try trial.take(.apply(.appendItems(items, to: section)))
    }
    let shared = (snapshot: trial.snapshot, model: trial.model)
    let steps = (1...6 as ClosedRange<UInt64>).map { snapshots.steps(ofSequence: $0, count: 60) }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for steps in steps {
        group.addTask {
          var (snapshot, model) = shared
          for case .apply(let operation) in steps {
            let outcome = operation.apply(to: &model)
            let expected = operation.apply(to: &snapshot)
            if case .replace = operation { continue }
            #expect(outcome == expected)
          }
          try model.compareAll(with: snapshot)
          return snapshot == shared.snapshot ? 1 : 0
        }
        group.addTask { shared.snapshot.itemIdentifiers.count + shared.snapshot.hashValue & 1 }
      }
      try await group.waitForAll()
    }
    try shared.model.compareAll(with: shared.snapshot)
  }
}
