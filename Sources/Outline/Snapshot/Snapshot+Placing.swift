//  Items are put in a place of a section, be they new or moved, by one operation: `put`.

/// Where items are to be put in a section.
@usableFromInline
enum Spot<Item> {
  /// At the end of the roots.
  case end
  /// Beside an item with some handle.
  case before(Item, Int32)
  case after(Item, Int32)
  /// At the end of the children of an item with some handle.
  case into(Item, Int32)
}

extension Snapshot {
  /// Adds items to a section, or moves them there, in their order.
  @inlinable
  mutating func put(
    _ items: [Item], in section: Int32, at spot: Spot<Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let hashes = items.map { ItemTable.hash($0) }
    var isNew: [Bool] = []
    isNew.reserveCapacity(items.count)
    var known: [Item] = []
    for (item, hash) in zip(items, hashes) {
      isNew.append(locate(item, hash: hash) == nil)
      if !isNew[isNew.count - 1] {
        known.append(item)
      }
    }
    if known.isEmpty {
      try insertNew(items, hashes: hashes, in: section, at: spot)
    } else {
      try checkOnce(items)
      try checkNotAbove(spot, in: section, known)
      move(items, hashes: hashes, isNew: isNew, to: section, at: spot)
    }
    checkInternally()
  }

  /// Throws if the anchor is among some items or below them.
  @inlinable
  func checkNotAbove(
    _ spot: Spot<Item>, in section: Int32, _ items: [Item]
  ) throws(SectionedSnapshotError<Section, Item>) {
    switch spot {
    case .end: break
    case .before(let anchor, let target), .after(let anchor, let target),
      .into(let anchor, let target):
      let above = items.filter { item in
        guard let handle = contents[section].table.handle(of: item) else { return false }
        return contents[section].tree.isInSubtree(target, of: handle)
      }
      guard above.isEmpty else { throw .moveIntoItself(above, destination: anchor) }
    }
  }

  /// Adds items none of which is in the snapshot.
  @inlinable
  mutating func insertNew(
    _ items: [Item], hashes: [UInt32], in section: Int32, at spot: Spot<Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let handles: [Int32]
    do {
      handles = try contents[section].intern(items, hashes: hashes)
    } catch .duplicateItems(let items) {
      throw .duplicateItems(items)
    } catch {
      return
    }
    let point = contents[section].insertionPoint(at: spot)
    contents[section].tree.insert(handles, at: point)
    owners.insert(hashes, in: section)
    settle([section])
  }

  /// Puts items in a place one after another, those that are new by whole runs.
  @inlinable
  mutating func move(
    _ items: [Item], hashes: [UInt32], isNew: [Bool], to section: Int32, at spot: Spot<Item>
  ) {
    var spot = spot
    var touched = [section]
    var index = 0
    while index < items.count {
      let start = index
      let last: Int32
      if isNew[index] {
        index = isNew[start...].firstIndex(of: false) ?? items.count
        let run = Array(hashes[start..<index])
        let point = contents[section].insertionPoint(at: spot)
        let handles = contents[section].insertAbsent(
          Array(items[start..<index]), hashes: run, at: point)
        owners.insert(run, in: section)
        last = handles[handles.count - 1]
      } else {
        index += 1
        guard let old = locate(items[start], hash: hashes[start]) else { continue }
        last = move(old.handle, from: old.section, to: section, at: spot)
        touched.append(old.section)
      }
      if case .after(let anchor, _) = spot {
        spot = .after(anchor, last)
      }
    }
    settle(touched)
  }

  /// Moves a row and its descendants, and returns the row's handle in its new section.
  @inlinable
  mutating func move(
    _ handle: Int32, from source: Int32, to section: Int32, at spot: Spot<Item>
  ) -> Int32 {
    let point = contents[section].insertionPoint(at: spot)
    if source == section {
      contents[section].tree.move(handle, to: point)
      return handle
    }
    let moved = contents[source].detach(handle)
    owners.move(moved.hashes, from: source, to: section)
    return contents[section].attach(moved, at: point)[0]
  }

  /// Removes a row and its descendants; `gone` gets their items if items are marked.
  @inlinable
  mutating func remove(_ handle: Int32, from section: Int32, into gone: inout [Item]) {
    let range = contents[section].tree.subtreeRange(of: handle)
    if hasItemMarks {
      gone += contents[section].items[range]
    }
    owners.remove(contents[section].hashes(in: range), from: section)
    contents[section].removeRows(range)
  }

  /// Brings the sums of sections up to date after an operation has changed what is in them, and
  /// lets go of handles that it has left unused.
  @inlinable
  mutating func settle(_ sections: [Int32]) {
    var last: Int32 = -1
    for section in sections where section != last {
      last = section
      if contents[section].hasManyUnusedHandles {
        contents[section].dropUnusedHandles()
      }
      sectionTree.setCounts(SectionCounts(contents[section].tree.summary), of: section)
    }
  }
}
