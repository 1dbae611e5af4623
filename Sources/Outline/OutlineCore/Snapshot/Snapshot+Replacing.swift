extension Snapshot {
  /// Accesses the outline of a section.
  ///
  /// Reading an unknown section gives an empty outline. Writing to an unknown section changes
  /// nothing and fails an assertion in debug builds, because a subscript cannot throw. To add a
  /// section with its outline, call ``appendSection(_:_:)``.
  ///
  /// Items of the new outline move there from other sections. If the new outline does not have
  /// their descendants, these move along and stay expanded or collapsed. Each remains below its
  /// parent, after the children that the new outline gives that parent. Items that leave the
  /// snapshot lose their marks.
  ///
  ///     try snapshot["Food"].append(["Plum"], to: "Fruit")
  ///     try snapshot["Shed"].append(["Fruit"])
  ///     snapshot["Shed"].children(of: "Fruit").map(Array.init)  // ["Apple", "Pear", "Plum"]
  ///
  /// The new outline alone decides whether its own items are expanded. So an appended item is
  /// collapsed. To move an item with its expansion, call ``appendItems(_:toSection:)``.
  ///
  /// - Complexity: O(1) to read. To write, O(log *n* + *k*) if both outlines share the storage of
  ///   all but *k* items, plus O(log *n*) for each item in another section, and O(1) for each of
  ///   its descendants there.
  @inlinable
  public subscript(section: Section) -> SectionSnapshot<Item> {
    get {
      guard let handle = order.table.handle(of: section) else {
        return SectionSnapshot(layout: order.tree.layout)
      }
      return contents[handle]
    }
    set {
      guard let handle = order.table.handle(of: section) else {
        assertionFailure("There is no section \(section). Add it with appendSections(_:) first.")
        return
      }
      install([replacement(of: section, handle, with: newValue)])
    }
  }

  /// Adds a section with its outline at the end.
  ///
  /// Items move there from other sections, as in ``subscript(_:)-(Section)``.
  ///
  ///     var snapshot = Snapshot<String, String>()
  ///     var food = SectionSnapshot<String>()
  ///     try food.append(["Fruit"])
  ///     try food.append(["Apple", "Pear"], to: "Fruit")
  ///     try snapshot.appendSection("Food", food)
  ///     snapshot.level(of: "Pear")  // 1
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s* + *k*) for *k* items, plus O(log *n*) for each item in another
  ///   section, and O(1) for each of its descendants there
  @inlinable
  public mutating func appendSection(
    _ section: Section, _ outline: SectionSnapshot<Item>
  ) throws(SnapshotError<Section, Item>) {
    guard !order.contains(section) else { throw .duplicateSections([section]) }
    try replace(CollectionOfOne((key: section, value: outline)))
  }

  /// Replaces the outlines of several sections in one step, so that items can change sections.
  ///
  /// Unknown sections are added at the end. Items move there from sections that keep their
  /// outlines, as in ``subscript(_:)-(Section)``. A section with a new outline loses all items that
  /// this outline does not have.
  ///
  ///     try snapshot.replace(["Food": food, "Shed": shed] as KeyValuePairs)
  ///
  /// - Parameter outlines: Each section occurs once, and each item in one outline.
  /// - Throws: ``SnapshotError/duplicateSections(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: As for writing each outline with ``subscript(_:)-(Section)``
  @inlinable
  public mutating func replace(
    _ outlines: some Sequence<(key: Section, value: SectionSnapshot<Item>)>
  ) throws(SnapshotError<Section, Item>) {
    let outlines = Array(outlines)
    let repeated = outlines.map { $0.key }.repeated()
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    var replacements: [Replacement] = []
    var numbers: [Int32: Int] = [:]
    for (section, new) in outlines {
      let handle = order.table.handle(of: section)
      if let handle {
        numbers[handle] = replacements.count
      }
      replacements.append(replacement(of: section, handle, with: new))
    }
    try checkOnce(replacements, numbers: numbers)
    install(replacements)
  }

  /// The changes when a section gets a new outline.
  @usableFromInline
  struct Replacement {
    @usableFromInline let section: Section
    /// The section's handle; `nil` for a new section.
    @usableFromInline let handle: Int32?
    @usableFromInline var new: SectionSnapshot<Item>
    /// The handles, in the new outline, of items that the old one does not have.
    @usableFromInline var added: [Int32]
    /// The added items that come from other sections, each with its location there.
    @usableFromInline let incoming: [(handle: Int32, old: (section: Int32, handle: Int32))]

    @inlinable
    init(
      section: Section, handle: Int32?, new: SectionSnapshot<Item>, added: [Int32],
      incoming: [(handle: Int32, old: (section: Int32, handle: Int32))]
    ) {
      self.section = section
      self.handle = handle
      self.new = new
      self.added = added
      self.incoming = incoming
    }
  }
}

