/// An asynchronous source of children, for lazy loading.
///
///     source.childLoader = ChildLoader { folder in
///       try await server.names(in: folder)
///     }
///
/// A parent is an item, or a section whose roots are loaded by ``OutlineDataSource/rootLoader``. It
/// is `notLoaded`, or `stale` if it already has children, if ``hasChildren`` returns `true` for it
/// and neither a load nor `snapshotForExpandingParent` has listed its children. Views show such an
/// item as expandable, and expanding it loads the children.
///
/// The closure that loads runs in a separate task, not on the actor of the data source, unless it
/// is declared so: `{ @MainActor folder in … }`.
public struct ChildLoader<Parent: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Returns a Boolean value that indicates whether a parent can have children that are not in the
  /// snapshot.
  ///
  /// If it changes the data source, it must do so as an observer does, with
  /// ``OutlineDataSource/update(animatingDifferences:_:completion:)``. Items that it adds,
  /// expands or makes visible when it is asked about a change do not load by themselves.
  public var hasChildren: @Sendable (_ parent: Parent) -> Bool
  /// A Boolean value that indicates whether loaded children that the data source already has move
  /// to their new parent; `true` by default.
  ///
  /// They move with their descendants and their expansion. If the value is `false`, the load fails
  /// with ``SectionSnapshotError/duplicateItems(_:)``. In both cases, children of an earlier page
  /// stay where they are.
  public var movesKnownChildren = true
  var slowAfter: Duration
  var whenCollapsed: CollapsePolicy
  var clock: any Clock<Duration>
  let load: @Sendable (_ parent: Parent, _ cursor: (any Sendable)?) async throws -> ChildPage<Item>
  /// Distinguishes loaders: the cursor of one is meaningless to another.
  var identity = LoaderIdentity()

  /// Creates a loader that returns children in pages.
  ///
  /// The closure returns one page. It receives `nil` for the first page, and otherwise the cursor
  /// of the previous page.
  ///
  /// The other parameters are those of
  /// ``init(hasChildren:slowAfter:whenCollapsed:clock:children:)``.
  public init(
    hasChildren: @escaping @Sendable (_ parent: Parent) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: CollapsePolicy = .cancel,
    clock: any Clock<Duration> = ContinuousClock(),
    pages:
      @escaping @Sendable (
        _ parent: Parent, _ cursor: (any Sendable)?
      ) async throws -> ChildPage<Item>
  ) {
    self.hasChildren = hasChildren
    self.slowAfter = slowAfter
    self.whenCollapsed = whenCollapsed
    self.clock = clock
    load = pages
  }

  /// Creates a loader that returns children in pages, with cursors of one type.
  ///
  ///     source.childLoader = ChildLoader { (folder, last: String?) in
  ///       let page = try await server.page(of: folder, after: last)
  ///       return ChildPage(page.names, cursor: page.isLast ? nil : page.names.last)
  ///     }
  ///
  /// A page with a cursor of another type is followed by the first page.
  ///
  /// The other parameters are those of
  /// ``init(hasChildren:slowAfter:whenCollapsed:clock:children:)``.
  public init<Cursor: Sendable>(
    hasChildren: @escaping @Sendable (_ parent: Parent) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: CollapsePolicy = .cancel,
    clock: any Clock<Duration> = ContinuousClock(),
    pages: @escaping @Sendable (_ parent: Parent, _ cursor: Cursor?) async throws -> ChildPage<Item>
  ) {
    self.init(
      hasChildren: hasChildren, slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { (parent, cursor: (any Sendable)?) in try await pages(parent, cursor as? Cursor) })
  }

  /// Creates a loader that returns all children at once.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns a Boolean value that indicates whether a parent can have children
  ///     that are not in the snapshot.
  ///   - slowAfter: The time after which a view should indicate that a load is in progress. Each load
  ///     uses some memory for this time, even if it ends earlier.
  ///   - whenCollapsed: The effect of collapsing an item on the load of its children.
  ///   - clock: The clock that measures `slowAfter`.
  ///   - children: Loads the children of a parent.
  public init(
    hasChildren: @escaping @Sendable (_ parent: Parent) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: CollapsePolicy = .cancel,
    clock: any Clock<Duration> = ContinuousClock(),
    children: @escaping @Sendable (_ parent: Parent) async throws -> [Item]
  ) {
    self.init(
      hasChildren: hasChildren, slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { parent, _ in ChildPage(try await children(parent)) })
  }

  /// Creates a loader that returns all descendants at once.
  ///
  /// The other parameters are those of
  /// ``init(hasChildren:slowAfter:whenCollapsed:clock:children:)``.
  @_disfavoredOverload  // Otherwise a trailing closure that only throws is ambiguous.
  public init(
    hasChildren: @escaping @Sendable (_ parent: Parent) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: CollapsePolicy = .cancel,
    clock: any Clock<Duration> = ContinuousClock(),
    snapshots: @escaping @Sendable (_ parent: Parent) async throws -> SectionSnapshot<Item>
  ) {
    self.init(
      hasChildren: hasChildren, slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { parent, _ in ChildPage(try await snapshots(parent)) })
  }
}

/// The effect of collapsing an item on the load of its children.
public enum CollapsePolicy: Hashable, Sendable {
  /// Cancels the load, so the item stays without children.
  case cancel
  /// Keeps loading; the children are inserted as hidden rows.
  case keepLoading
}

