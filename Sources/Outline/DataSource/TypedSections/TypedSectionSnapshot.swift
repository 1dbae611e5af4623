/// The outline of a typed section, with items of the section's type.
///
/// A data source stores typed sections with items of type ``AnyItem``. This value is a view of such
/// a section: it is created in O(1) and converts items only when they are read.
///
/// <!-- example: typedSections -->
///     source.apply(tree, to: genres)
///     let section = source.snapshot(for: genres)
///     section.isExpanded("Fruit")  // true
///     Array(section.visibleItems)  // ["Fruit", "Apple", "Pear", "Tools"]
///
/// Items that belong to other sections or to none, which only untyped operations can insert, are
/// not visible here. To edit a copy of the section, create a `SectionSnapshot` from this value.
public struct TypedSectionSnapshot<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The outline with items of type ``AnyItem``.
  public let erased: SectionSnapshot<AnyItem>
  let section: TypedSection<Item>

  init(_ erased: SectionSnapshot<AnyItem>, of section: TypedSection<Item>) {
    self.erased = erased
    self.section = section
  }
}

// MARK: - Collections

extension TypedSectionSnapshot {
  /// All items in pre-order, including those below collapsed items.
  ///
  /// - Complexity: O(1); counting the items is O(*n*)
  public var items: some BidirectionalCollection<Item> {
    erased.items.lazy.compactMap(section.value)
  }

  /// The items whose ancestors are all expanded, in the order of ``items``.
  ///
  /// - Complexity: O(1); counting the items is O(*n*)
  public var visibleItems: some BidirectionalCollection<Item> {
    erased.visibleItems.lazy.compactMap(section.value)
  }

  /// The visible rows with the properties that a view needs to draw them.
  ///
  /// - Complexity: O(1); counting the rows is O(*n*)
  public var rows: some BidirectionalCollection<SectionSnapshot<Item>.Row> {
    erased.rows.lazy.compactMap { row in
      section.value(of: row.item).map { SectionSnapshot<Item>.Row($0, like: row) }
    }
  }

  /// The expanded items in the order of ``items``, including leaves and hidden items.
  ///
  /// - Complexity: O(*n*)
  public var expandedItems: [Item] { erased.expandedItems.compactMap(section.value) }

  /// Returns the children of an item.
  ///
  /// - Parameter parent: The parent, or `nil` for the roots.
  /// - Returns: The children, or `nil` if the parent is unknown.
  /// - Complexity: O(log *n*)
  public func children(of parent: Item?) -> (some BidirectionalCollection<Item>)? {
    erased.children(of: parent.map(section.erase)).map { children in
      children.lazy.compactMap(section.value)
    }
  }
}

// MARK: - Queries

extension TypedSectionSnapshot {
  /// Returns whether the section contains an item.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item is in the section.
  /// - Complexity: O(1) expected
  public func contains(_ item: Item) -> Bool { erased.contains(section.erase(item)) }

  /// Returns whether an item has children.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item has children; `false` if it has none or is unknown.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool { erased.hasChildren(section.erase(item)) }

  /// Returns whether an item is expanded.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item is expanded, even if it is hidden; `false` if it is unknown.
  /// - Complexity: O(log *n*)
  public func isExpanded(_ item: Item) -> Bool { erased.isExpanded(section.erase(item)) }

  /// Returns whether all ancestors of an item are expanded.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item is visible; `false` if it is hidden or unknown.
  /// - Complexity: O(log *n*)
  public func isVisible(_ item: Item) -> Bool { erased.isVisible(section.erase(item)) }

  /// Returns the number of ancestors of an item.
  ///
  /// - Parameter item: An item.
  /// - Returns: The level, 0 for a root; `nil` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func level(of item: Item) -> Int? { erased.level(of: section.erase(item)) }

  /// Returns the position of an item in pre-order, counting hidden items.
  ///
  /// - Parameter item: An item.
  /// - Returns: The position, or `nil` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func index(of item: Item) -> Int? { erased.index(of: section.erase(item)) }

  /// Returns the position of an item's row among the visible rows of the section.
  ///
  /// - Parameter item: An item.
  /// - Returns: The row, or `nil` if the item is hidden or unknown.
  /// - Complexity: O(log *n*)
  public func row(of item: Item) -> Int? { erased.row(of: section.erase(item)) }

  /// Returns the position of an item among its siblings.
  ///
  /// - Parameter item: An item.
  /// - Returns: The position, or `nil` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func childIndex(of item: Item) -> Int? { erased.childIndex(of: section.erase(item)) }

  /// Returns the parent of an item.
  ///
  /// - Parameter item: An item.
  /// - Returns: The parent, or `nil` if the item is a root or unknown.
  /// - Complexity: O(log *n*)
  public func parent(of item: Item) -> Item? {
    erased.parent(of: section.erase(item)).flatMap(section.value)
  }

  /// Returns the ancestors of an item, from its parent to a root.
  ///
  /// - Parameter item: An item.
  /// - Returns: The ancestors, or `nil` if the item is unknown.
  /// - Complexity: O(*level* * log *n*)
  public func ancestors(of item: Item) -> [Item]? {
    erased.ancestors(of: section.erase(item))?.compactMap(section.value)
  }
}

// MARK: - Conversion

extension SectionSnapshot where Item: Sendable {
  /// Creates a snapshot from the items of a typed section.
  ///
  /// - Parameter section: The contents of a typed section.
  /// - Complexity: O(*n*)
  public init(_ section: TypedSectionSnapshot<Item>) {
    // Cannot throw: different items have different values.
    self = (try? section.erased.compactMapItems(section.section.value)) ?? SectionSnapshot()
  }

  /// The outline with the items as a typed section stores them.
  func erased(in section: TypedSection<Item>) -> SectionSnapshot<AnyItem> {
    // Cannot throw: different values are different items.
    (try? compactMapItems(section.erase)) ?? SectionSnapshot<AnyItem>()
  }
}
