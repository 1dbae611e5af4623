public import Outline

public protocol EditableSnapshot<Section, Item> {
  associatedtype Section: Hashable & Sendable
  associatedtype Item: Hashable & Comparable & Sendable
  associatedtype Outline: EditableOutline<Item>
  typealias Failure = SnapshotError<Section, Item>

  func hasSection(_ section: Section) -> Bool
  func section(containing item: Item) -> Section?
  subscript(section: Section) -> Outline { get set }
  mutating func replace(_ snapshots: some Sequence<(key: Section, value: Outline)>) throws(Failure)

  mutating func appendSection(_ section: Section, _ outline: Outline) throws(Failure)
  mutating func appendSections(_ sections: some Collection<Section>) throws(Failure)
  mutating func insertSections(
    _ sections: some Collection<Section>, beforeSection anchor: Section) throws(Failure)
  mutating func insertSections(
    _ sections: some Collection<Section>, afterSection anchor: Section) throws(Failure)
  mutating func deleteSections(_ sections: some Collection<Section>) throws(Failure)
  mutating func moveSection(_ section: Section, beforeSection anchor: Section) throws(Failure)
  mutating func moveSection(_ section: Section, afterSection anchor: Section) throws(Failure)

  mutating func appendItems(
    _ items: some Collection<Item>, toSection section: Section?) throws(Failure)
  mutating func insertItems(_ items: some Collection<Item>, beforeItem anchor: Item) throws(Failure)
  mutating func insertItems(_ items: some Collection<Item>, afterItem anchor: Item) throws(Failure)
  mutating func deleteItems(_ items: some Collection<Item>) throws(Failure)
  mutating func deleteAllItems()
  mutating func replaceItem(_ item: Item, with new: Item) throws(Failure)
  mutating func moveItem(_ item: Item, beforeItem anchor: Item) throws(Failure)
  mutating func moveItem(_ item: Item, afterItem anchor: Item) throws(Failure)

  mutating func moveItems(
    _ items: some Collection<Item>, to destination: Snapshot<Section, Item>.Destination
  ) throws(Failure)

  mutating func setChildren(_ items: some Collection<Item>, of parent: Item) throws(Failure)
  mutating func setOutlineOfChildren(_ outline: Outline, of parent: Item) throws(Failure)
  mutating func setRoots(_ items: some Collection<Item>, of section: Section) throws(Failure)
  mutating func setOutlineOfRoots(_ outline: Outline, of section: Section) throws(Failure)

  mutating func expand(_ items: some Sequence<Item>)
  mutating func collapse(_ items: some Sequence<Item>)
  mutating func expandAll(in item: Item?)
  mutating func collapseAll(in item: Item?)
  mutating func reveal(_ item: Item)

  mutating func reloadItems(_ items: some Collection<Item>) throws(Failure)
  mutating func reconfigureItems(_ items: some Collection<Item>) throws(Failure)
  mutating func reloadSections(_ sections: some Collection<Section>) throws(Failure)
  mutating func reconfigureSections(_ sections: some Collection<Section>) throws(Failure)
}

extension EditableSnapshot {
  /// Replaces the outline of a section, or adds the section with its outline if that has items.
  mutating func setOutline(_ outline: Outline, of section: Section) throws(Failure) {
    if hasSection(section) {
      self[section] = outline
    } else if !outline.isEmpty {
      try appendSection(section, outline)
    }
  }
}

extension Snapshot: EditableSnapshot where Item: Comparable {
  public func hasSection(_ section: Section) -> Bool { indexOfSection(section) != nil }

  public func section(containing item: Item) -> Section? {
    sectionIdentifier(containingItem: item)
  }

  public mutating func expandAll(in item: Item? = nil) {
    changeOutlines(of: item) { $0.expandAll(in: item) }
  }

  public mutating func collapseAll(in item: Item? = nil) {
    changeOutlines(of: item) { $0.collapseAll(in: item) }
  }

  private mutating func changeOutlines(
    of item: Item?, _ change: (_ outline: inout SectionSnapshot<Item>) -> Void
  ) {
    let sections =
      item.map { sectionIdentifier(containingItem: $0).map { [$0] } ?? [] }
      ?? Array(sectionIdentifiers)
    for section in sections { change(&self[section]) }
  }

  public mutating func setOutlineOfChildren(
    _ outline: SectionSnapshot<Item>, of parent: Item
  ) throws(SnapshotError<Section, Item>) {
    try setChildren(outline, of: parent)
  }

  public mutating func setOutlineOfRoots(
    _ outline: SectionSnapshot<Item>, of section: Section
  ) throws(SnapshotError<Section, Item>) {
    try setRoots(outline, of: section)
  }
}

extension SnapshotModel: EditableSnapshot where Item: Comparable {
  public func hasSection(_ section: Section) -> Bool { sections.contains(section) }

  public func section(containing item: Item) -> Section? {
    entries.first { $0.outline.contains(item) }?.section
  }
}
