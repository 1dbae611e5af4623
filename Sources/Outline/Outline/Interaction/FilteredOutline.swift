//  An outline and its filtered form, before and after a change:
//
//      Fruit                    Fruit                      Fruit
//        Apple      filter        Apple      follow          Apple
//        Pear      ────────▶                ────────▶      Tools
//      Tools                                                 Saw  ◀── a late match
//        Saw  ◀── appended
//
//  The patch between two versions of the outline names the changed items. They go to the end of
//  their new siblings, parents first, so that the other siblings remain in order. Removed items go.
//  Then a binary search finds the place of each changed item.

/// The matching items of an outline and their ancestors, optionally sorted, which follow changes.
///
/// A search or a sort order stays in effect while rows arrive. The cost of an update depends on the
/// change, not on the size of the outline.
///
///     var library = SectionSnapshot<String>()
///     try library.append(["Fruit", "Tools"])
///     try library.append(["Apple", "Pear"], to: "Fruit")
///     var results = FilteredOutline(library) { $0.contains("p") || $0.contains("w") }
///     Array(results.outline.visibleItems)  // ["Fruit", "Apple"]
///     try library.append(["Saw"], to: "Tools")
///     results.follow(library)
///     Array(results.outline.visibleItems)  // ["Fruit", "Apple", "Tools", "Saw"]
///
/// All results are expanded, whatever the expansion of the complete outline. For another search
/// text or another order, create another value. To sort only, let all items match: `{ _ in true }`.
public struct FilteredOutline<Item: Hashable & Sendable> {
  /// The matching items and their ancestors, all expanded.
  public private(set) var outline: SectionSnapshot<Item>

  /// The complete outline.
  private var source: SectionSnapshot<Item>
  private let isMatch: (_ item: Item) -> Bool
  private let areInIncreasingOrder: ((_ left: Item, _ right: Item) -> Bool)?

  /// Creates the filtered form of an outline.
  ///
  /// - Parameters:
  ///   - outline: The complete outline.
  ///   - areInIncreasingOrder: A strict weak ordering of siblings. By default, they keep the order
  ///     of the complete outline, as do siblings that are equal in the order.
  ///   - isMatch: Returns a Boolean value that indicates whether an item matches. The result may
  ///     depend only on the item and its content. After other changes, create another value.
  /// - Complexity: O(*n*); O(*n* log *n*) with an order
  public init(
    _ outline: SectionSnapshot<Item>,
    sortedBy areInIncreasingOrder: ((_ left: Item, _ right: Item) -> Bool)? = nil,
    where isMatch: @escaping (_ item: Item) -> Bool
  ) {
    source = outline
    self.isMatch = isMatch
    self.areInIncreasingOrder = areInIncreasingOrder
    var filtered = outline.filtered(isMatch)
    if let areInIncreasingOrder {
      // Cannot throw: the roots have no parent.
      try? filtered.sortChildren(recursively: true, by: areInIncreasingOrder)
    }
    filtered.expandAll()
    self.outline = filtered
  }

  /// Updates the filtered form to a new version of the complete outline.
  ///
  /// Items that were replaced by equal ones with other content are matched and sorted again.
  ///
  /// - Complexity: O(log² *n*) for each changed item and for each ancestor that comes or goes with
  ///   it, if both versions share the storage of the others
  public mutating func follow(_ new: SectionSnapshot<Item>) {
    // The filter does not know if the content of an item differs, so each item that was stored
    // counts.
    let patch = new.patch(from: source) { _, _ in false }
    source = new
    let stored = patch.replacements.map { $0.new }
    // Cannot throw: each item occurs once.
    try? outline.updateItems(stored.filter(outline.contains))
    let moved = patch.moves.map { $0.item }
    // The former parents of these items can have lost their last match.
    var parents = moved.compactMap(outline.parent) + stored
    let placed = place(
      moved: Set(moved), stored: stored, inserted: patch.insertions.flatMap { $0.outline.items })
    for item in patch.removals.flatMap({ $0.outline.items }) where outline.contains(item) {
      if let parent = outline.parent(of: item) {
        parents.append(parent)
      }
      try? outline.delete([item])
    }
    for (parent, items) in placed {
      order(items, of: parent)
    }
    for parent in parents {
      removeUnlessKept(parent)
    }
  }

  /// Adds the changed items that match, with their ancestors, and moves items to their new parents.
  ///
  /// - Returns: By parent, the last children, which are not in order.
  private mutating func place(
    moved: Set<Item>, stored: [Item], inserted: [Item]
  ) -> [Item?: [Item]] {
    let changed = moved.compactMap(source.item) + stored + inserted
    let kept = changed.filter { outline.contains($0) || isMatch($0) }
    var placed: Set<Item> = []
    for item in kept {
      var next: Item? = item
      while let item = next, placed.insert(item).inserted {
        // An ancestor that is there is in its place, or is itself among the moved items.
        next = source.parent(of: item).flatMap { outline.contains($0) ? nil : $0 }
      }
    }
    let unordered = areInIncreasingOrder == nil ? moved : moved.union(stored)
    var siblings: [Item?: [Item]] = [:]
    for (_, item) in placed.map({ (source.index(of: $0) ?? 0, $0) }).sorted(by: { $0.0 < $1.0 })
    where !outline.contains(item) || unordered.contains(item) {
      let parent = source.parent(of: item)
      // Cannot throw: parents come first, so the new parent is in its place, outside of the item.
      if outline.contains(item) {
        try? outline.move(item, to: parent)
      } else {
        try? outline.append(CollectionOfOne(item), to: parent)
        outline.expand(CollectionOfOne(item))
      }
      siblings[parent, default: []].append(item)
    }
    return siblings
  }

  /// Moves the last children of a parent to their places among the others, which are in order.
  private mutating func order(_ items: [Item], of parent: Item?) {
    var orderedCount = (outline.children(of: parent)?.count ?? 0) - items.count
    for item in items {
      guard let children = outline.children(of: parent) else { return }
      var range = 0..<orderedCount
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          precedes(item, children[middle])
          ? range.lowerBound..<middle : middle + 1..<range.upperBound
      }
      try? outline.move(item, to: parent, at: range.lowerBound)
      orderedCount += 1
    }
  }

  private func precedes(_ item: Item, _ other: Item) -> Bool {
    if let areInIncreasingOrder {
      if areInIncreasingOrder(item, other) { return true }
      if areInIncreasingOrder(other, item) { return false }
    }
    return source.childIndex(of: item) ?? 0 < source.childIndex(of: other) ?? 0
  }

  /// Removes an item that neither matches nor has children, and then its ancestors by the same
  /// rule.
  private mutating func removeUnlessKept(_ item: Item) {
    var next: Item? = item
    while let item = next, let stored = outline.item(equalTo: item), !outline.hasChildren(item),
      !isMatch(stored)
    {
      next = outline.parent(of: item)
      try? outline.delete(CollectionOfOne(item))
    }
  }
}
