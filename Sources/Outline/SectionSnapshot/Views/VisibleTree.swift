/// The visible rows of an outline as a tree of handles.
@usableFromInline
package struct VisibleTree {
  private let tree: RowTree

  @usableFromInline
  init(_ tree: RowTree) {
    self.tree = tree
  }

  @usableFromInline package var count: Int { tree.visibleCount }

  @usableFromInline package var handles: [Int32] { tree.visibleHandles() }

  package func handle(ofRow row: Int) -> Int32 { tree.handle(at: row, visible: true) }

  @usableFromInline
  package func row(of handle: Int32) -> Int? { tree.visiblePosition(of: handle) }

  /// Returns the appearance of a row: two rows of one item differ if their appearances do.
  @usableFromInline
  package func appearance(of handle: Int32) -> UInt32 { tree.appearance(of: handle) }

  package func level(of handle: Int32) -> Int { tree.level(of: handle) }

  package func isExpanded(_ handle: Int32) -> Bool { tree.isExpanded(handle) }

  package func hasChildren(_ handle: Int32) -> Bool { tree.hasChildren(handle) }

  package func showsChildren(_ handle: Int32) -> Bool { tree.showsChildren(handle) }

  package func parent(of handle: Int32) -> Int32? { tree.parent(of: handle) }

  package func parentRow(ofRow row: Int) -> Int? {
    parent(of: handle(ofRow: row)).flatMap { self.row(of: $0) }
  }

  package func childIndex(ofRow row: Int) -> Int { tree.childIndex(of: handle(ofRow: row)) }

  package func end(ofRow row: Int) -> Int { tree.visibleEnd(of: handle(ofRow: row)) }

  package func children(ofRow row: Int) -> [Int] {
    let end = end(ofRow: row)
    return Array(sequence(first: row + 1) { self.end(ofRow: $0) }.prefix { $0 < end })
  }

  /// Returns the visible rows with children among the descendants of an item, in their order.
  package func parents(below handle: Int32) -> [Int32] { tree.visibleParents(below: handle) }
}
