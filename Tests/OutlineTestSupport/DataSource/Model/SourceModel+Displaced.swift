import Outline

//  Items that a change on a server moves: loads bring their old and their new parent one by one.

extension SourceModel {
  struct Displaced {
    /// A loaded child that keeps its position, because its parent is below it.
    struct Child {
      let item: Int
      let parent: Int
      /// The child as it is in the page.
      let page: OutlineModel<Int>
      let hasSubtrees: Bool
      let followers: [Int]
    }

    var withheld: [Child] = []
    /// Removed parents that are loaded again if a load brings them back.
    var forgottenParents: Set<Int> = []
    /// The outlines before changes that removed items, and these items.
    var removals: [(items: Set<Int>, outline: Outline)] = []
    /// The number of items of the largest outline since the first removal.
    var limit = 0

    /// A removed item, as it was before its last removal.
    func node(_ item: Int) -> OutlineModel<Int>.Node? {
      removals.last { $0.items.contains(item) }?.outline.node(item)
    }

    var removedItems: Set<Int> { removals.reduce(into: []) { $0.formUnion($1.items) } }
  }

  /// Notes the items that a change has added and removed.
  func noteChange(from old: Outline, to new: Outline) {
    let gone = old.items.filter { new.node($0) == nil }
    let isLoading = isInserting || records.values.contains { $0.load != nil }
    if isLoading && !gone.isEmpty {
      let withheldParents = displaced.withheld.map(\.parent)
      displaced.forgottenParents.formUnion(
        gone.filter {
          !(records[.item($0)]?.isTrivial ?? true) || withheldParents.contains($0)
        })
      displaced.removals.append((Set(gone), old))
      displaced.limit = max(displaced.limit, old.items.count)
      while displaced.removals.reduce(0, { $0 + $1.items.count }) > displaced.limit {
        displaced.removals.removeFirst()
        displaced.forgottenParents.formIntersection(displaced.removedItems)
      }
    } else if !isLoading && (!gone.isEmpty || new.items.contains { old.node($0) == nil }) {
      (displaced.removals, displaced.forgottenParents, displaced.limit) = ([], [], 0)
    }
    displaced.withheld.removeAll { child in
      guard
        let ancestors = new.entries.lazy.compactMap({ $0.outline.ancestors(of: child.parent) })
          .first
      else { return true }
      return !isLoading && !ancestors.contains(child.item)
    }
    for (parent, record) in records where !isKnown(parent, in: new) {
      records[parent] = nil
      resume(record.load?.waiters ?? [], "\(CancellationError())")
    }
  }
}
