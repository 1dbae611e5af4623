extension SectionSnapshot {
  /// A visible row: an item with the details that a list draws or reads aloud.
  public struct Row {
    /// The item.
    public let item: Item
    /// The number of ancestors of the item.
    public let level: Int
    /// A Boolean value that indicates whether the item is expanded.
    public let isExpanded: Bool
    /// The number of children of the item, visible or not.
    public let childCount: Int
    /// The index of the item among its siblings, 0 for the first.
    public let childIndex: Int
    /// The number of siblings, including the item itself.
    public let siblingCount: Int

    @inlinable
    init(_ item: Item, _ details: RowDetails) {
      self.item = item
      level = Int(details.row.indent)
      isExpanded = details.row.isExpanded
      childCount = Int(details.childCount)
      childIndex = Int(details.childIndex)
      siblingCount = Int(details.siblingCount)
    }
  }

  /// The visible rows of a snapshot.
  ///
  /// A slice has the same type and keeps the positions.
  ///
  ///     for row in outline.rows[1..<3] {
  ///       let isLast = row.childIndex == row.siblingCount - 1
  ///       print(isLast ? "└" : "├", row.item)
  ///     }
  ///     // Prints:
  ///     // ├ Apple
  ///     // └ Pear
  ///
  /// - Complexity: Access to a row is O(log *n*). A step of a `for` loop is amortized O(1), and
  ///   O(log *n*) for an item with children.
  public struct Rows: RandomAccessCollection {
    @usableFromInline let snapshot: SectionSnapshot
    @usableFromInline let bounds: Range<Int>

    @usableFromInline
    init(snapshot: SectionSnapshot, bounds: Range<Int>) {
      self.snapshot = snapshot
      self.bounds = bounds
    }

    /// The position of the first row.
    @inlinable public var startIndex: Int { bounds.lowerBound }

    /// The position after the last row.
    @inlinable public var endIndex: Int { bounds.upperBound }

    /// Accesses the row at a position.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public subscript(position: Int) -> Row {
      precondition(bounds.contains(position), "Position out of range")
      let details = snapshot.tree.details(ofVisibleRow: position)
      return Row(snapshot.table[details.row.handle], details)
    }

    /// Accesses a range of the rows.
    ///
    /// - Complexity: O(1)
    @inlinable
    public subscript(bounds: Range<Int>) -> Rows {
      precondition(
        bounds.lowerBound >= self.bounds.lowerBound && bounds.upperBound <= self.bounds.upperBound,
        "Range out of bounds")
      return Rows(snapshot: snapshot, bounds: bounds)
    }

    /// Returns an iterator over the rows.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(table: snapshot.table, walk: RowDetailsWalk(snapshot.tree, in: bounds))
    }
  }
}

extension SectionSnapshot.Rows {
  /// An iterator over the rows.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var items: ItemReader<Item>
    @usableFromInline var walk: RowDetailsWalk
    @usableFromInline var index = 0

    @usableFromInline
    init(table: ItemTable<Item>, walk: RowDetailsWalk) {
      items = ItemReader(table)
      self.walk = walk
    }

    /// Returns the next row.
    /// - Complexity: O(1), amortized, and O(log *n*) for an item with children
    @inlinable @inline(__always)
    public mutating func next() -> SectionSnapshot.Row? {
      if index == walk.count {
        index = 0
        guard walk.advance() else { return nil }
      }
      index += 1
      let details = walk.rows[index - 1]
      return SectionSnapshot.Row(items.item(details.row.handle), details)
    }
  }
}

extension SectionSnapshot.Row: Equatable {}

extension SectionSnapshot.Row: Identifiable {
  /// The item, which identifies the row.
  @inlinable public var id: Item { item }
}

extension SectionSnapshot.Row: Sendable {}
extension SectionSnapshot.Rows: Sendable {}
extension SectionSnapshot.Rows.Iterator: Sendable {}
