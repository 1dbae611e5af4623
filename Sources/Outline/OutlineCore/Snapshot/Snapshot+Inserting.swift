extension Snapshot {
  /// Inserts new items into a section and moves known ones there, in the order of the array.
  @inlinable
  mutating func insertOrMove(
    _ items: [Item], in section: Int32, at anchor: Anchor<Item>
  ) throws(SnapshotError<Section, Item>) {
    let hashes = items.map { ItemTable.hash($0) }
    let known = owners.indicesOfCandidates(for: hashes).filter {
      locate(items[$0], hash: hashes[$0]) != nil
    }
    if known.isEmpty {
      try insertNew(items, hashes: hashes, in: section, at: anchor)
    } else {
      try checkOnce(items)
      try checkNotAbove(anchor, in: section, known.map { items[$0] })
      var isNew = [Bool](repeating: true, count: items.count)
      for index in known {
        isNew[index] = false
      }
      move(items, hashes: hashes, isNew: isNew, to: section, at: anchor)
    }
    checkInternally()
  }

  /// Throws if the anchor is one of the items or a descendant of one.
  @inlinable
  func checkNotAbove(
    _ anchor: Anchor<Item>, in section: Int32, _ items: [Item]
  ) throws(SnapshotError<Section, Item>) {
    switch anchor {
    case .end: break
    case .before(let anchor, let target), .after(let anchor, let target),
      .into(let anchor, let target):
      let above = items.filter { item in
        guard let handle = contents[section].table.handle(of: item) else { return false }
        return contents[section].tree.isInSubtree(target, of: handle)
      }
      guard above.isEmpty else { throw .items(.moveIntoItself(above, destination: anchor)) }
    }
  }

  /// Inserts items that are all unknown.
  @inlinable
  mutating func insertNew(
    _ items: [Item], hashes: [UInt32], in section: Int32, at anchor: Anchor<Item>
  ) throws(SnapshotError<Section, Item>) {
    let handles: [Int32]
    do {
      handles = try contents[section].intern(items, hashes: hashes)
    } catch {
      throw .items(error)
    }
    let insertionPoint = contents[section].insertionPoint(at: anchor)
    contents[section].tree.insert(handles, at: insertionPoint)
    recordOwner(section, of: hashes)
    updateCounts(of: [section])
  }

  /// Inserts and moves items, one range of new items or one known item at a time.
  @inlinable
  mutating func move(
    _ items: [Item], hashes: [UInt32], isNew: [Bool], to section: Int32, at anchor: Anchor<Item>
  ) {
    var anchor = anchor
    var touched = [section]
    var index = 0
    while index < items.count {
      let start = index
      let last: Int32
      if isNew[index] {
        index = isNew[start...].firstIndex(of: false) ?? items.count
        let newHashes = Array(hashes[start..<index])
        let insertionPoint = contents[section].insertionPoint(at: anchor)
        let handles = contents[section].insertAbsent(
          Array(items[start..<index]), hashes: newHashes, at: insertionPoint)
        recordOwner(section, of: newHashes)
        last = handles[handles.count - 1]
      } else {
        index += 1
        guard let old = locate(items[start], hash: hashes[start]) else { continue }
        last = move(old.handle, from: old.section, to: section, at: anchor)
        touched.append(old.section)
      }
      if case .after(let item, _) = anchor {
        anchor = .after(item, last)
      }
    }
    updateCounts(of: touched)
  }

  /// Moves a row and its descendants, and returns the row's handle in its new section.
  @inlinable
  mutating func move(
    _ handle: Int32, from source: Int32, to section: Int32, at anchor: Anchor<Item>
  ) -> Int32 {
    let insertionPoint = contents[section].insertionPoint(at: anchor)
    if source == section {
      contents[section].tree.move(handle, to: insertionPoint)
      return handle
    }
    let moved = contents[source].detach(handle)
    let handles = contents[section].attach(moved, at: insertionPoint)
    recordOwner(section, of: moved.hashes)
    return handles[0]
  }

  /// Removes rows, and collects the removed items if any item is marked.
  @inlinable
  mutating func remove(
    _ range: Range<Int>, from section: Int32, into removedItems: inout [Item]
  ) {
    if hasMarks {
      removedItems += contents[section].items[range]
    }
    contents[section].removeRows(range)
  }

  /// Updates the counts of changed sections and drops their unused handles.
  @inlinable
  mutating func updateCounts(of sections: [Int32]) {
    var last: Int32 = -1
    for section in sections where section != last {
      last = section
      if contents[section].hasManyUnusedHandles {
        contents[section].dropUnusedHandles()
      }
      sectionTree.setCounts(SectionCounts(contents[section].tree), of: section)
    }
    shrinkOwners()
  }
}
