/// A reference type that owns the snapshot on screen and updates views when it changes.
///
/// A view attaches an ``OutlineAdapter``, or a task iterates over ``updates``. The program applies
/// snapshots and forwards what the user does: ``expand(_:animatingDifferences:isolation:)``,
/// ``collapse(_:animatingDifferences:)``, ``drop(_:at:animatingDifferences:movedBy:)``.
///
///     let source = OutlineDataSource<String, String>()
///     source.attach(listView)
///     try source.update { snapshot in
///       try snapshot.appendSections(["Food"])
///       try snapshot["Food"].append(["Fruit"])
///       try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
///     }
///     source.toggle("Fruit")  // the list view inserts two rows
///
/// ## Isolation
///
/// A data source belongs to one isolation domain: the main actor in an app, an actor or a task
/// elsewhere. It takes no locks, and starts tasks only to load children with ``childLoader``.
/// Snapshots and updates are values that any task can create and pass on.
///
/// ## Reentrancy
///
/// Adapters and handlers can call the data source. Each change is based on all changes before it,
/// and observers receive the changes in order. Until a change is delivered, ``snapshot()`` returns
/// the previous state. Changes without an effect are not delivered.
///
/// In statements of complexity, *n* is the number of items in the data source and *k* is the number
/// of items that a change concerns.
public final class OutlineDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The snapshot that observers know, without marks.
  @usableFromInline var current: Snapshot<Section, Item>
  /// The snapshot after all changes, delivered and pending, without marks.
  var latest: Snapshot<Section, Item>
  /// The changes that observers do not know yet, in order.
  var pendingChanges: [Change] = []
  /// The number of calls to observers and handlers in progress.
  var callDepth = 0

  var adapters: [AttachedAdapter] = []
  var buffers: [WeakBuffer] = []

  /// The handlers for expanding and collapsing in sections without separate handlers.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()
  var handlersBySection: [Section: SectionSnapshotHandlers<Item>] = [:]
  /// The side effects of expanding an item; none by default.
  public var expansionBehavior: ExpansionBehavior = []
  /// The handlers for reordering; by default no item can be moved.
  public var reorderingHandlers = ReorderingHandlers()

  /// The loader of children that are not in the snapshot yet, or `nil` to load no children.
  ///
  /// A load that is in progress when the loader is replaced finishes according to the
  /// ``ChildLoader/whenCollapsed`` of the old loader. Further pages of its children are not loaded.
  public var childLoader: ChildLoader<Item>?
  /// The load records of items whose children have been or are being loaded.
  var records: [Item: LoadRecord<Item>] = [:]
  /// The number of the latest edit group or load.
  var lastNumber = 0
  /// The items whose handlers are running.
  var itemsWithRunningHandlers: Set<Item> = []

  /// Creates the displayed rows of an adapter; `nil` if their content is not compared.
  var makeDisplayedRows: (() -> DisplayedRows<Section, Item>)?
  /// The kind of update for a displayed row whose content has changed; `.reconfigure` by default.
  public var contentUpdate: ContentUpdate = .reconfigure
  /// Called for each displayed row that is reconfigured, after adapters received the update.
  ///
  /// The handler receives the item as stored in the new snapshot, with its new content, and the
  /// position of its row. It is not called for rows that are reloaded.
  ///
  /// <!-- example: songs -->
  ///     source.reconfigureHandler = { song, path in
  ///       listView.cell(at: path)?.label.text = song.title
  ///     }
  public var reconfigureHandler: ((_ item: Item, _ path: RowPath) -> Void)?

  /// The number of changed rows above which an update recommends a full reload; 300 by default.
  public var reloadThreshold = 300

  let differencing: Differencing

  /// Creates a data source with an initial snapshot.
  ///
  /// - Parameter snapshot: The initial snapshot; its marks are ignored.
  /// - Complexity: O(1)
  @inlinable
  public convenience init(_ snapshot: Snapshot<Section, Item> = Snapshot()) {
    self.init(snapshot, Differencing())
  }

  @usableFromInline
  init(_ snapshot: Snapshot<Section, Item>, _ differencing: Differencing) {
    latest = snapshot
    latest.removeAllMarks()
    current = latest
    self.differencing = differencing
  }

  deinit {
    for buffer in buffers {
      buffer.buffer?.finish()
    }
    for record in records.values {
      record.load?.end(throwing: CancellationError())
    }
  }
}

// MARK: - Reading the snapshot

extension OutlineDataSource {
  /// Returns the snapshot on screen, without marks.
  ///
  /// - Complexity: O(1)
  public func snapshot() -> Snapshot<Section, Item> { current }

  /// Returns the outline of a section.
  ///
  /// - Parameter section: A section.
  /// - Returns: The items of the section with their hierarchy and expansion; empty if the section
  ///   is unknown.
  /// - Complexity: O(1) expected
  public func snapshot(for section: Section) -> SectionSnapshot<Item> { current[section] }

  /// Returns the item of a visible row.
  ///
  /// - Parameter path: The position of a row.
  /// - Returns: The item, or `nil` if there is no such row.
  /// - Complexity: O(log *n*)
  @inlinable
  public func itemIdentifier(for path: RowPath) -> Item? { current.itemIdentifier(for: path) }

  /// Returns the position of an item's row.
  ///
  /// - Parameter item: An item.
  /// - Returns: The position, or `nil` if the item is unknown or hidden.
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(of item: Item) -> RowPath? { current.rowPath(of: item) }

  /// Returns the section at a position.
  ///
  /// - Parameter index: The position of a section.
  /// - Returns: The section, or `nil` if the position is out of bounds.
  /// - Complexity: O(log *s*) for *s* sections
  @inlinable
  public func sectionIdentifier(for index: Int) -> Section? {
    let sections = current.sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// Returns the position of a section.
  ///
  /// - Parameter section: A section.
  /// - Returns: The position, or `nil` if the section is unknown.
  /// - Complexity: O(log *s*) for *s* sections
  @inlinable
  public func index(for section: Section) -> Int? { current.indexOfSection(section) }
}
