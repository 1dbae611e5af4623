@_exported public import OutlineCore

/// A reference type that owns the snapshot on screen and updates views when it changes.
///
/// A view attaches an ``OutlineAdapter``, or a task iterates over ``updates``: these are the
/// observers. The program applies snapshots and forwards actions of the user:
/// ``expand(_:animatingDifferences:isolation:completion:)``,
/// ``collapse(_:animatingDifferences:completion:)``,
/// ``drop(_:to:animatingDifferences:completion:)``.
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
/// A data source belongs to one isolation domain: the main actor in an app, an actor or a task
/// elsewhere. It takes no locks. It starts tasks to load children, and to continue after an adapter
/// releases a completion without calling it. Loaded children arrive on the actor that it belongs
/// to. Snapshots and updates are values for any task.
///
/// Adapters and handlers can call the data source. Each change includes all earlier changes.
/// Observers receive the changes in order, except for changes without an effect. In an observer,
/// ``snapshot()`` is the snapshot on screen, which does not include pending changes. In a handler
/// or a completion, it includes all changes. So a handler can read ``snapshot(for:)-(Section)``,
/// edit it and apply it, as in UIKit. An observer calls
/// ``update(animatingDifferences:_:completion:)`` instead.
///
/// With `animatingDifferences`, observers animate a change. An action on an unknown item has no
/// effect. An edit that throws leaves the data source unchanged. Only actions of the user call the
/// handlers of sections and of reordering: expanding, collapsing and dropping items.
///
/// In complexities, *n* is the number of items in the data source and *k* the number of items that
/// a change concerns.
///
/// ## Topics
///
/// ### Reading the snapshot
/// - ``init(_:isolation:)``
/// - ``snapshot()``
/// - ``snapshot(for:)-(Section)``
/// - ``itemIdentifier(for:)``
/// - ``rowPath(of:)``
/// - ``sectionIdentifier(for:)``
/// - ``index(for:)``
///
/// ### Changing the snapshot
/// - ``update(animatingDifferences:_:completion:)``
/// - ``apply(_:animatingDifferences:completion:)-(Snapshot<Section,Item>.Patch,_,_)``
/// - ``apply(_:animatingDifferences:keepingExpansion:completion:)-(Snapshot<Section,Item>,_,_,_)``
/// - ``apply(_:to:animatingDifferences:keepingExpansion:completion:)-(_,Section,_,_,_)``
/// - ``apply(_:animatingDifferences:keepingExpansion:completion:)-(Sequence<(Section,SectionSnapshot<Item>)>,_,_,_)``
/// - ``applySnapshotUsingReloadData(_:completion:)``
/// - ``withAnimation(named:_:)``
///
/// ### Updating views
/// - ``attach(_:)``
/// - ``detach(_:)``
/// - ``updates-swift.property``
/// - ``waitUntilShown()``
/// - ``reloadThreshold``
///
/// ### Updating rows whose content changes
/// - ``setContent(_:)-((Item)->Content?)``
/// - ``setContent(_:)-((Item)->(Content))``
/// - ``setContent(_:isEqual:)``
/// - ``setSectionContent(_:)``
/// - ``contentUpdate``
/// - ``checkContent(animatingDifferences:completion:)``
/// - ``reconfigureHandler``
/// - ``sectionReconfigureHandler``
///
/// ### Expanding and collapsing
/// - ``expand(_:animatingDifferences:isolation:completion:)``
/// - ``collapse(_:animatingDifferences:completion:)``
/// - ``toggle(_:animatingDifferences:isolation:completion:)``
/// - ``expandSubtree(of:levels:animatingDifferences:isolation:completion:)``
/// - ``loadAndExpandSubtree(of:levels:itemLimit:animatingDifferences:)``
/// - ``collapseSubtree(of:keepingLevels:animatingDifferences:completion:)``
/// - ``reveal(_:parent:)``
/// - ``sectionSnapshotHandlers``
/// - ``setSectionSnapshotHandlers(_:for:)-(_,Section)``
/// - ``expansionBehavior``
/// - ``expansionChainLimit``
///
/// ### Reordering
/// - ``canReorder(_:)``
/// - ``canDrop(_:to:)``
/// - ``drop(_:to:animatingDifferences:completion:)``
/// - ``reorderingHandlers``
/// - ``setReorderingHandlers(_:for:)``
/// - ``apply(_:animatingDifferences:completion:)-(OutlineDataSource<Section,Item>.Transaction,_,_)``
///
/// ### Loading children
/// - ``Parent``
/// - ``childLoader``
/// - ``rootLoader``
/// - ``setChildLoader(_:for:)-(_,Section)``
/// - ``loadingState(of:)``
/// - ``isLoadingSlowly(of:)``
/// - ``hasChildren(_:)``
/// - ``loadsExpandedItems``
/// - ``loadChildren(of:)``
/// - ``hasMoreChildren(of:)``
/// - ``loadMoreChildren(of:)``
/// - ``reloadChildren(of:)``
/// - ``beginReloadingChildren(of:isolation:)``
/// - ``markStale(_:)``
/// - ``cancelLoading(of:)``
///
/// ### Restoring the state of a view
/// - ``restore(_:collapsingOthers:animatingDifferences:completion:)``
/// - ``restore(ids:collapsingOthers:animatingDifferences:completion:)``
/// - ``loadAndRestore(_:collapsingOthers:pageLimit:animatingDifferences:)``
/// - ``loadAndRestore(ids:collapsingOthers:pageLimit:animatingDifferences:)``
///
/// ### Typed sections
/// - ``setSectionSnapshotHandlers(_:for:)-(_,TypedSection<Element>)``
/// - ``setChildLoader(_:for:)-(_,TypedSection<Element>)``
/// - ``setRootLoader(_:for:)``
public final class OutlineDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  let queue: UpdateQueue<Section, Item>
  let loads = Loads<Section, Item>()
  let observers = Observers<Section, Item>()
  /// A reference for tasks, unless the data source has no actor.
  var reference: SourceReference<Section, Item>?

  /// The handlers for expanding and collapsing in sections without separate handlers.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()
  var handlersBySection: [Section: SectionSnapshotHandlers<Item>] = [:]
  /// The side effects of expanding an item; none by default.
  public var expansionBehavior: ExpansionBehavior = []
  /// The number of items that can expand by themselves one below the other; 32 by default.
  ///
  /// It limits ``ExpansionBehavior/expandsSingleChildChains`` and ``loadsExpandedItems``, for
  /// example in a folder that contains a link to itself. Collapsing an ancestor ends such a chain.
  public var expansionChainLimit = 32
  /// The handlers for reordering; by default no item can be moved.
  public var reorderingHandlers = ReorderingHandlers()
  /// The handlers of sections with separate handlers, which replace ``reorderingHandlers`` there.
  var reorderingHandlersBySection: [Section: ReorderingHandlers] = [:]

  /// The loader of children that are not in the snapshot yet, or `nil` to load no children.
  ///
  /// A load in progress continues with the old loader. The new loader loads no further pages of
  /// these children.
  public var childLoader: ChildLoader<Item, Item>? {
    get { childLoaders.standard }
    set { childLoaders.standard = newValue }
  }
  var childLoaders = Loaders<Section, Item, Item>() {
    didSet {
      hasChildLoaders = !childLoaders.isEmpty
      reconfigureRows(replacing: oldValue)
    }
  }
  /// Stored, because reading the loaders takes longer than a toggle should.
  private(set) var hasChildLoaders = false
  /// A Boolean value that indicates whether the children of an expanded item begin to load when the
  /// item becomes visible, loses its children or gets a loader; `true` by default.
  ///
  /// Otherwise, an item that a snapshot or a loader expands shows no children until the user
  /// expands or toggles it. With a loader, the data source looks at each row that becomes visible.
  /// Until it knows an actor, the loads fail with a ``MissingActorError``.
  public var loadsExpandedItems = true
  /// The loader of the roots of sections, or `nil` to load no roots.
  ///
  /// Roots load when ``loadChildren(of:)``, ``reloadChildren(of:)`` or
  /// ``beginReloadingChildren(of:isolation:)`` is called for a section.
  public var rootLoader: ChildLoader<Section, Item>? {
    get { rootLoaders.standard }
    set { rootLoaders.standard = newValue }
  }
  var rootLoaders = Loaders<Section, Section, Item>() {
    didSet {
      hasRootLoaders = !rootLoaders.isEmpty
      reconfigureHeaders(replacing: oldValue)
    }
  }
  private(set) var hasRootLoaders = false

  /// Returns the kind of update for a displayed row whose content has changed; `.reconfigure` by
  /// default.
  ///
  /// In UIKit, a row that needs a cell of another class is reloaded:
  ///
  /// <!-- example: songs -->
  ///     source.contentUpdate = { song in song.isPlaying ? .reload : .reconfigure }
  public var contentUpdate: (_ item: Item) -> ContentUpdate = { _ in .reconfigure }
  /// Called for each displayed row that is reconfigured, after adapters received the update.
  ///
  /// It receives the stored item, with its new content, and the path of its row on screen. It is
  /// not called for reloaded rows.
  ///
  /// <!-- example: songs -->
  ///     source.reconfigureHandler = { song, path in
  ///       listView.cell(at: path)?.label.text = song.title
  ///     }
  public var reconfigureHandler: ((_ item: Item, _ path: RowPath) -> Void)?
  /// Called for each section that is reconfigured, after adapters received the update.
  ///
  /// A section is reconfigured if the program marks it, if the content of its header changes, or if
  /// the ``loadingState(of:)`` or ``isLoadingSlowly(of:)`` of its roots changes. The handler
  /// receives the section and its index on screen. It is not called for reloaded sections.
  ///
  /// <!-- example: songs -->
  ///     source.sectionReconfigureHandler = { album, index in
  ///       listView.header(ofSection: index)?.label.text = titles[album] ?? album
  ///     }
  public var sectionReconfigureHandler: ((_ section: Section, _ index: Int) -> Void)?

  /// The number of changes above which an update recommends a full reload; 300 by default.
  ///
  /// A range of rows that a view animates together is one change: see
  /// ``SnapshotDifference/changeCount``.
  public var reloadThreshold = 300

  let operations: SnapshotOperations

  /// Creates a data source with an initial snapshot.
  ///
  /// Loaded children arrive on the actor of the caller. Swift evaluates the default value of a
  /// stored property without an actor, even in a class of the main actor. Then pass the actor, or
  /// the data source learns it from the first call of
  /// ``expand(_:animatingDifferences:isolation:completion:)``, ``loadChildren(of:)`` or another
  /// method that loads or waits.
  ///
  /// - Parameters:
  ///   - snapshot: The initial snapshot.
  ///   - isolation: The actor that receives loaded children.
  /// - Complexity: O(1)
  @inlinable
  public convenience init(
    _ snapshot: Snapshot<Section, Item> = Snapshot(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(snapshot, SnapshotOperations(), actor: isolation)
  }

  @usableFromInline
  init(
    _ snapshot: Snapshot<Section, Item>, _ operations: SnapshotOperations, actor: (any Actor)?
  ) {
    queue = UpdateQueue(snapshot)
    self.operations = operations
    rememberActor(actor)
  }
}

