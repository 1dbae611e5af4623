extension OutlineDataSource {
  /// A change of what is on screen, as observers are told it.
  public struct Update: Sendable {
    /// How a change is to be shown.
    public enum Presentation: Hashable, Sendable {
      /// Row by row, with animations.
      case animated
      /// Row by row, at once.
      case immediate
      /// By loading all rows anew.
      case reload
    }

    /// What was on screen before.
    public let initialSnapshot: Snapshot<Section, Item>
    /// What is to be on screen, without marks.
    public let finalSnapshot: Snapshot<Section, Item>
    /// How the change is to be shown.
    ///
    /// A reload, if that was asked for, or if more rows change than the data source's
    /// ``OutlineDataSource/reloadThreshold``.
    public let presentation: Presentation

    /// The final snapshot with its marks, if it has any.
    private let snapshotWithMarks: Snapshot<Section, Item>?
    /// The difference, unless nobody has needed it yet.
    let knownDifference: SnapshotDifference?
    let reloadThreshold: Int
    let differencing: Differencing

    /// What changes from the initial to the final snapshot.
    ///
    /// - Complexity: O(1); that of ``Snapshot/difference(from:)`` where a reload was asked for
    public var difference: SnapshotDifference {
      knownDifference ?? differencing.difference(initialSnapshot, marked)
    }

    /// The difference as batches for a view that checks them strictly, to be performed one after
    /// another.
    ///
    /// They are there for an update that prefers a reload, too. They are `nil` only where items or
    /// sections break the rules of `Hashable`, so that their comparison leads nowhere: reload then.
    ///
    /// - Complexity: That of ``difference`` and of ``SnapshotDifference/batches(from:to:)``, at
    ///   each access
    public var batches: [Batch<Section, Item>]? {
      differencing.batches(difference, initialSnapshot, finalSnapshot)
    }

    /// The final snapshot with its marks.
    var marked: Snapshot<Section, Item> { snapshotWithMarks ?? finalSnapshot }

    /// Whether to animate.
    public var isAnimated: Bool { presentation == .animated }

    /// Whether to load all rows anew is wiser than to change them one by one.
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
      let isLarge = difference.changedRowCount > reloadThreshold
      self.presentation = isLarge ? .reload : presentation
      knownDifference = difference
    }
  }

  /// Whether there is anything that observers do not know.
  var changesAnything: Bool { prefersReload || !difference.isEmpty || changesStorage }

  /// Whether hidden rows may have changed, or the content of items.
  var changesStorage: Bool {
    !finalSnapshot.sections(changedSince: initialSnapshot).isEmpty
  }

  /// The items whose rows go, unless all rows are loaded anew.
  var itemsOfRemovedRows: [Item] {
    guard presentation != .reload, let knownDifference else { return [] }
    return knownDifference.changes.flatMap { change in
      guard let section = change.oldSection else { return [Item]() }
      return change.difference.removals.joined().compactMap { row in
        initialSnapshot.itemIdentifier(for: RowPath(section: section, row: row))
      }
    }.filter { finalSnapshot.rowPath(for: $0) == nil }
  }
}