extension Snapshot {
  @inlinable
  func replacement(
    of section: Section, _ handle: Int32?, with new: SectionSnapshot<Item>
  ) -> Replacement {
    let old = handle.map { contents[$0] } ?? SectionSnapshot(layout: order.tree.layout)
    let added = new.handlesOfItems(notIn: old)
    let incoming = added.compactMap { added in
      locate(
        new.table[added], hash: new.table.handles.hash(of: added), outside: handle ?? -1
      ).map { (handle: added, old: $0) }
    }
    return Replacement(
      section: section, handle: handle, new: new, added: added, incoming: incoming)
  }

  /// Replaces the outline of a section, or returns `false` if other sections have some of its new
  /// items.
  package mutating func replaceWithUnknownItems(
    _ section: Section, _ new: SectionSnapshot<Item>
  ) -> Bool {
    let replacement = replacement(of: section, order.table.handle(of: section), with: new)
    guard replacement.incoming.isEmpty else { return false }
    install([replacement])
    return true
  }

  /// Throws if an item would be in two sections.
  @inlinable
  func checkOnce(
    _ replacements: [Replacement], numbers: [Int32: Int]
  ) throws(SnapshotError<Section, Item>) {
    guard replacements.count > 1 else { return }
    // An item in two of the new outlines is an added item of at least one of them.
    var staying: Set<Item> = []
    for replacement in replacements {
      for (handle, old) in replacement.incoming {
        let item = replacement.new.table[handle]
        if let number = numbers[old.section], replacements[number].new.contains(item) {
          staying.insert(item)
        }
      }
    }
    var added: Set<Item> = []
    var duplicates: [Item] = []
    for replacement in replacements {
      let new = replacement.new
      let handles = replacement.added.filter { handle in
        let item = new.table[handle]
        return staying.contains(item) || !added.insert(item).inserted
      }
      let inOrder = handles.sorted { new.position(of: $0) < new.position(of: $1) }
      duplicates += inOrder.map { new.table[$0] }
    }
    guard duplicates.isEmpty else { throw .items(.duplicateItems(duplicates.eachOnce())) }
  }
}

extension Snapshot {
  /// Replaces outlines that have no items in common.
  @inlinable
  mutating func install(_ replacements: [Replacement]) {
    var replacements = replacements
    var removedItems: [Item] = []
    for replacement in replacements where hasMarks {
      guard let old = replacement.handle.map({ contents[$0] }) else { continue }
      removedItems += old.handlesOfItems(notIn: replacement.new).map { old.table[$0] }
    }
    takeIncomingItems(of: &replacements)
    for replacement in replacements {
      let hashes = replacement.new.table.handles.hashes(of: replacement.added)
      let section = replacement.handle ?? addSection(replacement.section)
      contents[section] = replacement.new
      recordOwner(section, of: hashes)
      updateCounts(of: [section])
    }
    dropMarks(ofRemoved: removedItems)
    checkInternally()
  }

  /// Moves items of new outlines out of the sections that keep their outlines.
  ///
  /// Adds their descendants to the new outlines, unless one of these has them.
  @inlinable
  mutating func takeIncomingItems(of replacements: inout [Replacement]) {
    if replacements.allSatisfy({ $0.incoming.isEmpty }) { return }
    let replaced = Set(replacements.compactMap { $0.handle })
    var taken: [(section: Int32, handle: Int32)] = []
    // By section and handle: the place of an item in the new outlines.
    var places: [Int32: [Int32: (number: Int, handle: Int32)]] = [:]
    for (number, replacement) in replacements.enumerated() {
      for (handle, old) in replacement.incoming where !replaced.contains(old.section) {
        taken.append(old)
        places[old.section, default: [:]][old.handle] = (number, handle)
      }
    }
    // An item may have been removed with its ancestor.
    for (section, handle) in taken where contents[section].table.items.contains(handle) {
      let places = places[section, default: [:]]
      for (owner, descendants) in contents[section].removeSubtree(
        of: handle, dividedAmong: { places[$0] != nil })
      {
        guard let (number, parent) = places[owner] else { continue }
        let end = replacements[number].new.tree.insertionPoint(atEndOf: parent)
        replacements[number].added += replacements[number].new.attach(descendants, at: end)
      }
    }
    updateCounts(of: taken.map { $0.section })
  }

  /// Adds a new section at the end.
  @inlinable
  mutating func addSection(_ section: Section) -> Int32 {
    let end = order.tree.insertionPoint(atEndOf: nil)
    let handle = order.insertAbsent([section], hashes: [ItemTable.hash(section)], at: end)[0]
    contents.insert(SectionSnapshot(layout: order.tree.layout), at: handle)
    sectionTree.insert(handle, before: nil)
    return handle
  }
}
