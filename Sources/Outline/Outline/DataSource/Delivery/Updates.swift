extension OutlineDataSource {
  /// An asynchronous sequence of updates that begins with the current snapshot.
  ///
  /// Each access returns a new sequence. Its first update leads from an empty snapshot to the one
  /// on screen, and requests a reload: a loop begins as an adapter does. A slow loop receives all
  /// updates since its last one, merged into one, or none if they cancel each other. Rows that were
  /// removed and inserted again in between are reloaded, and such sections are reconfigured.
  ///
  /// The sequence ends when the data source is released, and does not retain it. Store the sequence
  /// before the loop, so that the loop retains neither the data source nor its actor. A loop that
  /// calls its owner captures it with `[weak self]`.
  ///
  /// <!-- example: unrun -->
  ///     let updates = source.updates
  ///     Task {
  ///       for await update in updates {
  ///         await connection.send(update.patch)
  ///       }
  ///     }
  ///
  /// - Complexity: O(1)
  public var updates: Updates {
    let (stream, continuation) = AsyncStream<MergedUpdate?>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let producer = UpdateProducer(continuation)
    _ = producer.add(
      Update(
        from: Snapshot(), to: queue.delivered, presentation: .reload,
        reloadThreshold: reloadThreshold, by: operations))
    observers.producers.append(producer)
    return Updates(stream: stream, producer: producer)
  }

  /// An asynchronous sequence of updates.
  ///
  /// The sequence and the updates are `Sendable`: a loop can run in any isolation domain, one loop
  /// at a time. Cancelling the task of a loop ends the sequence; later loops need a new one.
  public struct Updates: AsyncSequence, Sendable {
    fileprivate let stream: AsyncStream<MergedUpdate?>
    let producer: UpdateProducer

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> Iterator {
      Iterator(stream: stream)
    }

    /// The iterator of the updates.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let stream: AsyncStream<MergedUpdate?>

      /// Waits for the next update, or returns `nil` after release or cancellation.
      public mutating func next() async -> Update? {
        await next(isolation: #isolation)
      }

      /// Waits for the next update, or returns `nil` after release or cancellation.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Update? {
        while let element = await stream.next(isolation: actor) {
          if let update = element?.resolved(), update.changesAnything { return update }
        }
        return nil
      }
    }
  }

  /// The producer of a sequence of updates, which buffers all updates as one merged element.
  final class UpdateProducer: Sendable {
    private let continuation: AsyncStream<MergedUpdate?>.Continuation

    init(_ continuation: AsyncStream<MergedUpdate?>.Continuation) {
      self.continuation = continuation
    }

    /// Adds an update, or returns `false` if the sequence has ended.
    func add(_ update: Update) -> Bool {
      var merged = MergedUpdate(update)
      // Taking the element first leaves `nil`, which the loop ignores. The loop, on another thread,
      // receives either the earlier updates alone or all of them.
      if case .dropped(var earlier?) = continuation.yield(nil) {
        earlier.add(update)
        merged = earlier
      }
      if case .terminated = continuation.yield(merged) { return false }
      return true
    }

    func finish() {
      continuation.finish()
    }
  }
}

// MARK: - Merging

extension OutlineDataSource {
  /// A sequence of updates as one update, whose difference is computed by ``resolved()``.
  struct MergedUpdate: Sendable {
    private let first: Update
    private var last: Update?
    private var presentation: Update.Presentation
    /// The items that were reloaded or whose rows were removed in between.
    ///
    /// If such a row comes back, it is reloaded, as it would be step by step. Only items that were
    /// visible at first are recorded, which limits the size of the set.
    private(set) var reloads: Set<Item> = []
    private var reconfigures: Set<Item> = []
    private var sectionReloads: Set<Section> = []
    private var sectionReconfigures: Set<Section> = []

    init(_ update: Update) {
      first = update
      presentation = update.presentation
    }

    mutating func add(_ next: Update) {
      if last == nil {
        recordMarks(of: first)
      }
      recordMarks(of: next)
      last = next
      let presentations = [presentation, next.presentation]
      presentation = [.reload, .immediate].first(where: presentations.contains) ?? .animated
    }

