extension Snapshot {
  /// Checks the invariants of small snapshots in builds with `OUTLINE_INTERNAL_CHECKS`.
  ///
  /// Every mutation calls it last. For large snapshots, checks after many edits would take minutes.
  @inlinable @inline(__always)
  func checkInternally() {
    #if OUTLINE_INTERNAL_CHECKS
      if numberOfItems <= 2000 && numberOfSections <= 200 {
        checkInvariants()
      }
    #endif
  }

  /// Traps unless the owners, the section counts and the marks agree with the outlines.
  ///
  /// - Complexity: O(*n* + *s*)
  @usableFromInline
  func checkInvariants() {
    order.checkInvariants()
    owners.checkInvariants()
    let handles = sectionHandles
    sectionTree.checkInvariants(handles: handles)
    let empty = Snapshot(layout: order.tree.layout).contents
    precondition(
      contents.indicesNotShared(with: empty) == handles.sorted(), "a section has contents")
    var numberOfOwners = 0
    for handle in handles {
      let outline = contents[handle]
      outline.checkInvariants()
      precondition(
        sectionTree.counts(of: handle) == SectionCounts(outline.tree),
        "a section's weight is that of its contents")
      for item in outline.items {
        precondition(
          locate(item)?.section == handle, "an item's owner is its section")
      }
      numberOfOwners += Set(outline.hashes(in: 0..<outline.items.count)).count
    }
    precondition(owners.count >= numberOfOwners, "a section owns its items' hashes")
    for marks in [reloadedItems, reconfiguredItems] {
      precondition(marks.elements.allSatisfy(contains), "a marked item is in the snapshot")
    }
    precondition(
      reloadedSections.elements.allSatisfy(order.contains), "a marked section is in the snapshot")
    precondition(
      reloadedItems.isEmpty == reloadedItems.outline.isEmpty
        && reconfiguredItems.isEmpty == reconfiguredItems.outline.isEmpty
        && reloadedSections.isEmpty == reloadedSections.outline.isEmpty,
      "a list of marks knows whether it is empty")
  }
}
