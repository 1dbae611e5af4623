/// Rules for the selection when selected items are hidden or deleted.
///
///     let rules = SelectionRules(whenCollapsed: .keep, whenDeleted: .moveToParent)
///     state.follow(from: update.initialSnapshot, to: update.finalSnapshot, rules: rules)
public struct SelectionRules: Hashable, Sendable {
  /// A rule for a selected item whose ancestor is collapsed.
  public enum Collapsing: Hashable, Sendable {
    /// Keeps the hidden item selected.
    case keep
    /// Selects the nearest visible ancestor.
    case moveToParent
    /// Deselects the item.
    case deselect
  }

  /// A rule for a selected item that is deleted.
  public enum Deleting: Hashable, Sendable {
    /// Deselects the item.
    case deselect
    /// Selects the nearest remaining ancestor, or nothing for a root.
    case moveToParent
    /// Selects the next remaining sibling, else the previous one, else the parent.
    ///
    /// If the parent is also deleted, the rule applies to the parent, and so on. If no root of the
    /// section remains, the first root of the next section is selected, else the last root of the
    /// previous section.
    case moveToNextSibling
  }

  /// The rule for a selected item whose ancestor is collapsed.
  public var whenCollapsed: Collapsing
  /// The rule for a selected item that is deleted.
  public var whenDeleted: Deleting

  /// Creates rules.
  public init(
    whenCollapsed: Collapsing = .moveToParent, whenDeleted: Deleting = .moveToNextSibling
  ) {
    self.whenCollapsed = whenCollapsed
    self.whenDeleted = whenDeleted
  }
}

extension ViewState {
  /// Replaces selected, focused and top items that a change has hidden or deleted.
  ///
  /// Moved items stay selected even if they are hidden now, and so do items that the old snapshot
  /// does not contain. A top item that is no longer visible is replaced by a visible ancestor or
  /// sibling. The expanded items do not change.
  ///
  /// - Complexity: O(log *n*) for each selected item, and for each sibling and ancestor that was
  ///   deleted with one
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    rules: SelectionRules = SelectionRules()
  ) {
    var finder = ReplacementFinder(from: old, to: new, rules: rules)
    selectedItems = selectedItems.compactMap { finder.replacement(for: $0) }
    focusedItem = focusedItem.flatMap { finder.replacement(for: $0) }
    guard let item = topItem else { return }
    var rowFinder = ReplacementFinder(from: old, to: new, rules: SelectionRules())
    topItem = rowFinder.replacement(for: item).map { new.nearestVisibleItem(to: $0) ?? $0 }
    if topItem != item {
      topOffset = 0
    }
  }
}

// MARK: - Finding replacements

/// Finds replacements for selected items that a change has hidden or deleted.
///
/// The finder remembers the results for deleted items, so it visits each of them once.
struct ReplacementFinder<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  private let old: Snapshot<Section, Item>
  private let new: Snapshot<Section, Item>
  private let rules: SelectionRules
  private var replacements: [Item: Item?] = [:]
  private var nextSiblings = NeighborSearch<Item>()
  private var previousSiblings = NeighborSearch<Item>()
  private var nextSections = NeighborSearch<Section>()
  private var previousSections = NeighborSearch<Section>()

  init(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, rules: SelectionRules
  ) {
    self.old = old
    self.new = new
    self.rules = rules
  }

  /// Returns the item to select instead of an item, which is the item itself if no rule applies.
  mutating func replacement(for item: Item) -> Item? {
    guard old.contains(item) else { return item }
    if new.contains(item) { return replacement(forRemaining: item) }
    guard rules.whenDeleted != .deselect else { return nil }
    return replacement(forDeleted: item).flatMap(replacement(forRemaining:))
  }

  private func replacement(forRemaining item: Item) -> Item? {
    guard rules.whenCollapsed != .keep, let visible = new.nearestVisibleItem(to: item),
      visible != item, old.isVisible(item), old.isDescendant(item, of: visible)
    else { return item }
    return rules.whenCollapsed == .deselect ? nil : visible
  }

  private mutating func replacement(forDeleted item: Item) -> Item? {
    guard let outline = old.sectionSnapshot(containingItem: item) else { return nil }
    let selectsSiblings = rules.whenDeleted == .moveToNextSibling
    var visited: [Item] = []
    var deleted = item
    var replacement: Item?
    while true {
      if let known = replacements[deleted] {
        replacement = known
        break
      }
      visited.append(deleted)
      replacement = selectsSiblings ? sibling(of: deleted, in: outline) : nil
      if replacement != nil { break }
      guard let parent = outline.parent(of: deleted) else {
        replacement = selectsSiblings ? root(besideSectionOf: deleted) : nil
        break
      }
      if new.contains(parent) {
        replacement = parent
        break
      }
      deleted = parent
    }
    for item in visited {
      replacements.updateValue(replacement, forKey: item)
    }
    return replacement
  }

  private mutating func sibling(of item: Item, in outline: SectionSnapshot<Item>) -> Item? {
    let old = old
    let new = new
    let parent = outline.parent(of: item)
    func remains(_ sibling: Item) -> Bool {
      guard new.contains(sibling), new.parent(of: sibling) == parent else { return false }
      return parent != nil
        || new.sectionIdentifier(containingItem: sibling)
          == old.sectionIdentifier(containingItem: sibling)
    }
    return nextSiblings.nearest(from: item, step: outline.nextSibling, where: remains)
      ?? previousSiblings.nearest(from: item, step: outline.previousSibling, where: remains)
  }

  /// Returns the first root of the next section that begins with an old root.
  ///
  /// If there is none, returns the last root of the previous section that ends with an old root.
  private mutating func root(besideSectionOf item: Item) -> Item? {
    guard let section = old.sectionIdentifier(containingItem: item) else { return nil }
    let old = old
    let new = new
    func firstRoot(of section: Section) -> Item? {
      new[section].rootItems.first.flatMap { old.contains($0) ? $0 : nil }
    }
    func lastRoot(of section: Section) -> Item? {
      new[section].rootItems.last.flatMap { old.contains($0) ? $0 : nil }
    }
    let next = nextSections.nearest(
      from: section, step: { old.section(after: $0, by: 1) }, where: { firstRoot(of: $0) != nil })
    if let next { return firstRoot(of: next) }
    let previous = previousSections.nearest(
      from: section, step: { old.section(after: $0, by: -1) }, where: { lastRoot(of: $0) != nil })
    return previous.flatMap(lastRoot)
  }
}

/// A search for the nearest element in one direction that remains, with a memory of its results.
private struct NeighborSearch<Element: Hashable & Sendable> {
  private var results: [Element: Element?] = [:]

  mutating func nearest(
    from start: Element, step: (Element) -> Element?, where remains: (Element) -> Bool
  ) -> Element? {
    var visited: [Element] = []
    var element = start
    var result: Element?
    while true {
      if let known = results[element] {
        result = known
        break
      }
      visited.append(element)
      result = step(element)
      guard let next = result, !remains(next) else { break }
      element = next
    }
    for element in visited {
      results.updateValue(result, forKey: element)
    }
    return result
  }
}

extension Snapshot {
  /// The section at a distance from a section, or `nil` beyond the first or the last.
  fileprivate func section(after section: Section, by distance: Int) -> Section? {
    guard let index = indexOfSection(section) else { return nil }
    let sections = sectionIdentifiers
    return sections.indices.contains(index + distance) ? sections[index + distance] : nil
  }
}
