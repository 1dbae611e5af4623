extension OutlineDataSource {
  /// Sets a closure that returns the content of an item's row, so that changed rows are updated.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in song.title }
  ///     source.setContent(\.value)  // the whole value of an `Identified` item
  ///
  /// The data source calls the closure for the ``OutlineAdapter/displayedRows`` of adapters before
  /// and after each change. Both times, ``snapshot()`` returns the new snapshot to the closure. The
  /// data source assumes that these rows now show their current content; if content changes while
  /// an adapter shows an update, call
  /// ``checkContent(animatingDifferences:completion:)`` at that time. A row that comes on screen
  /// when the view scrolls is updated once at the next change. Content that is `nil` is unknown:
  /// such a row is updated at each change.
  ///
  /// Also call ``checkContent(animatingDifferences:completion:)`` after each change of content
  /// without a change of the snapshot. Otherwise, a row that the view draws with new content stays
  /// outdated if the old content returns before the next check.
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
    compareContent(of: ContentComparison({ item, _ in content(item) }, areEqual: isEqual))
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

  /// Sets a closure that returns the content of a section's header, so that changed headers are
  /// updated.
  ///
  /// <!-- example: songs -->
  ///     source.setSectionContent { album, songs in "\(titles[album] ?? ""): \(songs.count)" }
  ///
  /// The closure is called as in ``setContent(_:)-((Item)->Content?)``, for all sections. A section
  /// with other content, or with `nil`, is reconfigured, as if it had been marked by
  /// ``Snapshot/reconfigureSections(_:)``: its rows are not affected.
  ///
  /// - Parameter content: Returns the content of a section's header. It receives the section and
  ///   its outline after the change.
  /// - Complexity: O(*s*) for *s* sections
  @inlinable
  public func setSectionContent<Content: Equatable>(
    _ content: @escaping (_ section: Section, _ outline: SectionSnapshot<Item>) -> Content?
  ) {
    compareContent(
      ofSections: ContentComparison { section, snapshot in
        content(section, snapshot[section])
      } areEqual: { left, right in
        left != nil && left == right
      })
  }

  /// Updates the displayed rows and the sections whose content has changed.
  ///
  /// Every change of the snapshot has the same effect. Call this method if only the model changed.
  ///
  /// - Complexity: O(*d* + *s*) for *d* displayed rows, and *s* sections if their content is
  ///   compared
  public func checkContent(animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
    deferringDelivery(whenShown: completion) {
      guard observers.content != nil || observers.sectionContent != nil else { return }
      enqueue(.edit(isAnimated: animatingDifferences), keepsItems: true) { _ in }
    }
  }
}

extension OutlineDataSource {
  @usableFromInline
  func compareContent(of rows: ContentComparison<Section, Item, Item>) {
    deferringDelivery {
      observers.content = rows
      readContent(of: observers.adapters, unlessEditedSince: queue.editCount)
    }
  }

  @usableFromInline
  func compareContent(ofSections sections: ContentComparison<Section, Item, Section>) {
    deferringDelivery {
      observers.sectionContent = sections
      readContent(of: observers.adapters, unlessEditedSince: queue.editCount)
    }
  }

  /// Reads the content of displayed rows and of sections that adapters have just drawn.
  ///
  /// - Parameters:
  ///   - adapters: The adapters.
  ///   - others: Adapters that may show older content, of which nothing is read.
  ///   - editCount: The number of edits before they drew the rows. After further edits, the content
  ///     may be newer than that on screen.
  func readContent(
    of adapters: [AttachedAdapter], except others: [AttachedAdapter] = [],
    unlessEditedSince editCount: Int
  ) {
    let snapshot = queue.delivered
    func displayedItems(of adapters: [AttachedAdapter]) -> [Item] {
      if observers.content == nil { return [] }
      return operations.displayedItems(
        adapters.compactMap { $0.displayedRows(in: snapshot) }, nil)
    }
    var displayed = displayedItems(of: adapters)
    if !others.isEmpty {
      displayed.removeAll(where: Set(displayedItems(of: others)).contains)
    }
    guard queue.editCount == editCount else { return }
    observers.content?.read(displayed, snapshot)
    if queue.editCount == editCount && others.isEmpty {
      observers.sectionContent?.read(Array(snapshot.sectionIdentifiers), snapshot)
    }
    // Content that is read after an edit may be newer than that on screen.
    if queue.editCount != editCount {
      observers.content?.reset()
      observers.sectionContent?.reset()
    }
  }

  /// Reads the content of displayed rows and of sections before a change is shown, and marks those
  /// whose content has changed.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot after the change.
  ///   - isReloading: `true` if views reload all rows.
  func markChangedContent(of snapshot: inout Snapshot<Section, Item>, isReloading: Bool) {
    guard !isReloading else {
      observers.content?.reset()
      observers.sectionContent?.reset()
      return
    }
    if let content = observers.content {
      let displayed = observers.adapters.compactMap { $0.displayedRows(in: queue.delivered) }
      let items = operations.displayedItems(displayed, snapshot)
      let changed = reading(snapshot) { content.compare(items, snapshot) }
      snapshot.mark(changed, as: contentUpdate)
    }
    if let content = observers.sectionContent {
      let old = queue.delivered
      let displayed = snapshot.sectionIdentifiers.filter { old.indexOfSection($0) != nil }
      // Cannot throw: each section occurs once.
      try? snapshot.reconfigureSections(
        reading(snapshot) { content.compare(displayed, snapshot) })
    }
  }

  /// Calls closures that return content, which can read the next snapshot from the data source.
  private func reading<Result>(
    _ next: Snapshot<Section, Item>, _ compare: () -> Result
  ) -> Result {
    queue.compared = next
    queue.compared?.removeAllMarks()
    defer { queue.compared = nil }
    return compare()
  }

  /// Calls ``reconfigureHandler`` for the displayed rows that an update reconfigures, and
  /// ``sectionReconfigureHandler`` for its sections.
  func callReconfigureHandlers(for update: Update) {
    guard update.presentation != .reload else { return }
    let snapshot = update.finalSnapshot
    if let reconfigureHandler {
      for path in displayedRowsToReconfigure(by: update) {
        guard let item = snapshot.itemIdentifier(for: path) else { continue }
        callingHandler { reconfigureHandler(item, path) }
      }
    }
    if let sectionReconfigureHandler {
      for index in update.difference.sections.reconfigures.joined() {
        callingHandler { sectionReconfigureHandler(snapshot.sectionIdentifiers[index], index) }
      }
    }
  }

  private func displayedRowsToReconfigure(by update: Update) -> [RowPath] {
    var reconfigured: [Int: [Range<Int>]] = [:]
    for change in update.difference.changes {
      if let section = change.newSection {
        reconfigured[section] = change.difference.reconfigures
      }
    }
    for section in update.difference.sections.reloads.joined() {
      reconfigured[section] = nil
    }
    let displayed = observers.adapters.compactMap {
      $0.displayedRows(in: update.finalSnapshot)?.paths
    }
    return Set(displayed.joined()).sorted().filter { path in
      reconfigured[path.section]?.contains(row: path.row) ?? false
    }
  }
}

extension Snapshot {
  /// Marks items whose content has changed.
  fileprivate mutating func mark(
    _ items: [Item], as contentUpdate: (_ item: Item) -> ContentUpdate
  ) {
    if items.isEmpty { return }
    let updates = items.map { (item: $0, update: contentUpdate($0)) }
    try? reloadItems(updates.filter { $0.update == .reload }.map { $0.item })
    try? reconfigureItems(updates.filter { $0.update == .reconfigure }.map { $0.item })
  }
}
