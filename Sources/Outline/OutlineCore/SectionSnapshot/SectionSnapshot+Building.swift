extension SectionSnapshot {
  /// Creates a snapshot from roots and a function that returns children.
  ///
  ///     let children = ["Fruit": ["Apple", "Pear"], "Tools": ["Saw"]]
  ///     let outline = try SectionSnapshot(roots: ["Fruit", "Tools"]) { children[$0] ?? [] }
  ///     Array(outline.items)  // ["Fruit", "Apple", "Pear", "Tools", "Saw"]
  ///
  /// - Parameters:
  ///   - roots: The items without a parent.
  ///   - children: Returns the children of an item; a leaf can also have `nil`. The initializer
  ///     calls it once for each item, in pre-order, and again if there are duplicates. It reports a
  ///     cycle as duplicate items.
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*n*)
  @inlinable
  public init<Roots: Sequence<Item>, Children: Sequence<Item>>(
    roots: Roots, children: (Item) -> Children
  ) throws(SectionSnapshotError<Item>) {
    let roots = Array(roots)
    self.init()
    var rows: [TreeRow] = []
    var handles: [Int32] = []
    var items: [Item] = []
    var walk = PreorderWalk<Item, Children>(roots)
    do throws(SectionSnapshotError<Item>) {
      while let (item, level) = walk.next() {
        items.append(item)
        rows.append(TreeRow(handle: -1, level: level))
        walk.descend(into: children(item))
        // Adding many items at once is faster, but only an addition finds a cycle.
        if items.count >= 64 + 4 * table.count {
          handles += try intern(items)
          items.removeAll(keepingCapacity: true)
        }
      }
      handles += try intern(items)
    } catch {
      let repeated = SectionSnapshot.repeatedItems(roots: roots, children: children)
      throw repeated.isEmpty ? error : .duplicateItems(repeated)
    }
    tree.graft(rows, under: handles, at: tree.insertionPoint(atEndOf: nil))
    checkInternally()
  }

  // Models often have optional children, as those of SwiftUI's `OutlineGroup`.
  @inlinable
  @_documentation(visibility: private)
  public init<Roots: Sequence<Item>, Children: Sequence<Item>>(
    roots: Roots, children: (Item) -> Children?
  ) throws(SectionSnapshotError<Item>) {
    try self.init(roots: roots) { children($0).map { Array($0) } ?? [] }
  }

  /// The items that occur again in pre-order, each once, without the descendants of repetitions.
  @inlinable
  static func repeatedItems<Children: Sequence<Item>>(
    roots: [Item], children: (Item) -> Children
  ) -> [Item] {
    var walk = PreorderWalk<Item, Children>(roots)
    var seen: Set<Item> = []
    var repeated: [Item] = []
    while let (item, _) = walk.next() {
      if seen.insert(item).inserted {
        walk.descend(into: children(item))
      } else {
        repeated.append(item)
      }
    }
    return repeated.eachOnce()
  }

  /// Adds items in pre-order at the end of a parent's children, or of the roots.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     let rows = [("Fruit", 0), ("Apple", 1), ("Tools", 0)]
  ///     try outline.append(preorder: rows.map { (item: $0, level: $1) })
  ///     outline.parent(of: "Apple")  // "Fruit"
  ///
  /// - Parameters:
  ///   - rows: New items with their levels. The first level is 0, and each level is at most one
  ///     more than the previous one.
  ///   - parent: The parent of the items with level 0; `nil` to make them roots.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/levelOutOfRange(_:position:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* rows
  @inlinable
  public mutating func append(
    preorder rows: some Sequence<(item: Item, level: Int)>, to parent: Item? = nil
  ) throws(SectionSnapshotError<Item>) {
    var items: [Item] = []
    var newRows: [TreeRow] = []
    items.reserveCapacity(rows.underestimatedCount)
    newRows.reserveCapacity(rows.underestimatedCount)
    var lastLevel = -1
    var misplaced: SectionSnapshotError<Item>?
    for (item, level) in rows {
      if level < 0 || level > lastLevel + 1 {
        misplaced = .levelOutOfRange(level, position: items.count)
        break
      }
      items.append(item)
      newRows.append(TreeRow(handle: -1, level: level))
      lastLevel = level
    }
    guard misplaced != nil || !items.isEmpty else { return }
    let point = tree.insertionPoint(atEndOf: try parentHandle(parent))
    if let misplaced { throw misplaced }
    try append(consume items, consume newRows, at: point)
  }

  /// Adds items with their rows, which have valid levels.
  @inlinable
  mutating func append(
    _ items: consuming [Item], _ rows: consuming [TreeRow], at point: InsertionPoint
  ) throws(SectionSnapshotError<Item>) {
    let handles = try intern(consume items)
    tree.graft(rows, under: handles, at: point)
    checkInternally()
  }
}

/// A traversal in pre-order of items that are not in an outline yet.
@usableFromInline
struct PreorderWalk<Item, Children: Sequence<Item>> {
  @usableFromInline var roots: [Item].Iterator
  /// The remaining children of the last root, of its last child, and so on.
  @usableFromInline var open: [Children.Iterator] = []

  @inlinable
  init(_ roots: [Item]) {
    self.roots = roots.makeIterator()
  }

  @inlinable
  mutating func next() -> (item: Item, level: Int)? {
    while let last = open.indices.last {
      if let item = open[last].next() { return (item, open.count) }
      open.removeLast()
    }
    return roots.next().map { ($0, 0) }
  }

  @inlinable
  mutating func descend(into children: Children) {
    open.append(children.makeIterator())
  }
}
