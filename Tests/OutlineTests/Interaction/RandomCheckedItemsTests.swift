import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// Random edits and toggles: the states agree with plain ones, which visit all items.
@Suite struct RandomCheckedItemsTests {
  static let seed = seedOfRun()
  static let stepCount = TestEffort.choose(quick: 4_000, full: 100_000, long: 20_000_000)
  static let sequenceLength = 400

  @Test(arguments: TestLayout.allCases, [6, 40])
  func statesAgreeWithPlainOnes(layout: TestLayout, targetCount: Int) {
    for number in 0..<UInt64(Self.stepCount / Self.sequenceLength / 4) {
      let seed = Self.seed &+ number
      if let failure = Self.disagreement(seed: seed, targetCount: targetCount, layout) {
        Issue.record("OUTLINE_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  /// Random edits, most of which the value does not follow: each operation ends and sets its item.
  @Test func missedChangesAreHarmless() throws {
    for number in 0..<UInt64(Self.stepCount / 100) {
      let seed = Self.seed &+ number
      var random = SeededGenerator(seed: seed)
      var edits = SnapshotStepGenerator<Int>(
        seed: seed, targetCount: 12, sectionCount: 2, item: { $0 })
      var versions = [Snapshot<Int, Int>()]
      var checks = CheckedItems<Int>()
      for _ in 0..<100 {
        var snapshot = versions[versions.count - 1]
        _ = edits.operation(on: SnapshotModel(snapshot)).apply(to: &snapshot)
        versions.append(snapshot)
        let item = Int.random(in: 0..<24, using: &random)
        let isChecked = Bool.random(using: &random)
        if let outline = snapshot.sectionSnapshot(containingItem: item) {
          checks.setChecked(isChecked, for: item, in: outline)
          let expected = isChecked ? CheckState.checked : .unchecked
          #expect(checks.state(of: item, in: outline) == expected, "OUTLINE_SEED=\(seed)")
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
          let index = Int.random(in: versions.indices, using: &random)
          checks.follow(from: versions[index], to: snapshot)
          versions.removeFirst(index)
        }
        if Int.random(in: 0..<16, using: &random) == 0 {
          let data = try JSONEncoder().encode(checks)
          checks = try JSONDecoder().decode(CheckedItems<Int>.self, from: data)
        }
      }
    }
  }

  private static func disagreement(
    seed: UInt64, targetCount: Int, _ layout: TestLayout
  ) -> String? {
    var random = SeededGenerator(seed: seed)
    var edits = SnapshotStepGenerator<Int>(
      seed: seed, targetCount: targetCount, sectionCount: 3, item: { $0 })
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    var checks = CheckedItems<Int>()
    // The items that can have children outside of the outline, which stand for lists that load.
    let divisor = [2, 5, 1_000].randomElement(using: &random) ?? 2
    func hasMissingChildren(_ item: Int) -> Bool { item % divisor == 1 }
    var plain = PlainChecks(hasMissingChildren: hasMissingChildren)
    var history: [String] = []
    for _ in 0..<sequenceLength {
      if Bool.random(using: &random) {
        let old = snapshot
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let operation = edits.operation(on: SnapshotModel(snapshot))
          _ = operation.apply(to: &snapshot)
          history.append(swiftSource(of: operation))
        }
        checks.follow(from: old, to: snapshot, hasMissingChildren: hasMissingChildren)
        plain.show(SnapshotModel(snapshot))
      } else {
        let item = Int.random(in: 0..<targetCount * 2, using: &random)
        if let outline = snapshot.sectionSnapshot(containingItem: item) {
          checks.toggle(item, in: outline, hasMissingChildren: hasMissingChildren)
        }
        plain.toggle(item)
        history.append("toggle \(item)")
      }
      let states = snapshot.sectionIdentifiers.map { snapshot[$0] }
        .flatMap { outline in
          outline.items.map {
            checks.state(of: $0, in: outline, hasMissingChildren: hasMissingChildren)
          }
        }
      guard states == plain.items.map(plain.state) && checks.hasInvariants else {
        return """
          \(states) instead of \(plain.items.map(plain.state)) in
          \(SnapshotModel(snapshot).shape)
          after \(history.joined(separator: "\n"))
          """
      }
    }
    return restored(checks, snapshot, plain, &random)
  }

  /// Saves states, and restores them while items arrive, parents first: most of the saved ones, and
  /// new ones.
  private static func restored(
    _ checks: CheckedItems<Int>, _ snapshot: Snapshot<Int, Int>, _ plain: PlainChecks,
    _ random: inout SeededGenerator
  ) -> String? {
    guard let data = try? JSONEncoder().encode(checks),
      var saved = try? JSONDecoder().decode(CheckedItems<Int>.self, from: data), saved == checks
    else { return "another value is decoded" }
    var shown = snapshot
    for section in snapshot.sectionIdentifiers { shown[section] = SectionSnapshot() }
    saved.follow(from: Snapshot(), to: shown)
    var gone: Set<Int> = []
    for item in snapshot.itemIdentifiers {
      let isParentGone = snapshot.parent(of: item).map(gone.contains) ?? false
      if isParentGone || Int.random(in: 0..<8, using: &random) == 0 { gone.insert(item) }
    }
    var missing = snapshot.itemIdentifiers.filter { !gone.contains($0) }
    var newItem = 1_000_000
    while !missing.isEmpty {
      let old = shown
      missing.removeAll { item in
        let parent = snapshot.parent(of: item)
        guard parent.map(shown.contains) ?? true, Bool.random(using: &random)
        else { return false }
        if let section = snapshot.sectionIdentifier(containingItem: item) {
          try? shown[section].append([item], to: parent)
        }
        return true
      }
      if let parent = plain.items.randomElement(using: &random),
        let section = shown.sectionIdentifier(containingItem: parent)
      {
        newItem += 1
        try? shown[section].append([newItem], to: parent)
      }
      saved.follow(from: old, to: shown, hasMissingChildren: plain.hasMissingChildren)
      for item in shown.itemIdentifiers {
        let outline = shown.sectionSnapshot(containingItem: item) ?? SectionSnapshot()
        let expected =
          plain.items.contains(item)
          ? plain.restoredState(item, children: shown.children(of: item).map { Array($0) } ?? [])
          : plain.stateOfNewChildren(of: shown.parent(of: item))
        let state = saved.state(
          of: item, in: outline, hasMissingChildren: plain.hasMissingChildren)
        guard state == expected else { return "restored \(item): \(state), not \(expected)" }
      }
    }
    return nil
  }
}

extension CheckedItems {
  /// A Boolean value that indicates whether the records have the documented invariants.
  fileprivate var hasInvariants: Bool {
    records.allSatisfy { item, record in
      let isListed = record.parent.map { records[$0]?.children[item] == record.isUniform } ?? true
      return !record.isEmpty && isListed
        && record.uniformCount == record.children.values.count { $0 }
        && record.children.keys.allSatisfy { records[$0]?.parent == item }
    }
  }
}

/// Slow and obvious check boxes: a value for each item, and a walk over all items after each change.
private struct PlainChecks {
  private(set) var items: [Int] = []
  private var parents: [Int: Int] = [:]
  private var children: [Int: [Int]] = [:]
  private var values: [Int: Bool] = [:]
  let hasMissingChildren: (Int) -> Bool

  init(hasMissingChildren: @escaping (Int) -> Bool) {
    self.hasMissingChildren = hasMissingChildren
  }

  /// The state of an item: that of all its children, of which missing ones have its value.
  func state(_ item: Int) -> CheckState {
    let value = values[item] == true ? CheckState.checked : .unchecked
    var states = Set((children[item] ?? []).map(state))
    if states.isEmpty || hasMissingChildren(item) { states.insert(value) }
    return states.count > 1 ? .mixed : states.first ?? value
  }

  func stateOfNewChildren(of parent: Int?) -> CheckState {
    parent.flatMap { values[$0] } == true ? .checked : .unchecked
  }

  /// The state of a restored item: that of its restored children, if the missing ones allow it.
  func restoredState(_ item: Int, children restored: [Int]) -> CheckState {
    let saved = state(item)
    if saved != .mixed || restored.isEmpty || hasMissingChildren(item) { return saved }
    let other = values[item] == true ? CheckState.unchecked : .checked
    let areOther = restored.allSatisfy { items.contains($0) && state($0) == other }
    let areMixed = children[item]?.contains { state($0) == .mixed } ?? false
    return areOther && !areMixed ? other : .mixed
  }

  mutating func toggle(_ item: Int) {
    guard items.contains(item) else { return }
    let value = state(item) != .checked
    var stack = [item]
    while let item = stack.popLast() {
      values[item] = value
      stack += children[item] ?? []
    }
    updateParents()
  }

  mutating func show(_ model: SnapshotModel<Int, Int>) {
    let entries = model.entries.flatMap(\.outline.entries)
    items = entries.map(\.item)
    parents = [:]
    for entry in entries { parents[entry.item] = entry.parent }
    children = Dictionary(grouping: items.filter { parents[$0] != nil }) { parents[$0] ?? -1 }
    let known = values
    values = [:]
    for item in items {
      values[item] = known[item] ?? parents[item].flatMap { values[$0] } ?? false
    }
    updateParents()
  }

  /// Gives parents the value of their children, if these have one in common.
  private mutating func updateParents() {
    for item in items.reversed() {
      switch state(item) {
      case .checked: values[item] = true
      case .unchecked: values[item] = false
      case .mixed: break
      }
    }
  }
}
