import OutlineTestSupport
import Testing

@testable import Outline

/// Random moves, compared with plain arrays of trees and replayed by strict views.
@Suite struct RandomReorderingTests {
  typealias Source = OutlineDataSource<Int, Int>

  @Test(arguments: TestLayout.allCases)
  func movesAreThoseOfTheModel(layout: TestLayout) throws {
    for seed in 0..<10 as Range<UInt64> {
      var run = Run(seed: seed, layout, handlerExpands: false)
      for step in 0..<25 {
        try run.move("seed \(seed), step \(step), \(layout)")
      }
      #expect(run.history.count > 2)
      try run.undoAll("seed \(seed), \(layout)")
    }
  }

  @Test(arguments: TestLayout.allCases)
  func movesAreUndoneAmongOtherChanges(layout: TestLayout) throws {
    var undoneCount = 0
    for seed in 100..<115 as Range<UInt64> {
      var run = Run(seed: seed, layout, handlerExpands: true)
      for step in 0..<6 {
        try run.move("seed \(seed), step \(step), \(layout)")
      }
      undoneCount += try run.undoAmongOtherChanges("seed \(seed), \(layout)")
    }
    #expect(undoneCount > 30)
  }

  /// Undone at once, a move leaves the edits that a handler made before it.
  @Test func anImmediateUndoLeavesTheEditsOfAHandler() throws {
    var moveCount = 0
    for seed in 0..<UInt64(TestEffort.choose(quick: 400, full: 20_000, long: 500_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 9)
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 80)
      let source = Source(snapshot)
      let number = { Int.random(in: 0..<9, using: &edits.random) }
      let items = (0..<4).map { _ in number() }.filter(source.snapshot().contains)
      let destinations: [DropDestination<Int, Int>] = [
        .before(number()), .after(number()), .into(number()), .end(of: number() % 3),
      ]
      var edited = source.snapshot()
      edits.edit(&edited, count: 4)
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.reorderingHandlers.willReorder = { [unowned source] _ in source.apply(edited) }
      for destination in destinations {
        guard let transaction = try? source.drop(items, at: destination) else { continue }
        moveCount += 1
        let label = "seed \(seed): \(items) to \(destination) in\n\(edited.shape)"
        #expect(transaction.initialSnapshot == edited, "\(label)")
        #expect(throws: Never.self, "\(label)") { try source.apply(transaction.inverse) }
        #expect(source.snapshot() == edited, "\(label)")
        #expect(throws: Never.self, "\(label)") { try source.apply(transaction) }
        #expect(source.snapshot() == transaction.finalSnapshot, "\(label)")
      }
    }
    #expect(moveCount > 200)
  }

  /// A data source, its expected contents, and two views that show it.
  private struct Run {
    let source: Source
    var model: SnapshotModel<Int, Int>
    var edits: RandomSnapshotEdits
    var history: [Source.Transaction] = []
    let author = RecordingAdapter<Int, Int> { Issue.record("\($0)") }
    let other = RecordingAdapter<Int, Int> { Issue.record("\($0)") }
    /// Whether a handler expands items or, otherwise, reconfigures them.
    let handlerExpands: Bool

    init(seed: UInt64, _ layout: TestLayout, handlerExpands: Bool) {
      self.handlerExpands = handlerExpands
      edits = RandomSnapshotEdits(seed: seed, sectionCount: 4, itemCount: 30)
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 200)
      model = SnapshotModel(snapshot.shape)
      source = Source(Snapshot(model, in: layout.emptySnapshot()))
      source.reloadThreshold = .max
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.attach(author)
      source.attach(other)
    }

    private mutating func number(below limit: Int) -> Int {
      Int.random(in: 0..<limit, using: &edits.random)
    }

    /// An item, which is nearly always in the outline.
    private mutating func item() -> Int {
      let known = number(below: 12) == 0 ? nil : model.items.randomElement(using: &edits.random)
      return known ?? number(below: 30)
    }

    private mutating func destination() -> DropDestination<Int, Int> {
      let item = item()
      switch number(below: 7) {
      case 0, 1: return .before(item)
      case 2, 3: return .after(item)
      case 4, 5: return .into(item)
      default: return .end(of: number(below: 4))
      }
    }

    /// Sometimes makes a change in a handler.
    ///
    /// - Returns: The item that the handler expands.
    private mutating func prepareHandler() -> Int? {
      guard number(below: 3) == 0 else {
        source.reorderingHandlers.willReorder = nil
        return nil
      }
      let item = item()
      source.reorderingHandlers.willReorder = { [unowned source, handlerExpands] _ in
        source.update { snapshot in
          if handlerExpands {
            snapshot.expand([item])
          } else {
            try? snapshot.reconfigureItems([item])
          }
        }
      }
      return handlerExpands ? item : nil
    }

    mutating func move(_ label: String) throws {
      let items = (0..<number(below: 5)).map { _ in item() }
      let destination = destination()
      let expanded = prepareHandler()
      let old = (model: model, snapshot: source.snapshot(), updateCount: author.updates.count)
      let label = "\(label): \(items) to \(destination) in\n\(model.shape)"
      var moved = old.snapshot
      try? moved.moveItems(items, to: destination)
      author.moveRows(of: items, to: moved, belowDescendants: number(below: 2) == 0)
      var failure: SectionedSnapshotError<Int, Int>?
      do {
        try model.moveItems(items, to: destination)
      } catch {
        failure = error
      }
      #expect(
        source.canDrop(items, at: destination) == (failure == nil && !items.isEmpty), "\(label)")
      do {
        let transaction = try source.drop(items, at: destination, movedBy: author)
        #expect(failure == nil, "\(label)")
        #expect((transaction == nil) == (model.shape == old.model.shape), "\(label)")
        if let transaction {
          check(transaction, label)
          var initial = old.snapshot
          initial.expand([expanded].compactMap(\.self))
          model.expand([expanded].compactMap(\.self))
          #expect(transaction.initialSnapshot == initial, "\(label)")
          history.append(transaction)
        }
      } catch {
        #expect(error == failure, "\(label)")
      }
      #expect(source.snapshot().shape == model.shape, "\(label)")
      source.snapshot().checkInvariants()
      let isTold = author.updates.count > old.updateCount
      #expect(!isTold, "\(label)")
      checkViews(label)
    }

    private func check(_ transaction: Source.Transaction, _ label: String) {
      let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
      #expect(
        visible(old).applying(transaction.difference) == visible(new),
        "\(label)\n\(transaction.difference)")
      checkAssociations(transaction.difference, label)
      let sections = transaction.sectionTransactions
      let changed = new.sectionIdentifiers.filter { old[$0] != new[$0] }
      #expect(sections.map(\.sectionIdentifier) == changed, "\(label)")
      for section in sections {
        let identifier = section.sectionIdentifier
        #expect(section.initialSnapshot == old[identifier], "\(label)")
        #expect(section.finalSnapshot == new[identifier], "\(label)")
        let rows = Array(old[identifier].visibleItems).applying(section.difference)
        #expect(rows == Array(new[identifier].visibleItems), "\(label)")
        checkAssociations(section.difference, label)
      }
    }

    private func visible(_ snapshot: Snapshot<Int, Int>) -> [Int] {
      snapshot.sectionIdentifiers.flatMap { snapshot[$0].visibleItems }
    }

    /// An item that is both removed and inserted is moved, and nothing else is.
    private func checkAssociations(_ difference: CollectionDifference<Int>, _ label: String) {
      let places = { (changes: [CollectionDifference<Int>.Change]) in
        Dictionary(
          uniqueKeysWithValues: changes.map { change in
            switch change {
            case .remove(let offset, let item, let other), .insert(let offset, let item, let other):
              (item, (offset, other))
            }
          })
      }
      let removals = places(difference.removals)
      let insertions = places(difference.insertions)
      for (item, removal) in removals {
        #expect(removal.1 == insertions[item]?.0, "\(item), \(label)")
      }
      for (item, insertion) in insertions {
        #expect(insertion.1 == removals[item]?.0, "\(item), \(label)")
      }
    }

    /// Makes other changes, undoes transactions if possible, and returns their number.
    mutating func undoAmongOtherChanges(_ label: String) throws -> Int {
      var edited = source.snapshot()
      edits.edit(&edited, count: 6)
      source.apply(edited)
      var undoneCount = 0
      for transaction in history.reversed() {
        let before = source.snapshot()
        let label = "\(label): \(transaction.movedItems) in\n\(before.shape)"
        do {
          try source.apply(transaction.inverse)
          undoneCount += 1
          checkReplay(of: transaction.inverse, on: before, label)
        } catch {
          #expect(source.snapshot() == before, "\(label)")
        }
        checkViews(label)
      }
      return undoneCount
    }

    /// Other items have not changed, and the moved items are below their old parents again.
    private func checkReplay(
      of transaction: Source.Transaction, on before: Snapshot<Int, Int>, _ label: String
    ) {
      let after = source.snapshot()
      let target = transaction.finalSnapshot
      after.checkInvariants()
      #expect(Set(after.itemIdentifiers) == Set(before.itemIdentifiers), "\(label)")
      for item in after.itemIdentifiers {
        let isMoved = transaction.movedItems.contains(item)
        let parent = (isMoved ? target : before).parent(of: item)
        #expect(
          after.parent(of: item) == parent, "\(item), \(label)")
        #expect(after.isExpanded(item) == before.isExpanded(item), "\(item), \(label)")
        if isMoved && parent == nil {
          let section = target.sectionIdentifier(containingItem: item)
          #expect(after.sectionIdentifier(containingItem: item) == section, "\(item), \(label)")
        }
      }
    }

    private func checkViews(_ label: String) {
      #expect(author.shown == source.snapshot(), "\(label)")
      #expect(other.shown == source.snapshot(), "\(label)")
    }

    mutating func undoAll(_ label: String) throws {
      let last = source.snapshot()
      for transaction in history.reversed() {
        try source.apply(transaction.inverse)
        #expect(source.snapshot() == transaction.initialSnapshot, "\(label)")
        checkViews(label)
      }
      for transaction in history {
        try source.apply(transaction)
        #expect(source.snapshot() == transaction.finalSnapshot, "\(label)")
        checkViews(label)
      }
      #expect(source.snapshot() == last, "\(label)")
      source.snapshot().checkInvariants()
    }
  }
}
