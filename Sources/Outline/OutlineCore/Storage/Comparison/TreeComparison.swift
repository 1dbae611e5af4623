/// The visible rows of two trees, as two lists of single rows and shared ranges.
///
/// A ``RowMatcher`` matches the single rows. Then ``changes(listingNewItems:)`` returns the changed
/// rows.
@usableFromInline
package struct TreeComparison: ~Copyable {
  @usableFromInline let old: VisibleRanges
  @usableFromInline let new: VisibleRanges
  /// By new range: the index of the matching old range, or -1.
  @usableFromInline var matches: [Int32]
  private(set) var newItems: [Int32] = []
  let sharedRanges: [PageComparison.SharedRange]
  /// The old indices by the handles of the single rows.
  private lazy var oldIndices = indicesOfSingleRows()
  /// The number of linear searches so far, which are faster than a map for a few rows.
  private var searchCount = 0
  @usableFromInline let sharesStorage: Bool

  @usableFromInline
  init(_ pages: consuming PageComparison) {
    old = VisibleRanges(pages.old)
    new = VisibleRanges(pages.new)
    sharedRanges = pages.sharedRanges
    sharesStorage = pages.sharesStorage
    matches = [Int32](filling: new.keys.count, with: -1)
    if !sharedRanges.isEmpty { matchSharedRanges() }
  }

  /// Matches the shared ranges, except those that are hidden in one of the trees.
  private mutating func matchSharedRanges() {
    var oldIndices = [Int32](filling: sharedRanges.count, with: -1)
    for (index, key) in old.keys.enumerated() where key < 0 {
      oldIndices[Int(old.pageRange(of: key).sharedRange)] = Int32(index)
    }
    for (index, key) in new.keys.enumerated() where key < 0 {
      let sharedRange = Int(new.pageRange(of: key).sharedRange)
      // With another pending shift of collapsed ancestors, other rows of the page are visible.
      if sharedRanges[sharedRange].shift.collapsedAncestors == 0 {
        matches[index] = oldIndices[sharedRange]
      }
    }
  }

  /// Matches a new single row with the row of an old handle, or with none for -1.
  @usableFromInline
  mutating func match(_ index: Int, withHandle handle: Int32) {
    if handle < 0 {
      newItems.append(Int32(index))
    } else if searchCount < 4 && old.keys.count < 1_024 {
      searchCount += 1
      matches[index] = old.keys.firstIndex(of: handle).map { Int32($0) } ?? -1
    } else {
      matches[index] = oldIndices[handle]
    }
  }

  @usableFromInline
  mutating func match(_ indices: Range<Int>, withHandles handles: [Int32]) {
    let oldIndices = handles.contains { $0 >= 0 } ? self.oldIndices : nil
    for (index, handle) in zip(indices, handles) {
      if let oldIndices, handle >= 0 {
        matches[index] = oldIndices[handle]
      } else {
        newItems.append(Int32(index))
      }
    }
  }

  private func indicesOfSingleRows() -> IndexMap {
    let keys = old.keys
    let singles = keys.indices.lazy.filter { keys[$0] >= 0 }.map {
      (key: keys[$0], index: Int32($0))
    }
    let limit = old.pages.tree.locations.count
    return IndexMap(singles, count: keys.count, limit: limit)
  }
}

extension TreeComparison {
  @inlinable
  package init<Item: Hashable & Sendable>(
    old: (tree: RowTree, table: ItemTable<Item>), new: (tree: RowTree, table: ItemTable<Item>)
  ) {
    var pages = PageComparison(old: old.tree, new: new.tree)
    var matcher = RowMatcher(SharedHandles(new.table, old.table))
    if pages.sharesStorage {
      pages.shareEqualRows { matcher.sharedHandles.contains($0) }
    } else {
      // Captures the arrays alone: a captured tuple would be copied for each range.
      let (oldItems, newItems) = (old.table.items, new.table.items)
      for pair in pages.alignedLeaves() {
        let isEqual = pages.areEqual(leaves: pair) { oldStart, start, count in
          oldItems.isEqual(at: oldStart, to: newItems, at: start, count: count)
        }
        if isEqual {
          pages.shareEqualLeaves(pair)
        }
      }
      pages.joinSharedRanges()
    }
    self.init(pages)
    matcher.matchRows(of: &self)
  }
}
