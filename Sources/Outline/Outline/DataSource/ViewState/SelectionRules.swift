/// Rules for the selection when selected items are hidden or deleted.
///
///     let rules = SelectionRules(whenCollapsed: .keep, whenDeleted: .moveToParent)
///     state.follow(from: update.initialSnapshot, to: update.finalSnapshot, rules: rules)
public struct SelectionRules: Hashable, Sendable {
  /// A rule for a selected item that a change hides below a collapsed ancestor.
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
    /// section remains, the first remaining root of the next section that has one is selected, else
    /// the last one of a previous section.
    case moveToNextSibling
  }

  /// The rule for a selected item that a change hides below a collapsed ancestor.
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
  /// Items that were hidden before stay selected, and so do items that the old snapshot does not
  /// contain. Remaining items become those of the new snapshot, which can have other content. A top
  /// item that is no longer visible is replaced by a visible ancestor or sibling. The expanded
  /// items do not change.
  ///
  /// - Complexity: O(log *n*) for each selected item, for each sibling and ancestor that was deleted
  ///   with one, and for each section and root that the search for a replacement passes
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    rules: SelectionRules = SelectionRules()
  ) {
    let finder = ReplacementFinder(from: old, to: new, rules: rules)
    selectedItems = selectedItems.compactMap { finder.replacement(for: $0) }
    focusedItem = focusedItem.flatMap { finder.replacement(for: $0) }
    guard let item = topItem else { return }
    let rowFinder = ReplacementFinder(from: old, to: new, rules: SelectionRules())
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
  private let replacements = ChainSearch<Item, Item>()
  private let nextSiblings = ChainSearch<Item, Item>()
  private let previousSiblings = ChainSearch<Item, Item>()
  private let nextSections = ChainSearch<Section, Item>()
  private let previousSections = ChainSearch<Section, Item>()

  init(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, rules: SelectionRules
  ) {
    self.old = old
    self.new = new
    self.rules = rules
  }

  /// Returns the item to select instead of an item, which is the item itself if no rule applies.
  func replacement(for item: Item) -> Item? {
    guard let visible = new.nearestVisibleItem(to: item) else {
      guard old.contains(item) else { return item }
      guard rules.whenDeleted != .deselect else { return nil }
      return replacement(forDeleted: item).flatMap(replacement(for:))
    }
    if visible == item { return visible }
    guard rules.whenCollapsed != .keep && old.isVisible(item) else {
      return new.item(equalTo: item)
    }
    return rules.whenCollapsed == .deselect ? nil : visible
  }

  private func replacement(forDeleted item: Item) -> Item? {
    guard let outline = old.sectionSnapshot(containingItem: item) else { return nil }
    let selectsSiblings = rules.whenDeleted == .moveToNextSibling
    return replacements.firstResult(from: item, step: outline.parent) { deleted in
      if selectsSiblings, let sibling = sibling(of: deleted, in: outline) { return sibling }
      guard let parent = outline.parent(of: deleted) else {
        return selectsSiblings ? root(besideSectionOf: deleted) : nil
      }
      return new.contains(parent) ? parent : nil
    }
  }

  private func sibling(of item: Item, in outline: SectionSnapshot<Item>) -> Item? {
    let parent = outline.parent(of: item)
    func remaining(_ sibling: Item) -> Item? { isStillChild(sibling, of: parent) ? sibling : nil }
    let (next, previous) = (outline.nextSibling(of: item), outline.previousSibling(of: item))
    return nextSiblings.firstResult(from: next, step: outline.nextSibling, remaining)
      ?? previousSiblings.firstResult(from: previous, step: outline.previousSibling, remaining)
  }

  /// Returns a Boolean value that indicates whether a child of a parent, or a root of a section,
  /// has remained there.
  private func isStillChild(_ item: Item, of parent: Item?) -> Bool {
    guard new.contains(item), new.parent(of: item) == parent else { return false }
    return parent != nil
      || new.sectionIdentifier(containingItem: item) == old.sectionIdentifier(containingItem: item)
  }

  /// Returns the first remaining root of the next section that has one, else the last one of a
  /// previous section.
  private func root(besideSectionOf item: Item) -> Item? {
    guard let section = old.sectionIdentifier(containingItem: item) else { return nil }
    func next(_ section: Section) -> Section? { old.section(after: section, by: 1) }
    func previous(_ section: Section) -> Section? { old.section(after: section, by: -1) }
    return nextSections.firstResult(from: next(section), step: next) { section in
      old[section].rootItems.first { isStillChild($0, of: nil) }
    }
      ?? previousSections.firstResult(from: previous(section), step: previous) { section in
        old[section].rootItems.last { isStillChild($0, of: nil) }
      }
  }
}

/// Searches along chains of elements; it remembers the results, so that each element is visited once.
private final class ChainSearch<Element: Hashable & Sendable, Result> {
  private var results: [Element: Result?] = [:]

  /// Returns the result of the first element that has one.
  func firstResult(
    from start: Element?, step: (Element) -> Element?, _ result: (Element) -> Result?
  ) -> Result? {
    var visited: [Element] = []
    var next = start
    var found: Result?
    while let element = next {
      if let known = results[element] {
        found = known
        break
      }
      visited.append(element)
      // Elements that equal others since they were stored can lead in a cycle.
      results.updateValue(nil, forKey: element)
      found = result(element)
      if found != nil { break }
      next = step(element)
    }
    for element in visited {
      results.updateValue(found, forKey: element)
    }
    return found
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
