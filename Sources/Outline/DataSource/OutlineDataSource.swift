/// Holds the snapshot that is on screen, and turns what the user and the program want into updates.
///
/// Whatever draws attaches an ``OutlineAdapter`` or follows ``updates``; the program applies
/// snapshots, and passes on what the user does as ``expand(_:animatingDifferences:isolation:)``,
/// ``collapse(_:animatingDifferences:)`` and the like.
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
/// elsewhere. It locks nothing and starts nothing on its own but the loads of ``childLoader``.
/// Snapshots and updates are values, which may be made anywhere and handed over.
///
/// ## Changes made on the way
///
/// Adapters and handlers may themselves apply and expand. Each change is worked out at once, on top
/// of all that were made before, and told to the observers in its turn; until then ``snapshot()``
/// answers with the old state. Where it turns out that nothing changes, nobody is told.
///
/// Where the documentation speaks of *n*, it is the number of items on screen or hidden; *k* is the
/// number of items that a change concerns.
public final class OutlineDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// What the observers have been told, without marks.
  @usableFromInline var current: Snapshot<Section, Item>
  /// What all changes so far lead to, told or still to be told, without marks.
  var latest: Snapshot<Section, Item>
  /// The changes that they are still to be told, in order.
  var pendingChanges: [Change] = []
  /// How many calls to observers and handlers are under way.
  var callDepth = 0

  /// Those who are told, as long as they live.
  var adapters: [AttachedAdapter] = []
  var buffers: [WeakBuffer] = []

  /// What is asked and told as the user expands and collapses, in all sections that have no
  /// handlers of their own.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()
  var handlersBySection: [Section: SectionSnapshotHandlers<Item>] = [:]
  /// What else opens and closes as the user expands an item; nothing at first.
  public var expansionBehavior: ExpansionBehavior = []
  /// What is asked and told as the user reorders; nothing may be moved at first.
  public var reorderingHandlers = ReorderingHandlers()

  /// Loads children that are not in the snapshot yet; `nil` when all are.
  ///
  /// A loader that is exchanged finishes what it has begun, by its own
  /// ``ChildLoader/whenCollapsed``. What would follow its pages is forgotten.
  public var childLoader: ChildLoader<Item>?
  /// What is remembered of items whose children have been or are being loaded.
  var records: [Item: LoadRecord<Item>] = [:]
  /// The last number that a group or a load has got.
  var lastNumber = 0
  /// The items whose handlers are being called.
  var itemsWithRunningHandlers: Set<Item> = []

  /// Returns what the row of an item shows, to be compared with what it showed before; `nil` when
  /// content is not compared.
  ///
  /// It is asked about the rows that adapters display, and about no others: as they come to be
  /// displayed and at each change. Where it is replaced, what the new one returns counts as shown.
  ///
  /// ``setContent(_:)`` sets it to any closure whose results can be compared.
  @inlinable
  public var contentOf: ((_ item: Item) -> ItemContent)? {
    get { currentContentOf }
    set {
      replaceContent(
        newValue, makingRows: { newValue.map(DisplayedRows.init(showing:)) ?? DisplayedRows() })
    }
  }
  @usableFromInline var currentContentOf: ((_ item: Item) -> ItemContent)?
  /// Makes what remembers the content of the rows that one adapter displays.
  var makeDisplayedRows: () -> DisplayedRows<Section, Item> = { DisplayedRows() }
  /// What happens to a displayed row whose content has changed: it is reconfigured at first.
  public var contentUpdate: ContentUpdate = .reconfigure
  /// Is told each displayed row that is reconfigured, for whatever reason, once adapters know.
  ///
  /// It gets the item as the new snapshot has it, with its fresh content, and where its row is.
  /// Rows that are made anew, as when all is reloaded, are not told.
  ///
  /// <!-- example: songs -->
  ///     source.reconfigureHandler = { song, path in
  ///       listView.cell(at: path)?.label.text = song.title
  ///     }
  public var reconfigureHandler: ((_ item: Item, _ path: RowPath) -> Void)?

  /// The number of changed rows above which an update advises to reload; 300 at first.
  public var reloadThreshold = 300

  let differencing: Differencing

  /// Creates a data source that shows a snapshot, or nothing yet.
  ///
  /// - Parameter snapshot: What is shown from the start; its marks do not count.
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

// MARK: - What is on screen

extension OutlineDataSource {
  /// Returns what is on screen, without marks.
  ///
  /// - Complexity: O(1)
  public func snapshot() -> Snapshot<Section, Item> { current }

  /// Returns what a section holds, with its hierarchy and expansion.
  ///
  /// - Parameter section: The section to ask about.
  /// - Returns: Its contents; an empty snapshot for an unknown section.
  /// - Complexity: O(1) expected
  public func snapshot(for section: Section) -> SectionSnapshot<Item> { current[section] }

  /// Returns the item of a visible row.
  ///
  /// - Parameter path: Where the row is.
  /// - Returns: The item; `nil` where there is no such row.
  /// - Complexity: O(log *n*)
  @inlinable
  public func itemIdentifier(for path: RowPath) -> Item? { current.itemIdentifier(for: path) }

  /// Returns where the row of an item is.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The place of its row; `nil` for an unknown item, and while the item is hidden.
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(for item: Item) -> RowPath? { current.rowPath(for: item) }

  /// Returns the section at a position.
  ///
  /// - Parameter index: The position among all sections.
  /// - Returns: The section; `nil` where there is none.
  /// - Complexity: O(log *s*) for *s* sections
  @inlinable
  public func sectionIdentifier(for index: Int) -> Section? {
    let sections = current.sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// Returns the position of a section.
  ///
  /// - Parameter section: The section to look for.
  /// - Returns: Its position among all sections; `nil` for an unknown one.
  /// - Complexity: O(log *s*) for *s* sections
  @inlinable
  public func index(for section: Section) -> Int? { current.indexOfSection(section) }
}
