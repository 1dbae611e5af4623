extension Snapshot {
  /// Accesses the outline of a section.
  ///
  /// Reading an unknown section gives an empty outline. Writing to an unknown section changes
  /// nothing and fails an assertion in debug builds, because a subscript cannot throw. To add a
  /// section with its outline, call ``appendSection(_:_:)``.
  ///
  /// Items of the new outline leave their other sections, together with their descendants there.
  /// Items that leave the snapshot lose their marks.
  ///
  ///     try snapshot["Food"].append(["Plum"], to: "Fruit")
  ///
  /// - Complexity: O(1) to read. To write, O(log *n* + *k*) if both outlines share the storage of
  ///   all but *k* items, plus O(log *n*) for each item in another section.
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
      var replacement = replacement(of: section, handle, with: newValue)
      replacement.incoming = incomingItems(of: replacement)
      install([replacement])
    }
  }

  /// Adds a section with its outline at the end.
  ///
  /// Items of the outline leave other sections, as in ``subscript(_:)-(Section)``.
  ///
  ///     var snapshot = Snapshot<String, String>()
  ///     var food = SectionSnapshot<String>()
  ///     try food.append(["Fruit"])
  ///     try food.append(["Apple", "Pear"], to: "Fruit")
  ///     try snapshot.appendSection("Food", food)
  ///     snapshot.level(of: "Pear")  // 1
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s* + *k*) for *k* items, and O(log *n*) for each item in another section
  @inlinable
  public mutating func appendSection(
    _ section: Section, _ outline: SectionSnapshot<Item>
  ) throws(SnapshotError<Section, Item>) {
    guard !order.contains(section) else { throw .duplicateSections([section]) }
    try replace(CollectionOfOne((key: section, value: outline)))
  }

  /// Replaces the outlines of several sections in one step, so that items can change sections.
  ///
  /// Unknown sections are added at the end. Items of the outlines leave other sections, as in
  /// ``subscript(_:)-(Section)``.
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
      var replacement = replacement(of: section, handle, with: new)
      replacement.incoming = incomingItems(of: replacement)
      replacements.append(replacement)
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
    @usableFromInline let new: SectionSnapshot<Item>
    /// The handles, in the new outline, of items that the old one does not have.
    @usableFromInline let added: [Int32]
    /// The added items that come from other sections, each with that section.
    @usableFromInline var incoming: [(handle: Int32, section: Int32)] = []

    @inlinable
    init(
      section: Section, handle: Int32?, new: SectionSnapshot<Item>, added: [Int32]
    ) {
      self.section = section
      self.handle = handle
      self.new = new
      self.added = added
    }
  }
}

extension Snapshot {
  @inlinable
  func replacement(
    of section: Section, _ handle: Int32?, with new: SectionSnapshot<Item>
  ) -> Replacement {
    let old = handle.map { contents[$0] } ?? SectionSnapshot(layout: order.tree.layout)
    return Replacement(
      section: section, handle: handle, new: new, added: new.handlesOfItems(notIn: old))
  }

  /// The added items of a replacement that are in other sections.
  @inlinable
  func incomingItems(of replacement: Replacement) -> [(handle: Int32, section: Int32)] {
    replacement.added.compactMap { handle in
      locate(handle, in: replacement.new).map { (handle, $0.section) }
    }
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
      for (handle, section) in replacement.incoming {
        let item = replacement.new.table[handle]
        if let number = numbers[section], replacements[number].new.contains(item) {
          staying.insert(item)
        }
      }
    }
    var added: Set<Item> = []
    var duplicates: [Item] = []
    for replacement in replacements {
      for handle in replacement.added {
        let item = replacement.new.table[handle]
        if staying.contains(item) || !added.insert(item).inserted {
          duplicates.append(item)
        }
      }
    }
    guard duplicates.isEmpty else { throw .items(.duplicateItems(duplicates.eachOnce())) }
  }
}

extension Snapshot {
  /// Replaces outlines that have no items in common.
  @inlinable
  mutating func install(_ replacements: [Replacement]) {
    var removedItems: [Item] = []
    var replaced: Set<Int32> = []
    for replacement in replacements {
      guard let handle = replacement.handle else { continue }
      replaced.insert(handle)
      if hasItemMarks {
        let old = contents[handle]
        removedItems += old.handlesOfItems(notIn: replacement.new).map { old.table[$0] }
      }
    }
    for replacement in replacements {
      removeIncomingItems(of: replacement, replaced: replaced, into: &removedItems)
    }
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

  /// Removes the items of a new outline from the sections that keep their outlines.
  @inlinable
  mutating func removeIncomingItems(
    of replacement: Replacement, replaced: Set<Int32>, into removedItems: inout [Item]
  ) {
    var touched: [Int32] = []
    for (handle, section) in replacement.incoming where !replaced.contains(section) {
      // An item may have been removed with its ancestor.
      if let old = contents[section].table.handle(of: handle, in: replacement.new.table) {
        remove(old, from: section, into: &removedItems)
        touched.append(section)
      }
    }
    updateCounts(of: touched)
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
