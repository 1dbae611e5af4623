import Outline

public struct StepGenerator<Item: Hashable & Comparable & Sendable> {
  var random: SeededGenerator
  let targetCount: Int
  let item: (Int) -> Item

  public init(seed: UInt64, targetCount: Int, item: @escaping (Int) -> Item) {
    random = SeededGenerator(seed: seed)
    self.targetCount = targetCount
    self.item = item
  }

  public mutating func next(after models: Versions<OutlineModel<Item>>) -> Step<Item> {
    if random.once(in: 40) { return copyStep(after: models) }
    let items = models.current.items
    if items.count > targetCount, random.once(in: 2) {
      return .apply(.delete(some(1...3, of: items)))
    }
    return .apply(operation(on: models.current))
  }

  private mutating func copyStep(after models: Versions<OutlineModel<Item>>) -> Step<Item> {
    let index = Int.random(in: 0..<max(1, models.copies.count), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .exchange(copy: index)
    case 1: return .append(copy: index, to: parent(of: models.current.items))
    default: return .copy
    }
  }

  public mutating func operation(on model: OutlineModel<Item>) -> Operation<Item> {
    let items = model.items
    return switch Int.random(in: 0..<100, using: &random) {
    case 0..<34: addition(to: items)
    case 34..<40: listing(of: model)
    case 40..<44: .delete(some(0...2, of: items))
    case 44..<46: .replaceItem(known(items), with: item(number()))
    case 46..<54: .move(known(items), position(in: items))
    case 54..<60:
      .moveInto(parent(of: items), at: Int.random(in: -1...4, using: &random), item: known(items))
    case 60..<64: moveOfSeveral(items)
    case 64..<88: expansion(of: items)
    default: rearrangement(of: items)
    }
  }

  /// Lists most children of a parent, mostly in their order, with other items.
  private mutating func listing(of model: OutlineModel<Item>) -> Operation<Item> {
    let items = model.items
    let parent = parent(of: items)
    var list = (model.children(of: parent) ?? []).filter { _ in !random.once(in: 4) }
    for item in some(0...2, of: items) + new(excluding: items) {
      list.insert(item, at: Int.random(in: 0...list.count, using: &random))
    }
    if random.once(in: 4) { list.shuffle(using: &random) }
    if !random.once(in: 20) { list = list.uniqued }
    return random.once(in: 2)
      ? .setChildren(list, of: parent) : .setTree(graft(of: list.uniqued), of: parent)
  }

  private mutating func moveOfSeveral(_ items: [Item]) -> Operation<Item> {
    let moved = some(0...4, of: items)
    if random.once(in: 2) { return .moveItems(moved, position(in: items)) }
    let index = random.once(in: 3) ? nil : Int.random(in: -1...4, using: &random)
    return .moveItemsInto(parent(of: items), at: index, items: moved)
  }

  private mutating func addition(to items: [Item]) -> Operation<Item> {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<14: .append(new(excluding: items), to: parent(of: items))
    case 14..<22: .insert(new(excluding: items), position(in: items))
    case 22..<26:
      .insertInto(
        parent(of: items), at: Int.random(in: -1...4, using: &random),
        items: new(excluding: items))
    case 26..<30: .appendTree(graft(excluding: items), to: parent(of: items))
    case 30..<34: .appendPreorder(rows(excluding: items), to: parent(of: items))
    case 34..<37: .insertTree(graft(excluding: items), position(in: items))
    default: .replace(childrenOf: known(items), using: graft(excluding: items))
    }
  }

  private mutating func expansion(of items: [Item]) -> Operation<Item> {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<7: .expand(some(0...3, of: items))
    case 7..<12: .collapse(some(0...3, of: items))
    case 12..<15: .expandAll(in: known(items))
    case 15..<18: .collapseAll(in: known(items))
    case 18..<20: .reveal(known(items))
    case 20:
      .expandToLevel(
        Int.random(in: 0...4, using: &random), in: parent(of: items),
        collapsingOthers: Bool.random(using: &random))
    case 21: .restoreExpansion(some(0...20, of: items))
    case 22: .expandAll(in: nil)
    default: .collapseAll(in: nil)
    }
  }

  private mutating func rearrangement(of items: [Item]) -> Operation<Item> {
    switch Int.random(in: 0..<60, using: &random) {
    case 0..<10:
      .sort(childrenOf: parent(of: items), recursively: random.once(in: 3), by: order())
    case 10..<15: .insertSorted(new(excluding: items), to: parent(of: items), by: order())
    case 15..<20:
      .moveSorted(known(items), to: parent(of: items), by: order(), isSibling: random.once(in: 2))
    case 20..<38: .regraft(known(items), to: parent(of: items))
    case 38..<56: .reopen(known(items))
    case 56, 57:
      .filter(items.filter { _ in !random.once(in: 4) }, keepingSubtrees: random.once(in: 2))
    case 58: .keep(known(items), includingParent: random.once(in: 2))
    default: .deleteAll
    }
  }
}

extension StepGenerator {
  private mutating func order() -> SortOrder {
    SortOrder.allCases.randomElement(using: &random) ?? .ascending
  }

  private mutating func number() -> Int {
    Int.random(in: 0..<targetCount * 2, using: &random)
  }

  mutating func known(_ items: [Item]) -> Item {
    if !random.once(in: 20), let item = items.randomElement(using: &random) { return item }
    return item(number())
  }

  mutating func some(_ counts: ClosedRange<Int>, of items: [Item]) -> [Item] {
    (0..<Int.random(in: counts, using: &random)).map { _ in known(items) }
  }

  private mutating func parent(of items: [Item]) -> Item? {
    random.once(in: 8) ? nil : known(items)
  }

  mutating func position(in items: [Item]) -> SiblingPosition<Item> {
    random.once(in: 2) ? .before(known(items)) : .after(known(items))
  }

  private mutating func new(excluding items: [Item]) -> [Item] {
    let most = random.once(in: 20) ? max(4, targetCount / 2) : 4
    var taken = random.once(in: 10) ? [] : Set(items)
    return (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
      let candidate = item(number())
      return taken.insert(candidate).inserted ? candidate : nil
    }
  }

  private mutating func rows(excluding items: [Item]) -> [(item: Item, level: Int)] {
    var deepest = 0
    return new(excluding: items).map { item in
      let level = Int.random(in: 0...deepest, using: &random)
      deepest = level + (random.once(in: 200) ? 3 : 1)
      return (item, level)
    }
  }

  private mutating func graft(excluding items: [Item]) -> Graft<Item> {
    graft(of: new(excluding: items).uniqued)
  }

  mutating func graft(of items: [Item]) -> Graft<Item> {
    var model = OutlineModel<Item>()
    var deepest = 0
    let rows = items.map { item in
      let level = Int.random(in: 0...deepest, using: &random)
      deepest = level + 1
      return (item: item, level: level)
    }
    do {
      try model.append(preorder: rows)
    } catch {
      preconditionFailure("\(error)")
    }
    model.expand(model.items.filter { _ in random.once(in: 2) })
    return Graft(model)
  }
}
