import Outline
import OutlineTestSupport
import Testing

@Suite struct LifetimeTests {
  @Test(arguments: TestLayout.allCases)
  func deletedItemsAreReleased(layout: TestLayout) throws {
    let census = Census()
    var snapshot = layout.empty(of: TrackedItem.self)
    try snapshot.append((0..<500).map(census.item))
    #expect(census.liveCount == 500)
    try snapshot.delete((100..<200).map(census.item))
    #expect(census.liveCount == 400)
    try snapshot.replace(childrenOf: census.item(0), using: SectionSnapshot())
    #expect(census.liveCount == 400)
    snapshot.deleteAll()
    #expect(census.liveCount == 0)
  }

  @Test(arguments: TestLayout.allCases)
  func failedOperationsReleaseTheirItems(layout: TestLayout) throws {
    let census = Census()
    var snapshot = layout.empty(of: TrackedItem.self)
    try snapshot.append((0..<50).map(census.item))
    #expect(throws: SnapshotError<TrackedItem>.self) {
      try snapshot.append((40..<100).reversed().map(census.item))
    }
    #expect(throws: SnapshotError<TrackedItem>.self) {
      try snapshot.insert((100..<150).map(census.item), before: census.item(99))
    }
    #expect(throws: SnapshotError<TrackedItem>.self) {
      try snapshot.append(preorder: [(census.item(90), 0), (census.item(91), 2)])
    }
    #expect(throws: SnapshotError<TrackedItem>.self) {
      try snapshot.delete([census.item(1), census.item(77)])
    }
    #expect(census.liveCount == 50)
  }

  @Test(arguments: TestLayout.allCases)
  func queriesRetainNoItems(layout: TestLayout) throws {
    let census = Census()
    var snapshot = layout.empty(of: TrackedItem.self)
    try snapshot.append((0..<50).map(census.item))
    snapshot.expand((0..<100).map(census.item))
    snapshot.reveal(census.item(7))
    _ = snapshot.restoreExpansion((30..<80).map(census.item))
    try snapshot.move(census.item(3), after: census.item(8))
    _ = snapshot.contains(census.item(4))
    #expect(census.liveCount == 50)
  }

  @Test(arguments: TestLayout.allCases)
  func copiesRetainTheirItems(layout: TestLayout) throws {
    let census = Census()
    var snapshot = layout.empty(of: TrackedItem.self)
    try snapshot.append((0..<100).map(census.item))
    var copy: SectionSnapshot? = snapshot
    try snapshot.delete((0..<60).map(census.item))
    try snapshot.append((200..<220).map(census.item))
    #expect(census.liveCount == 120)
    #expect(copy?.items.count == 100)
    copy = nil
    #expect(census.liveCount == 60)
    copy = snapshot
    snapshot.deleteAll()
    #expect(census.liveCount == 60)
    #expect(copy?.items.last == census.item(219))
    copy = nil
    #expect(census.liveCount == 0)
  }

  @Test(arguments: TestLayout.allCases)
  func randomEditsLeakNoItems(layout: TestLayout) throws {
    let census = Census()
    for seed in 0..<20 as Range<UInt64> {
      var trial = Trial(startingWith: layout.empty(of: TrackedItem.self))
      var generator = StepGenerator(seed: seed, targetCount: 30, item: census.item)
      for step in 0..<150 {
        try trial.take(generator.next(after: trial.models))
        let copies = trial.models.copies.flatMap(\.items)
        let expected = Set((trial.model.items + copies).map(\.identity)).count
        guard census.liveCount == expected else {
          Issue.record("seed \(seed), step \(step): \(census.liveCount) alive, \(expected) held")
          return
        }
      }
      try trial.checkCopies()
    }
    #expect(census.liveCount == 0)
  }
}

@Suite struct SnapshotLifetimeTests {
  @Test(arguments: TestLayout.allCases)
  func deletedItemsAreReleased(layout: TestLayout) throws {
    let census = Census()
    var snapshot: Snapshot<Int, TrackedItem> = layout.emptySnapshot()
    try snapshot.appendSections(0..<10)
    for section in 0..<10 {
      try snapshot.appendItems(
        (section * 50..<section * 50 + 50).map(census.item), toSection: section)
    }
    #expect(census.liveCount == 500)
    try snapshot.deleteItems((100..<180).map(census.item))
    #expect(census.liveCount == 420)
    try snapshot.reloadItems((0..<10).map(census.item))
    try snapshot.deleteSections([0, 9])
    #expect(census.liveCount == 320)
    try snapshot.appendItems((200..<220).map(census.item), toSection: 1)
    try snapshot.appendItems((180..<200).reversed().map(census.item), toSection: 2)
    #expect(census.liveCount == 320)
    var copy: Snapshot? = snapshot
    snapshot[1] = SectionSnapshot()
    #expect(census.liveCount == 320)
    #expect(copy?.numberOfItems == 320)
    copy = nil
    #expect(census.liveCount == 250)
    #expect(throws: SectionedSnapshotError<Int, TrackedItem>.self) {
      try snapshot.appendItems([900, 901, 900].map(census.item))
    }
    #expect(throws: SectionedSnapshotError<Int, TrackedItem>.self) {
      try snapshot.insertItems((200..<300).map(census.item), beforeItem: census.item(250))
    }
    #expect(census.liveCount == 250)
    snapshot.deleteAllItems()
    #expect(census.liveCount == 0)
  }
}
