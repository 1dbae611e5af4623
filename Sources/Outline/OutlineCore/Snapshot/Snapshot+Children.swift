extension Snapshot {
  /// Makes items the only children of an item in any section, in the order of the argument.
  ///
  /// As ``SectionSnapshot/setChildren(_:of:)-(Sequence<Item>,_)``. Items of other sections move
  /// with their descendants and their expansion. Deleted items lose their marks.
  ///
  ///     try snapshot.setChildren(["Pear", "Saw"], of: "Fruit")
  ///     snapshot.children(of: "Fruit").map(Array.init)  // ["Pear", "Saw"]
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: As in a section; O(*k* + log *n*) for an item with *k* descendants that comes
  ///   from another section
  @inlinable
  public mutating func setChildren(
    _ items: some Sequence<Item>, of parent: Item
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    let location = try locate(parent, inserting: [])
    try setChildren(ListedItems(items), of: location.handle, in: location.section)
  }

  /// Sets the children of an item in any section from an outline of some levels.
  ///
  /// As ``SectionSnapshot/setChildren(_:of:)-(SectionSnapshot<Item>,_)``. Items of other sections
  /// move as in ``setChildren(_:of:)``. If other children are kept, those of the outline that are
  /// not among them follow.
  @inlinable
  package mutating func setChildren(
    _ outline: SectionSnapshot<Item>, of parent: Item, keepingOthers: Bool = false
  ) throws(SnapshotError<Section, Item>) {
    let location = try locate(parent, inserting: [])
    try setChildren(
      ListedItems(outline), of: location.handle, in: location.section,
      keepingOthers: keepingOthers)
  }

  /// Makes items the only roots of a section, in the order of the argument.
  ///
  /// Items that remain keep their descendants. Items of other sections move as in
  /// ``setChildren(_:of:)``.
  ///
  ///     try snapshot.setRoots(["Saw", "Fruit"], of: "Food")
  ///     Array(snapshot["Food"].rootItems)  // ["Saw", "Fruit"]
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``, ``SnapshotError/unknownSections(_:)``
  /// - Complexity: As for ``setChildren(_:of:)``
  @inlinable
  public mutating func setRoots(
    _ items: some Sequence<Item>, of section: Section
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    guard let handle = order.table.handle(of: section) else { throw .unknownSections([section]) }
    try setChildren(ListedItems(items), of: nil, in: handle)
  }

  /// Sets the roots of a section from an outline of some levels.
  ///
  /// Unlike a new value of ``subscript(_:)-(Section)``, known items keep their expansion, and those
  /// without children in the outline keep their own. If other roots are kept, those of the outline
  /// that are not among them follow.
  @inlinable
  package mutating func setRoots(
    _ outline: SectionSnapshot<Item>, of section: Section, keepingOthers: Bool = false
  ) throws(SnapshotError<Section, Item>) {
    guard let handle = order.table.handle(of: section) else { throw .unknownSections([section]) }
    try setChildren(ListedItems(outline), of: nil, in: handle, keepingOthers: keepingOthers)
  }

  @inlinable
  mutating func setChildren(
    _ list: ListedItems<Item>, of parent: Int32?, in section: Int32, keepingOthers: Bool = false
  ) throws(SnapshotError<Section, Item>) {
    var list = list
    do {
      try list.find(in: contents[section], below: parent)
    } catch {
      throw .items(error)
    }
    let keptCount = keepingOthers ? contents[section].tree.childCount(of: parent) : nil
    var touched = [section]
    var newHashes: [UInt32] = []
    for index in list.rows.indices where list.rows[index].handle < 0 {
      let hash = list.hashes[index]
      guard let old = locate(list.items[index], hash: hash) else {
        newHashes.append(hash)
        continue
      }
      // Setting the children moves the item to its position among them.
      list.rows[index].handle = move(
        old.handle, from: old.section, to: section, at: contents[section].anchor(atEndOf: parent))
      touched.append(old.section)
    }
    let removedItems = contents[section].setChildren(
      list, of: parent, keepingFirst: keptCount)
    recordOwner(section, of: newHashes)
    updateCounts(of: touched)
    dropMarks(ofRemoved: removedItems)
    checkInternally()
  }
}
