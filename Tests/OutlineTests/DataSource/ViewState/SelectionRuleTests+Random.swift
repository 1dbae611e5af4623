import Outline
import OutlineTestSupport
import Testing

extension SelectionRuleTests {
  static let runCount: UInt64 = TestEffort.choose(quick: 300, full: 5_000, long: 100_000)

  @Test func randomChangesMatchAModel() throws {
    var movedCount = 0
    for seed in 0..<Self.runCount {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 4, itemCount: 14)
      var old = edits.snapshot()
      edits.edit(&old, count: 60)
      var new = old
      edits.edit(&new, count: Int.random(in: 0...6, using: &edits.random))
      let (goneCount, closedCount) = (Int.random(in: 0...5, using: &edits.random), 2)
      try new.deleteItems((0..<14).shuffled(using: &edits.random).prefix(goneCount))
      new.collapse((0..<14).shuffled(using: &edits.random).prefix(closedCount))
      let items = (0..<14).shuffled(using: &edits.random)
      for collapsing in [SelectionRules.Collapsing.keep, .moveToParent, .deselect] {
        for deleting in [SelectionRules.Deleting.deselect, .moveToParent, .moveToNextSibling] {
          let rules = SelectionRules(whenCollapsed: collapsing, whenDeleted: deleting)
          let model = SelectionModel(old: old, new: new, rules: rules)
          var state = ViewState(selectedItems: items, focusedItem: items[0], topItem: items[1])
          state.follow(from: old, to: new, rules: rules)
          let expected = ViewState(selectedItems: items.compactMap(model.replacement))
          #expect(state.selectedItems == expected.selectedItems, "seed \(seed), \(rules)")
          #expect(state.focusedItem == model.replacement(items[0]), "seed \(seed), \(rules)")
          #expect(
            state.topItem.map { !new.contains($0) || new.row(of: $0) != nil } ?? true,
            "seed \(seed)")
          movedCount += state.selectedItems == items ? 0 : 1
        }
      }
    }
    #expect(movedCount > 3 * Int(Self.runCount))
  }
}

struct SelectionModel {
  let old: Snapshot<Int, Int>
  let new: Snapshot<Int, Int>
  let rules: SelectionRules

  func replacement(_ item: Int) -> Int? {
    guard let section = old.sectionIdentifier(containingItem: item) else { return item }
    guard let item = new.contains(item) ? item : replacementOfDeleted(item, in: section) else {
      return nil
    }
    let way = [item] + ancestors(of: item, in: new)
    guard let visible = way.first(where: { new.row(of: $0) != nil }), visible != item,
      old.row(of: item) != nil, ancestors(of: item, in: old).contains(visible)
    else { return item }
    switch rules.whenCollapsed {
    case .keep: return item
    case .moveToParent: return visible
    case .deselect: return nil
    }
  }

  private func replacementOfDeleted(_ item: Int, in section: Int) -> Int? {
    if rules.whenDeleted == .deselect { return nil }
    let above = ancestors(of: item, in: old)
    for (deleted, parent) in zip([item] + above, above.map { Optional($0) } + [nil]) {
      if rules.whenDeleted == .moveToNextSibling {
        let siblings = children(of: parent, section: section, in: old)
        let now = children(of: parent, section: section, in: new)
        let index = siblings.firstIndex(of: deleted) ?? 0
        let candidates = siblings[index...] + siblings[..<index].reversed()
        if let sibling = candidates.first(where: now.contains) { return sibling }
      }
      if let parent, new.contains(parent) { return parent }
    }
    guard rules.whenDeleted == .moveToNextSibling, let index = old.indexOfSection(section) else {
      return nil
    }
    let sections = Array(old.sectionIdentifiers)
    let next = sections[(index + 1)...].lazy.compactMap { new[$0].rootItems.first.flatMap(known) }
    let previous = sections[..<index].reversed().lazy.compactMap {
      new[$0].rootItems.last.flatMap(known)
    }
    return next.first ?? previous.first
  }

  private func known(_ item: Int) -> Int? { old.contains(item) ? item : nil }

  private func ancestors(of item: Int, in snapshot: Snapshot<Int, Int>) -> [Int] {
    snapshot.sectionIdentifier(containingItem: item)
      .flatMap { snapshot[$0].ancestors(of: item) } ?? []
  }

  private func children(of parent: Int?, section: Int, in snapshot: Snapshot<Int, Int>) -> [Int] {
    guard let parent else { return Array(snapshot[section].rootItems) }
    return snapshot.sectionIdentifier(containingItem: parent)
      .flatMap { snapshot[$0].children(of: parent) }.map { Array($0) } ?? []
  }
}