// MARK: - Reading the snapshot

extension OutlineDataSource {
  /// Returns the snapshot on screen; in a handler, returns the latest snapshot.
  ///
  /// The result has no marks.
  ///
  /// - Complexity: O(1)
  public func snapshot() -> Snapshot<Section, Item> { queue.readable }

  /// Returns the outline of a section in ``snapshot()``, which is empty for an unknown section.
  ///
  /// - Complexity: O(1) expected
  public func snapshot(for section: Section) -> SectionSnapshot<Item> { snapshot()[section] }

  /// Returns the item of a visible row.
  ///
  /// - Complexity: O(log *n*)
  public func itemIdentifier(for path: RowPath) -> Item? {
    queue.delivered.itemIdentifier(for: path)
  }

  /// Returns the path of an item's row, or `nil` if it is hidden.
  ///
  /// - Complexity: O(log *n*)
  public func rowPath(of item: Item) -> RowPath? { queue.delivered.rowPath(of: item) }

  /// Returns the section at a position.
  ///
  /// - Complexity: O(log *s*) for *s* sections
  public func sectionIdentifier(for index: Int) -> Section? {
    let sections = queue.delivered.sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// Returns the position of a section.
  ///
  /// - Complexity: O(log *s*) for *s* sections
  public func index(for section: Section) -> Int? { queue.delivered.indexOfSection(section) }
}
