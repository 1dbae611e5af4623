import Outline

extension OutlineModel {
  /// Compares the answers about the relatives of each item, in outlines so small that a search from
  /// the top for every answer does no harm.
  func compareRelatives(of snapshot: SectionSnapshot<Item>) throws(Disagreement) {
    let entries = entries
    guard entries.count <= 40 else { return }
    try agree("children of nil", snapshot.children(of: nil).map { Array($0) }, rootItems)
    for entry in entries {
      let item = entry.item
      try agree("hasChildren \(item)", snapshot.hasChildren(item), entry.childCount > 0)
      let group = children(of: entry.parent) ?? []
      let (before, after) = (group.prefix(entry.position), group.dropFirst(entry.position + 1))
      try agree("siblings of \(item)", snapshot.siblings(of: item), Array(before + after))
      try agree("nextSibling of \(item)", snapshot.nextSibling(of: item), after.first)
      try agree("previousSibling of \(item)", snapshot.previousSibling(of: item), before.last)
    }
    try compareDescendants(of: snapshot)
  }

  private func compareDescendants(of snapshot: SectionSnapshot<Item>) throws(Disagreement) {
    for item in items {
      let ancestors = ancestors(of: item) ?? []
      for other in items {
        let isBelow = snapshot.isDescendant(item, of: other)
        try agree("\(item) below \(other)", isBelow, ancestors.contains(other))
      }
    }
  }
}
