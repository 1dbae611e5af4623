extension OutlineDataSource {
  /// Sets a closure that returns the content of an item's row, so that changed rows are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in song.title }
  ///     source.setContent(\.value)  // the whole value of an `Identified` item
  ///
  /// The data source calls the closure for the rows that adapters display, when they appear and at
  /// each change. It assumes that displayed rows show their current content.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content: Equatable>(_ content: @escaping (_ item: Item) -> Content) {
    setContent(content, isEqual: ==)
  }

  /// Sets a closure that returns the content of an item's row, and one that compares it.
  ///
  /// <!-- example: songs -->
  ///     source.setContent(\.value, isEqual: { $0.title == $1.title })
  ///
  /// The closures are called as in ``setContent(_:)-((Item)->Content)``.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content>(
    _ content: @escaping (_ item: Item) -> Content,
    isEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    compareContent { DisplayedRows(content: content, areEqual: isEqual) }
  }

  /// Sets a closure that returns the content of an item's row as a tuple.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in (song.title, song.isPlaying) }
  ///
  /// The closure is called as in ``setContent(_:)-((Item)->Content)``.
  ///
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
  /// Call this method when the view scrolls and after each layout. Rows are counted over all
  /// sections, as in ``Snapshot/row(of:)``, and can be out of bounds. The range keeps its bounds
  /// when rows are inserted or removed. The data source assumes that new rows in the range show
  /// their current content. It ignores an adapter that is not attached.
  ///
  /// - Complexity: O(log *n* + *d*) for *d* displayed rows; content is read only for new rows
  public func setDisplayedRows(
    _ rows: Range<Int>, for adapter: some OutlineAdapter<Section, Item>
  ) {
    guard let attached = observers.find(adapter) else { return }
    deferringDelivery { observers.content.display(rows, of: queue.delivered, for: attached) }
  }

  /// Sets the rows that an adapter displays, as a range from the first to the last of some items.
  ///
  /// Hidden and unknown items are ignored. For the effect, see
  /// ``setDisplayedRows(_:for:)-(_,OutlineAdapter<Section,Item>)``.
  ///
  /// - Complexity: O(log *n*) for each item, plus that of the other method
  public func setDisplayedRows(
    of items: some Sequence<Item>, for adapter: some OutlineAdapter<Section, Item>
  ) {
    let rows = items.compactMap(queue.delivered.row)
    setDisplayedRows((rows.min() ?? 0)..<(rows.max() ?? -1) + 1, for: adapter)
  }

  /// Sets the rows that a loop over updates displays, so that they are updated when their content
  /// changes.
  ///
  /// Rows are counted as in ``setDisplayedRows(_:for:)-(_,OutlineAdapter<Section,Item>)``. The data
  /// source ignores a sequence that has ended.
  ///
  /// - Complexity: O(log *n* + *d*) for *d* displayed rows; content is read only for new rows
  public func setDisplayedRows(_ rows: Range<Int>, for updates: Updates) {
    guard observers.producers.contains(where: { $0 === updates.producer }) else { return }
    deferringDelivery {
      observers.content.display(rows, of: queue.delivered, for: updates.producer)
    }
  }

  /// Updates the displayed rows whose content has changed.
  ///
  /// Every change of the snapshot has the same effect. Call this method if only the model changed.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  public func checkContent(animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
    deferringDelivery(whenShown: completion) {
      guard observers.content.isComparing else { return }
      enqueue(.edit(isAnimated: animatingDifferences), keepsItems: true) { _ in }
    }
  }
}

extension OutlineDataSource {
  @usableFromInline
  func compareContent(makingRows makeRows: (() -> DisplayedRows<Section, Item>)?) {
    deferringDelivery { observers.content.compare(makeRows, in: queue.delivered) }
  }

  /// Calls ``reconfigureHandler`` for the displayed rows that an update reconfigures.
  func callReconfigureHandler(for update: Update) {
    guard let reconfigureHandler, update.presentation != .reload else { return }
    let snapshot = update.finalSnapshot
    var reconfigured: [Int: [Range<Int>]] = [:]
    for change in update.difference.changes {
      if let section = change.newSection {
        reconfigured[section] = change.difference.reconfigures
      }
    }
    for section in update.difference.sections.reloads.joined() {
      reconfigured[section] = nil
    }
    for row in observers.content.displayedRows(in: snapshot) {
      guard let path = snapshot.rowPath(atRow: row),
        reconfigured[path.section]?.contains(row: path.row) ?? false,
        let item = snapshot.itemIdentifier(for: path)
      else { continue }
      callingHandler { reconfigureHandler(item, path) }
    }
  }
}

extension Snapshot {
  mutating func mark(_ items: [Item], as update: ContentUpdate) {
    if items.isEmpty { return }
    switch update {
    case .reload: try? reloadItems(items)
    case .reconfigure: try? reconfigureItems(items)
    }
  }
}
