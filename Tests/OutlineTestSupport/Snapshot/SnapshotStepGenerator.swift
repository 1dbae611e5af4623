import Outline

public enum SnapshotStep<Item: Hashable & Comparable & Sendable> {
  case apply(SnapshotOperation<Item>)
  case copy
  case exchange(copy: Int)
  /// Replaces the contents of a section by those of a section in an older copy.
  case recall(copy: Int, section: Int, to: Int)
  case recallAll(copy: Int)
}

extension SnapshotStep: Sendable {}

public struct SnapshotStepGenerator<Item: Hashable & Comparable & Sendable> {
  private var random: SeededGenerator
  private var outlines: StepGenerator<Item>
  private let targetCount: Int
  private let sectionCount: Int
  private let item: (Int) -> Item

  public init(seed: UInt64, targetCount: Int, sectionCount: Int, item: @escaping (Int) -> Item) {
    random = SeededGenerator(seed: seed)
    outlines = StepGenerator(seed: ~seed, targetCount: targetCount, item: item)
    self.targetCount = targetCount
    self.sectionCount = sectionCount
    self.item = item
  }

  public mutating func next(
    after model: SnapshotModel<Int, Item>, copies: Int
  ) -> SnapshotStep<Item> {
    if random.once(in: 25) {
      let copy = Int.random(in: 0..<max(1, copies), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .exchange(copy: copy)
      case 1, 2: return .recall(copy: copy, section: anySection(), to: anySection())
      case 3: return .recallAll(copy: copy)
      default: return .copy
      }
    }
    let items = model.items
    if items.count > targetCount, random.once(in: 2) {
      return .apply(.deleteItems(outlines.some(1...4, of: items)))
    }
    return .apply(operation(on: model))
  }

  public mutating func operation(on model: SnapshotModel<Int, Item>) -> SnapshotOperation<Item> {
    let sections = model.sections
    let items = model.items
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<10: return sectionOperation(on: sections)
    case 10..<18: return .appendItems(any(excluding: items), to: section(sections))
    case 18..<34: return .insertItems(any(excluding: items), outlines.position(in: items))
    case 34..<36: return .deleteItems(outlines.some(0...3, of: items))
    case 36..<38:
      let new = item(Int.random(in: 0..<targetCount * 2, using: &random))
      return .replaceItem(outlines.known(items), with: new)
    case 38..<45: return .moveItem(outlines.known(items), outlines.position(in: items))
    case 45..<48: return .moveItems(outlines.some(0...4, of: items), destination(in: model))
    case 48..<53: return .expand(outlines.some(0...3, of: items))
    case 53..<55: return .collapse(outlines.some(0...3, of: items))
    case 55..<58: return expansion(of: items)
    case 58..<62: return .reloadItems(outlines.some(0...4, of: items))
    case 62..<65: return .reconfigureItems(outlines.some(0...4, of: items))
    case 65..<82: return deepening(of: model)
    case 82..<85: return listing(of: model)
    case 85..<92:
      let section = fullSection(of: model)
      return .edit(section, outlines.operation(on: model[section]))
    case 92..<94: return .assign(known(sections), from: known(sections))
    case 94..<98: return .replace(exchange(of: sections))
    default: return random.once(in: 8) ? .deleteAllItems : .expand(items)
    }
  }

  private mutating func expansion(of items: [Item]) -> SnapshotOperation<Item> {
    switch Int.random(in: 0..<11, using: &random) {
    case 0..<3: .expandAll(in: outlines.known(items))
    case 3..<6: .collapseAll(in: outlines.known(items))
    case 6..<9: .reveal(outlines.known(items))
    case 9: .expandAll(in: nil)
    default: .collapseAll(in: nil)
    }
  }

  private mutating func deepening(of model: SnapshotModel<Int, Item>) -> SnapshotOperation<Item> {
    let section = fullSection(of: model)
    let parent = outlines.known(model[section].items)
    let above = model[section].ancestors(of: parent) ?? []
    let items = any(excluding: model[section].items).filter { $0 != parent && !above.contains($0) }
    return .edit(section, .append(items, to: parent))
  }

  private mutating func destination(
    in model: SnapshotModel<Int, Item>
  ) -> Snapshot<Int, Item>.Destination {
    let item = outlines.known(model.items)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .before(item)
    case 1: .after(item)
    case 2: .into(item)
    default: .end(of: known(model.sections))
    }
  }

  /// Lists children of an item, or roots of a section, with items of all sections.
  private mutating func listing(of model: SnapshotModel<Int, Item>) -> SnapshotOperation<Item> {
    let section = fullSection(of: model)
    let parent = outlines.known(model[section].items)
    let isRoots = random.once(in: 3)
    var list = any(excluding: model[section].items)
    list += (model[section].children(of: isRoots ? nil : parent) ?? []).dropFirst()
    if !random.once(in: 20) { list = list.uniqued }
    if random.once(in: 2) {
      return isRoots ? .setRoots(list, of: section) : .setChildren(list, of: parent)
    }
    let tree = outlines.graft(of: list.uniqued)
    return isRoots ? .setOutline(tree, of: section) : .setTree(tree, of: parent)
  }

  private mutating func fullSection(of model: SnapshotModel<Int, Item>) -> Int {
    known(model.entries.filter { !$0.outline.roots.isEmpty }.map { $0.section })
  }

  private mutating func sectionOperation(on sections: [Int]) -> SnapshotOperation<Item> {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: .appendSections(anySections())
    case 2: .insertSections(anySections(), .before(known(sections)))
    case 3: .insertSections(anySections(), .after(known(sections)))
    case 4: .deleteSections((0..<Int.random(in: 0...2, using: &random)).map { _ in anySection() })
    case 5: .moveSection(known(sections), .before(known(sections)))
    case 6: .moveSection(known(sections), .after(known(sections)))
    case 7: .reloadSections([known(sections)])
    default: .reconfigureSections([known(sections)])
    }
  }

  private mutating func anySection() -> Int {
    Int.random(in: 0..<sectionCount, using: &random)
  }

  private mutating func anySections() -> [Int] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in anySection() }
  }

  private mutating func known(_ sections: [Int]) -> Int {
    if !random.once(in: 12), let section = sections.randomElement(using: &random) {
      return section
    }
    return anySection()
  }

  private mutating func section(_ sections: [Int]) -> Int? {
    random.once(in: 6) ? nil : known(sections)
  }

  private mutating func exchange(of sections: [Int]) -> [(section: Int, source: Int?)] {
    let count = Int.random(in: 0...3, using: &random)
    let chosen = Array(sections.shuffled(using: &random).prefix(count))
    var pairs = zip(chosen, chosen.shuffled(using: &random)).map {
      (section: $0, source: random.once(in: 6) ? nil : $1 as Int?)
    }
    if random.once(in: 5) {
      pairs.append((anySection(), anySection()))
    }
    return pairs
  }

  private mutating func any(excluding items: [Item]) -> [Item] {
    let count = Int.random(in: 0...(random.once(in: 20) ? targetCount : 4), using: &random)
    var taken = random.once(in: 3) ? Set(items) : []
    let isCareless = random.once(in: 30)
    return (0..<count).compactMap { _ in
      let candidate = item(Int.random(in: 0..<targetCount * 2, using: &random))
      return taken.insert(candidate).inserted || isCareless ? candidate : nil
    }
  }
}
