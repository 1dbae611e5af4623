public import Outline

/// A slow and obvious snapshot of several sections: an array of outline models.
///
/// It has the operations of `Snapshot` with the same results and errors. It follows their
/// documentation and shares no code with them, so that tests can compare the two.
public struct SnapshotModel<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  public typealias Failure = SnapshotError<Section, Item>

  public struct Entry: Equatable {
    public var section: Section
    public var outline = OutlineModel<Item>()
  }

  public var entries: [Entry] = []
  public var reloadedItemIdentifiers: [Item] = []
  public var reconfiguredItemIdentifiers: [Item] = []
  public var reloadedSectionIdentifiers: [Section] = []

  public init() {}

  public var sections: [Section] { entries.map { $0.section } }
  public var items: [Item] { entries.flatMap { $0.outline.items } }

  public subscript(section: Section) -> OutlineModel<Item> {
    get { entries.first { $0.section == section }?.outline ?? OutlineModel() }
    set {
      precondition(sections.contains(section), "no section \(section)")
      install([(section, newValue)])
    }
  }

  public mutating func appendSection(
    _ section: Section, _ outline: OutlineModel<Item>
  ) throws(Failure) {
    guard !sections.contains(section) else { throw .duplicateSections([section]) }
    install([(section, outline)])
  }

  public mutating func replace(
    _ snapshots: some Sequence<(key: Section, value: OutlineModel<Item>)>
  ) throws(Failure) {
    let snapshots = Array(snapshots)
    let repeated = snapshots.map { $0.key }.repetitions
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    let duplicates = snapshots.flatMap { $0.value.items }.repetitions
    guard duplicates.isEmpty else { throw .items(.duplicateItems(duplicates)) }
    install(snapshots.map { ($0.key, $0.value) })
  }

  private mutating func install(_ outlines: [(section: Section, outline: OutlineModel<Item>)]) {
    for (section, _) in outlines where !sections.contains(section) {
      entries.append(Entry(section: section))
    }
    let incoming = outlines.flatMap { $0.outline.items }
    for index in entries.indices {
      if let new = outlines.first(where: { $0.section == entries[index].section }) {
        entries[index].outline = new.outline
      } else {
        for item in incoming { entries[index].outline.remove(item) }
      }
    }
    forgetMarks()
  }

  mutating func forgetMarks() {
    let items = Set(items)
    reloadedItemIdentifiers.removeAll { !items.contains($0) }
    reconfiguredItemIdentifiers.removeAll { !items.contains($0) }
    let sections = Set(sections)
    reloadedSectionIdentifiers.removeAll { !sections.contains($0) }
  }
}

extension SnapshotModel: Sendable {}
extension SnapshotModel.Entry: Sendable {}

extension Sequence where Element: Hashable {
  var repetitions: [Element] {
    var seen: Set<Element> = []
    return filter { !seen.insert($0).inserted }.uniqued
  }
}
