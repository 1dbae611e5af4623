extension Snapshot {
  /// The items of all sections, or the visible ones, section by section.
  ///
  /// A slice has the same type and keeps the positions.
  ///
  /// - Complexity: Access to an item is O(log *n*). A step of a `for` loop is amortized O(1), and
  ///   O(log *s*) at the start of a section.
  public struct Items: RandomAccessCollection {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let rowSet: RowSet
    @usableFromInline let bounds: Range<Int>

    @usableFromInline
    init(snapshot: Snapshot, rowSet: RowSet = .all, bounds: Range<Int>) {
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
      let (section, offset) = snapshot.sectionTree.section(at: position, among: rowSet)
      return snapshot.contents[section].item(at: offset, among: rowSet)
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
      Iterator(self)
    }
  }
}

extension Snapshot.Items {
  /// An iterator over the items.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let rowSet: RowSet
    /// The number of remaining items.
    @usableFromInline var left: Int
    /// The position of the section after that of `items`.
    @usableFromInline var nextSection = 0
    /// The remaining items of the current section.
    @usableFromInline var items: SectionSnapshot<Item>.Items.Iterator?

    @inlinable
    init(_ items: Snapshot.Items) {
      snapshot = items.snapshot
      rowSet = items.rowSet
      left = items.count
      guard left > 0 else { return }
      let (section, offset) = snapshot.sectionTree.section(
        at: items.startIndex, among: rowSet)
      nextSection = snapshot.order.tree.position(of: section) + 1
      self.items = rows(of: section, from: offset)
    }

    /// Returns the next item.
    /// - Complexity: O(1), amortized, and O(log *s*) for the first item of a section
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

    /// An iterator over the items of a section, without a copy of the outline.
    @inlinable
    func rows(of section: Int32, from offset: Int = 0) -> SectionSnapshot<Item>.Items.Iterator {
      let contents = snapshot.contents[section]
      let tree = contents.tree
      let count = tree.count(of: rowSet)
      return SectionSnapshot.Items.Iterator(
        table: contents.table, walk: RowWalk(tree, in: offset..<count, among: rowSet))
    }
  }
}

extension Snapshot.Items: Sendable {}
extension Snapshot.Items.Iterator: Sendable {}

extension Snapshot.Items: CustomStringConvertible {
  /// The items, in the format of an array.
  public var description: String { Array(self).description }
}
