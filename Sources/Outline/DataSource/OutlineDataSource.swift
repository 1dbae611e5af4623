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
/// elsewhere. It takes no locks, and starts tasks only for loads.
/// Snapshots and updates are values that any task can create and pass on.
///
/// ## Reentrancy
///
/// Adapters and handlers can call the data source. Each change is based on all changes before it,
/// and observers receive the changes in order. Changes without an effect are not delivered.
///
/// Observers read the snapshot that they show: until a change is delivered, ``snapshot()`` does not
/// include it. Handlers and completions read the snapshot after all changes. So a handler can read
/// ``snapshot(for:)-(Section)``, edit it and apply it, as in UIKit; an observer calls
/// ``update(animatingDifferences:_:)`` instead.
///
/// In statements of complexity, *n* is the number of items in the data source and *k* is the number
/// of items that a change concerns.
public final class OutlineDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  var queue: UpdateQueue<Section, Item>
  /// The number of calls to observers and handlers in progress.
  var callDepth = 0
  /// A Boolean value that indicates whether the innermost call in progress is one to a handler.
  var isInHandler = false

  var adapters: [AttachedAdapter] = []
  var followers: [Follower] = []
  /// The delivered changes that adapters are still showing, in order.
  var deliveries: [Delivery] = []

  /// The handlers for expanding and collapsing in sections without separate handlers.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()
  var handlersBySection: [Section: SectionSnapshotHandlers<Item>] = [:]
  /// The side effects of expanding an item; none by default.
  public var expansionBehavior: ExpansionBehavior = []
  /// The handlers for reordering; by default no item can be moved.
  public var reorderingHandlers = ReorderingHandlers()

  /// The loader of children that are not in the snapshot yet, or `nil` to load no children.
  ///
  /// A load in progress continues with the old loader. The new loader loads no further pages of
  /// these children.
  /// Rows that become expandable, or are not expandable any more, are reconfigured.
  public var childLoader: ChildLoader<Item, Item>? {
    get { childLoaders.standard }
    set { childLoaders.standard = newValue }
  }
  var childLoaders = ChildLoaders<Section, Item>() {
    didSet { reconfigureRows(expandableSince: oldValue) }
  }
  /// The loader of the roots of sections, or `nil` to load no roots.
  ///
  /// Roots load when ``loadRoots(of:isolation:)``, ``reloadRoots(of:isolation:)`` or
  /// ``beginReloadingRoots(of:isolation:)`` is called.
  public var rootLoader: ChildLoader<Section, Item>?
  /// Called when the loading state of a section's roots has changed.
  public var rootsHandler: ((_ section: Section) -> Void)?
  var loads = ChildLoads<Parent>()
  let tasks = LoadTasks<Section, Item>()
  var displaced = DisplacedItems<Section, Item>()
  /// The items whose handlers are running.
  var itemsWithRunningHandlers: Set<Item> = []

  /// The actor on which the data source is used, as far as it is known; loaded children arrive
  /// there.
  ///
  /// The compiler keeps a data source on the actor of an earlier call.
  weak var home: (any Actor)?
  lazy var landing = LoadLanding<Section, Item>(self)

  let content = ContentTracker<Section, Item>()
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

  /// The number of changes above which an update recommends a full reload; 300 by default.
  ///
  /// A change is a range of rows that a view animates together, as in
  /// ``SnapshotDifference/changeCount``: expanding an item is one insertion, however many rows it
  /// shows.
  public var reloadThreshold = 300

  let differencing: Differencing

  /// Creates a data source with an initial snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The initial snapshot; its marks are ignored.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Complexity: O(1)
  @inlinable
  public convenience init(
    _ snapshot: Snapshot<Section, Item> = Snapshot(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(snapshot, Differencing(), home: isolation)
  }

  @usableFromInline
  init(
    _ snapshot: Snapshot<Section, Item>, _ differencing: Differencing, home: (any Actor)?
  ) {
    self.home = home
    queue = UpdateQueue(snapshot)
    self.differencing = differencing
  }

  deinit {
    for follower in followers {
      follower.finish()
    }
  }
}

// MARK: - Reading the snapshot

extension OutlineDataSource {
  /// Returns the snapshot on screen, or in a handler the snapshot after all changes, without marks.
  ///
  /// - Complexity: O(1)
  public func snapshot() -> Snapshot<Section, Item> { isInHandler ? latest : queue.current }

  /// Returns the outline of a section in ``snapshot()``.
  ///
  /// - Parameter section: A section.
  /// - Returns: The items of the section with their hierarchy and expansion; empty if the section
  ///   is unknown.
  /// - Complexity: O(1) expected
  public func snapshot(for section: Section) -> SectionSnapshot<Item> { snapshot()[section] }

  /// Returns the item of a visible row.
  ///
  /// - Parameter path: The position of a row.
  /// - Returns: The item, or `nil` if there is no such row.
  /// - Complexity: O(log *n*)
  public func itemIdentifier(for path: RowPath) -> Item? { queue.current.itemIdentifier(for: path) }

  /// Returns the position of an item's row.
  ///
  /// - Parameter item: An item.
  /// - Returns: The position, or `nil` if the item is unknown or hidden.
  /// - Complexity: O(log *n*)
  public func rowPath(of item: Item) -> RowPath? { queue.current.rowPath(of: item) }

  /// Returns the section at a position.
  ///
  /// - Parameter index: The position of a section.
  /// - Returns: The section, or `nil` if the position is out of bounds.
  /// - Complexity: O(log *s*) for *s* sections
  public func sectionIdentifier(for index: Int) -> Section? {
    let sections = queue.current.sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// Returns the position of a section.
  ///
  /// - Parameter section: A section.
  /// - Returns: The position, or `nil` if the section is unknown.
  /// - Complexity: O(log *s*) for *s* sections
  public func index(for section: Section) -> Int? { queue.current.indexOfSection(section) }
}
