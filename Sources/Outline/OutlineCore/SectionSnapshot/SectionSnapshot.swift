/// The items of one section as a tree, with their expansion.
///
/// A section snapshot is a value. A copy is O(1), and copies share storage. Edits, and conversions
/// between items and rows, are O(log *n*), for trees of any size, width and depth. Items are unique
/// within a snapshot.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     Array(outline.visibleItems)  // ["Fruit", "Tools"]
///     outline.expand(["Fruit"])
///     Array(outline.visibleItems)  // ["Fruit", "Apple", "Pear", "Tools"]
///
/// - A query about an unknown item returns `nil` or `false`.
/// - A mutation that fails throws a ``SectionSnapshotError`` and leaves the snapshot unchanged. If
///   several errors apply, it throws the first one that its documentation lists.
/// - An insertion or a move of no items does nothing and checks nothing.
/// - New items are collapsed. Moved items keep their descendants and their expansion.
///
/// In complexities, *n* is the number of items in the snapshot. Operations have the names of
/// Apple's `NSDiffableDataSourceSectionSnapshot`. For the differences in behavior, see
/// <doc:Semantics>. For sidebars and file trees, see <doc:Recipes>.
///
/// ## Topics
///
/// ### Creating a snapshot
/// - ``init()``
/// - ``init(roots:children:)``
/// - ``snapshot(of:includingParent:)``
/// - ``filtered(keepingSubtrees:_:)``
/// - ``compactMapItems(_:)``
///
/// ### Reading items and rows
/// - ``count``
/// - ``isEmpty``
/// - ``items``
/// - ``visibleItems``
/// - ``rows``
/// - ``rootItems``
/// - ``expandedItems``
///
/// ### Finding an item
/// - ``contains(_:)``
/// - ``item(equalTo:)``
/// - ``item(id:)``
/// - ``index(of:)``
/// - ``row(of:)``
/// - ``isVisible(_:)``
/// - ``isExpanded(_:)``
///
/// ### Finding relatives
/// - ``level(of:)``
/// - ``parent(of:)``
/// - ``ancestors(of:)``
/// - ``hasChildren(_:)``
/// - ``children(of:)``
/// - ``descendants(of:)``
/// - ``isDescendant(_:of:)``
/// - ``childIndex(of:)``
/// - ``nextSibling(of:)``
/// - ``previousSibling(of:)``
///
/// ### Adding items
/// - ``append(_:to:)-(Sequence<Item>,_)``
/// - ``append(preorder:to:)``
/// - ``insert(_:before:)-(Sequence<Item>,_)``
/// - ``insert(_:after:)-(Sequence<Item>,_)``
/// - ``insert(_:to:at:)``
///
/// ### Adding a snapshot
/// - ``append(_:to:)-(SectionSnapshot<Item>,_)``
/// - ``insert(_:before:)-(SectionSnapshot<Item>,_)``
/// - ``insert(_:after:)-(SectionSnapshot<Item>,_)``
/// - ``replace(childrenOf:using:)``
///
/// ### Setting children
/// - ``setChildren(_:of:)-(Sequence<Item>,_)``
/// - ``setChildren(_:of:)-(SectionSnapshot<Item>,_)``
///
/// ### Deleting and updating items
/// - ``delete(_:)``
/// - ``deleteAll()``
/// - ``updateItems(_:)``
/// - ``replace(_:with:)``
///
/// ### Moving and sorting items
/// - ``move(_:before:)-(Item,_)``
/// - ``move(_:after:)-(Item,_)``
/// - ``move(_:to:at:)-(Item,_,_)``
/// - ``move(_:before:)-(Sequence<Item>,_)``
/// - ``move(_:after:)-(Sequence<Item>,_)``
/// - ``move(_:to:at:)-(Sequence<Item>,_,_)``
/// - ``sortChildren(of:recursively:)``
/// - ``sortChildren(of:recursively:by:)``
/// - ``insertSorted(_:to:)``
/// - ``insertSorted(_:to:by:)``
/// - ``moveSorted(_:to:)``
/// - ``moveSorted(_:to:by:)``
///
/// ### Expanding and collapsing
/// - ``expand(_:)``
/// - ``collapse(_:)``
/// - ``reveal(_:)``
/// - ``expand(toLevel:in:collapsingOthers:)``
/// - ``expandAll(in:)``
/// - ``collapseAll(in:)``
/// - ``restoreExpansion(_:)``
/// - ``keepExpansion(of:)``
///
/// ### Comparing snapshots
/// - ``difference(from:)``
/// - ``difference(from:updating:isContentEqual:)``
/// - ``difference(from:updating:content:)``
/// - ``isTriviallyIdentical(to:)``
/// - ``visualDescription()``
///
/// ### Applying and merging changes
/// - ``patch(from:)``
/// - ``patch(from:isContentEqual:)``
/// - ``patch(from:content:)``
/// - ``apply(_:)``
/// - ``merge(_:)``
/// - ``merging(_:base:isContentEqual:)``
/// - ``Patch``
public struct SectionSnapshot<Item: Hashable & Sendable> {
  @usableFromInline package var tree: RowTree
  @usableFromInline package var table: ItemTable<Item>

  /// Creates a snapshot without items.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init() {
    self.init(layout: .standard)
  }

  @usableFromInline
  package init(layout: Layout) {
    tree = RowTree(layout: layout)
    table = ItemTable(layout: layout)
  }
}

extension SectionSnapshot: Sendable {}

extension SectionSnapshot: Equatable {
  /// Returns a Boolean value that indicates whether two snapshots have the same tree and expansion.
  ///
  /// - Complexity: O(1) if both share all storage, O(log *n* + *k*) if all but *k* rows are in
  ///   storage shared at the same positions, O(*n*) otherwise
  @inlinable
  public static func == (left: SectionSnapshot, right: SectionSnapshot) -> Bool {
    if left.tree.isIdentical(to: right.tree) { return true }
    let (items, otherItems) = (left.table.items, right.table.items)
    return left.tree.isEqual(to: right.tree) { handle, otherHandle, count in
      items.isEqual(at: handle, to: otherItems, at: otherHandle, count: count)
    }
  }
}

extension SectionSnapshot {
  /// Returns a Boolean value that indicates whether two snapshots share all storage.
  ///
  /// Snapshots that share all storage are equal. Equal snapshots need not share storage.
  ///
  /// - Complexity: O(1)
  public func isTriviallyIdentical(to other: SectionSnapshot) -> Bool {
    tree.isIdentical(to: other.tree) && table.isIdentical(to: other.table)
  }
}

extension SectionSnapshot: Hashable {
  /// Hashes the items, their levels and their expansion.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tree.count)
    var walk = RowWalk(tree, in: 0..<tree.count, among: .all)
    while walk.advance() {
      for row in walk.rows {
        hasher.combine(table[row.handle])
        hasher.combine(row.indent)
        hasher.combine(row.isExpanded)
      }
    }
  }
}
