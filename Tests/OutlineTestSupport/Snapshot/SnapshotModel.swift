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
  public var reconfiguredSectionIdentifiers: [Section] = []

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
    let changed = Set(outlines.map { $0.section })
    let placed = Set(outlines.flatMap { $0.outline.items })
    var outlines = outlines
    for index in entries.indices where !changed.contains(entries[index].section) {
      // Descendants of the items that leave go with them, unless they have a place of their own.
      for item in entries[index].outline.items where placed.contains(item) {
        let left = Self.nodes(entries[index].outline.node(item)?.children ?? [], without: placed)
        for number in outlines.indices {
          outlines[number].outline.withChildren(of: item) { $0 += left }
        }
      }
      for item in placed { entries[index].outline.remove(item) }
    }
    for (section, outline) in outlines {
      for index in entries.indices where entries[index].section == section {
        entries[index].outline = outline
      }
    }
    forgetMarks()
  }

  private static func nodes(
    _ nodes: [OutlineModel<Item>.Node], without items: Set<Item>
  ) -> [OutlineModel<Item>.Node] {
    nodes.filter { !items.contains($0.item) }.map { node in
      var kept = node
      kept.children = Self.nodes(node.children, without: items)
      return kept
    }
  }

  mutating func forgetMarks() {
    let items = Set(items)
    reloadedItemIdentifiers.removeAll { !items.contains($0) }
    reconfiguredItemIdentifiers.removeAll { !items.contains($0) }
    let sections = Set(sections)
    reloadedSectionIdentifiers.removeAll { !sections.contains($0) }
    reconfiguredSectionIdentifiers.removeAll { !sections.contains($0) }
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

// MARK: - Sections

extension SnapshotModel {
  public mutating func appendSections(_ sections: some Collection<Section>) throws(Failure) {
    try insert(Array(sections), at: entries.count)
  }

  public mutating func insertSections(
    _ sections: some Collection<Section>, beforeSection anchor: Section
  ) throws(Failure) {
    try insert(Array(sections), at: try index(ofAnchor: anchor, excluding: Array(sections)))
  }

  public mutating func insertSections(
    _ sections: some Collection<Section>, afterSection anchor: Section
  ) throws(Failure) {
    try insert(Array(sections), at: try index(ofAnchor: anchor, excluding: Array(sections)) + 1)
  }

  public mutating func deleteSections(_ sections: some Collection<Section>) throws(Failure) {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    entries.removeAll { sections.contains($0.section) }
    forgetMarks()
  }

  public mutating func moveSection(
    _ section: Section, beforeSection anchor: Section
  ) throws(Failure) {
    try move(section, to: anchor, offset: 0)
  }

  public mutating func moveSection(
    _ section: Section, afterSection anchor: Section
  ) throws(Failure) {
    try move(section, to: anchor, offset: 1)
  }

  public mutating func reloadSections(_ sections: some Collection<Section>) throws(Failure) {
    try requireMarkable(sections)
    reloadedSectionIdentifiers = (reloadedSectionIdentifiers + sections).uniqued
  }

  public mutating func reconfigureSections(_ sections: some Collection<Section>) throws(Failure) {
    try requireMarkable(sections)
    reconfiguredSectionIdentifiers = (reconfiguredSectionIdentifiers + sections).uniqued
  }

  private func requireMarkable(_ sections: some Collection<Section>) throws(Failure) {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    let unknown = sections.filter { !self.sections.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
  }

  private func index(
    ofAnchor anchor: Section, excluding sections: [Section]
  ) throws(Failure) -> Int {
    guard sections.repetitions.isEmpty else { throw .duplicateSections(sections.repetitions) }
    guard !sections.contains(anchor) else { throw .anchorAmongSections(anchor) }
    guard let index = self.sections.firstIndex(of: anchor) else {
      throw .unknownSections([anchor])
    }
    return index
  }

  private mutating func insert(_ new: [Section], at index: Int) throws(Failure) {
    let old = Set(sections)
    var seen = old
    let duplicates = new.filter { !seen.insert($0).inserted }
    guard duplicates.isEmpty else { throw .duplicateSections(duplicates.uniqued) }
    entries.insert(contentsOf: new.map { Entry(section: $0) }, at: index)
  }

  private mutating func move(_ section: Section, to anchor: Section, offset: Int) throws(Failure) {
    guard section != anchor else { throw .moveSectionToItself(section) }
    let unknown = [section, anchor].filter { !sections.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
    guard let start = sections.firstIndex(of: section) else { return }
    let entry = entries.remove(at: start)
    guard let index = sections.firstIndex(of: anchor) else { return }
    entries.insert(entry, at: index + offset)
  }
}

// MARK: - Items

extension SnapshotModel {
  public mutating func appendItems(
    _ items: some Collection<Item>, toSection section: Section?
  ) throws(Failure) {
    guard let target = section ?? sections.last else { throw .noSections }
    try requireOnce(items)
    guard let index = sections.firstIndex(of: target) else { throw .unknownSections([target]) }
    for item in items {
      let node = take(item)
      entries[index].outline.roots.append(node)
    }
  }

  public mutating func insertItems(
    _ items: some Collection<Item>, beforeItem anchor: Item
  ) throws(Failure) {
    try requireAnchor(anchor, excluding: items)
    for item in items {
      put(take(item), beside: anchor, offset: 0)
    }
  }

  public mutating func insertItems(
    _ items: some Collection<Item>, afterItem anchor: Item
  ) throws(Failure) {
    try requireAnchor(anchor, excluding: items)
    for item in items.reversed() {
      put(take(item), beside: anchor, offset: 1)
    }
  }

  public mutating func deleteItems(_ items: some Collection<Item>) throws(Failure) {
    try requireOnce(items)
    for item in items { _ = take(item) }
    forgetMarks()
  }

  public mutating func deleteAllItems() {
    self = SnapshotModel()
  }

  public mutating func replaceItem(_ item: Item, with new: Item) throws(Failure) {
    guard let index = index(containing: item) else { throw .items(.unknownItems([item])) }
    guard new == item || node(new) == nil else { throw .items(.duplicateItems([new])) }
    entries[index].outline.withSiblings(of: item) { $0[$1].item = new }
    reloadedItemIdentifiers = reloadedItemIdentifiers.map { $0 == item ? new : $0 }
    reconfiguredItemIdentifiers = reconfiguredItemIdentifiers.map { $0 == item ? new : $0 }
  }

  public mutating func moveItem(_ item: Item, beforeItem anchor: Item) throws(Failure) {
    try requireMove(item, to: anchor)
    put(take(item), beside: anchor, offset: 0)
  }

  public mutating func moveItem(_ item: Item, afterItem anchor: Item) throws(Failure) {
    try requireMove(item, to: anchor)
    put(take(item), beside: anchor, offset: 1)
  }

  public mutating func expand(_ items: some Sequence<Item>) {
    let items = Array(items)
    changeOutlines { $0.expand(items) }
  }

  public mutating func collapse(_ items: some Sequence<Item>) {
    let items = Array(items)
    changeOutlines { $0.collapse(items) }
  }

  public mutating func expandAll(in item: Item? = nil) {
    changeOutlines { $0.expandAll(in: item) }
  }
  public mutating func collapseAll(in item: Item? = nil) {
    changeOutlines { $0.collapseAll(in: item) }
  }
  public mutating func reveal(_ item: Item) { changeOutlines { $0.reveal(item) } }

  private mutating func changeOutlines(_ change: (inout OutlineModel<Item>) -> Void) {
    for index in entries.indices { change(&entries[index].outline) }
  }

  public mutating func reloadItems(_ items: some Collection<Item>) throws(Failure) {
    try requireMarkable(items)
    reloadedItemIdentifiers = (reloadedItemIdentifiers + items).uniqued
  }

  public mutating func reconfigureItems(_ items: some Collection<Item>) throws(Failure) {
    try requireMarkable(items)
    reconfiguredItemIdentifiers = (reconfiguredItemIdentifiers + items).uniqued
  }
}

extension SnapshotModel {
  func node(_ item: Item) -> OutlineModel<Item>.Node? {
    entries.lazy.compactMap { $0.outline.node(item) }.first
  }

  private mutating func take(_ item: Item) -> OutlineModel<Item>.Node {
    let node = node(item)
    for index in entries.indices { entries[index].outline.remove(item) }
    return node ?? OutlineModel.Node(item: item)
  }

  private mutating func put(_ node: OutlineModel<Item>.Node, beside anchor: Item, offset: Int) {
    for index in entries.indices {
      entries[index].outline.withSiblings(of: anchor) { $0.insert(node, at: $1 + offset) }
    }
  }

  private func requireOnce(_ items: some Collection<Item>) throws(Failure) {
    guard items.repetitions.isEmpty else { throw .items(.duplicateItems(items.repetitions)) }
  }

  private func requireAnchor(
    _ anchor: Item, excluding items: some Collection<Item>
  ) throws(Failure) {
    try requireOnce(items)
    guard !items.contains(anchor) else { throw .items(.anchorAmongItems(anchor)) }
    guard node(anchor) != nil else { throw .items(.unknownItems([anchor])) }
    let above = items.filter { node($0)?.subtree.contains(anchor) ?? false }
    guard above.isEmpty else { throw .items(.moveIntoItself(above, destination: anchor)) }
  }

  private func requireMove(_ item: Item, to anchor: Item) throws(Failure) {
    guard item != anchor else { throw .items(.moveIntoItself([item], destination: anchor)) }
    let unknown = [item, anchor].filter { node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    try requireAnchor(anchor, excluding: [item])
  }

  private func requireMarkable(_ items: some Collection<Item>) throws(Failure) {
    try requireOnce(items)
    let unknown = items.filter { node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
  }
}

// MARK: - Children

extension SnapshotModel {
  public mutating func setChildren(
    _ items: some Collection<Item>, of parent: Item
  ) throws(Failure) {
    try requireOnce(items)
    guard let index = index(containing: parent) else { throw .items(.unknownItems([parent])) }
    try setChildren(Self.list(items), of: parent, in: index)
  }

  public mutating func setOutlineOfChildren(
    _ list: OutlineModel<Item>, of parent: Item
  ) throws(Failure) {
    guard let index = index(containing: parent) else { throw .items(.unknownItems([parent])) }
    try setChildren(list, of: parent, in: index)
  }

  public mutating func setRoots(
    _ items: some Collection<Item>, of section: Section
  ) throws(Failure) {
    try requireOnce(items)
    guard let index = sections.firstIndex(of: section) else { throw .unknownSections([section]) }
    try setChildren(Self.list(items), of: nil, in: index)
  }

  public mutating func setOutlineOfRoots(
    _ list: OutlineModel<Item>, of section: Section
  ) throws(Failure) {
    guard let index = sections.firstIndex(of: section) else { throw .unknownSections([section]) }
    try setChildren(list, of: nil, in: index)
  }

  private static func list(_ items: some Collection<Item>) -> OutlineModel<Item> {
    var list = OutlineModel<Item>()
    list.roots = items.map { OutlineModel.Node(item: $0) }
    return list
  }

  private func index(containing item: Item) -> Int? {
    entries.firstIndex { $0.outline.contains(item) }
  }

  private mutating func setChildren(
    _ list: OutlineModel<Item>, of parent: Item?, in index: Int
  ) throws(Failure) {
    var changed = self
    // Items of other sections come with their subtrees, in the order of the list.
    for item in list.items where !changed.entries[index].outline.contains(item) {
      if node(item) != nil { changed.entries[index].outline.roots.append(changed.take(item)) }
    }
    do {
      try changed.entries[index].outline.setChildren(list, of: parent)
    } catch {
      throw .items(error)
    }
    changed.forgetMarks()
    self = changed
  }
}

extension SnapshotModel {
  public mutating func moveItems(
    _ items: some Collection<Item>, to destination: Snapshot<Section, Item>.Destination
  ) throws(Failure) {
    let anchor: [Item]
    switch destination {
    case .before(let item), .after(let item), .into(let item): anchor = [item]
    case .end: anchor = []
    }
    let unknown = (Array(items) + anchor).filter { node($0) == nil }.uniqued
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    if case .end(let section) = destination, !sections.contains(section) {
      throw .unknownSections([section])
    }
    let moved = entries.flatMap { $0.outline.topmost(Array(items)) }.sorted(by: items)
    let tops = moved.map { $0.item }
    for item in anchor {
      let above = moved.filter { $0.subtree.contains(item) }.map { $0.item }
      let isBesideMovedItem = destination != .into(item) && tops.contains(item)
      guard above.isEmpty || isBesideMovedItem else {
        throw .items(.moveIntoItself(above, destination: item))
      }
    }
    for index in entries.indices {
      let isEnd = destination == .end(of: entries[index].section)
      entries[index].outline.roots = Self.rebuilt(
        entries[index].outline.roots, isEnd: isEnd, moved, destination)
    }
  }

  private static func rebuilt(
    _ nodes: [OutlineModel<Item>.Node], isEnd: Bool, _ moved: [OutlineModel<Item>.Node],
    _ destination: Snapshot<Section, Item>.Destination
  ) -> [OutlineModel<Item>.Node] {
    var result: [OutlineModel<Item>.Node] = []
    for node in nodes {
      if destination == .before(node.item) { result += moved }
      if !moved.contains(where: { $0.item == node.item }) {
        var kept = node
        kept.children = rebuilt(
          node.children, isEnd: destination == .into(node.item), moved, destination)
        result.append(kept)
      }
      if destination == .after(node.item) { result += moved }
    }
    return isEnd ? result + moved : result
  }
}
