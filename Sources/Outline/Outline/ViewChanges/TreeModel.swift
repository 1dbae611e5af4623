/// The sections and items of a snapshot as objects, for a view that distinguishes rows by pointer.
///
/// `NSOutlineView` and the tree models of Qt know a row by an object that they do not retain. So a
/// tree model keeps a ``Node`` for each section and item that the view has asked for. The sections
/// are the children of the ``root``. A section with items is expanded.
///
///     let model = TreeModel<String, String>()
///     _ = model.reload(snapshot)
///     let food = model.root.children[0]
///     food.section  // "Food"
///     food.children[0].item  // "Fruit"
///
/// An item keeps its node as long as it is in its section. If it moves to another section, or comes
/// back after its removal, it gets another node. The node of a removed item lives until the next
/// change of the model, so that the view can perform the removal.
public final class TreeModel<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// An object that stands for a section, for an item of a section, or for the parent of all
  /// sections.
  public final class Node {
    /// The section, or the section of the item; `nil` for the root.
    public let section: Section?
    /// The item as the view first asked for it; `nil` for the root and for a section.
    ///
    /// If the snapshot replaces it with an equal item, ``row`` has the new value.
    public let item: Item?
    private weak var model: TreeModel?

    fileprivate init(_ model: TreeModel, _ section: Section?, _ item: Item?) {
      self.model = model
      self.section = section
      self.item = item
    }
  }

  private struct Key: Hashable {
    let section: Section
    let item: Item?
  }

  /// The snapshot whose rows the view shows.
  package private(set) var snapshot = Snapshot<Section, Item>()
  /// The parent of all sections.
  public private(set) lazy var root = Node(self, nil, nil)
  private var nodes: [Key: Node] = [:]
  /// The nodes that the last change has removed.
  private var removedNodes: [Node] = []

  /// Creates a model without sections.
  public init() {}

  /// Returns the node of an item, or `nil` if the view has not asked for it.
  ///
  /// - Complexity: O(1) expected
  public func node(of item: Item) -> Node? {
    snapshot.sectionIdentifier(containingItem: item).flatMap {
      nodes[Key(section: $0, item: item)]
    }
  }

  fileprivate func node(_ section: Section, _ item: Item?) -> Node {
    let key = Key(section: section, item: item)
    let node = nodes[key] ?? Node(self, section, item)
    nodes[key] = node
    return node
  }
}

extension TreeModel {
  /// Updates the model to a new snapshot, and returns the steps for the view.
  ///
  /// From now on, the nodes have the new children, as a view expects it during its update. A
  /// section expands when it gets its first items. The last steps update the marked sections, with
  /// all their rows if they are marked for reload.
  ///
  ///     let model = TreeModel<String, String>()
  ///     _ = model.reload(update.initialSnapshot)
  ///     let steps = model.update(to: update.finalSnapshot, by: update.difference)
  ///     if let steps {
  ///       // outlineView.beginUpdates()
  ///       for step in steps.structural { print(step) }
  ///       // outlineView.endUpdates()
  ///       for step in steps.subsequent { print(step) }
  ///     }
  ///
  /// - Parameters:
  ///   - new: The new snapshot.
  ///   - difference: The difference from the present snapshot to the new one.
  /// - Returns: The steps. If the difference does not match, the result is `nil`, and the model is
  ///   unchanged.
  /// - Complexity: That of ``SectionDifference/treeChanges(from:to:)`` for each changed section,
  ///   O(1) for each removed item, and O(log *n*) for each visible row of a section that is marked
  ///   for reload or gets its first items
  public func update(
    to new: Snapshot<Section, Item>, by difference: SnapshotDifference
  ) -> SectionDifference.TreeChanges<Node>? {
    let old = snapshot
    guard difference.fits(from: old, to: new),
      let sections = difference.sections.treeChanges(from: old.order, to: new.order)
    else { return nil }
    snapshot = new
    var structural = sections.structural.map { $0.map { node($0, nil) } }
    var subsequent: [SectionDifference.TreeChange<Node>] = []
    for change in difference.changes {
      guard let number = change.newSection else { continue }
      let section = new.sectionIdentifiers[number]
      let header = node(section, nil)
      let before = old[section]
      let after = new[section]
      // A view neither expands a section without items, nor inserts items into it.
      if !before.items.isEmpty, !after.items.isEmpty,
        let steps = change.difference.treeChanges(from: before, to: after)
      {
        let following = steps.subsequent.filter { !collapsesNewNode($0, in: section) }
        structural += steps.structural.map { $0.map(root: header) { node(section, $0) } }
        subsequent += following.map { $0.map(root: header) { node(section, $0) } }
      } else {
        if after.items.isEmpty {
          structural.append(.collapse(header))
        }
        subsequent.append(.update(header))
        subsequent += expansions(of: section)
      }
    }
    let reloaded = Set(difference.sections.reloads.joined().map { new.sectionIdentifiers[$0] })
    for case .update(let section) in sections.subsequent {
      subsequent.append(.update(node(section, nil)))
      if reloaded.contains(section) {
        subsequent += new[section].visibleItems.map { .update(node(section, $0)) }
      }
    }
    // A step can name a row that a later step removes, so its node must be the old one.
    removeNodes(from: old, to: new, difference)
    return SectionDifference.TreeChanges(structural: structural, subsequent: subsequent)
  }

