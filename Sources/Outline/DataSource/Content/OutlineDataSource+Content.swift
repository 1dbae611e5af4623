extension OutlineDataSource {
  /// Sets a closure that returns the content of an item's row, so that rows whose content changes
  /// are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in song.title }
  ///     source.setContent(\.value)  // the whole value of an `Identified` item
  ///
  /// The closure is called only for rows that adapters display: when they are displayed, and at
  /// each change. The current content of displayed rows counts as shown.
  ///
  /// - Parameter content: Returns the content of an item's row.
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content: Equatable>(_ content: @escaping (_ item: Item) -> Content) {
    setContent(content, isEqual: ==)
  }

  /// Sets a closure that returns the content of an item's row, and one that compares it, so that
  /// rows whose content changes are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent(\.value, isEqual: { $0.title == $1.title })
  ///
  /// The closures are called only for rows that adapters display: when they are displayed, and at
  /// each change. The current content of displayed rows counts as shown.
  ///
  /// - Parameters:
  ///   - content: Returns the content of an item's row.
  ///   - isEqual: Returns whether a row looks the same with both contents.
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content>(
    _ content: @escaping (_ item: Item) -> Content,
    isEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    compareContent { DisplayedRows(content: content, areEqual: isEqual) }
  }

  /// Sets a closure that returns the content of an item's row as several values, so that rows whose
  /// content changes are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in (song.title, song.isPlaying) }
  ///
  /// The closure is called only for rows that adapters display: when they are displayed, and at
  /// each change. The current content of displayed rows counts as shown.
  ///
  /// - Parameter content: Returns the content of an item's row as a tuple.
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<each Content: Equatable>(
    _ content: @escaping (_ item: Item) -> (repeat each Content)
  ) {
    setContent(content) { (left: (repeat each Content), right) in
      for (value, other) in repeat (each left, each right) {
        guard value == other else { return false }
      }
      return true
    }
  }

  /// Removes the closure that returns the content of rows.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  public func removeContent() {
    compareContent(makingRows: nil)
  }

  /// Sets the rows that an adapter displays, so that they are updated when their content changes.
  ///
  /// Call this method when the view scrolls and after each layout. The range keeps its bounds when
  /// rows are inserted or removed. New rows in the range count as showing their current content.
  ///
  /// - Parameters:
  ///   - rows: Positions among the visible rows of all sections, as in ``Snapshot/row(of:)``; they
  ///     can be out of bounds.
  ///   - adapter: The adapter; ignored if it is not attached.
  /// - Complexity: O(log *n* + *d*) for *d* displayed rows; content is read only for new rows
  public func setDisplayedRows(
    _ rows: Range<Int>, for adapter: some OutlineAdapter<Section, Item>
  ) {
    guard let attached = adapters.first(where: { $0.adapter === adapter }) else { return }
    deferringDelivery { content.display(rows, of: queue.current, for: attached) }
  }

  /// Sets the rows that a loop over updates displays, so that they are updated when their content
  /// changes.
  ///
  /// - Parameters:
  ///   - rows: Positions among the visible rows of all sections, as in ``Snapshot/row(of:)``; they
  ///     can be out of bounds.
  ///   - updates: The sequence of the loop; ignored if it has ended.
  /// - Complexity: O(log *n* + *d*) for *d* displayed rows; content is read only for new rows
  public func setDisplayedRows(_ rows: Range<Int>, for updates: Updates) {
    guard followers.contains(where: { $0 === updates.follower }) else { return }
    deferringDelivery { content.display(rows, of: queue.current, for: updates.follower) }
  }

  /// Updates the displayed rows whose content has changed.
  ///
  /// Every change of the snapshot does the same; call this method when only the model has changed.
  ///
  /// - Parameter animatingDifferences: A Boolean value that indicates whether observers should
  ///   animate.
  /// - Complexity: O(*d*) for *d* displayed rows
  public func checkContent(animatingDifferences: Bool = true) {
    guard content.isComparing else { return }
    enqueue(.edit(isAnimated: animatingDifferences)) { _ in }
  }
}

// MARK: - Displayed rows

extension OutlineDataSource {
  /// Compares other content from now on, or none with `nil`.
  @usableFromInline
  func compareContent(makingRows makeRows: (() -> DisplayedRows<Section, Item>)?) {
    deferringDelivery { content.compare(makeRows, in: queue.current) }
  }

  /// Calls ``reconfigureHandler`` for the displayed rows that an update reconfigures.
  func callReconfigureHandler(for update: Update) {
    guard let reconfigureHandler, !update.prefersReload else { return }
    let (snapshot, difference) = (update.finalSnapshot, update.difference)
    let displayed = content.displayedRows(in: snapshot)
    for change in difference.changes where !change.difference.reconfigures.isEmpty {
      guard let section = change.newSection,
        !difference.sections.reloads.contains(where: { $0.contains(section) }),
        let start = snapshot.row(at: RowPath(section: section, row: 0))
      else { continue }
      for rows in change.difference.reconfigures {
        let rows = rows.lowerBound + start..<rows.upperBound + start
        for row in displayed where rows.contains(row) {
          let path = RowPath(section: section, row: row - start)
          if let item = snapshot.itemIdentifier(for: path) {
            reconfigureHandler(item, path)
          }
        }
      }
    }
  }
}

extension Snapshot {
  /// Marks unique items of the snapshot to be reloaded or reconfigured.
  mutating func mark(_ items: [Item], as update: ContentUpdate) {
    if items.isEmpty { return }
    switch update {
    case .reload: try? reloadItems(items)
    case .reconfigure: try? reconfigureItems(items)
    }
  }
}
