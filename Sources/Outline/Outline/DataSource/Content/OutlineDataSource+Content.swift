extension OutlineDataSource {
  /// Sets a closure that returns the content of an item's row, so that changed rows are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in song.title }
  ///     source.setContent(\.value)  // the whole value of an `Identified` item
  ///
  /// The data source calls the closure for the ``OutlineAdapter/displayedRows`` of adapters before
  /// and after each change. It assumes that these rows now show their current content; if content
  /// changes while an adapter shows an update, call ``checkContent(animatingDifferences:completion:)``
  /// at that time. A row that comes on screen when the view scrolls is updated once at the next
  /// change. Content that is `nil` is unknown: such a row is updated at each change.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content: Equatable>(_ content: @escaping (_ item: Item) -> Content?) {
    setContent(content) { left, right in left != nil && left == right }
  }

  /// Sets a closure that returns the content of an item's row, and one that compares it.
  ///
  /// <!-- example: songs -->
  ///     source.setContent(\.value, isEqual: { $0.title == $1.title })
  ///
  /// The closures are called as in ``setContent(_:)-((Item)->Content?)``.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content>(
    _ content: @escaping (_ item: Item) -> Content,
    isEqual: @escaping (_ left: Content, _ right: Content) -> Bool
  ) {
    compareContent(by: ContentComparison(content: content, areEqual: isEqual))
  }

  /// Sets a closure that returns the content of an item's row as a tuple.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in (song.title, song.isPlaying) }
  ///
  /// The closure is called as in ``setContent(_:)-((Item)->Content?)``.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  @_disfavoredOverload  // Otherwise a closure that returns one value is ambiguous.
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
  /// - Complexity: O(1)
  public func removeContent() {
    compareContent(by: nil)
  }

  /// Updates the displayed rows whose content has changed.
  ///
  /// Every change of the snapshot has the same effect. Call this method if only the model changed.
  ///
  /// - Complexity: O(*d*) for *d* displayed rows
  public func checkContent(animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
    deferringDelivery(whenShown: completion) {
      guard observers.content != nil else { return }
      enqueue(.edit(isAnimated: animatingDifferences), keepsItems: true) { _ in }
    }
  }
}

extension OutlineDataSource {
  @usableFromInline
  func compareContent(by comparison: ContentComparison<Section, Item>?) {
    deferringDelivery {
      observers.content = comparison
      readContent(of: observers.adapters, unlessEditedSince: queue.editCount)
    }
  }

  /// Reads the content of displayed rows that adapters have just drawn.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - editCount: The number of edits before they drew the rows. After further edits, the content
  ///     may be newer than that on screen.
  func readContent(of adapters: [AttachedAdapter], unlessEditedSince editCount: Int) {
    guard let content = observers.content else { return }
    let displayed = adapters.compactMap { $0.displayedRows(in: queue.delivered) }
    guard queue.editCount == editCount else { return }
    content.read(displayed)
    // Content that is read after an edit may be newer than that on screen.
    if queue.editCount != editCount {
      content.reset()
    }
  }

  /// Reads the content of displayed rows before a change is shown, and returns the items whose
  /// content has changed.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot after the change.
  ///   - origin: The source of the change.
  func changedItems(in snapshot: Snapshot<Section, Item>, _ origin: Origin) -> [Item] {
    guard let content = observers.content else { return [] }
    guard origin.presentation != .reload else {
      content.reset()
      return []
    }
    let displayed = observers.adapters.compactMap { attached in
      attached === origin.mover
        ? attached.displayedRows(in: snapshot, undeliveredMoves: 1)
        : attached.displayedRows(in: queue.delivered)
    }
    return content.compare(displayed, snapshot)
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
    let displayed = observers.adapters.compactMap { $0.displayedRows(in: snapshot)?.paths }
    for path in Set(displayed.joined()).sorted() {
      guard reconfigured[path.section]?.contains(row: path.row) ?? false,
        let item = snapshot.itemIdentifier(for: path)
      else { continue }
      callingHandler { reconfigureHandler(item, path) }
    }
  }
}

extension Snapshot {
  /// Marks items whose content has changed.
  mutating func mark(
    _ items: [Item], as contentUpdate: (_ item: Item) -> ContentUpdate
  ) {
    if items.isEmpty { return }
    let updates = items.map { (item: $0, update: contentUpdate($0)) }
    try? reloadItems(updates.filter { $0.update == .reload }.map(\.item))
    try? reconfigureItems(updates.filter { $0.update == .reconfigure }.map(\.item))
  }
}
