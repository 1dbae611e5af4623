/// What a data source asks and tells as the user expands and collapses.
///
/// The vocabulary is that of Apple's `UICollectionViewDiffableDataSource.SectionSnapshotHandlers`.
/// While handlers run, the data source answers with the old state. They may apply and expand: what
/// they change comes before the change that they are asked about. The data source keeps them alive,
/// so that they capture it weakly if at all.
///
///     source.sectionSnapshotHandlers.snapshotForExpandingParent = { folder, _ in
///       var files = SectionSnapshot<String>()
///       try? files.append(names(in: folder))
///       return files
///     }
public struct SectionSnapshotHandlers<Item: Hashable> {
  /// Returns whether an item may be expanded; `nil` allows it.
  public var shouldExpandItem: ((_ item: Item) -> Bool)?
  /// Is told that an item is about to be expanded.
  public var willExpandItem: ((_ item: Item) -> Void)?
  /// Returns whether an item may be collapsed; `nil` allows it.
  public var shouldCollapseItem: ((_ item: Item) -> Bool)?
  /// Is told that an item is about to be collapsed.
  public var willCollapseItem: ((_ item: Item) -> Void)?
  /// Returns the children of an item that is about to be expanded, with all that is below them.
  ///
  /// They replace those that there are, every time the item is expanded. The second argument is
  /// what is below the item so far.
  public var snapshotForExpandingParent:
    ((_ parent: Item, _ children: SectionSnapshot<Item>) -> SectionSnapshot<Item>)?

  /// Creates handlers none of which is set.
  public init() {}
}

extension OutlineDataSource {
  /// Sets the handlers of one section, in the place of ``sectionSnapshotHandlers``.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; `nil` to use those of all sections again.
  ///   - section: The section, which may come later.
  /// - Complexity: O(1) expected
  public func setSectionSnapshotHandlers(
    _ handlers: SectionSnapshotHandlers<Item>?, for section: Section
  ) {
    handlersBySection[section] = handlers
  }

  /// The handlers for an item.
  func handlers(for item: Item) -> SectionSnapshotHandlers<Item> {
    guard !handlersBySection.isEmpty,
      let section = latest.sectionIdentifier(containingItem: item)
    else { return sectionSnapshotHandlers }
    return handlersBySection[section] ?? sectionSnapshotHandlers
  }
}