    private mutating func recordMarks(of update: Update) {
      let initial = first.initialSnapshot
      let marked = update.marked
      // A later update may move rows out of a reloaded section.
      let rows = marked.reloadedSectionIdentifiers.flatMap { Array(marked[$0].visibleItems) }
      let reloaded = update.itemsOfRemovedRows + marked.reloadedItemIdentifiers + rows
      reloads.formUnion(reloaded.filter(initial.isVisible))
      // The loading state may have changed, and a selected descendant may have been hidden, even if
      // a later update reverses the change.
      let reconfigured = update.itemsOfChangedDisclosure + marked.reconfiguredItemIdentifiers
      reconfigures.formUnion(reconfigured.filter(initial.isVisible))
      let isInitial = { section in initial.indexOfSection(section) != nil }
      sectionReloads.formUnion(marked.reloadedSectionIdentifiers.filter(isInitial))
      // The header of a section that comes back can differ from the former one.
      let headers = update.removedSections + marked.reconfiguredSectionIdentifiers
      sectionReconfigures.formUnion(headers.filter(isInitial))
    }

    func resolved() -> Update {
      guard let last else { return first }
      var marked = last.finalSnapshot
      let sections = sectionReloads.filter { marked.indexOfSection($0) != nil }
      let headers = sectionReconfigures.filter { marked.indexOfSection($0) != nil }
      let reloaded: [Item] = reloads.filter { item in
        marked.sectionIdentifier(containingItem: item).map { !sections.contains($0) } ?? false
      }
      // Cannot throw: the items and sections are in the snapshot.
      try? marked.reloadItems(reloaded)
      try? marked.reconfigureItems(reconfigures.filter(marked.contains))
      try? marked.reloadSections(sections)
      try? marked.reconfigureSections(headers)
      return Update(
        from: first.initialSnapshot, to: marked, presentation: presentation,
        animationName: last.animationName, reloadThreshold: last.reloadThreshold,
        by: last.operations)
    }
  }
}

extension OutlineDataSource.Update {
  /// Returns the update that shows this update and the next one at once.
  ///
  /// An adapter merges the updates that it holds back, for example while the user drags a row. Rows
  /// that were removed and inserted again in between are reloaded, and such sections are
  /// reconfigured.
  ///
  /// <!-- example: heldUpdate -->
  ///     held = held?.merging(update) ?? update
  ///
  /// - Parameter next: An update that begins with the final snapshot of this one.
  /// - Complexity: That of ``Snapshot/difference(from:)``, plus O(*k* log *n*) for *k* changed rows
  public func merging(_ next: Self) -> Self {
    var merged = OutlineDataSource.MergedUpdate(self)
    merged.add(next)
    return merged.resolved()
  }

  /// The removed sections, unless all rows are reloaded.
  fileprivate var removedSections: [Section] {
    if presentation == .reload { return [] }
    let sections = initialSnapshot.sectionIdentifiers
    return difference.sections.removals.joined().map { sections[$0] }
  }

  /// The items of removed rows, unless all rows are reloaded.
  fileprivate var itemsOfRemovedRows: [Item] {
    items(of: \.removals, in: initialSnapshot, \.oldSection)
      .filter { !finalSnapshot.isVisible($0) }
  }

  /// The items that expanded, collapsed, got their first child or lost their last one, unless all
  /// rows are reloaded.
  fileprivate var itemsOfChangedDisclosure: [Item] {
    items(of: \.reconfigures, in: finalSnapshot, \.newSection).filter { item in
      initialSnapshot.hasChildren(item) != finalSnapshot.hasChildren(item)
        || initialSnapshot.isExpanded(item) != finalSnapshot.isExpanded(item)
    }
  }

  private func items(
    of rows: (SectionDifference) -> [Range<Int>], in snapshot: Snapshot<Section, Item>,
    _ section: (SnapshotDifference.SectionChange) -> Int?
  ) -> [Item] {
    if presentation == .reload { return [] }
    return difference.changes.flatMap { change in
      guard let section = section(change) else { return [Item]() }
      return rows(change.difference).joined().compactMap { row in
        snapshot.itemIdentifier(for: RowPath(section: section, row: row))
      }
    }
  }
}
