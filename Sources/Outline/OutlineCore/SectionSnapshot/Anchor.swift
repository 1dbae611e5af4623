/// The insertion point of items, relative to an item with its handle.
@usableFromInline
package enum Anchor<Item> {
  case end
  case before(Item, Int32)
  /// After an item and all its descendants.
  case after(Item, Int32)
  case into(Item, Int32)
}

extension SectionSnapshot {
  @inlinable
  package func insertionPoint(at anchor: Anchor<Item>) -> InsertionPoint {
    switch anchor {
    case .end: tree.insertionPoint(atEndOf: nil)
    case .before(_, let anchor): tree.insertionPoint(before: anchor)
    case .after(_, let anchor): tree.insertionPoint(after: anchor)
    case .into(_, let parent): tree.insertionPoint(atEndOf: parent)
    }
  }

  @inlinable
  package func anchor(atEndOf parent: Int32?) -> Anchor<Item> {
    parent.map { .into(table[$0], $0) } ?? .end
  }

  /// The next sibling of a moved row that does not move, or the end of the siblings.
  @inlinable
  package func anchor(
    afterMovedRow handle: Int32, moving movedHandles: Set<Int32>
  ) -> Anchor<Item> {
    var next = tree.sibling(of: handle, step: 1)
    while let sibling = next {
      if !movedHandles.contains(sibling) { return .before(table[sibling], sibling) }
      next = tree.sibling(of: sibling, step: 1)
    }
    return anchor(atEndOf: tree.parent(of: handle))
  }
}
