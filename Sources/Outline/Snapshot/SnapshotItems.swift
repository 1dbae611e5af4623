extension Snapshot {
  /// The items of all sections, or the visible ones, section by section.
  ///
  /// A slice is of the same type and keeps the positions.
  ///
  /// - Complexity: An item at a position is O(log *n*); a step of a `for` loop is O(1), amortized,
  ///   and O(log *s*) where it comes to another section.
  public struct Items: RandomAccessCollection {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let isVisibleOnly: Bool
    @usableFromInline let bounds: Range<Int>

    @usableFromInline
    init(snapshot: Snapshot, isVisibleOnly: Bool = false, bounds: Range<Int>) {
      self.snapshot = snapshot
      self.isVisibleOnly = isVisibleOnly
      self.bounds = bounds
    }

    /// The position of the first item.
    @inlinable public var startIndex: Int { bounds.lowerBound }

    /// The position after that of the last item.
    @inlinable public var endIndex: Int { bounds.upperBound }

    /// Accesses the item at a position.
    ///
    /// - Parameter position: A position of this collection.
    /// - Complexity: O(log *n*)
    @inlinable
    public subscript(position: Int) -> Item {
      precondition(bounds.contains(position), "Position out of range")
      let (section, offset) = snapshot.sectionTree.section(at: position, visible: isVisibleOnly)
      return snapshot.contents[section].item(at: offset, visible: isVisibleOnly)
    }

    /// Accesses a range of the items.
    ///
    /// - Parameter bounds: Positions of this collection.
    /// - Complexity: O(1)
    @inlinable
    public subscript(bounds: Range<Int>) -> Items {
      precondition(
        bounds.lowerBound >= self.bounds.lowerBound && bounds.upperBound <= self.bounds.upperBound,
        "Range out of bounds")
      return Items(snapshot: snapshot, isVisibleOnly: isVisibleOnly, bounds: bounds)
    }

    /// Returns an iterator over the items.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(self)
    }
  }
}

extension Snapshot.Items {
  /// An iterator over the items.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let isVisibleOnly: Bool
    /// How many items are still to come.
    @usableFromInline var left: Int
    /// The position of the section after that of `items`.
    @usableFromInline var nextSection = 0
    /// What is still to come of the present section.
    @usableFromInline var items: SectionSnapshot<Item>.Items.Iterator?

    @inlinable
    init(_ items: Snapshot.Items) {
      snapshot = items.snapshot
      isVisibleOnly = items.isVisibleOnly
      left = items.count
      guard left > 0 else { return }
      let (section, offset) = snapshot.sectionTree.section(
        at: items.startIndex, visible: isVisibleOnly)
      nextSection = snapshot.order.tree.position(of: section) + 1
      self.items = rows(of: section, from: offset)
    }

    /// Goes on to the next item.
    ///
    /// - Returns: The item, or `nil` after the last.
    /// - Complexity: O(1), amortized, and O(log *s*) for the first of a section
    @inlinable
    public mutating func next() -> Item? {
      guard left > 0 else { return nil }
      left -= 1
      while true {
        if let item = items?.next() { return item }
        guard let section = snapshot.sectionHandle(at: nextSection) else { return nil }
        nextSection += 1
        items = rows(of: section)
      }
    }

    /// Walks along a section without copies of it on the way.
    @inlinable
    func rows(of section: Int32, from offset: Int = 0) -> SectionSnapshot<Item>.Items.Iterator {
      let contents = snapshot.contents[section]
      let tree = contents.tree
      let count = isVisibleOnly ? tree.visibleCount : tree.count
      return SectionSnapshot.Items.Iterator(
        table: contents.table, walk: RowWalk(tree, in: offset..<count, visible: isVisibleOnly))
    }
  }
}

extension Snapshot.Items: Sendable {}
extension Snapshot.Items.Iterator: Sendable {}

extension Snapshot.Items: CustomStringConvertible {
  /// The items, as an array shows its elements.
  public var description: String { Array(self).description }
}
