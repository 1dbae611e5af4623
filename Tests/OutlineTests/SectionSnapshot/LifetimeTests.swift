import Outline
import OutlineTestSupport
import Testing

@Suite struct LifetimeTests {
  @Test(arguments: TestLayout.allCases)
  func randomEditsLeakNoItems(layout: TestLayout) throws {
    let tracker = LifetimeTracker()
    for seed in 0..<20 as Range<UInt64> {
      var trial = Trial(startingWith: layout.empty(of: TrackedItem.self))
      var generator = StepGenerator(seed: seed, targetCount: 30, item: tracker.item)
      for step in 0..<150 {
        try trial.take(generator.next(after: trial.models))
        let copies = trial.models.copies.flatMap(\.items)
        let expected = Set((trial.model.items + copies).map(\.identity)).count
        guard tracker.liveCount == expected else {
          Issue.record("seed \(seed), step \(step): \(tracker.liveCount) alive, \(expected) held")
          return
        }
      }
      try trial.checkCopies()
    }
    #expect(tracker.liveCount == 0)
  }
}

@Suite struct SnapshotLifetimeTests {
  @Test(arguments: TestLayout.allCases)
  func deletedItemsAreReleased(layout: TestLayout) throws {
    let tracker = LifetimeTracker()
    var snapshot: Snapshot<Int, TrackedItem> = layout.emptySnapshot()
    try snapshot.appendSections(0..<10)
    for section in 0..<10 {
      try snapshot.appendItems(
        (section * 50..<section * 50 + 50).map(tracker.item), toSection: section)
    }
    #expect(tracker.liveCount == 500)
    try snapshot.deleteItems((100..<180).map(tracker.item))
    #expect(tracker.liveCount == 420)
    try snapshot.reloadItems((0..<10).map(tracker.item))
    try snapshot.deleteSections([0, 9])
    #expect(tracker.liveCount == 320)
    try snapshot.appendItems((200..<220).map(tracker.item), toSection: 1)
    try snapshot.appendItems((180..<200).reversed().map(tracker.item), toSection: 2)
    #expect(tracker.liveCount == 320)
    var copy: Snapshot? = snapshot
    snapshot[1] = SectionSnapshot()
    #expect(tracker.liveCount == 320)
    #expect(copy?.numberOfItems == 320)
    copy = nil
    #expect(tracker.liveCount == 250)
    #expect(throws: SnapshotError<Int, TrackedItem>.self) {
      try snapshot.appendItems([900, 901, 900].map(tracker.item))
    }
    #expect(throws: SnapshotError<Int, TrackedItem>.self) {
      try snapshot.insertItems((200..<300).map(tracker.item), beforeItem: tracker.item(250))
    }
    #expect(tracker.liveCount == 250)
    snapshot.deleteAllItems()
    #expect(tracker.liveCount == 0)
  }
}