  /// Returns a Boolean value that indicates whether a step collapses a row of which a view
  /// remembers nothing: it has no node yet.
  private func collapsesNewNode(
    _ step: SectionDifference.TreeChange<Item>, in section: Section
  ) -> Bool {
    guard case .collapse(let item) = step else { return false }
    return nodes[Key(section: section, item: item)] == nil
  }

  /// Replaces the snapshot of the model, for a view that then reloads.
  ///
  /// - Returns: Steps that expand and collapse the rows after the reload, because the view may
  ///   remember their former state.
  /// - Complexity: O(*m* log *n*) for *m* visible rows and nodes
  public func reload(_ new: Snapshot<Section, Item>) -> [SectionDifference.TreeChange<Node>] {
    snapshot = new
    removedNodes = Array(nodes.values)
    nodes = nodes.filter { key, _ in
      key.item.map(new[key.section].contains) ?? (new.indexOfSection(key.section) != nil)
    }
    return new.sectionIdentifiers.flatMap(expansions)
  }

  private func removeNodes(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    _ difference: SnapshotDifference
  ) {
    removedNodes = []
    func remove(_ key: Key) {
      if let node = nodes.removeValue(forKey: key) {
        removedNodes.append(node)
      }
    }
    for number in difference.sections.removals.joined() {
      remove(Key(section: old.sectionIdentifiers[number], item: nil))
    }
    for section in old.sections(changedSince: new) {
      let outline = old[section]
      for handle in outline.handlesOfItems(notIn: new[section]) {
        remove(Key(section: section, item: outline.item(of: handle)))
      }
    }
  }

  /// The steps that show the items of a section that is not expanded.
  private func expansions(of section: Section) -> [SectionDifference.TreeChange<Node>] {
    if snapshot[section].items.isEmpty { return [] }
    return [.expand(node(section, nil))]
      + snapshot[section].rows.lazy.filter { $0.childCount > 0 }.map { row in
        let node = self.node(section, row.item)
        return row.isExpanded ? .expand(node) : .collapse(node)
      }
  }
}

extension TreeModel.Node {
  /// The nodes of the children.
  ///
  /// - Complexity: O(log *n*), and the same for each access to a child
  public var children: LazyMapCollection<Range<Int>, TreeModel.Node> {
    guard let model else { return (0..<0).lazy.map { _ in self } }
    guard let section else {
      let sections = model.snapshot.sectionIdentifiers
      return (0..<sections.count).lazy.map { model.node(sections[$0], nil) }
    }
    let items = items
    return (0..<(items?.count ?? 0)).lazy.map { model.node(section, items?[$0]) }
  }

  /// The row; `nil` for a section, for the root, and for a hidden or removed item.
  ///
  /// - Complexity: O(log *n*)
  public var row: SectionSnapshot<Item>.Row? {
    guard let model, let section else { return nil }
    let outline = model.snapshot[section]
    return item.flatMap(outline.row).map { outline.rows[$0] }
  }

  /// Returns the destination of a drop at a child index.
  ///
  /// - Parameter index: The index of the child below the drop. Any other number stands for the end
  ///   of the children, or for a drop onto the row.
  /// - Returns: The destination; `nil` for the root, or if the item has been removed.
  /// - Complexity: O(log *n*)
  public func dropDestination(at index: Int) -> Snapshot<Section, Item>.Destination? {
    guard let section, let items else { return nil }
    if items.indices.contains(index) { return .before(items[index]) }
    return item.map { .into($0) } ?? .end(of: section)
  }

  private var items: SectionSnapshot<Item>.Children? {
    guard let section, let outline = model?.snapshot[section] else { return nil }
    return item.map(outline.children) ?? outline.rootItems
  }
}
