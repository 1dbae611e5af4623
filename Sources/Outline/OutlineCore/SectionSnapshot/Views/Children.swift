extension SectionSnapshot {
  /// The children of an item, or the roots of a snapshot.
  ///
  /// - Complexity: Access to a child, and a step of a `for` loop, are O(log *n*).
  public struct Children: RandomAccessCollection {
    @usableFromInline let snapshot: SectionSnapshot
    @usableFromInline let parent: Int32?

    /// The position after the last child.
    public let endIndex: Int

    @usableFromInline
    package init(snapshot: SectionSnapshot, parent: Int32?) {
      self.snapshot = snapshot
      self.parent = parent
      endIndex = snapshot.tree.childCount(of: parent)
    }

    /// The position of the first child: 0.
    @inlinable public var startIndex: Int { 0 }

    /// Accesses the child at a position among its siblings.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public subscript(position: Int) -> Item {
      precondition(position >= 0 && position < endIndex, "Position out of range")
      return snapshot.table[snapshot.tree.child(of: parent, at: position)]
    }

    /// The children that have children themselves.
    ///
    /// - Complexity: O(*k* log *n*) for *k* children
    package var innerItems: [Item] {
      var items: [Item] = []
      for position in 0..<endIndex {
        let child = snapshot.tree.child(of: parent, at: position)
        if snapshot.tree.hasChildren(child) {
          items.append(snapshot.table[child])
        }
      }
      return items
    }
  }
}

extension SectionSnapshot.Children: Sendable {}
