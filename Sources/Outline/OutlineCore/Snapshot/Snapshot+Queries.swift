extension Snapshot {
  /// The number of sections.
  ///
  /// - Complexity: O(1)
  @inlinable public var numberOfSections: Int { order.tree.count }

  /// The number of items in all sections, including hidden ones.
  ///
  /// - Complexity: O(1)
  @inlinable public var numberOfItems: Int { Int(sectionTree.counts.items) }

  /// The sections in their order.
  ///
  /// - Complexity: O(1)
  @inlinable public var sectionIdentifiers: SectionSnapshot<Section>.Items { order.items }

  /// The items of all sections, section by section, each section's in pre-order.
  ///
  /// - Complexity: O(1)
  @inlinable public var itemIdentifiers: Items {
    Items(snapshot: self, bounds: 0..<numberOfItems)
  }

  /// The visible items of all sections, section by section.
  ///
  /// - Complexity: O(1)
  @inlinable public var visibleItems: Items {
    Items(snapshot: self, rowSet: .visible, bounds: 0..<numberOfRows)
  }

  /// Returns the number of items in a section, including hidden ones.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func numberOfItems(inSection section: Section) -> Int? {
    guard let handle = order.table.handle(of: section) else { return nil }
    return contents[handle].tree.count
  }

  /// Returns the items of a section in pre-order, visible or not; none for an unknown section.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func itemIdentifiers(inSection section: Section) -> SectionSnapshot<Item>.Items {
    self[section].items
  }

  /// Returns a Boolean value that indicates whether the snapshot has an item.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func contains(_ item: Item) -> Bool {
    locate(item) != nil
  }

  /// Returns the stored item that is equal to an item.
  ///
  /// Equal items can differ in content, as those of ``Identified`` do.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func item(equalTo item: Item) -> Item? {
    answer(for: item) { $0.table[$1] }
  }

  /// Returns the item with an identifier, in any section.
  ///
  /// As ``SectionSnapshot/item(id:)``.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func item<Value>(id: Value.ID) -> Item? where Item == Identified<Value> {
    let hash = IdentifierKey.hash(id)
    var index = owners.start(for: hash)
    while true {
      let section = owners.nextCandidate(for: hash, at: &index)
      if section < 0 { return nil }
      // The slot can be outdated.
      if contents.contains(section), let item = contents[section].item(id: id) { return item }
    }
  }

  /// Returns the section of an item.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func sectionIdentifier(containingItem item: Item) -> Section? {
    guard let location = locate(item) else { return nil }
    return order.table[location.section]
  }

  /// Returns the position of an item in ``itemIdentifiers``.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func indexOfItem(_ item: Item) -> Int? {
    guard let (section, handle) = locate(item) else { return nil }
    return Int(sectionTree.counts(before: section).items)
      + contents[section].tree.position(of: handle)
  }

  /// Returns the position of a section in ``sectionIdentifiers``.
  ///
  /// - Complexity: O(log *s*)
  @inlinable
  public func indexOfSection(_ section: Section) -> Int? {
    order.index(of: section)
  }
}
