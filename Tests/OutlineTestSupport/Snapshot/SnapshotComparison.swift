public import Outline

extension SnapshotModel where Item: Comparable {
  public func compareOutlines(with snapshot: Snapshot<Section, Item>) throws(Disagreement) {
    try agree("sections", Array(snapshot.sectionIdentifiers), sections)
    try agree("numberOfSections", snapshot.numberOfSections, entries.count)
    try agree("items", Array(snapshot.itemIdentifiers), items)
    try agree("numberOfItems", snapshot.numberOfItems, items.count)
    let rows = entries.flatMap { $0.outline.visibleItems }
    try agree("numberOfRows", snapshot.numberOfRows, rows.count)
    for entry in entries {
      try entry.outline.compareRows(with: snapshot[entry.section])
    }
    try agree("reloaded", snapshot.reloadedItemIdentifiers, reloadedItemIdentifiers)
    try agree("reconfigured", snapshot.reconfiguredItemIdentifiers, reconfiguredItemIdentifiers)
    try agree("reloaded sections", snapshot.reloadedSectionIdentifiers, reloadedSectionIdentifiers)
    try agree(
      "reconfigured sections", snapshot.reconfiguredSectionIdentifiers,
      reconfiguredSectionIdentifiers)
  }

  public func compareAll(
    with snapshot: Snapshot<Section, Item>, unknown: [Item] = []
  ) throws(Disagreement) {
    try compareOutlines(with: snapshot)
    try OutlineModel().compareCollection("items", snapshot.itemIdentifiers, items)
    var index = 0
    var row = 0
    for (number, entry) in entries.enumerated() {
      let section = entry.section
      let outline = entry.outline
      try outline.compareAll(with: snapshot[section])
      try agree("index of \(section)", snapshot.indexOfSection(section), number)
      let items = outline.items
      try agree("items in \(section)", snapshot.numberOfItems(inSection: section), items.count)
      try agree("items in \(section)", Array(snapshot.itemIdentifiers(inSection: section)), items)
      let count = outline.visibleItems.count
      try agree("rows in \(section)", snapshot.numberOfRows(in: section), count)
      try agree("rows at \(number)", snapshot.numberOfRows(inSection: number), count)
      var path = RowPath(section: number, row: 0)
      for item in outline.entries {
        try compare(item, of: section, index: index, row: row, path: path, in: snapshot)
        index += 1
        row += item.isVisible ? 1 : 0
        path.row += item.isVisible ? 1 : 0
      }
      try compareNothing(at: path, in: snapshot)
      try compareNothing(at: RowPath(section: number, row: -1), in: snapshot)
    }
    try compareNothing(at: RowPath(section: entries.count, row: 0), in: snapshot)
    try compareNothing(at: RowPath(section: -1, row: 0), in: snapshot)
    let visible = entries.flatMap { $0.outline.visibleItems }
    try agree("visibleItems", Array(snapshot.visibleItems), visible)
    try agree("expandedItems", snapshot.expandedItems, entries.flatMap { $0.outline.expandedItems })
    try compareRelatives(with: snapshot)
    try agree("path at row -1", snapshot.rowPath(atRow: -1), nil)
    try agree("path at the end", snapshot.rowPath(atRow: snapshot.numberOfRows), nil)
    for item in unknown { try compareUnknown(item, in: snapshot) }
  }

  private func compare(
    _ entry: OutlineModel<Item>.Entry, of section: Section, index: Int, row: Int, path: RowPath,
    in snapshot: Snapshot<Section, Item>
  ) throws(Disagreement) {
    let item = entry.item
    try agree("contains \(item)", snapshot.contains(item), true)
    try agree("section of \(item)", snapshot.sectionIdentifier(containingItem: item), section)
    try agree("index of \(item)", snapshot.indexOfItem(item), index)
    try agree("isExpanded \(item)", snapshot.isExpanded(item), entry.isExpanded)
    try agree("isVisible \(item)", snapshot.isVisible(item), entry.isVisible)
    try agree("row of \(item)", snapshot.row(of: item), entry.isVisible ? row : nil)
    try agree("path of \(item)", snapshot.rowPath(of: item), entry.isVisible ? path : nil)
    if entry.isVisible {
      try agree("item for \(path)", snapshot.itemIdentifier(for: path), item)
      try agree("row at \(path)", snapshot.row(at: path), snapshot[section].rows[path.row])
      try agree("path at row \(row)", snapshot.rowPath(atRow: row), path)
    }
  }

  private func compareNothing(
    at path: RowPath, in snapshot: Snapshot<Section, Item>
  ) throws(Disagreement) {
    try agree("item for \(path)", snapshot.itemIdentifier(for: path), nil)
    try agree("row at \(path)", snapshot.row(at: path), nil)
  }

  private func compareRelatives(with snapshot: Snapshot<Section, Item>) throws(Disagreement) {
    // Each answer of the model is a search from the top.
    guard items.count <= 40 else { return }
    for entry in entries {
      try entry.outline.compareRelatives(with: snapshot, others: items)
      for item in entry.outline.items {
        let children = snapshot.children(of: item).map { Array($0) }
        try agree("children of \(item)", children, entry.outline.children(of: item))
        let outline = snapshot.sectionSnapshot(containingItem: item)
        try agree("outline of \(item)", outline, snapshot[entry.section])
        let ancestors = entry.outline.ancestors(of: item) ?? []
        let visible = ([item] + ancestors).first { entry.outline.isVisible($0) }
        try agree("nearest to \(item)", snapshot.nearestVisibleItem(to: item), visible)
      }
    }
  }

  private func compareUnknown(
    _ item: Item, in snapshot: Snapshot<Section, Item>
  ) throws(Disagreement) {
    try snapshot.compareUnknown(item, others: snapshot.itemIdentifiers.prefix(3))
    try agree("section of \(item)", snapshot.sectionIdentifier(containingItem: item), nil)
    try agree("index of \(item)", snapshot.indexOfItem(item), nil)
    try agree("path of \(item)", snapshot.rowPath(of: item), nil)
    try agree("nearest to \(item)", snapshot.nearestVisibleItem(to: item), nil)
    try agree("outline of \(item)", snapshot.sectionSnapshot(containingItem: item), nil)
    try agree("children of \(item)", snapshot.children(of: item).map { Array($0) }, nil)
  }
}
