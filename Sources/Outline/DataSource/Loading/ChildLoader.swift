/// An asynchronous source of children, for lazy loading.
///
///     source.childLoader = ChildLoader { folder in
///       try await server.names(in: folder)
///     }
///
/// An item is `notLoaded` if ``hasChildren`` returns `true` for it, the snapshot has no children of
/// it, and no load has found it empty. Views show such an item as expandable, and expanding it loads the children.
public struct ChildLoader<Item: Hashable & Sendable>: Sendable {
  /// A closure that loads one page of an item's children.
  ///
  /// The cursor is `nil` for the first page, and otherwise that of the previous page.
  public typealias Load =
    @Sendable (
      _ item: Item, _ cursor: (any Sendable)?
    ) async throws -> ChildPage<Item>

  /// The effect of collapsing an item on the load of its children.
  public enum Collapsing: Hashable, Sendable {
    /// The load is cancelled, and the item has no children again.
    case cancels
    /// The load continues, and its children are inserted as hidden rows.
    case finishesUnseen
  }

  /// Returns whether an item can have children that are not in the snapshot.
  public var hasChildren: @Sendable (_ item: Item) -> Bool
  /// The time after which a view should indicate that a load is in progress.
  public var slowAfter: Duration
  /// The effect of collapsing an item on the load of its children.
  public var whenCollapsed: Collapsing
  /// The clock that measures ``slowAfter``.
  public var clock: any Clock<Duration>
  /// The closure that loads one page of an item's children.
  public var load: Load {
    didSet { identity = LoaderIdentity() }
  }
  /// Distinguishes loaders: the cursor of one is meaningless to another.
  private(set) var identity = LoaderIdentity()

  /// Creates a loader that returns children in pages.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot.
  ///   - slowAfter: The time after which a view should indicate that a load is in progress.
  ///   - whenCollapsed: The effect of collapsing an item on the load of its children.
  ///   - clock: The clock that measures `slowAfter`.
  ///   - pages: Loads one page of an item's children.
  public init(
    hasChildren: @escaping @Sendable (_ item: Item) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: Collapsing = .cancels,
    clock: any Clock<Duration> = ContinuousClock(),
    pages: @escaping Load
  ) {
    self.hasChildren = hasChildren
    self.slowAfter = slowAfter
    self.whenCollapsed = whenCollapsed
    self.clock = clock
    load = pages
  }

  /// Creates a loader that returns all children of an item at once.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot.
  ///   - slowAfter: The time after which a view should indicate that a load is in progress.
  ///   - whenCollapsed: The effect of collapsing an item on the load of its children.
  ///   - clock: The clock that measures `slowAfter`.
  ///   - children: Loads the children of an item.
  public init(
    hasChildren: @escaping @Sendable (_ item: Item) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: Collapsing = .cancels,
    clock: any Clock<Duration> = ContinuousClock(),
    children: @escaping @Sendable (_ item: Item) async throws -> [Item]
  ) {
    self.init(
      hasChildren: hasChildren, slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { item, _ in ChildPage(try await children(item)) })
  }

  /// Creates a loader that returns all descendants of an item at once.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot.
  ///   - slowAfter: The time after which a view should indicate that a load is in progress.
  ///   - whenCollapsed: The effect of collapsing an item on the load of its children.
  ///   - clock: The clock that measures `slowAfter`.
  ///   - snapshots: Loads the descendants of an item.
  public init(
    hasChildren: @escaping @Sendable (_ item: Item) -> Bool = { _ in true },
    slowAfter: Duration = .milliseconds(300), whenCollapsed: Collapsing = .cancels,
    clock: any Clock<Duration> = ContinuousClock(),
    snapshots: @escaping @Sendable (_ item: Item) async throws -> SectionSnapshot<Item>
  ) {
    self.init(
      hasChildren: hasChildren, slowAfter: slowAfter, whenCollapsed: whenCollapsed, clock: clock,
      pages: { item, _ in ChildPage(try await snapshots(item)) })
  }
}

/// An object whose identity stands for a loader.
final class LoaderIdentity: Sendable {}

/// A page of an item's children, as a loader returns it.
public struct ChildPage<Item: Hashable & Sendable>: Sendable {
  enum Contents {
    case items([Item])
    case snapshot(SectionSnapshot<Item>)
  }

  let contents: Contents
  /// The value that the loader needs to load the next page, or `nil` for the last page.
  public let cursor: (any Sendable)?

  /// Creates a page of items.
  ///
  /// When children are reloaded, those that were there before keep their descendants.
  ///
  /// - Parameters:
  ///   - items: The children.
  ///   - cursor: The value that the loader needs to load the next page, or `nil` for the last page.
  public init(_ items: [Item], cursor: (any Sendable)? = nil) {
    contents = .items(items)
    self.cursor = cursor
  }

  /// Creates a page of subtrees.
  ///
  /// When children are reloaded, those that were there before keep their expansion.
  ///
  /// - Parameters:
  ///   - snapshot: The children with their descendants.
  ///   - cursor: The value that the loader needs to load the next page, or `nil` for the last page.
  public init(_ snapshot: SectionSnapshot<Item>, cursor: (any Sendable)? = nil) {
    contents = .snapshot(snapshot)
    self.cursor = cursor
  }
}
