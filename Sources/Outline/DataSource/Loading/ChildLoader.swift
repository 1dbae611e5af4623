/// Loads the children of items when they are needed.
///
///     source.childLoader = ChildLoader { folder in
///       try await server.names(in: folder)
///     }
///
/// Each item that has children by ``hasChildren`` and none in the snapshot is `notLoaded`: views
/// show it as one that can be expanded, and to expand it loads its children.
public struct ChildLoader<Item: Hashable & Sendable>: Sendable {
  /// Loads a page of an item's children: the first, without a cursor, or the one that the cursor of
  /// the page before leads to.
  public typealias Load =
    @Sendable (
      _ item: Item, _ cursor: (any Sendable)?
    ) async throws -> ChildPage<Item>

  /// What becomes of a load when the user collapses its item before it has finished.
  public enum Collapsing: Hashable, Sendable {
    /// It is cancelled, and its children are not loaded.
    case cancels
    /// It goes on, and its children come in unseen.
    case finishesUnseen
  }

  /// Returns whether an item can have children that are not in the snapshot yet.
  public var hasChildren: @Sendable (_ item: Item) -> Bool
  /// How long a load takes until it counts as slow and a view should show that it waits.
  public var slowAfter: Duration
  /// What becomes of a load when its item is collapsed.
  public var whenCollapsed: Collapsing
  /// What measures `slowAfter`.
  public var clock: any Clock<Duration>
  /// Loads a page of an item's children.
  public var load: Load {
    didSet { identity = LoaderIdentity() }
  }
  /// Tells loaders apart, as none can follow the cursor of another.
  private(set) var identity = LoaderIdentity()

  /// Creates a loader whose children come page by page.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot yet.
  ///   - slowAfter: How long a load takes until it counts as slow.
  ///   - whenCollapsed: What becomes of a load when its item is collapsed.
  ///   - clock: What measures `slowAfter`.
  ///   - pages: Loads a page of an item's children.
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

  /// Creates a loader whose children come all at once.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot yet.
  ///   - slowAfter: How long a load takes until it counts as slow.
  ///   - whenCollapsed: What becomes of a load when its item is collapsed.
  ///   - clock: What measures `slowAfter`.
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

  /// Creates a loader that gives whole subtrees.
  ///
  /// - Parameters:
  ///   - hasChildren: Returns whether an item can have children that are not in the snapshot yet.
  ///   - slowAfter: How long a load takes until it counts as slow.
  ///   - whenCollapsed: What becomes of a load when its item is collapsed.
  ///   - clock: What measures `slowAfter`.
  ///   - snapshots: Loads what is below an item.
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

/// Tells loaders apart.
final class LoaderIdentity: Sendable {}

/// Children of an item as a loader gives them.
public struct ChildPage<Item: Hashable & Sendable>: Sendable {
  enum Contents {
    case items([Item])
    case snapshot(SectionSnapshot<Item>)
  }

  let contents: Contents
  /// What the loader needs to load the children that follow; `nil` after the last.
  public let cursor: (any Sendable)?

  /// Creates a page of items.
  ///
  /// Where they are loaded anew, those that were there keep what is below them.
  ///
  /// - Parameters:
  ///   - items: The children.
  ///   - cursor: What the loader needs to load the children that follow; `nil` after the last.
  public init(_ items: [Item], cursor: (any Sendable)? = nil) {
    contents = .items(items)
    self.cursor = cursor
  }

  /// Creates a page of whole subtrees.
  ///
  /// Where they are loaded anew, items that were there stay expanded or collapsed as they are.
  ///
  /// - Parameters:
  ///   - snapshot: The children, with all that is below them.
  ///   - cursor: What the loader needs to load the children that follow; `nil` after the last.
  public init(_ snapshot: SectionSnapshot<Item>, cursor: (any Sendable)? = nil) {
    contents = .snapshot(snapshot)
    self.cursor = cursor
  }
}
