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
/// An item has the same node as long as it is in its section. If it moves to another section, or
/// comes back after its removal, it gets another node. The node of a removed item lives until the
/// next change of the model, so that the view can perform the removal.
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

    init(_ model: TreeModel, _ section: Section?, _ item: Item?) {
      (self.model, self.section, self.item) = (model, section, item)
    }
  }

  struct Key: Hashable {
    let section: Section
    let item: Item?
  }

  /// The snapshot whose rows the view shows.
  public internal(set) var snapshot = Snapshot<Section, Item>()
  /// The parent of all sections.
  public private(set) lazy var root = Node(self, nil, nil)
  var nodes: [Key: Node] = [:]
  /// The nodes that the last change has removed.
  var removedNodes: [Node] = []

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

  func node(_ section: Section, _ item: Item?) -> Node {
    let key = Key(section: section, item: item)
    let node = nodes[key] ?? Node(self, section, item)
    nodes[key] = node
    return node
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
