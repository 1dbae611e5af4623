/// Closures that a data source calls when the user expands and collapses items.
///
/// The names are those of Apple's `UICollectionViewDiffableDataSource.SectionSnapshotHandlers`.
/// While a handler runs, ``OutlineDataSource/snapshot()`` includes all earlier changes. A handler
/// can edit that snapshot and apply it; this change precedes the one that the handler is called
/// for. The data source retains the handlers, so they should not capture it strongly.
///
///     source.sectionSnapshotHandlers.snapshotForExpandingParent = { folder, _ in
///       var files = SectionSnapshot<String>()
///       try? files.append(names(in: folder))
///       return files
///     }
public struct SectionSnapshotHandlers<Item: Hashable & Sendable> {
  /// Returns a Boolean value that indicates whether an item may be expanded; `nil` allows it.
  public var shouldExpandItem: ((_ item: Item) -> Bool)?
  /// Called before an item is expanded.
  public var willExpandItem: ((_ item: Item) -> Void)?
  /// Returns a Boolean value that indicates whether an item may be collapsed; `nil` allows it.
  public var shouldCollapseItem: ((_ item: Item) -> Bool)?
  /// Called before an item is collapsed.
  public var willCollapseItem: ((_ item: Item) -> Void)?
  /// Returns new descendants of an item that is about to be expanded, and receives the old ones.
  public var snapshotForExpandingParent:
    ((_ parent: Item, _ children: SectionSnapshot<Item>) -> SectionSnapshot<Item>)?

  /// Creates a value without handlers.
  public init() {}
}

extension OutlineDataSource {
  /// Sets the handlers of a section, which replace ``sectionSnapshotHandlers`` there.
  ///
  /// The section need not exist yet. With `nil`, it uses ``sectionSnapshotHandlers`` again.
  ///
  /// - Complexity: O(1) expected
  public func setSectionSnapshotHandlers(
    _ handlers: SectionSnapshotHandlers<Item>?, for section: Section
  ) {
    handlersBySection[section] = handlers
  }
}
