import AppKit
import Outline

/// An item of an outline view: a section, or an item of a section.
final class OutlineViewNode<Section, Item> {
  let section: Section
  let item: Item?

  init(_ section: Section, _ item: Item?) { (self.section, self.item) = (section, item) }
}

/// The nodes of `OutlineViewOutline`, and the steps of an update with them: copy both files.
///
/// An outline view tells its items apart by pointer, and does not retain them. So a node lives at
/// least as long as its item is in its section. An item in another section gets another node.
@MainActor final class OutlineViewNodes<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Node = OutlineViewNode<Section, Item>

  /// The view shows this snapshot.
  var shown = Snapshot<Section, Item>()
  private var nodes: [Key: Node] = [:]
  /// The number of nodes at which those of removed items are released.
  private var limit = 32

  private struct Key: Hashable {
    let section: Section
    let item: Item?
  }

  func node(_ section: Section, _ item: Item?) -> Node {
    let key = Key(section: section, item: item)
    let node = nodes[key] ?? Node(section, item)
    nodes[key] = node
    return node
  }

  func existingNode(of item: Item) -> Node? {
    shown.sectionIdentifier(containingItem: item).flatMap {
      nodes[Key(section: $0, item: item)]
    }
  }

  func child(_ index: Int, of parent: Node?) -> Node {
    guard let parent else { return node(shown.sectionIdentifiers[index], nil) }
    return node(parent.section, children(of: parent)?[index])
  }

  /// Releases the nodes of removed items if the number of nodes has doubled.
  func removeUnused() {
    guard nodes.count >= limit else { return }
    nodes = nodes.filter { key, _ in
      key.item.map(shown[key.section].contains) ?? (shown.indexOfSection(key.section) != nil)
    }
    limit = max(32, 2 * nodes.count)
  }

  /// The rows of items that the view displays, counted over all sections.
  func displayedRows(in view: NSOutlineView) -> Range<Int> {
    var rows: [Int] = []
    view.enumerateAvailableRowViews { _, row in
      let item = (view.item(atRow: row) as? Node)?.item
      rows += [item.flatMap(shown.row)].compactMap(\.self)
    }
    return (rows.min() ?? 0)..<(rows.max() ?? -1) + 1
  }

  func children(of node: Node?) -> SectionSnapshot<Item>.Children? {
    node.flatMap { $0.item.map(shown.children) ?? shown[$0.section].rootItems }
  }

  /// Returns the destination of a drop at a child index, or on the item.
  func destination(_ item: Any?, _ index: Int) -> DropDestination<Section, Item>? {
    guard let parent = item as? Node, let children = children(of: parent) else { return nil }
    if children.indices.contains(index) { return .before(children[index]) }
    return parent.item.map { .into($0) } ?? .end(of: parent.section)
  }

  // MARK: - Updates

  /// Tells the view what changes; inserted rows are known to it after `endUpdates()`.
  func perform(_ update: OutlineDataSource<Section, Item>.Update, in view: NSOutlineView) {
    let (old, new) = (update.initialSnapshot, update.finalSnapshot)
    let sections = update.difference.sections.treeChanges(
      from: flat(old.sectionIdentifiers), to: flat(new.sectionIdentifiers))
    var later: [() -> Void] = []
    view.beginUpdates()
    for step in sections?.structural ?? [] {
      view.perform(step) { section in section.map { node($0, nil) } }
    }
    for change in update.difference.changes {
      guard let section = change.newSection.map({ new.sectionIdentifiers[$0] }) else { continue }
      let (before, after) = (old[section], new[section])
      // The view must not recognize an item that it knew before the item left the section.
      for item in change.difference.insertions.lazy.flatMap({ after.visibleItems[$0] })
      where !before.contains(item) { nodes[Key(section: section, item: item)] = nil }
      guard change.oldSection != nil, !before.items.isEmpty, !after.items.isEmpty,
        let steps = change.difference.treeChanges(from: before, to: after)
      else {
        later.append { self.expand(section, in: view) }
        continue
      }
      for step in steps.structural { view.perform(step) { node(section, $0) } }
      later.append {
        for step in steps.subsequent { view.perform(step) { self.node(section, $0) } }
      }
    }
    view.endUpdates()
    for steps in later { steps() }
    for case .update(let section) in sections?.subsequent ?? [] {
      view.reloadItem(node(section, nil))
      for item in new[section].visibleItems { view.reloadItem(node(section, item)) }
    }
  }

  private func flat(_ sections: SectionSnapshot<Section>.Items) -> SectionSnapshot<Section> {
    (try? SectionSnapshot(roots: sections) { _ in [] }) ?? SectionSnapshot()
  }

  /// Shows a section whose rows the view does not know.
  func expand(_ section: Section, in view: NSOutlineView) {
    let header = node(section, nil)
    view.reloadItem(header)
    shown[section].items.isEmpty ? view.collapseItem(header) : view.expandItem(header)
    for row in shown[section].rows where row.childCount > 0 {
      let node = node(section, row.item)
      row.isExpanded ? view.expandItem(node) : view.collapseItem(node)
    }
  }
}

extension NSOutlineView {
  fileprivate func perform<Value>(_ change: TreeChange<Value>, on node: (Value?) -> AnyObject?) {
    switch change {
    case .insert(let items, let index, let parent):
      let indices = IndexSet(integersIn: index..<index + items.count)
      insertItems(at: indices, inParent: node(parent), withAnimation: .effectFade)
    case .remove(let indices, let parent):
      removeItems(
        at: IndexSet(integersIn: indices), inParent: node(parent), withAnimation: .effectFade)
    case .move(let index, let parent, let target, let newParent):
      moveItem(at: index, inParent: node(parent), to: target, inParent: node(newParent))
    case .expand(let item): expandItem(node(item))
    case .collapse(let item): collapseItem(node(item))
    case .update(let item): reloadItem(node(item))
    }
  }
}
