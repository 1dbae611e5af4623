import OutlineTestSupport
import Testing

@testable import Outline

/// Random keys and edits: the selection agrees with a plain one, which lists all rows for each key.
@Suite struct RandomSelectionTests {
  static let seed = seedOfRun()
  static let keyCount = TestEffort.choose(quick: 4_000, full: 100_000, long: 20_000_000)
  static let sequenceLength = 500

  @Test(arguments: TestLayout.allCases)
  func keysAgreeWithAPlainSelection(layout: TestLayout) {
    for number in 0..<UInt64(Self.keyCount / Self.sequenceLength / 2) {
      let seed = Self.seed &+ number
      if let failure = Self.disagreement(seed: seed, layout) {
        Issue.record("OUTLINE_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  private static func disagreement(seed: UInt64, _ layout: TestLayout) -> String? {
    var random = SeededGenerator(seed: seed)
    var edits = SnapshotStepGenerator<Int>(
      seed: seed, targetCount: 30, sectionCount: 4, item: { $0 })
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    var selection = OutlineSelection<Int>()
    var plain = PlainSelection()
    for step in 0..<sequenceLength {
      let old = snapshot
      var text = ""
      switch step < 10 ? 0 : Int.random(in: 0..<12, using: &random) {
      case 0:
        let operation = edits.operation(on: SnapshotModel(snapshot))
        _ = operation.apply(to: &snapshot)
        text = swiftSource(of: operation)
      case 3:
        snapshot.expandAll()
        text = "expand all"
      case 4:
        guard let item = selection.selectedItems.sorted().randomElement(using: &random)
        else { continue }
        try? snapshot.deleteItems([item])
        text = "delete \(item)"
      case 1:
        let item = Int.random(in: 0..<60, using: &random)
        let modifier = modifiers.randomElement(using: &random)
        selection.select(item, modifier ?? nil, in: snapshot)
        plain.select(item, modifier ?? nil, in: SnapshotModel(snapshot))
        text = "select \(item) \(modifier as Any)"
      case 2:
        let letters = title(Int.random(in: 0..<16, using: &random))
        let isFound = selection.typeAhead(letters, in: snapshot, title: title)
        text = "type \(letters)"
        guard plain.typeAhead(letters, in: SnapshotModel(snapshot)) == isFound else { return text }
      default:
        let rows = Int.random(in: 0..<8, using: &random)
        let keys =
          [
            .up, .down, .left, .right, .home, .end, .pageUp(rows: rows), .pageDown(rows: rows),
            .space,
            .asterisk, .down, .up, .right,
          ] as [OutlineSelection<Int>.Key]
        let key = keys[Int.random(in: keys.indices, using: &random)]
        let modifier = modifiers[Int.random(in: modifiers.indices, using: &random)]
        let expansion = selection.press(key, modifier, in: snapshot)
        let expected = plain.press(key, modifier, in: SnapshotModel(snapshot))
        text = "\(key) \(modifier as Any)"
        switch expansion {
        case .expand(let items): snapshot.expand(items)
        case .collapse(let item): snapshot.collapse([item])
        case nil: break
        }
        guard expansion == expected else {
          return "\(text): \(expansion as Any) instead of \(expected as Any)"
        }
      }
      let rules = SelectionRules(
        whenCollapsed: collapsing.randomElement(using: &random) ?? .keep,
        whenDeleted: deleting.randomElement(using: &random) ?? .deselect)
      selection.follow(from: old, to: snapshot, rules: rules)
      plain.follow(
        SelectionModel(old: old, new: snapshot, rules: rules), in: SnapshotModel(snapshot))
      guard selection.selectedItems == plain.selected && selection.focusedItem == plain.focused
      else {
        return """
          step \(step), \(text): \(selection.selectedItems.sorted()) \(selection.focusedItem as Any)
          instead of \(plain.selected.sorted()) \(plain.focused as Any) in
          \(SnapshotModel(snapshot).shape)
          """
      }
    }
    return nil
  }

  private static let modifiers: [OutlineSelection<Int>.Modifier?] = [nil, .shift, .shift, .control]
  private static let collapsing: [SelectionRules.Collapsing] = [.keep, .moveToParent, .deselect]
  private static let deleting: [SelectionRules.Deleting] = [
    .deselect, .moveToParent, .moveToNextSibling,
  ]
}

/// Titles that have beginnings in common.
private func title(_ item: Int) -> String { String(item, radix: 2) }

/// A slow and obvious selection of the rows of a model.
private struct PlainSelection {
  var selected: Set<Int> = []
  var focused: Int?
  var anchor: Int?
  var rangeEnd: Int?

  typealias Model = SnapshotModel<Int, Int>
  typealias Selection = OutlineSelection<Int>

  private func visible(_ item: Int?, in model: Model) -> Int? {
    guard let item else { return nil }
    guard let outline = model.entries.map(\.outline).first(where: { $0.contains(item) }) else {
      return nil
    }
    return ([item] + (outline.ancestors(of: item) ?? [])).first(where: outline.isVisible)
  }

  private func rows(_ model: Model) -> [Int] { model.entries.flatMap(\.outline.visibleItems) }

  mutating func select(_ item: Int, _ modifier: Selection.Modifier?, in model: Model) {
    guard model.items.contains(item) else { return }
    switch modifier {
    case nil:
      (selected, anchor, rangeEnd) = ([item], item, nil)
    case .control:
      if !selected.insert(item).inserted { selected.remove(item) }
      (anchor, rangeEnd) = (item, nil)
    case .shift:
      let rows = rows(model)
      let first = visible(anchor, in: model) ?? visible(focused, in: model)
      anchor = first ?? visible(item, in: model)
      selected.subtract(range(to: rangeEnd, in: model, rows))
      selected.formUnion(range(to: item, in: model, rows))
      rangeEnd = item
    }
    focused = item
  }

  private func range(to end: Int?, in model: Model, _ rows: [Int]) -> ArraySlice<Int> {
    guard let first = rows.firstIndex(where: { $0 == anchor }),
      let last = visible(end, in: model).flatMap({ rows.firstIndex(of: $0) })
    else { return [] }
    return rows[min(first, last)...max(first, last)]
  }

  mutating func press(
    _ key: Selection.Key, _ modifier: Selection.Modifier?, in model: Model
  ) -> Selection.Expansion? {
    let rows = rows(model)
    let focus = visible(focused, in: model)
    let index = focus.flatMap { rows.firstIndex(of: $0) }
    let entries = model.entries.flatMap { section in
      section.outline.entries.map { (section: section.section, row: $0) }
    }
    let entry = entries.first { $0.row.item == focus }
    var target: Int?
    switch key {
    case .up: target = index.map { max(0, $0 - 1) } ?? rows.count - 1
    case .down: target = index.map { min(rows.count - 1, $0 + 1) } ?? 0
    case .home: target = 0
    case .end: target = rows.count - 1
    case .pageUp(let count): target = max(0, (index ?? rows.count) - max(1, count))
    case .pageDown(let count): target = min(rows.count - 1, (index ?? -1) + max(1, count))
    case .left:
      if let row = entry?.row, row.isExpanded && row.childCount > 0 { return .collapse(row.item) }
      target = entry?.row.parent.flatMap { rows.firstIndex(of: $0) }
    case .right:
      guard let row = entry?.row, row.childCount > 0 else { return nil }
      if !row.isExpanded { return .expand([row.item]) }
      target = index.map { $0 + 1 }
    case .space:
      if let focus { select(focus, modifier, in: model) }
      return nil
    case .asterisk:
      guard let entry else { return nil }
      var siblings = entries.filter {
        $0.section == entry.section && $0.row.parent == entry.row.parent
      }.map(\.row)
      siblings = siblings.filter { $0.item == focus } + siblings.filter { $0.item != focus }
      siblings = siblings.filter { !$0.isExpanded && $0.childCount > 0 }
      return siblings.isEmpty ? nil : .expand(siblings.map(\.item))
    }
    guard let target, rows.indices.contains(target) else { return nil }
    if modifier == .control {
      focused = rows[target]
    } else {
      select(rows[target], modifier, in: model)
    }
    return nil
  }

  mutating func typeAhead(_ text: String, in model: Model) -> Bool {
    let rows = rows(model)
    let index = visible(focused, in: model).flatMap { rows.firstIndex(of: $0) } ?? -1
    func find(_ prefix: String, after index: Int) -> Int? {
      let rotated = rows.indices.map { rows[($0 + index + 1) % rows.count] }
      return rotated.first { title($0).hasPrefix(prefix) }
    }
    var found = find(text, after: text.count > 1 && index >= 0 ? index - 1 : index)
    if found == nil && Set(text).count == 1 { found = find(String(text.prefix(1)), after: index) }
    if let found { select(found, nil, in: model) }
    return found != nil
  }

  mutating func follow(_ change: SelectionModel, in model: Model) {
    selected = Set(selected.compactMap(change.replacement))
    if let focused {
      self.focused = change.replacement(focused) ?? model.items.first(where: selected.contains)
    }
    anchor = anchor.flatMap(change.replacement)
    rangeEnd = rangeEnd.flatMap(change.replacement)
  }
}
