extension OutlineDataSource {
  /// A change of the snapshot on screen, as observers receive it.
  public struct Update: Sendable {
    /// The way in which a view should show a change.
    ///
    /// A later case prevails when updates are merged.
    public enum Presentation: Hashable, Sendable {
      /// Row by row, with animations.
      case animated
      /// Row by row, without animations.
      case immediate
      /// By reloading all rows.
      case reload
    }

    /// All values, in one object: copying two snapshots and a difference retains many objects.
    private let values: Values

    /// The snapshot before the update.
    public var initialSnapshot: Snapshot<Section, Item> { values.initial }
    /// The snapshot after the update, without marks.
    public var finalSnapshot: Snapshot<Section, Item> { values.final }
    /// The way in which a view should show the update.
    ///
    /// It is `reload` if a reload was requested, or if there are more changes than the
    /// ``OutlineDataSource/reloadThreshold``.
    public let presentation: Presentation
    /// The name of the animation, as ``OutlineDataSource/withAnimation(named:_:)`` sets it.
    ///
    /// A merged update has the name of the last one.
    public var animationName: String? { values.animationName }
    let reloadThreshold: Int
    let operations: SnapshotOperations

    /// The difference between the initial and the final snapshot.
    ///
    /// - Complexity: O(1); that of ``Snapshot/difference(from:)`` if a reload was requested
    public var difference: SnapshotDifference {
      values.difference ?? operations.difference(initialSnapshot, marked)
    }

    /// The changes by item, hidden items included.
    ///
    /// For several merged updates, this is the patch of the whole. An ``Identified`` item with an
    /// `Equatable` value replaces an equal one if the value differs. Strings do not replace equal
    /// ones. Other items do if their bytes differ, for example if they contain references that are
    /// created again. To compare other content, call ``Snapshot/patch(from:content:)`` of the final
    /// snapshot.
    ///
    /// - Complexity: For each access, that of ``Snapshot/patch(from:isContentEqual:)``
    public var patch: Snapshot<Section, Item>.Patch {
      finalSnapshot.patch(from: initialSnapshot) { haveSameContent($0, $1) ?? false }
    }

    /// The difference as batches for a view with strict rules for batch updates.
    ///
    /// They are `nil` only if items or sections violate the rules of `Hashable`: then the view must
    /// reload.
    ///
    /// - Complexity: For each access, as ``difference`` and
    ///   ``SnapshotDifference/batches(from:to:)``
    public var batches: [Snapshot<Section, Item>.Batch]? {
      difference.batches(from: initialSnapshot, to: finalSnapshot)
    }
  }
}

extension OutlineDataSource.Update {
  private final class Values: Sendable {
    let initial: Snapshot<Section, Item>
    let final: Snapshot<Section, Item>
    /// The final snapshot with its marks, or `nil` if there are none.
    let marked: Snapshot<Section, Item>?
    /// The difference, or `nil` if a reload was requested.
    let difference: SnapshotDifference?
    let animationName: String?

    init(
      _ initial: Snapshot<Section, Item>, _ marked: Snapshot<Section, Item>,
      _ difference: SnapshotDifference?, _ animationName: String?
    ) {
      self.animationName = animationName
      self.initial = initial
      self.marked = marked.hasMarks ? marked : nil
      self.difference = difference
      var final = marked
      final.removeAllMarks()
      self.final = final
    }
  }

  init(
    from initial: Snapshot<Section, Item>, to marked: Snapshot<Section, Item>,
    presentation: Presentation, animationName: String? = nil, reloadThreshold: Int,
    by operations: OutlineDataSource.SnapshotOperations
  ) {
    self.reloadThreshold = reloadThreshold
    self.operations = operations
    let difference = presentation == .reload ? nil : operations.difference(initial, marked)
    let isLarge = difference.map { $0.changeCount > reloadThreshold } ?? true
    self.presentation = isLarge ? .reload : presentation
    values = Values(initial, marked, difference, animationName)
  }

  /// The final snapshot with its marks.
  var marked: Snapshot<Section, Item> { values.marked ?? values.final }

  /// A Boolean value that indicates whether observers must receive the update.
  ///
  /// Hidden items, or the content of equal ones, can differ without a difference of rows.
  var changesAnything: Bool {
    presentation == .reload || !difference.isEmpty
      || !operations.haveSameOutlines(initialSnapshot, finalSnapshot)
  }
}
