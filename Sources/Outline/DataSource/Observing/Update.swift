extension OutlineDataSource {
  /// A change of the snapshot on screen, as observers receive it.
  public struct Update: Sendable {
    /// The way in which a view should show a change.
    public enum Presentation: Hashable, Sendable {
      /// Row by row, with animations.
      case animated
      /// Row by row, without animations.
      case immediate
      /// By reloading all rows.
      case reload
    }

    /// The snapshot before the update.
    public let initialSnapshot: Snapshot<Section, Item>
    /// The snapshot after the update, without marks.
    public let finalSnapshot: Snapshot<Section, Item>
    /// The way in which a view should show the update.
    ///
    /// This is `reload` if a reload was requested, or if there are more changes than the
    /// ``OutlineDataSource/reloadThreshold``.
    public let presentation: Presentation

    /// The final snapshot with its marks, if it has any.
    private let snapshotWithMarks: Snapshot<Section, Item>?
    /// The difference, or `nil` if a reload was requested.
    let knownDifference: SnapshotDifference?
    let reloadThreshold: Int
    let differencing: Differencing

    /// The difference between the initial and the final snapshot.
    ///
    /// - Complexity: O(1); that of ``Snapshot/difference(from:)`` if a reload was requested
    public var difference: SnapshotDifference {
      knownDifference ?? differencing.difference(initialSnapshot, marked)
    }

    /// The difference as batches for a view with strict rules for batch updates.
    ///
    /// The batches are also available if a reload is recommended. They are `nil` only if items or
    /// sections violate the rules of `Hashable`; the view must reload in that case.
    ///
    /// - Complexity: That of ``difference`` and of ``SnapshotDifference/batches(from:to:)``, for
    ///   each access
    public var batches: [Batch<Section, Item>]? {
      differencing.batches(difference, initialSnapshot, finalSnapshot)
    }

    /// The final snapshot with its marks.
    var marked: Snapshot<Section, Item> { snapshotWithMarks ?? finalSnapshot }

    /// A Boolean value that indicates whether to animate.
    public var isAnimated: Bool { presentation == .animated }

    /// A Boolean value that indicates whether a full reload is recommended.
    public var prefersReload: Bool { presentation == .reload }
  }
}

extension OutlineDataSource.Update {
  init(
    from initial: Snapshot<Section, Item>, to marked: Snapshot<Section, Item>,
    presentation: Presentation, reloadThreshold: Int,
    by differencing: OutlineDataSource.Differencing
  ) {
    initialSnapshot = initial
    snapshotWithMarks = marked.hasMarks ? marked : nil
    self.reloadThreshold = reloadThreshold
    self.differencing = differencing
    var final = marked
    final.removeAllMarks()
    finalSnapshot = final
    if presentation == .reload {
      self.presentation = .reload
      knownDifference = nil
    } else {
      let difference = differencing.difference(initial, marked)
      let isLarge = difference.changeCount > reloadThreshold
      self.presentation = isLarge ? .reload : presentation
      knownDifference = difference
    }
  }

  /// A Boolean value that indicates whether observers must receive the update.
  var changesAnything: Bool { prefersReload || !difference.isEmpty || changesStorage }

  /// A Boolean value that indicates whether hidden items, or values of equal items, may differ.
  var changesStorage: Bool {
    !finalSnapshot.sections(changedSince: initialSnapshot).isEmpty
  }

  /// The items of removed rows, unless all rows are reloaded.
  var itemsOfRemovedRows: [Item] {
    guard presentation != .reload, let knownDifference else { return [] }
    return knownDifference.changes.flatMap { change in
      guard let section = change.oldSection else { return [Item]() }
      return change.difference.removals.joined().compactMap { row in
        initialSnapshot.itemIdentifier(for: RowPath(section: section, row: row))
      }
    }.filter { finalSnapshot.rowPath(of: $0) == nil }
  }
}
