#if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)

  import Outline

  /// The mark of a load in a row.
  enum LoadingMark {
    /// An activity indicator.
    case loading
    /// A button that tries again.
    case failed
  }

  /// The marks of loads in the displayed rows.
  ///
  /// A row has the mark of its children. The last child of a parent that has further pages instead
  /// has the mark of these pages, and requests them while it is displayed. If a request brings no
  /// items, the user can repeat it.
  @MainActor
  final class LoadingMarks<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    private typealias Parent = OutlineDataSource<Section, Item>.Parent

    private let dataSource: OutlineDataSource<Section, Item>
    /// The marks that the view displays.
    private var marks: [Item: LoadingMark] = [:]
    /// The parents whose pages are being requested.
    private var requestedParents: Set<Parent> = []
    /// By parent: the last child after which a request brought no items.
    private var ends: [Parent: Item] = [:]
    /// Called when requests for pages have ended.
    ///
    /// A page of roots can fail without an update.
    var whenRequestsEnd: () -> Void = {}

    init(_ dataSource: OutlineDataSource<Section, Item>) {
      self.dataSource = dataSource
    }

    /// Returns the mark of a row that appears.
    func display(_ item: Item) -> LoadingMark? {
      marks[item] = mark(of: item)
      requestPages(after: item)
      return marks[item]
    }

    /// Returns the displayed items whose marks have changed.
    ///
    /// - Parameter displayed: All displayed items.
    func update(_ displayed: [Item]) -> [Item] {
      let old = marks
      marks = [:]
      for item in displayed {
        marks[item] = mark(of: item)
      }
      let changed = displayed.filter { marks[$0] != old[$0] }
      changed.forEach(requestPages)
      return changed
    }

    /// Ends the requests for further pages.
    func removeAll() {
      marks = [:]
      requestedParents = []
      ends = [:]
    }

    func mark(of item: Item) -> LoadingMark? {
      let parent = parentOfPages(after: item)
      if case .failed = dataSource.loadingState(of: parent ?? .item(item)) { return .failed }
      if let parent { return ends[parent] == item ? .failed : .loading }
      return dataSource.isLoadingSlowly(of: .item(item)) ? .loading : nil
    }

    /// Repeats the load that has failed.
    func retry(_ item: Item) {
      if let parent = parentOfPages(after: item) {
        requestPages(of: parent)
      } else if dataSource.snapshot().isExpanded(item) {
        dataSource.beginReloadingChildren(of: .item(item))
      } else {
        dataSource.expand(item)
      }
    }

    // MARK: - Pages

    /// Returns the parent whose last child is an item, if it has further pages.
    private func parentOfPages(after item: Item) -> Parent? {
      let snapshot = dataSource.snapshot()
      let parent =
        snapshot.parent(of: item).map(Parent.item)
        ?? snapshot.sectionIdentifier(containingItem: item).map(Parent.section)
      guard let parent, dataSource.hasMoreChildren(of: parent), children(of: parent)?.last == item
      else {
        return nil
      }
      return parent
    }

    private func children(of parent: Parent) -> SectionSnapshot<Item>.Children? {
      let snapshot = dataSource.snapshot()
      return switch parent {
      case .item(let item): snapshot.children(of: item)
      case .section(let section): snapshot[section].rootItems
      }
    }

    private func requestPages(after item: Item) {
      if marks[item] == .loading, let parent = parentOfPages(after: item) {
        requestPages(of: parent)
      }
    }

    /// Loads pages until one fails or brings nothing, or the last child is not displayed.
    private func requestPages(of parent: Parent) {
      guard requestedParents.insert(parent).inserted else { return }
      ends[parent] = nil
      Task { [weak self, dataSource] in
        do {
          while let count = self?.children(of: parent)?.count {
            try await dataSource.loadMoreChildren(of: parent)
            guard let self, displaysEnd(of: parent) else { break }
            if children(of: parent)?.count == count {
              ends[parent] = children(of: parent)?.last
              break
            }
          }
        } catch is CancellationError {
          self?.ends[parent] = self?.children(of: parent)?.last
        } catch {
          // The row shows the failure.
        }
        if self?.requestedParents.remove(parent) != nil {
          self?.whenRequestsEnd()
        }
      }
    }

    private func displaysEnd(of parent: Parent) -> Bool {
      dataSource.hasMoreChildren(of: parent)
        && children(of: parent)?.last.map { marks[$0] } == .loading
    }
  }

#endif
