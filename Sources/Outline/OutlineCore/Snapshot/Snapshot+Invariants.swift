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
      contents.indices(notIn: empty) { _, _ in false } == handles.sorted(), "a section has contents"
    )
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
    precondition(!owners.isTooLarge(for: rebuildingCost), "outdated owners take little memory")
    for items in [reloadedItemIdentifiers, reconfiguredItemIdentifiers] {
      precondition(items.allSatisfy(contains), "a marked item is in the snapshot")
    }
    for sections in [reloadedSectionIdentifiers, reconfiguredSectionIdentifiers] {
      precondition(sections.allSatisfy(order.contains), "a marked section is in the snapshot")
    }
    if let marks {
      precondition(!marks.isEmpty, "a snapshot without marks stores none")
      for items in [marks.reloadedItems.outline, marks.reconfiguredItems.outline] {
        precondition(items?.count != 0, "a list without marks stores none")
      }
    }
  }
}
