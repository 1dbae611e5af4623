//  What displayed rows show is remembered when they come to be displayed, and compared before each
//  change is told. It is remembered before adapters draw: should content change meanwhile, a row is
//  updated once too often rather than not at all.

extension OutlineDataSource {
  /// Has the data source find the rows whose content changes, by a closure that says what the row
  /// of an item shows.
  ///
  /// <!-- example: songs -->
  ///     source.setContent { song in song.title }
  ///     source.setContent(\.value)  // all of an `Identified` value
  ///
  /// It sets ``contentOf``, which see. Where one value is not enough, set that to several values by
  /// their hash, or to what an encoder makes of them.
  ///
  /// - Parameter content: Returns what the row of an item shows.
  /// - Complexity: O(*d*) for *d* displayed rows
  @inlinable
  public func setContent<Content: Equatable>(_ content: @escaping (_ item: Item) -> Content) {
    replaceContent({ ItemContent(content($0)) }, makingRows: { DisplayedRows(showing: content) })
  }

  /// Tells which rows an adapter displays, so that they are updated when their content changes.
  ///
  /// Adapters call it as their view scrolls and is laid out, once an update has been performed.
  /// Rows that come to be displayed count as showing what they are to show now; those that are
  /// displayed no longer are forgotten. Through updates the range keeps its numbers.
  ///
  /// - Parameters:
  ///   - rows: The rows, counted over all sections as by ``Snapshot/row(of:)``; those that are not
  ///     there may come later.
  ///   - adapter: The adapter; one that is not attached is ignored.
  /// - Complexity: O(log *n* + *d*) for *d* displayed rows; content is asked for of those alone
  ///   that come to be displayed
  public func setDisplayedRows(
    _ rows: Range<Int>, for adapter: some OutlineAdapter<Section, Item>
  ) {
    guard let attached = adapters.first(where: { $0.adapter === adapter }) else { return }
    deferringDelivery {
      display(rows, of: current, by: attached, after: attached.displayed)
    }
  }

  /// Updates the displayed rows whose content has changed, where nothing else changes.
  ///
  /// Every change that is applied does the same; this is for models that change by themselves.
  ///
  /// - Parameter animatingDifferences: Whether observers are asked to animate.
  /// - Complexity: O(*d*) for *d* displayed rows
  public func checkContent(animatingDifferences: Bool = true) {
    guard contentOf != nil else { return }
    enqueue(latest, isAnimated: animatingDifferences)
  }
}

// MARK: - Steps

extension OutlineDataSource {
  /// Remembers other content of displayed rows from now on, or none.
  @usableFromInline
  func replaceContent(
    _ contentOf: ((_ item: Item) -> ItemContent)?,
    makingRows makeRows: @escaping () -> DisplayedRows<Section, Item>
  ) {
    currentContentOf = contentOf
    makeDisplayedRows = makeRows
    deferringDelivery {
      for attached in adapters {
        resetDisplayedContent(of: attached, to: current)
      }
    }
  }

  /// Remembers what displayed rows are to show in a snapshot as what they show.
  private func resetDisplayedContent(
    of attached: AttachedAdapter, to snapshot: Snapshot<Section, Item>
  ) {
    display(attached.displayed.rows, of: snapshot, by: attached, after: makeDisplayedRows())
  }

  /// Displays rows, of which some may have been displayed before.
  private func display(
    _ rows: Range<Int>, of snapshot: Snapshot<Section, Item>, by attached: AttachedAdapter,
    after old: DisplayedRows<Section, Item>
  ) {
    // It is set once the content is known: the closure that tells it may itself tell what rows are
    // displayed.
    var displayed = old
    displayed.display(rows, of: snapshot)
    attached.displayed = displayed
  }

  /// Remembers what displayed rows are to show once a change has been told.
  ///
  /// - Returns: The items whose rows stay and show something else.
  func updateDisplayedContent(for change: Change) -> [Item] {
    if contentOf == nil { return [] }
    var changed: [Item] = []
    for attached in adapters {
      if change.presentation == .reload || attached.needsReload {
        resetDisplayedContent(of: attached, to: change.snapshot)
      } else {
        changed += attached.displayed.compare(attached.displayed.rows, change.snapshot)
      }
    }
    return changed.isEmpty ? [] : changed.eachOnce()
  }

  /// Tells ``reconfigureHandler`` the displayed rows that an update reconfigures.
  func callReconfigureHandler(for update: Update) {
    guard let reconfigureHandler, !update.prefersReload else { return }
    let (snapshot, difference) = (update.finalSnapshot, update.difference)
    let displayed = adapters.reduce(into: [Range<Int>]()) { ranges, attached in
      ranges = ranges.union([snapshot.displayedRows(attached.displayed.rows)])
    }
    for change in difference.changes where !change.difference.reconfigures.isEmpty {
      guard let section = change.newSection, !difference.sections.reloads.contains(row: section),
        let start = snapshot.row(at: RowPath(section: section, row: 0))
      else { continue }
      for rows in change.difference.reconfigures {
        let rows = rows.lowerBound + start..<rows.upperBound + start
        for row in displayed.flatMap(rows.clamped) {
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
  /// Marks items that are here to be updated.
  mutating func mark(_ items: [Item], as update: ContentUpdate) {
    if items.isEmpty { return }
    switch update {
    case .reload: reloadedItems.insert(items)
    case .reconfigure: reconfiguredItems.insert(items)
    }
  }
}
