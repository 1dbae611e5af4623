#if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)

  import Outline

  /// The mark of a load in a row or a header.
  enum LoadingMark {
    /// An activity indicator.
    case loading
    /// A button that tries again.
    case failed
  }

  /// The marks of loads in the displayed rows and headers.
  ///
  /// The row of an item has the mark of its children, and the header of a section that of its
  /// roots. The last child of a parent that has further pages instead has the mark of these pages,
  /// and requests them while it is displayed. If a request brings no items, the user can repeat it.
  @MainActor
  final class LoadingMarks<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    typealias Parent = OutlineDataSource<Section, Item>.Parent

    private let dataSource: OutlineDataSource<Section, Item>
    /// The marks, by the item of a displayed row or the section of a header.
    private var marks: [Parent: LoadingMark] = [:]
    /// The parents whose pages are being requested.
    private var requestedParents: Set<Parent> = []
    /// By parent: the number of children after a request that brought no items.
    private var ends: [Parent: Int] = [:]
    /// Called when requests have ended, after the update of the last one.
    var whenRequestsEnd: () -> Void = {}

    init(_ dataSource: OutlineDataSource<Section, Item>) {
      self.dataSource = dataSource
    }

    /// The sections whose headers have a mark.
    var sections: Set<Section> {
      Set(marks.keys.compactMap { if case .section(let section) = $0 { section } else { nil } })
    }

    /// Returns the mark of a row or a header that appears.
    func display(_ parent: Parent) -> LoadingMark? {
      marks[parent] = mark(of: parent)
      requestPages(after: parent)
      return marks[parent]
    }

    /// Returns the items and sections whose marks have changed.
    ///
    /// - Parameter parents: The items of the displayed rows, and the sections whose headers have a
    ///   mark or can get one.
    func update(_ parents: [Parent]) -> [Parent] {
      let old = marks
      marks = [:]
      for parent in parents {
        marks[parent] = mark(of: parent)
      }
      let changed = parents.filter { marks[$0] != old[$0] }
      changed.forEach(requestPages(after:))
      return changed
    }

    /// Ends the requests for further pages.
    func removeAll() {
      marks = [:]
      requestedParents = []
      ends = [:]
    }

    func mark(of parent: Parent) -> LoadingMark? {
      let pages = parentOfPages(after: parent)
      if pages == nil && lastChildHasMark(of: parent) { return nil }
      let state = dataSource.loadingState(of: pages ?? parent)
      if case .failed = state { return .failed }
      guard let pages else { return dataSource.isLoadingSlowly(of: parent) ? .loading : nil }
      let isAtEnd = state != .loading && ends[pages] == children(of: pages)?.count
      return isAtEnd ? .failed : .loading
    }

    /// Repeats the load that has failed, or the request that brought no items.
    func retry(_ parent: Parent) {
      if let pages = parentOfPages(after: parent) {
        requestPages(of: pages)
      } else if case .item(let item) = parent, !dataSource.snapshot().isExpanded(item) {
        dataSource.expand(item)
      } else {
        dataSource.beginReloadingChildren(of: parent)
      }
    }

    // MARK: - Pages

    /// Returns a Boolean value that indicates whether a parent shows children, the last of which
    /// has the mark of further pages.
    private func lastChildHasMark(of parent: Parent) -> Bool {
      guard dataSource.hasMoreChildren(of: parent), children(of: parent)?.last != nil else {
        return false
      }
      if case .item(let item) = parent { return dataSource.snapshot().isExpanded(item) }
      return true
    }

    /// Returns the parent whose last child is an item, if it has further pages.
    private func parentOfPages(after child: Parent) -> Parent? {
      guard case .item(let item) = child else { return nil }
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

    private func requestPages(after child: Parent) {
      if marks[child] == .loading, let parent = parentOfPages(after: child) {
        requestPages(of: parent)
      }
    }

    /// Loads pages until one fails or brings nothing, or the last child is not displayed.
    private func requestPages(of parent: Parent) {
      guard requestedParents.insert(parent).inserted else { return }
      ends[parent] = nil
      Task { [weak self] in
        while await self?.requestPage(of: parent) == true {}
        if self?.requestedParents.remove(parent) != nil {
          self?.whenRequestsEnd()
        }
      }
    }

    /// Loads a page.
    ///
    /// - Returns: A Boolean value that indicates whether the next page is needed.
    private func requestPage(of parent: Parent) async -> Bool {
      let count = children(of: parent)?.count
      let state = dataSource.loadingState(of: parent)
      do {
        if state == .stale {
          // The next page may not follow the children that are there.
          try await dataSource.reloadChildren(of: parent)
        } else {
          try await dataSource.loadMoreChildren(of: parent)
        }
      } catch is CancellationError {
        // A reload can have replaced the request.
        if dataSource.loadingState(of: parent) == .loading {
          return requestedParents.contains(parent)
        }
      } catch {
        // The row shows the failure.
        return false
      }
      guard requestedParents.contains(parent), displaysEnd(of: parent) else { return false }
      // A reload, also one that was in progress, does not show whether the next page has items.
      if state == .stale || state == .loading || children(of: parent)?.count != count {
        return true
      }
      ends[parent] = count
      return false
    }

    /// Returns a Boolean value that indicates whether the last child is displayed.
    private func displaysEnd(of parent: Parent) -> Bool {
      dataSource.hasMoreChildren(of: parent)
        && children(of: parent)?.last.map { marks[.item($0)] != nil } == true
    }
  }

#endif
