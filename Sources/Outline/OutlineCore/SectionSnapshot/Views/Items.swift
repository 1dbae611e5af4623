extension SectionSnapshot {
  /// The items of a snapshot, or the visible ones, in pre-order.
  ///
  /// A slice has the same type and keeps the positions.
  ///
  ///     outline.visibleItems[3]  // "Tools"
  ///     Array(outline.visibleItems[1..<3])  // ["Apple", "Pear"]
  ///
  /// - Complexity: Access to an item is O(log *n*). A step of a `for` loop is amortized O(1).
  public struct Items: RandomAccessCollection {
    @usableFromInline let snapshot: SectionSnapshot
    @usableFromInline let rowSet: RowSet
    @usableFromInline let bounds: Range<Int>

    @usableFromInline
    init(snapshot: SectionSnapshot, rowSet: RowSet, bounds: Range<Int>) {
      self.snapshot = snapshot
      self.rowSet = rowSet
      self.bounds = bounds
    }

    /// The position of the first item.
    @inlinable public var startIndex: Int { bounds.lowerBound }

    /// The position after the last item.
    @inlinable public var endIndex: Int { bounds.upperBound }

    /// Accesses the item at a position.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public subscript(position: Int) -> Item {
      precondition(bounds.contains(position), "Position out of range")
      return snapshot.table[snapshot.tree.handle(at: position, among: rowSet)]
    }

    /// Accesses a range of the items.
    ///
    /// - Complexity: O(1)
    @inlinable
    public subscript(bounds: Range<Int>) -> Items {
      precondition(
        bounds.lowerBound >= self.bounds.lowerBound && bounds.upperBound <= self.bounds.upperBound,
        "Range out of bounds")
      return Items(snapshot: snapshot, rowSet: rowSet, bounds: bounds)
    }

    /// Returns an iterator over the items.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(
        table: snapshot.table, walk: RowWalk(snapshot.tree, in: bounds, among: rowSet))
    }
  }
}

extension SectionSnapshot.Items {
  /// An iterator over the items.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var items: ItemReader<Item>
    @usableFromInline var walk: RowWalk
    @usableFromInline var index = 0

    @usableFromInline
    package init(table: ItemTable<Item>, walk: RowWalk) {
      items = ItemReader(table)
      self.walk = walk
    }

    /// Returns the next item.
    /// - Complexity: O(1), amortized
    @inlinable
    public mutating func next() -> Item? {
      if index == walk.rows.count {
        index = 0
        guard walk.advance() else { return nil }
      }
      index += 1
      return items.item(walk.rows[index - 1].handle)
    }
  }
}

extension SectionSnapshot.Items: Sendable {}
extension SectionSnapshot.Items.Iterator: Sendable {}