/// The loaders of a data source, for one kind of parents.
struct Loaders<
  Section: Hashable & Sendable, Parent: Hashable & Sendable, Item: Hashable & Sendable
> {
  /// The loader in sections without a separate loader.
  var standard: ChildLoader<Parent, Item>?
  var bySection: [Section: ChildLoader<Parent, Item>] = [:]

  var isEmpty: Bool { standard == nil && bySection.isEmpty }
}

extension Loaders where Parent == Section {
  /// The loader of a section's roots.
  func loader(of section: Section) -> ChildLoader<Section, Item>? {
    bySection[section] ?? standard
  }

  /// Returns a Boolean value that indicates whether a loader may have roots of a section.
  func hasRoots(_ section: Section) -> Bool { loader(of: section)?.hasChildren(section) ?? false }
}

extension Loaders where Parent == Item {
  /// The loader of an item's children.
  func loader(
    of item: Item, in snapshot: @autoclosure () -> Snapshot<Section, Item>
  ) -> ChildLoader<Item, Item>? {
    guard !bySection.isEmpty, let section = snapshot().sectionIdentifier(containingItem: item)
    else { return standard }
    return bySection[section] ?? standard
  }

  /// Returns a Boolean value that indicates whether a loader may have children of an item.
  func hasChildren(
    _ item: Item, in snapshot: @autoclosure () -> Snapshot<Section, Item>
  ) -> Bool {
    loader(of: item, in: snapshot())?.hasChildren(item) ?? false
  }
}

/// An object whose identity stands for a loader.
final class LoaderIdentity: Sendable {}

/// The loader of one parent.
struct BoundLoader<Item: Hashable & Sendable>: Sendable {
  let identity: LoaderIdentity
  let collapsePolicy: CollapsePolicy
  let movesKnownChildren: Bool
  let slowAfter: Duration
  let clock: any Clock<Duration>
  /// The number of children with which the first pages suffice.
  var leastCount = 0
  private let parent: any Sendable
  private let loadPage: @Sendable (_ cursor: (any Sendable)?) async throws -> ChildPage<Item>

  init<Parent>(_ loader: ChildLoader<Parent, Item>, parent: Parent) {
    identity = loader.identity
    collapsePolicy = loader.whenCollapsed
    movesKnownChildren = loader.movesKnownChildren
    slowAfter = loader.slowAfter
    clock = loader.clock
    self.parent = parent
    loadPage = { cursor in try await loader.load(parent, cursor) }
  }

  /// Loads a page, and further ones until there are enough children.
  func load(from cursor: (any Sendable)?) async throws -> ChildPage<Item> {
    var page = try await loadPage(cursor)
    var last: PageCursor?
    // A loader that numbers its pages may never return the last one.
    var emptyCount = 0
    while let cursor = page.cursor, page.childCount < leastCount, emptyCount < 100 {
      try Task.checkCancellation()
      guard let position = PageCursor(cursor, after: last, owner: identity) else {
        throw RepeatedCursorError(parent: parent, cursor: cursor)
      }
      let next = try page.appending(await loadPage(cursor))
      let isEmpty = next.childCount == page.childCount
      emptyCount = isEmpty ? emptyCount + 1 : 0
      last = isEmpty ? position : nil
      page = next
    }
    return page
  }
}

/// A page of children, as a loader returns it.
public struct ChildPage<Item: Hashable & Sendable>: Sendable {
  enum Contents {
    case items([Item])
    case snapshot(SectionSnapshot<Item>)
  }

  let contents: Contents
  let cursor: (any Sendable)?
  /// The last child until the next page; `nil` in the last page.
  let moreItem: Item?
  /// A Boolean value that indicates whether several requests have returned the children.
  let isCombined: Bool

  /// Creates a page of items.
  ///
  /// Known children keep their expansion and their descendants.
  ///
  /// - Parameters:
  ///   - items: The children.
  ///   - cursor: The value that the loader needs to load the next page, or `nil` for the last page.
  ///   - moreItem: An item for a row that loads more. It stays the last child while there are more
  ///     pages. Each parent needs a separate one, for which `hasChildren` returns `false`.
  public init(
    _ items: some Sequence<Item>, cursor: (any Sendable)? = nil, moreItem: Item? = nil
  ) {
    self.init(.items(Array(items)), cursor: cursor, moreItem: moreItem)
  }

  /// Creates a page of subtrees.
  ///
  /// Known children keep their expansion. Those without children in the page keep their
  /// descendants. Children of a child are shown at once, but the child is `stale` until its own
  /// children load.
  ///
  /// The parameters are those of ``init(_:cursor:moreItem:)-(Sequence<Item>,_,_)``.
  public init(
    _ snapshot: SectionSnapshot<Item>, cursor: (any Sendable)? = nil, moreItem: Item? = nil
  ) {
    self.init(.snapshot(snapshot), cursor: cursor, moreItem: moreItem)
  }

  init(
    _ contents: Contents, cursor: (any Sendable)?, moreItem: Item?, isCombined: Bool = false
  ) {
    self.contents = contents
    self.cursor = cursor
    self.moreItem = cursor == nil ? nil : moreItem
    self.isCombined = isCombined
  }
}
