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
/// Items of other sections, which only untyped operations can insert, are not visible here. The
/// value offers the most common queries and edits of ``SectionSnapshot``. For all others, use
/// ``erased``.
///
/// ## Topics
///
/// ### Reading items and rows
/// - ``items``
/// - ``visibleItems``
/// - ``rows``
/// - ``expandedItems``
/// - ``children(of:)``
///
/// ### Finding an item
/// - ``contains(_:)``
/// - ``index(of:)``
/// - ``row(of:)``
/// - ``isExpanded(_:)``
/// - ``isVisible(_:)``
///
/// ### Finding relatives
/// - ``level(of:)``
/// - ``parent(of:)``
/// - ``ancestors(of:)``
/// - ``childIndex(of:)``
/// - ``hasChildren(_:)``
///
/// ### Editing
/// - ``append(_:to:)``
/// - ``insert(_:before:)``
/// - ``insert(_:after:)``
/// - ``delete(_:)``
/// - ``move(_:to:at:)``
/// - ``expand(_:)``
/// - ``collapse(_:)``
///
/// ### Converting
/// - ``erased``
public struct TypedSectionSnapshot<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The outline with items of type ``AnyItem``.
  public var erased: SectionSnapshot<AnyItem>
  let section: TypedSection<Item>

  init(_ erased: SectionSnapshot<AnyItem>, of section: TypedSection<Item>) {
    self.erased = erased
    self.section = section
  }
}

// MARK: - Queries

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

  /// Returns the children of an item, or the roots.
  ///
  /// - Complexity: O(log *n*)
  public func children(of parent: Item?) -> (some BidirectionalCollection<Item>)? {
    erased.children(of: parent.map(section.item)).map { children in
      children.lazy.compactMap(section.value)
    }
  }

  /// Returns a Boolean value that indicates whether the section contains an item.
  ///
  /// - Complexity: O(1) expected
  public func contains(_ item: Item) -> Bool { erased.contains(section.item(item)) }

  /// Returns a Boolean value that indicates whether an item has children.
  ///
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool { erased.hasChildren(section.item(item)) }

  /// Returns a Boolean value that indicates whether an item is expanded, even if it is hidden.
  ///
  /// - Complexity: O(log *n*)
  public func isExpanded(_ item: Item) -> Bool { erased.isExpanded(section.item(item)) }

  /// Returns a Boolean value that indicates whether all ancestors of an item are expanded.
  ///
  /// - Complexity: O(log *n*)
  public func isVisible(_ item: Item) -> Bool { erased.isVisible(section.item(item)) }

  /// Returns the number of ancestors of an item.
  ///
  /// - Complexity: O(log *n*)
  public func level(of item: Item) -> Int? { erased.level(of: section.item(item)) }

  /// Returns the position of an item in pre-order, with hidden items counted.
  ///
  /// - Complexity: O(log *n*)
  public func index(of item: Item) -> Int? { erased.index(of: section.item(item)) }

  /// Returns the row of an item among the visible rows of the section.
  ///
  /// - Complexity: O(log *n*)
  public func row(of item: Item) -> Int? { erased.row(of: section.item(item)) }

  /// Returns the position of an item among its siblings.
  ///
  /// - Complexity: O(log *n*)
  public func childIndex(of item: Item) -> Int? { erased.childIndex(of: section.item(item)) }

  /// Returns the parent of an item.
  ///
  /// - Complexity: O(log *n*)
  public func parent(of item: Item) -> Item? {
    erased.parent(of: section.item(item)).flatMap(section.value)
  }

  /// Returns the ancestors of an item, from the parent up to a root.
  ///
  /// - Complexity: O(*level* * log *n*)
  public func ancestors(of item: Item) -> [Item]? {
    erased.ancestors(of: section.item(item))?.compactMap(section.value)
  }
}

// MARK: - Editing

//  The edits are the same as in `SectionSnapshot`. An error contains the items as `AnyItem`.
//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

extension TypedSectionSnapshot {
  /// Adds items at the end of a parent's children, or of the roots.
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot[years].append([1975])
  ///       try snapshot[years].delete([1959])
  ///     }
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func append(
    _ items: some Sequence<Item>, to parent: Item? = nil
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.append(items.map(section.item), to: parent.map(section.item))
  }

  /// Inserts items as siblings just before another item.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func insert(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.insert(items.map(section.item), before: section.item(anchor))
  }

  /// Inserts items as siblings after another item and all its descendants.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func insert(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.insert(items.map(section.item), after: section.item(anchor))
  }

  /// Deletes items with their descendants; unknown items are an error, unlike in
  /// ``Snapshot/deleteItems(_:)``.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @_optimize(none)
  public mutating func delete(_ items: some Sequence<Item>) throws(SectionSnapshotError<AnyItem>) {
    try erased.delete(items.map(section.item))
  }

  /// Moves items with their descendants to an index among the children of a parent.
  ///
  /// Without an index, they move to the end. The parent `nil` stands for the roots.
  ///
  /// - Throws: The errors of ``SectionSnapshot/move(_:to:at:)-(Sequence<Item>,_,_)``
  /// - Complexity: That of ``SectionSnapshot/move(_:to:at:)-(Sequence<Item>,_,_)``
  @_optimize(none)
  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int? = nil
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.move(items.map(section.item), to: parent.map(section.item), at: index)
  }

  /// Expands items; unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item
  @_optimize(none)
  public mutating func expand(_ items: some Sequence<Item>) {
    erased.expand(items.map(section.item))
  }

  /// Collapses items; unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item
  @_optimize(none)
  public mutating func collapse(_ items: some Sequence<Item>) {
    erased.collapse(items.map(section.item))
  }
}

// MARK: - Converting

extension SectionSnapshot {
  /// Creates a snapshot from the items of a typed section.
  ///
  /// - Complexity: O(*n*)
  public init(_ section: TypedSectionSnapshot<Item>) {
    // Cannot throw: different items have different values.
    self = (try? section.erased.compactMapItems(section.section.value)) ?? SectionSnapshot()
  }

  /// The outline with the items as a typed section stores them.
  func erased(in section: TypedSection<Item>) -> SectionSnapshot<AnyItem> {
    // Cannot throw: different values are different items.
    (try? compactMapItems(section.item)) ?? SectionSnapshot<AnyItem>()
  }
}
