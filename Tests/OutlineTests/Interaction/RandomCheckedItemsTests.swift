import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// Random edits and toggles: the states agree with plain ones, which visit all items.
@Suite struct RandomCheckedItemsTests {
  static let seed = seedOfRun()
  static let stepCount = TestEffort.choose(quick: 4_000, full: 1_000_000, long: 20_000_000)
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

  private static func disagreement(
    seed: UInt64, targetCount: Int, _ layout: TestLayout
  ) -> String? {
    var random = SeededGenerator(seed: seed)
    var edits = SnapshotStepGenerator<Int>(
      seed: seed, targetCount: targetCount, sectionCount: 3, item: { $0 })
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    var checks = CheckedItems<Int>()
    var plain = PlainChecks()
    var history: [String] = []
    for _ in 0..<sequenceLength {
      if Bool.random(using: &random) {
        let old = snapshot
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let operation = edits.operation(on: SnapshotModel(snapshot))
          _ = operation.apply(to: &snapshot)
          history.append(swiftSource(of: operation))
        }
        checks.follow(from: old, to: snapshot)
        plain.show(SnapshotModel(snapshot))
      } else {
        let item = Int.random(in: 0..<targetCount * 2, using: &random)
        checks.toggle(item, in: snapshot)
        plain.toggle(item)
        history.append("toggle \(item)")
      }
      let states = snapshot.itemIdentifiers.map { checks.state(of: $0, in: snapshot) }
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

  /// Saves states, and restores them while the items arrive, parents first.
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
    var missing = Array(snapshot.itemIdentifiers)
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
      saved.follow(from: old, to: shown)
      for item in shown.itemIdentifiers
      where saved.state(of: item, in: shown) != plain.state(item) {
        return "restored \(item): \(saved.state(of: item, in: shown)), not \(plain.state(item))"
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

  func state(_ item: Int) -> CheckState {
    let states = Set((children[item] ?? []).map(state))
    if states.count > 1 { return .mixed }
    return states.first ?? (values[item] == true ? .checked : .unchecked)
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
