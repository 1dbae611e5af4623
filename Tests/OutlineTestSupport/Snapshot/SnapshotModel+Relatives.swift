import Outline

extension SnapshotModel where Item: Comparable {
  /// Compares the answers about the relatives of each item, in snapshots so small that a search
  /// from the top for every answer does no harm.
  func compareRelatives(with snapshot: Snapshot<Section, Item>) throws(Disagreement) {
    guard items.count <= 40 else { return }
    for entry in entries {
      for item in entry.outline.entries {
        try compareRelatives(of: item, in: entry.outline, with: snapshot)
      }
      try compareDescendants(of: entry, in: snapshot)
    }
  }

  private func compareRelatives(
    of entry: OutlineModel<Item>.Entry, in outline: OutlineModel<Item>,
    with snapshot: Snapshot<Section, Item>
  ) throws(Disagreement) {
    let item = entry.item
    let ancestors = outline.ancestors(of: item) ?? []
    let group = outline.children(of: entry.parent) ?? []
    let (before, after) = (group.prefix(entry.position), group.dropFirst(entry.position + 1))
    let children = outline.children(of: item)
    let visible = ([item] + ancestors).first { outline.isVisible($0) }
    try agree("level of \(item)", snapshot.level(of: item), entry.level)
    try agree("parent of \(item)", snapshot.parent(of: item), entry.parent)
    try agree("ancestors of \(item)", snapshot.ancestors(of: item), ancestors)
    try agree("children of \(item)", snapshot.children(of: item).map { Array($0) }, children)
    try agree("hasChildren \(item)", snapshot.hasChildren(item), entry.childCount > 0)
    try agree("childIndex of \(item)", snapshot.childIndex(of: item), entry.position)
    try agree("siblings of \(item)", snapshot.siblings(of: item), Array(before + after))
    try agree("nextSibling of \(item)", snapshot.nextSibling(of: item), after.first)
    try agree("previousSibling of \(item)", snapshot.previousSibling(of: item), before.last)
    try agree("nearest to \(item)", snapshot.nearestVisibleItem(to: item), visible)
  }

  private func compareDescendants(
    of entry: Entry, in snapshot: Snapshot<Section, Item>
  ) throws(Disagreement) {
    for item in entry.outline.items {
      let outline = snapshot.sectionSnapshot(containingItem: item)
      try agree("outline of \(item)", outline, snapshot[entry.section])
      let ancestors = entry.outline.ancestors(of: item) ?? []
      for other in items {
        let isBelow = snapshot.isDescendant(item, of: other)
        try agree("\(item) below \(other)", isBelow, ancestors.contains(other))
      }
    }
  }
}
