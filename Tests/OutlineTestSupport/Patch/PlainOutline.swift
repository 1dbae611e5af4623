import Outline

/// The outlines of some sections as arrays and dictionaries.
struct PlainOutline<Item: Hashable & Sendable>: Equatable {
  enum Parent: Hashable {
    case section(Int)
    case item(Item)
  }

  var children: [Parent: [Item]] = [:]
  var parents: [Item: Parent] = [:]
  var expandedItems: Set<Item> = []

  func contains(_ item: Item) -> Bool { parents[item] != nil }

  func siblings(_ parent: Parent) -> [Item] { children[parent] ?? [] }

  /// Returns an item and its ancestors.
  func path(of parent: Parent) -> [Item] {
    var path: [Item] = []
    var parent = parent
    while case .item(let item) = parent, let next = parents[item] {
      path.append(item)
      parent = next
    }
    return path
  }

  mutating func remove(_ item: Item) {
    guard let parent = parents.removeValue(forKey: item) else { return }
    children[parent]?.removeAll { $0 == item }
  }

  mutating func insert(_ item: Item, at index: Int, of parent: Parent) {
    children[parent, default: []].insert(item, at: index)
    parents[item] = parent
  }

  mutating func append(_ outline: SectionSnapshot<Item>, section: Int) {
    for item in outline.items {
      let parent = outline.parent(of: item).map { Parent.item($0) } ?? .section(section)
      children[parent, default: []].append(item)
      parents[item] = parent
      if outline.isExpanded(item) { expandedItems.insert(item) }
    }
  }

  init() {}

  /// One section, whose number is 0.
  init(_ outline: SectionSnapshot<Item>) {
    append(outline, section: 0)
  }

  init(_ snapshot: Snapshot<Int, Item>) {
    for section in snapshot.sectionIdentifiers {
      append(snapshot[section], section: section)
    }
  }

  static func == (left: PlainOutline, right: PlainOutline) -> Bool {
    left.parents == right.parents && left.expandedItems == right.expandedItems
      && left.children.filter { !$0.value.isEmpty } == right.children.filter { !$0.value.isEmpty }
  }
}

extension PlainOutline<Int> {
  /// The sections as a list of items.
  init(sectionsOf snapshot: Snapshot<Int, some Any>) {
    for section in snapshot.sectionIdentifiers {
      insert(section, at: siblings(.section(0)).count, of: .section(0))
    }
  }
}
